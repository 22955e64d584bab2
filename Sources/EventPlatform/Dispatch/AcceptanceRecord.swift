/// Whether a destination has accepted any event since another one was last tried. Pure.
///
/// An intake whose own store fails names every event of a batch. Only where it has accepted something since the batch's
/// last try does that speak of the events.
struct AcceptanceRecord: Sendable {
    /// How many answers have accepted an event.
    private var acceptances = 0
    /// For each event that an answer named as failed, how many acceptances there were by then.
    private var lastTries: [Int64: Int] = [:]

    /// How many events are remembered; beyond it all are forgotten, since some have left the store by another way.
    private static let capacity = 50_000

    /// Whether the destination has accepted an event since the last try of each of these. An event that was tried by an
    /// earlier process counts as tried before the first acceptance; one that was never tried has no last try.
    func hasAcceptedSinceLastTry(of events: [StoredEvent]) -> Bool {
        events.allSatisfy { event in
            (lastTries[event.row] ?? (event.attempts > 0 ? 0 : acceptances)) < acceptances
        }
    }

    /// An answer accepted an event.
    mutating func accepted() { acceptances += 1 }

    /// An answer named the event as failed.
    mutating func tried(_ event: StoredEvent) {
        if lastTries.count >= Self.capacity { lastTries = [:] }
        lastTries[event.row] = acceptances
    }

    /// The event has left the store.
    mutating func finished(_ event: StoredEvent) { lastTries[event.row] = nil }
}
