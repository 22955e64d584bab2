/// How many events go in the next request to a destination. Pure.
///
/// A failure that the batch itself may have caused halves it, so that the event the intake stumbles over is found; an
/// answer of "too large" halves it too. Success doubles it again.
struct BatchLimit: Sendable, Hashable {
    /// The most events in the next request; `nil` when nothing limits it but the settings.
    private(set) var count: Int?
    /// How many successes in a row double it, and how many of them are still wanted.
    private var successesRequired = 1
    private var successesRemaining = 1

    /// How many successes follow a "too large" before a larger batch is tried again.
    static let successesAfterTooLarge = 32

    /// The limit under the settings' own.
    func count(within most: Int) -> Int { max(1, min(count ?? most, most)) }

    /// A batch of that many events failed, and may be at fault.
    mutating func failed(_ events: Int) { halve(events, successesRequired: 1) }

    /// A batch of that many events was too large.
    mutating func wasTooLarge(_ events: Int) { halve(events, successesRequired: Self.successesAfterTooLarge) }

    /// A batch went through.
    mutating func succeeded(within most: Int) {
        guard let count else { return }
        successesRemaining -= 1
        guard successesRemaining <= 0 else { return }
        self.count = count * 2 < most ? count * 2 : nil
        successesRemaining = successesRequired
    }

    private mutating func halve(_ events: Int, successesRequired: Int) {
        count = max(1, events / 2)
        self.successesRequired = successesRequired
        successesRemaining = successesRequired
    }
}
