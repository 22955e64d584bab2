import Foundation

/// State behind a lock, for what any thread may touch synchronously.
///
/// Nothing is awaited while the lock is held, and nothing of the app's is called that could come back to it.
/// `Synchronization.Mutex` would do too, but it is missing on the oldest Apple systems we support, and the thread
/// sanitizer does not see its lock on Linux.
///
/// Unchecked, since the compiler cannot see that `lock` protects `state`: every access is in `withLock`.
package final class Locked<State: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    package init(_ state: State) { self.state = state }

    /// Runs `body` with the state, alone.
    package func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
