import EventSchema
import EventStreams

extension Rule {
    package static let unusableAttribute = Rule(
        "unusable-attribute", .error, "A project declares an attribute that no client can have.",
        reason: "The platform has an attribute of the name, or clients write another value into its field.",
        mistake: .declaring("page_id", "{field: shop.page, type: integer, sensitivity: low}"),
        corrected: .declaring("shop_page", "{field: shop.page, type: integer, sensitivity: low}"))

    package static let sharedAttributeField = Rule(
        "shared-attribute-field", .error, "Two attributes of a project are in one field of events.",
        reason: "The value of one replaces that of the other.",
        mistake: .declaring(
            "basket_size", "{field: basket.size, type: integer, sensitivity: low}",
            "basket_items", "{field: basket.size, type: integer, sensitivity: low}"),
        corrected: .declaring(
            "basket_size", "{field: basket.size, type: integer, sensitivity: low}",
            "basket_items", "{field: basket.items, type: integer, sensitivity: low}"))

    package static let attributeSource = Rule(
        "attribute-source", .error,
        "An attribute is taken from one that does not exist, from itself, or from one that "
            + "reveals more.",
        reason: "An attribute reveals what its source reveals, so that streams with it need the same sensitivity.",
        mistake: .declaring(
            "visit", "{field: shop.visit, type: string, source: performer_session_id, sensitivity: low}"),
        corrected: .declaring(
            "visit",
            "{field: shop.visit, type: string, source: performer_session_id, sensitivity: moderate, "
                + "sensitivity_reason: It links all events of a session.}"))
}

/// The contextual attributes that a project declares, beside those that it has from elsewhere.
struct ProjectAttributes {
    private(set) var attributes: [AttributeWord]
    private(set) var findings: [CatalogFinding] = []
    private let document: SourceDocument
    private let others: [AttributeWord]
    private var fields = AttributesByField()

    init(_ document: SourceDocument, beside others: [AttributeWord]) {
        (self.document, self.others, attributes) = (document, others, others)
        for word in others { fields.add(word) }
    }

    mutating func read() {
        for (name, entry) in document.value["attributes"]?.object ?? [:] {
            guard let word = word(name, entry), isUsable(word), hasFieldOfItsOwn(word) else { continue }
            attributes.append(word)
            fields.add(word)
        }
        checkSources()
    }

    /// The attribute of an entry; `nil` for one that has a finding by the schema of the file.
    private func word(_ name: String, _ entry: JSONValue) -> AttributeWord? {
        guard ProjectSchema.isAttributeName(name), let field = entry["field"]?.string,
            !field.split(separator: ".", omittingEmptySubsequences: false).contains(""),
            let type = entry["type"]?.string.flatMap({ ContextualAttributeType(word: $0) }),
            let sensitivity = entry["sensitivity"]?.string.flatMap({ Sensitivity(rawValue: $0) })
        else { return nil }
        return AttributeWord(
            ContextualAttribute(name, field: field, type: type), sensitivity: sensitivity,
            reason: entry["sensitivity_reason"]?.string, source: entry["source"]?.string,
            description: entry["description"]?.string)
    }

    // MARK: - Checks

    /// Whether a client can have the attribute: it decides by the same declaration.
    private mutating func isUsable(_ word: AttributeWord) -> Bool {
        let name = word.name
        if let problem = word.attribute.problem {
            add(.unusableAttribute, [name], "“\(name)” cannot be an attribute: \(problem).", "Declare it otherwise.")
            return false
        }
        guard word.attribute.isOwn || others.isEmpty else {
            add(
                .unusableAttribute, [name], "“\(name)” is an attribute of the platform already.",
                "Remove it, or write “vocabulary: none” to leave the platform's other attributes out.")
            return false
        }
        if word.sensitivity > .low, document.value[path: ["attributes", name, "sensitivity_reason"]] == nil {
            add(
                .invalidProject, [name, "sensitivity"], "The sensitivity of “\(name)” has no reason.",
                "Add “sensitivity_reason:” and say in a sentence what the value reveals.")
        }
        return true
    }

    /// Whether no other attribute is in the field, above it or below it.
    private mutating func hasFieldOfItsOwn(_ word: AttributeWord) -> Bool {
        let path = word.attribute.path
        guard let other = fields.attribute(at: path) else { return true }
        add(
            .sharedAttributeField, [word.name, "field"],
            "The field \(path.joined(separator: ".")) of “\(word.name)” is that of “\(other.name)”"
                + (other.attribute.path == path ? "." : ", \(other.attribute.path.joined(separator: "."))."),
            "Give each attribute a field of its own.")
        return false
    }

    // MARK: - Sources

    private static let roots: Set = ["app", "platform", "installation", "session", "pageview"]

    private mutating func checkSources() {
        let words = Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
        for word in attributes.dropFirst(others.count) where !isRoot(word) {
            var chain = [word]
            while let last = chain.last, !isRoot(last) {
                guard let next = words[last.source] else {
                    let isDeclared = document.value[path: ["attributes", last.source]] != nil
                    if chain.count == 1, !isDeclared { addUnknownSource(of: word, among: words.keys.sorted()) }
                    break
                }
                if next.name == word.name {
                    addCycle(chain.map(\.name))
                    break
                }
                // A cycle that does not lead back here is found at its own attributes.
                guard !chain.contains(next) else { break }
                chain.append(next)
            }
            if let source = words[word.source], source.sensitivity > word.sensitivity {
                add(
                    .attributeSource, [word.name, "sensitivity"],
                    "“\(word.name)” is taken from \(source.name), whose sensitivity is \(source.sensitivity)"
                        + (source.sensitivityReason.map { ": \($0)" } ?? "."),
                    "Write “sensitivity: \(source.sensitivity)”.")
            }
        }
    }

    private func isRoot(_ word: AttributeWord) -> Bool {
        word.attribute.isOwn ? word.source == "app" : Self.roots.contains(word.source)
    }

    private mutating func addUnknownSource(of word: AttributeWord, among names: [String]) {
        add(
            .attributeSource, [word.name, "source"], "“\(word.source)” is neither app nor an attribute.",
            (["app"] + names).suggestion(for: word.source)
                ?? "Write app, or the name of the attribute that the app takes the value from.")
    }

    private mutating func addCycle(_ names: [String]) {
        add(
            .attributeSource, [names[0], "source"],
            names.count == 1
                ? "“\(names[0])” is taken from itself."
                : "“\(names[0])” is taken from itself, by \(names.dropFirst().joined(separator: " and ")).",
            "Write app for the one that the app sets.")
    }

    private mutating func add(_ rule: Rule, _ path: [String], _ problem: String, _ remedy: String) {
        findings.add(rule, document.location(at: ["attributes"] + path), problem, remedy: remedy)
    }
}

/// The attributes by their fields: a file may have thousands.
private struct AttributesByField {
    private var byField: [[String]: AttributeWord] = [:]
    /// The first attribute in or below each field.
    private var below: [[String]: AttributeWord] = [:]

    mutating func add(_ word: AttributeWord) {
        let path = word.attribute.path
        if byField[path] == nil { byField[path] = word }
        for field in Self.fields(to: path) where below[field] == nil { below[field] = word }
    }

    /// An attribute whose field is this one, a part of it or one that has it as a part; `nil` where there is none.
    func attribute(at path: [String]) -> AttributeWord? {
        below[path] ?? Self.fields(to: path).lazy.compactMap { byField[$0] }.first
    }

    /// The fields from the outermost one to that of a path.
    private static func fields(to path: [String]) -> [[String]] { path.indices.map { Array(path[...$0]) } }
}
