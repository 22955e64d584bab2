package import EventSchema
import EventSupport

/// A JSON Schema that a file of settings follows, and the rules that its mistakes break.
package struct SettingsSchema: Sendable {
    private let document: JSONValue
    private let schema: Schema?
    /// What the settings are of, such as “clients”.
    private let owner: String
    private let invalid: Rule
    private let unknown: Rule
    /// What to do about a value that is not allowed.
    private let advice: String
    /// Words that people write in place of those of a list, such as `int` for `integer`.
    private let synonyms: [String: String]

    /// - Parameters:
    ///   - document: the schema, which is valid.
    ///   - owner: what the settings are of, such as “clients”.
    ///   - invalid: the rule of a value that is not allowed.
    ///   - unknown: the rule of a setting that is not known.
    ///   - advice: what to do about a value that is not allowed.
    ///   - synonyms: words in lower case that people write in place of those of a list. None by default.
    package init(
        _ document: JSONValue, of owner: String, invalid: Rule, unknown: Rule, advice: String,
        synonyms: [String: String] = [:]
    ) {
        (self.document, self.owner, self.invalid, self.unknown) = (document, owner, invalid, unknown)
        (self.advice, self.synonyms) = (advice, synonyms)
        do { schema = try Schema(document) } catch {
            assertionFailure("the built-in schema is invalid: \(error)")
            schema = nil
        }
    }

    /// What is wrong with a document, in the order of the schema.
    package func findings(in source: SourceDocument) -> [CatalogFinding] {
        (schema?.findings(in: source.value) ?? []).map { finding in
            let path = JSONPointer.tokens(of: finding.instanceLocation)
            let place = path.isEmpty ? "The document" : "“\(path.joined(separator: "."))”"
            let location = source.location(at: source.existing(path))
            guard finding.keywordLocation.hasSuffix("/additionalProperties") else {
                return CatalogFinding(
                    invalid, location, "\(place): \(finding.message).",
                    remedy: remedy(for: finding, path.reduce(source.value) { $0?.child($1) }) ?? advice)
            }
            return CatalogFinding(
                unknown, location, "\(place) is not a setting of \(owner).", remedy: remedy(for: path.last))
        }
    }

    /// The word of a list that was probably meant, or a value that a pattern takes.
    private func remedy(for finding: Finding, _ value: JSONValue?) -> String? {
        let keyword = JSONPointer.tokens(of: finding.keywordLocation)
        let rules = keyword.dropLast().reduce(Optional(document)) { $0?.child($1) }
        switch keyword.last {
        case "enum":
            guard let text = value?.string else { return nil }
            let words = rules?["enum"]?.array?.compactMap(\.string) ?? []
            let meant = synonyms[text.lowercased()].flatMap { words.contains($0) ? $0 : nil }
            return meant.map { "Did you mean “\($0)”?" } ?? words.suggestion(for: text)
        case "pattern": return (rules?["examples"]?.array?.first?.string).map { "Write a text such as “\($0)”." }
        default: return nil
        }
    }

    private func remedy(for name: String?) -> String {
        let names = Self.names(in: document)
        return name.flatMap { name in names.filter { $0 != name }.suggestion(for: name) } ?? "Remove it. \(advice)"
    }

    /// The names of all settings in a schema.
    private static func names(in schema: JSONValue) -> [String] {
        let own = (schema["properties"]?.object ?? [:]).flatMap { [$0.name] + names(in: $0.value) }
        return own + [schema["items"], schema["additionalProperties"]].compactMap { $0 }.flatMap(names)
    }
}
