import EventSupport
import Foundation
import GRDB

/// How long a connection waits for another program that has locked the database.
///
/// SQLite's own time limit holds for each statement, so that a request that waits behind others would wait several
/// times, and nothing would end a wait.
final class LockWait: Sendable {
    static let maximum = Duration.seconds(5)

    private struct State {
        /// Since when the work in progress waits; `nil`: since its first try.
        var start: ContinuousClock.Instant?
        var firstTry = ContinuousClock.now
        var isOver = false
    }
    private let state = Locked(State())

    /// The mode of the connection that this limits.
    var busyMode: Database.BusyMode { .callback { [self] tries in mayTryAgain(after: tries) } }

    /// Runs work on the connection's queue, which waits until ``maximum`` after a time, and tries at least once.
    func limiting<Result>(since start: ContinuousClock.Instant, _ work: () throws -> Result) rethrows -> Result {
        state.withLock { $0.start = start }
        defer { state.withLock { $0.start = nil } }
        return try work()
    }

    /// Ends the wait in progress, and lets none begin.
    func end() { state.withLock { $0.isOver = true } }

    private func mayTryAgain(after tries: Int) -> Bool {
        let mayWait = state.withLock { state in
            if tries == 0 { state.firstTry = .now }
            return !state.isOver && .now < (state.start ?? state.firstTry) + Self.maximum
        }
        // Short at first: most locks are held for one transaction.
        if mayWait { usleep(UInt32(min(tries + 1, 25)) * 1_000) }
        return mayWait
    }
}
