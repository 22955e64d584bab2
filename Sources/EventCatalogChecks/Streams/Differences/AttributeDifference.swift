import EventCatalog
import EventSchema
import EventStreams

/// The contextual attributes that a list gains and loses by a change.
struct AttributeDifference {
    /// Today's names of the attributes that only the new list has.
    let gained: [String]
    /// Today's names of the attributes that only the old list had.
    let lost: [String]

    /// Compares two lists; one that is absent is empty. `nil` when a value is not a list of texts.
    init?(from before: JSONValue?, to after: JSONValue?) {
        guard let old = Self.names(in: before), let new = Self.names(in: after) else { return nil }
        gained = new.filter { !old.contains($0) }
        lost = old.filter { !new.contains($0) }
    }

    private static func names(in value: JSONValue?) -> [String]? {
        guard let value else { return [] }
        guard let elements = value.array else { return nil }
        let names = elements.compactMap(\.string)
        guard names.count == elements.count else { return nil }
        return names.map { ContextualAttribute(name: $0)?.name ?? $0 }
    }

    /// `page_id and page_title are now collected`; `nil` when no attribute is gained.
    var gainedWords: String? { Self.words(gained, "now collected") }

    /// `page_id is no longer collected`; `nil` when no attribute is lost.
    var lostWords: String? { Self.words(lost, "no longer collected") }

    private static func words(_ names: [String], _ state: String) -> String? {
        names.isEmpty ? nil : "\(names.enumerated) \(names.count > 1 ? "are" : "is") \(state)"
    }
}
