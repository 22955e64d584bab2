/// Records whether a destination accepted any event since the last attempt to send another event. Pure.
///
/// An intake whose own store fails names every event of a batch as failed. The events are taken to be at fault only
/// when the intake accepted another event after the last attempt to send them.
struct AcceptanceRecord: Sendable {
    /// The number of responses that accepted an event.
    private var acceptances = 0
    /// The number of acceptances at the last attempt to send each event that a response named as failed.
    private var lastAttempts: [Int64: Int] = [:]

    /// The maximum number of entries. Beyond it all are removed, since events may leave the store without
    /// ``finished(_:)``.
    private static let capacity = 50_000

    /// Whether the destination accepted an event after the last attempt to send each of these. An attempt of an earlier
    /// process counts as before the first acceptance. For an event that was never attempted the result is `false`.
    func hasAcceptedSinceLastAttempt(of events: [LeasedEvent]) -> Bool {
        events.allSatisfy { event in
            (lastAttempts[event.row] ?? (event.attempts > 0 ? 0 : acceptances)) < acceptances
        }
    }

    /// A response accepted an event.
    mutating func accepted() { acceptances += 1 }

    /// A response named the event as failed.
    mutating func attempted(_ event: LeasedEvent) {
        if lastAttempts.count >= Self.capacity { lastAttempts = [:] }
        lastAttempts[event.row] = acceptances
    }

    /// The event has left the store.
    mutating func finished(_ event: LeasedEvent) {
        if !lastAttempts.isEmpty { lastAttempts[event.row] = nil }
    }
}
