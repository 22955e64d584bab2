/// The maximum number of events in the next request to a destination. Pure.
///
/// A failure that one of the events may have caused halves it, so that this event is found; a 413 halves it too.
/// Success doubles it again.
struct BatchLimit: Sendable, Hashable {
    /// The maximum number of events; `nil` when only the settings limit it.
    private(set) var count: Int?
    /// How many successes in a row double it, and how many of them are missing.
    private var successesRequired = 1
    private var successesRemaining = 1

    /// The number of successes after a 413 before a larger batch is tried again.
    static let successesAfterTooLarge = 32

    /// The limit, at most that of the settings, at least 1.
    func count(within maximum: Int) -> Int { max(1, min(count ?? maximum, maximum)) }

    /// A batch of `events` events failed, and one of them may be at fault.
    mutating func failed(_ events: Int) { halve(events, successesRequired: 1) }

    /// A batch of `events` events was too large.
    mutating func wasTooLarge(_ events: Int) { halve(events, successesRequired: Self.successesAfterTooLarge) }

    /// A batch succeeded.
    mutating func succeeded(within maximum: Int) {
        guard let count else { return }
        successesRemaining -= 1
        guard successesRemaining <= 0 else { return }
        self.count = count * 2 < maximum ? count * 2 : nil
        successesRemaining = successesRequired
    }

    private mutating func halve(_ events: Int, successesRequired: Int) {
        count = max(1, events / 2)
        self.successesRequired = successesRequired
        successesRemaining = successesRequired
    }
}
