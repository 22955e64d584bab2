import EventCatalog
import EventSchema
import EventSchemaTools
import EventStreams

/// Changes of what a project says of contextual attributes.
enum AttributeWordChanges {
    /// The changes, each at a path below `attributes`.
    static func changes(from before: Vocabulary, to after: Vocabulary) -> [ProjectChange] {
        func byName(_ vocabulary: Vocabulary) -> [String: AttributeWord] {
            Dictionary(vocabulary.attributes.map { ($0.name, $0) }) { first, _ in first }
        }
        let (old, new) = (byName(before), byName(after))
        let names = (before.attributes + after.attributes).map(\.name).distinct
        return names.flatMap { name -> [ProjectChange] in
            switch (old[name], new[name]) {
            case (let old?, let new?): changes(from: old, to: new)
            case (nil, let new?) where new.attribute.isOwn: [declaration(of: new)]
            case (let old?, nil) where old.attribute.isOwn: [removal(of: old)]
            default: []  // what the setting “vocabulary” brings or leaves out
            }
        }
    }

    private static func declaration(of word: AttributeWord) -> ProjectChange {
        let source = word.source == appSource ? "" : ", taken from \(word.source)"
        let reason = word.sensitivityReason.map { " (\($0))" } ?? ""
        let place = "\(word.attribute.type.word) in \(word.field)"
        let text = "\(word.name) is declared: \(word.sensitivity)\(reason), \(place)\(source)"
        return ProjectChange(.attribute, text, at: path(word), nil, .string(word.field))
    }

    private static func removal(of word: AttributeWord) -> ProjectChange {
        let text = "\(word.name) (\(word.sensitivity)) is no longer declared"
        return ProjectChange(.attribute, text, at: path(word), .string(word.field), nil)
    }

    private static func changes(from old: AttributeWord, to new: AttributeWord) -> [ProjectChange] {
        guard old != new else { return [] }
        func change(
            _ kind: ProjectChange.Kind, _ setting: String, _ before: String?, _ after: String?, _ words: String
        ) -> ProjectChange? {
            guard before != after else { return nil }
            return ProjectChange(
                kind, words, at: path(new) + [setting], before.map(JSONValue.string), after.map(JSONValue.string))
        }
        func described(_ text: String?) -> String { text.map { "“\($0)”" } ?? "none" }
        let name = new.name
        let direction = old.sensitivity < new.sensitivity ? "rises" : "falls"
        return [
            change(
                .sensitivity, "sensitivity", old.sensitivity.rawValue, new.sensitivity.rawValue,
                "the sensitivity of \(name) \(direction) from \(old.sensitivity) to \(new.sensitivity)"),
            change(
                .source, "source", old.source, new.source,
                "\(name) is now taken from \(sourceWords(new)), not from \(sourceWords(old))"),
            change(
                .field, "field", old.field, new.field, "\(name) is now in the field \(new.field), not in \(old.field)"),
            change(
                .type, "type", old.attribute.type.word, new.attribute.type.word,
                "the type of \(name) changes from \(old.attribute.type.word) to \(new.attribute.type.word)"),
            change(
                .attribute, "sensitivity_reason", old.sensitivityReason, new.sensitivityReason,
                "the reason for the sensitivity of \(name) changes from \(described(old.sensitivityReason)) to "
                    + described(new.sensitivityReason)),
            change(
                .attribute, "description", old.description, new.description,
                "the description of \(name) changes from \(described(old.description)) to "
                    + described(new.description)),
        ].compactMap(\.self)
    }

    private static let appSource = "app"

    private static func sourceWords(_ word: AttributeWord) -> String {
        word.source == appSource ? "the app" : word.source
    }

    private static func path(_ word: AttributeWord) -> [String] { ["attributes", word.name] }
}

extension AttributeWord {
    /// The field of events with the attribute, with a period between the names of nested objects.
    fileprivate var field: String { attribute.path.joined(separator: ".") }
}
