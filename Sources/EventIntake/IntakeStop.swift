import EventSupport

/// The stop of an intake: it takes requests until a delay is over, or until it is stopped again.
final class IntakeStop: Sendable {
    /// The delay, from the first stop on.
    private let delay = Locked<Task<Void, Never>?>(nil)

    /// The longest delay. A sleep of more than 292 years would end the process.
    private static let longest: Duration = .seconds(86_400 * 365)

    /// Whether the intake was stopped.
    var hasBegun: Bool { delay.withLock { $0 != nil } }

    /// Stops the intake.
    ///
    /// - Parameters:
    ///   - time: the time in which it still takes requests.
    ///   - end: called when that time is over, after the first stop alone.
    /// - Returns: whether it is the first stop.
    func begin(after time: Duration, _ end: @escaping @Sendable () async -> Void) -> Bool {
        delay.withLock { delay in
            if let delay {
                delay.cancel()
                return false
            }
            delay = Task {
                do { try await Task.sleep(for: min(time, Self.longest)) } catch {
                    // The intake was stopped again.
                }
                await end()
            }
            return true
        }
    }
}
