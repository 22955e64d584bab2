import EventSchema

/// The two lists of the intake's response: invalid events, and events it could not process.
struct IntakeLists: Sendable {
    /// Ids of the invalid events.
    private let invalid: Set<StoredID>
    /// Ids of the events that could not be processed.
    private let failed: Set<StoredID>
    /// Whether the first list has entries at all, with ids or without.
    let hasInvalid: Bool
    /// Whether an entry has no id.
    private let isNameless: Bool
    /// The message for a developer.
    let remark: String

    /// The statuses whose bodies may be such lists.
    static let statuses: Set<Int> = [207, 400, 500]

    /// The maximum length of the intake's own message in ``remark``.
    private static let maximumReasonLength = 300

    /// Reads the lists; `nil` when the body is something else, such as a proxy's page, so that the status alone
    /// decides.
    init?(_ body: [UInt8]) {
        let value: JSONValue
        do { value = try JSONValue(parsingLeniently: body) } catch { return nil }
        let invalidEntries = value["invalid"]?.array ?? []
        let failedEntries = value["error"]?.array ?? []
        guard let first = invalidEntries.first ?? failedEntries.first else { return nil }
        invalid = Set(invalidEntries.compactMap(Self.id(of:)))
        failed = Set(failedEntries.compactMap(Self.id(of:)))
        hasInvalid = !invalidEntries.isEmpty
        isNameless = (invalidEntries + failedEntries).contains { Self.id(of: $0) == nil }
        let reason = first["context"].flatMap { $0["errorsText"]?.string ?? $0["message"]?.string } ?? "no reason given"
        remark =
            "of this batch the intake refused \(invalidEntries.count) as invalid and could not process "
            + "\(failedEntries.count): "
            + String(
                reason.unicodeScalars.prefix(Self.maximumReasonLength).filter {
                    $0.properties.generalCategory != .control
                })
    }

    /// Whether the event is named as invalid.
    func refuses(_ event: LeasedEvent) -> Bool { invalid.contains(StoredID(event.id)) }

    /// Whether the event is named as one that could not be processed.
    func failsOn(_ event: LeasedEvent) -> Bool { failed.contains(StoredID(event.id)) }

    /// Whether each of these events is named as one that could not be processed. The only event of a request counts as
    /// named.
    func failsOnAll(_ events: [LeasedEvent]) -> Bool {
        events.count == 1 ? !hasInvalid : events.allSatisfy(failsOn)
    }

    /// Whether every entry names one of these events.
    func nameOnly(_ events: [LeasedEvent]) -> Bool {
        !isNameless && invalid.union(failed).isSubset(of: events.map { StoredID($0.id) })
    }

    /// Whether each of these events is named.
    func nameEach(of events: [LeasedEvent]) -> Bool { events.allSatisfy { refuses($0) || failsOn($0) } }

    private static func id(of entry: JSONValue) -> StoredID? {
        entry["event"]?["meta"]?["id"].map { StoredID($0.eventID) }
    }
}
