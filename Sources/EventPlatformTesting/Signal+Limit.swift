import EventSupport

/// What a test awaited and did not get.
struct WaitError: Error, CustomStringConvertible {
    let description: String
}

/// How long the waits of this kit last, so that a test that waits for what never comes fails instead of hanging.
package enum WaitLimit {
    /// After how many half seconds a wait ends: 10 seconds, and more where other tests occupy all threads, since the
    /// end of each half second needs a thread too. So a slow machine fails no test.
    @TaskLocal package static var ticks = 20
}

extension Signal {
    /// Waits until `value` returns one, which the signal announces.
    ///
    /// - Throws: an error with the description when that takes longer than ``WaitLimit/ticks``; `CancellationError`
    ///   when the task is cancelled.
    func wait<Value>(for value: () -> Value?, orThrow description: () -> String) async throws -> Value {
        let isLate = Locked(false)
        let alarm = Task {
            for _ in 0..<WaitLimit.ticks { try await Task.sleep(for: .milliseconds(500)) }
            isLate.withLock { $0 = true }
            raise()
        }
        defer { alarm.cancel() }
        while true {
            let seen = count
            if let found = value() { return found }
            try Task.checkCancellation()
            if isLate.withLock(\.self) { throw WaitError(description: description()) }
            await wait(after: seen)
        }
    }
}
