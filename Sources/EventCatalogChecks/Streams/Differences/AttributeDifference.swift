import EventCatalog
import EventSchema
import EventStreams

/// The contextual attributes that a list gains and loses by a change.
struct AttributeDifference {
    /// An attribute by today's name, with what it reveals; `nil` for a name that the project does not have.
    private struct Entry: Hashable {
        let name: String
        let sensitivity: Sensitivity?
        /// What it was said to reveal before the change, where that is something else.
        let former: Sensitivity?

        /// `customer_id (low, was high)`.
        var words: String {
            guard let sensitivity else { return name }
            return "\(name) (\(sensitivity)\(former.map { ", was \($0)" } ?? ""))"
        }
    }

    /// The attributes that only the new list has, the most sensitive first.
    private let gained: [Entry]
    /// The attributes that only the old list had.
    private let lost: [Entry]

    /// Compares two lists; one that is absent is empty. `nil` when a value is not a list of texts.
    init?(from before: JSONValue?, to after: JSONValue?, _ vocabulary: Vocabulary, before former: Vocabulary) {
        guard let old = Self.entries(in: before, vocabulary, former),
            let new = Self.entries(in: after, vocabulary, former)
        else { return nil }
        lost = old.filter { !new.contains($0) }
        let added = new.filter { !old.contains($0) }
        let levels: [Sensitivity?] = Sensitivity.allCases.reversed() + [nil]
        gained = levels.flatMap { level in added.filter { $0.sensitivity == level } }
    }

    private static func entries(in value: JSONValue?, _ vocabulary: Vocabulary, _ former: Vocabulary) -> [Entry]? {
        guard let value else { return [] }
        guard let elements = value.array else { return nil }
        let names = elements.compactMap(\.string)
        guard names.count == elements.count else { return nil }
        return names.map { name in
            let word = vocabulary.word(named: name)
            let level = former.word(named: name)?.sensitivity
            return Entry(
                name: word?.name ?? name, sensitivity: word?.sensitivity,
                former: level == word?.sensitivity ? nil : level)
        }.distinct
    }

    /// `performer_id (high)` for each attribute that is gained, the most sensitive first.
    var gainedNames: [String] { gained.map(\.words) }

    /// `performer_id (high) and page_id (moderate) are now collected`; `nil` when no attribute is gained.
    var gainedWords: String? {
        Self.words(gainedNames, "now collected")
    }

    /// `page_id is no longer collected`; `nil` when no attribute is lost.
    var lostWords: String? { Self.words(lost.map(\.name), "no longer collected") }

    private static func words(_ names: [String], _ state: String) -> String? {
        names.isEmpty ? nil : "\(names.enumerated) \(names.count > 1 ? "are" : "is") \(state)"
    }
}
