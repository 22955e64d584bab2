import EventCatalog
import EventSchema
import EventStreams

/// Changes of the fields that the newest version of a stream's schema has for attributes that the stream lists before
/// and after the change. Without a field for it, the value of an attribute goes nowhere.
enum SchemaFieldChanges {
    static let path = ["producers", "metrics_platform_client", "provide_values"]

    static func changes(in pair: StreamPair) -> [StreamChange] {
        guard let old = pair.versionsBefore.last, let new = pair.versionsAfter.last else { return [] }
        let words = attributes(of: pair).map { before, after in
            (after, old.schema.declares(before.attribute.path), new.schema.declares(after.attribute.path))
        }
        let gained = words.filter { !$0.1 && $0.2 }.map(\.0)
        let lost = words.filter { $0.1 && !$0.2 }.map(\.0)
        return gained.map { change(.attributesAdded, gain(of: $0, pair, new), from: old, to: new) }
            + lost.map { change(.attributesRemoved, loss(of: $0, pair, new), from: old, to: new) }
    }

    /// The attributes that both lists have, as the project declares them before the change and after it.
    private static func attributes(of pair: StreamPair) -> [(before: AttributeWord, after: AttributeWord)] {
        func words(_ settings: JSONObject, _ vocabulary: Vocabulary) -> [AttributeWord] {
            let names = JSONValue.object(settings)[path: path]?.array?.compactMap(\.string) ?? []
            return names.compactMap { vocabulary.word(named: $0) }.distinct
        }
        let old = words(pair.before, pair.vocabularyBefore)
        return words(pair.after, pair.vocabulary).compactMap { word in
            old.first { $0.name == word.name }.map { ($0, word) }
        }
    }

    private static func gain(of word: AttributeWord, _ pair: StreamPair, _ version: SchemaVersion) -> String {
        "\(word.name) (\(word.sensitivity)) is now collected from \(pair.audience): \(version.uri) has the field "
            + word.attribute.path.joined(separator: ".")
    }

    private static func loss(of word: AttributeWord, _ pair: StreamPair, _ version: SchemaVersion) -> String {
        let isInOlder = pair.versionsAfter.dropLast().contains { $0.schema.declares(word.attribute.path) }
        return "\(word.name) is no longer collected in events of \(version.uri), which has no field "
            + word.attribute.path.joined(separator: ".") + (isInOlder ? "; older versions have it" : "")
    }

    private static func change(
        _ kind: StreamChange.Kind, _ text: String, from old: SchemaVersion, to new: SchemaVersion
    ) -> StreamChange {
        StreamChange(kind, text, at: ["schema_title"], .string(old.uri), .string(new.uri))
    }
}
