#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// State behind a lock, for what any thread may touch synchronously.
///
/// Nothing is awaited or called back while the lock is held. `Synchronization.Mutex` would do everywhere but on the
/// oldest Apple systems we support, which have the older unfair lock.
package final class Locked<State: Sendable>: Sendable {
    #if canImport(os)
        private let lock: OSAllocatedUnfairLock<State>

        package init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }
    #else
        private let mutex: Mutex<State>

        package init(_ state: State) { mutex = Mutex(state) }
    #endif

    /// Runs `body` with the state, alone.
    package func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        #if canImport(os)
            try lock.withLock(body)
        #else
            try mutex.withLock { state in try body(&state) }
        #endif
    }
}
