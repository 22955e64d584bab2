/// Records whether a destination accepted any event since another event was last tried. Pure.
///
/// An intake whose own store fails names every event of a batch as failed. The events are taken to be at fault only
/// when the intake accepted another event after their last try.
struct AcceptanceRecord: Sendable {
    /// The number of answers that accepted an event.
    private var acceptances = 0
    /// The number of acceptances at the last try of each event that an answer named as failed.
    private var lastTries: [Int64: Int] = [:]

    /// The maximum number of entries. Beyond it all are removed, since events may leave the store without
    /// ``finished(_:)``.
    private static let capacity = 50_000

    /// Whether the destination accepted an event after the last try of each of these. An event that an earlier process
    /// tried counts as tried before the first acceptance. For an event that was never tried the result is `false`.
    func hasAcceptedSinceLastTry(of events: [LeasedEvent]) -> Bool {
        events.allSatisfy { event in
            (lastTries[event.row] ?? (event.attempts > 0 ? 0 : acceptances)) < acceptances
        }
    }

    /// An answer accepted an event.
    mutating func accepted() { acceptances += 1 }

    /// An answer named the event as failed.
    mutating func tried(_ event: LeasedEvent) {
        if lastTries.count >= Self.capacity { lastTries = [:] }
        lastTries[event.row] = acceptances
    }

    /// The event has left the store.
    mutating func finished(_ event: LeasedEvent) { lastTries[event.row] = nil }
}
