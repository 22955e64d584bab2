/// Verdicts of the intake that could not be committed, as on a full disk. Pure.
///
/// The intake has decided, so only the commit is tried again. The verdicts are lost with the process, and the next one
/// sends their events again. So the destination pauses with the first of them: no request begins before all are
/// committed.
struct UnrecordedVerdicts: Sendable {
    /// The changes of one batch.
    struct Entry: Sendable {
        let transaction: StoreTransaction
        /// The rows that the transaction changes.
        let rows: [Int64]
        let log: ClientLog.Metadata
    }
    private var entries: [Entry] = []
    /// When the next attempt is due, as time since boot.
    private(set) var retryAt: Duration?

    /// The pause after a failed attempt.
    static let pause: Duration = .seconds(1)

    var isEmpty: Bool { entries.isEmpty }
    var first: Entry? { entries.first }

    /// Whether a commit may be tried now.
    func mayTry(now: Duration) -> Bool { retryAt.map { $0 <= now } ?? true }

    mutating func append(_ entry: Entry, now: Duration) {
        if entries.isEmpty { retryAt = now + Self.pause }
        entries.append(entry)
    }

    /// The first entry is committed.
    mutating func removeFirst() {
        entries.removeFirst()
        retryAt = nil
    }

    /// The commit of the first entry failed. It follows the others, since the fault may be its own.
    mutating func failed(now: Duration) {
        retryAt = now + Self.pause
        if entries.count > 1 { entries.append(entries.removeFirst()) }
    }
}
