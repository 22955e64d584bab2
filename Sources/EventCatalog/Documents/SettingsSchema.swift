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
            if path.isEmpty, finding.keywordLocation == "/type" {
                return CatalogFinding(
                    invalid, location,
                    "The file must have the settings of \(owner), by name; it is \(source.value.spelling).",
                    remedy: "Write names and values, one under the other. \(advice)")
            }
            guard finding.keywordLocation.hasSuffix("/additionalProperties") else {
                return CatalogFinding(
                    invalid, location, "\(place): \(finding.message).",
                    remedy: remedy(for: finding, path.reduce(source.value) { $0?.child($1) }) ?? advice)
            }
            return CatalogFinding(
                unknown, location, "\(place) is not a setting of \(owner).", remedy: remedy(for: path.last))
        }
    }

    /// What to write: the word of a list that was probably meant, or what the keyword takes. `nil` where neither is
    /// known.
    private func remedy(for finding: Finding, _ value: JSONValue?) -> String? {
        let keyword = JSONPointer.tokens(of: finding.keywordLocation)
        let rules = keyword.dropLast().reduce(Optional(document)) { $0?.child($1) }
        switch keyword.last {
        case "enum":
            let words = rules?["enum"]?.array?.compactMap(\.string) ?? []
            return value?.string.flatMap { meant(by: $0, among: words) }
                ?? (words.isEmpty ? nil : "Write \(words.alternatives).")
        case "pattern", "format":
            let noun = rules?["format"] == "regex" ? "a regular expression" : "a text"
            return (rules?["examples"]?.array?.first?.string).map { "Write \(noun) such as “\($0)”." }
        case "required":
            // The message names the one that is missing.
            let names = rules?["required"]?.array?.compactMap(\.string) ?? []
            let missing = names.first { finding.message.contains("\"\($0)\"") }
            return missing.map { "Add “\($0):”\(Self.form(of: rules?["properties"]?[$0]))." }
        case "minimum", "maximum":
            guard let least = rules?["minimum"]?.number, let most = rules?["maximum"]?.number else { return nil }
            return "Write a number from \(least.literal) to \(most.literal)."
        case "type": return rules?["type"]?.string.flatMap { Self.forms[$0] }
        case "minLength": return "Write a text that is not empty."
        default: return nil
        }
    }

    /// The remedy with the word that was probably meant by another; `nil` when none is near.
    private func meant(by text: String, among words: [String]) -> String? {
        let meant = synonyms[text.lowercased()].flatMap { words.contains($0) ? $0 : nil }
        return meant.map { "Did you mean “\($0)”?" } ?? words.suggestion(for: text)
    }

    /// How a value of a type is written.
    private static let forms = [
        "object": "Write names and values, one under the other.", "array": "Write a list, such as “[a, b]”.",
        "string": "Write a text.", "integer": "Write a whole number.", "number": "Write a number.",
        "boolean": "Write true or false.",
    ]

    /// The words or an example of a setting, to follow its name.
    private static func form(of setting: JSONValue?) -> String {
        if let words = setting?["enum"]?.array?.compactMap(\.string) { return " with \(words.alternatives)" }
        return (setting?["examples"]?.array?.first?.string).map { ", such as \($0)" } ?? ""
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

extension [String] {
    /// The words in a sentence: “low, moderate or high”.
    fileprivate var alternatives: String {
        let others = dropLast().joined(separator: ", ")
        return others.isEmpty ? last ?? "" : "\(others) or \(last ?? "")"
    }
}
