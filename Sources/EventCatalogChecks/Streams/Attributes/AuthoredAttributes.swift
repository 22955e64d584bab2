import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let unknownAttribute = Rule(
        "unknown-attribute", .error, "A list of contextual attributes has a name that is not an attribute.",
        reason: "Events are sent without it, and some older clients cannot read the configuration at all.",
        mistake: .client("provide_values: [page_idd]"), corrected: .client("provide_values: [page_id]"))

    static let attributeOfOtherClients = Rule(
        "attribute-of-other-clients", .warning,
        "A list of contextual attributes has a name that is not an attribute, and the stream's schema has its field.",
        reason: "Events of this client are sent without it. Other clients may supply it.",
        mistake: .providing("page_mood", "mood: {type: string}"),
        corrected: .providing("page_id", "id: {type: integer}"))

    static let repeatedAttribute = Rule(
        "repeated-attribute", .warning, "A list of contextual attributes has one attribute twice.",
        reason: "One of the two was probably meant to be another attribute.",
        mistake: .client("provide_values: [page_id, page_id]"),
        corrected: .client("provide_values: [page_id, page_title]"))

    static let olderAttributeName = Rule(
        "older-attribute-name", .warning, "A contextual attribute has a name of 2022 or earlier.",
        reason: "Current clients of other platforms do not have the older names, so that they send events without it.",
        mistake: .client("provide_values: [mediawiki_db_name]"),
        corrected: .client("provide_values: [mediawiki_database]"))
}

/// A list of names of contextual attributes, as its author wrote it.
struct AuthoredAttributes {
    /// A name in the list.
    struct Name {
        let text: String
        /// The words of the project.
        let vocabulary: Vocabulary
        /// The attribute of that name, which may be an older one, as the project has it; otherwise `nil`.
        let word: AttributeWord?
        var attribute: ContextualAttribute? { word?.attribute }
        /// The path of the name in the document.
        let path: [String]
        let document: SourceDocument

        var location: SourceLocation { document.location(at: path) }

        init(_ text: String, at path: [String], of document: SourceDocument, _ vocabulary: Vocabulary) {
            (self.text, self.path, self.document, self.vocabulary) = (text, path, document, vocabulary)
            word = vocabulary.word(named: text)
        }
    }

    /// The names in order. What is not text is left out.
    let names: [Name]

    /// The findings in the names: unknown, repeated and older ones. The schema, where its fields are known, may need an
    /// older name.
    func findings(_ fields: AttributeFields?) -> [CatalogFinding] {
        var seen: Set<String> = []
        return names.flatMap { name in
            seen.insert(name.text).inserted ? name.findings(among: names, fields) : [name.repetition]
        }
    }

    /// The list without some of its names.
    func without(_ isLeftOut: (Name) -> Bool) -> AuthoredAttributes {
        AuthoredAttributes(names: names.filter { !isLeftOut($0) })
    }
}

extension AuthoredAttributes.Name {
    /// Whether there is an attribute, and today it has another name.
    var isOlder: Bool { attribute.map { $0.name != text } ?? false }

    /// The findings on an older or unknown name.
    ///
    /// - Parameters:
    ///   - others: all names of the list. An edit must not add a name that is there already.
    ///   - fields: the fields of the schema, which may need the older name; `nil` when they are not known.
    /// - Returns: at most one finding.
    func findings(among others: [AuthoredAttributes.Name], _ fields: AttributeFields?) -> [CatalogFinding] {
        guard let attribute else { return vocabulary.mayHaveAttribute(named: text) ? [] : [unknown(fields)] }
        guard isOlder, !isOnlyName(in: fields) else { return [] }
        let isThere = others.contains { $0.text == attribute.name }
        return [
            CatalogFinding(
                .olderAttributeName, location, "“\(text)” is the older name of \(attribute.name).",
                remedy: isThere
                    ? "Remove it: \(attribute.name) is in the list too." : "Write \(attribute.name).",
                edits: isThere ? [] : document.edits(replacing: text, with: attribute.name, at: location))
        ]
    }

    /// What is wrong with a name of the platform that the project leaves out.
    var leftOut: (problem: String, remedy: String)? {
        guard vocabulary.leavesOut(text) else { return nil }
        return (
            "“\(text)” is a word of the platform, which “vocabulary: none” in \(Project.fileName) leaves out.",
            "Remove it, or declare it there: “eventctl project --platform” prints how."
        )
    }

    private func unknown(_ fields: AttributeFields?) -> CatalogFinding {
        if let (problem, remedy) = leftOut {
            return CatalogFinding(.unknownAttribute, location, problem, remedy: remedy)
        }
        if let fields, fields.declares(attributeNamed: text) {
            let path = ContextualAttribute.path(ofOlderName: text).joined(separator: ".")
            return CatalogFinding(
                .attributeOfOtherClients, location,
                "“\(text)” is not a contextual attribute of the platform or the project, and clients of this platform "
                    + "send events without it; the schema has the field \(path), so that other clients may supply it.",
                remedy: "Nothing has to change if another client supplies it; declare it in \(Project.fileName) if it "
                    + "is your own, or remove it.")
        }
        return CatalogFinding(
            .unknownAttribute, location, "“\(text)” is not a contextual attribute.",
            remedy: AttributeSuggestion.text(for: text, in: vocabulary)
                ?? "Remove it, or declare it in \(Project.fileName) if it is your own: the article “Writing a "
                + "stream” lists the platform's attributes.")
    }

    fileprivate var repetition: CatalogFinding {
        CatalogFinding(
            .repeatedAttribute, location, "“\(text)” is in the list twice.",
            remedy: "Remove one, or write the attribute that was meant.")
    }
}

extension AuthoredAttributes {
    /// A list of names at a path of a document; empty when there is no list.
    init(at path: [String], of document: SourceDocument, _ vocabulary: Vocabulary) {
        let list = path.reduce(JSONValue?.some(document.value)) { $0?.element(named: $1) }
        names = (list?.array ?? []).enumerated().compactMap { position, element in
            element.string.map { Name($0, at: path + ["\(position)"], of: document, vocabulary) }
        }
    }
}

extension AuthoredStream {
    /// The names in `provide_values`, of the stream or of the defaults.
    var attributes: AuthoredAttributes {
        let (document, path) = origin(of: ["producers", "metrics_platform_client", "provide_values"])
        return AuthoredAttributes(at: path, of: document, vocabulary)
    }
}
