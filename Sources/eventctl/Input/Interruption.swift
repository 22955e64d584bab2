import EventSupport
import EventPlatform
import UnixSignals

/// Lets a command come to its end in order when it is asked to by SIGTERM or Ctrl-C.
final class Interruption: Sendable {
    private struct State {
        var isRaised = false
        /// Ends the work that is under way.
        var end: (@Sendable () -> Void)?
    }
    private let state = Locked(State())

    /// How long work may take to notice that it was cancelled. It may be stuck in reading from a pipe.
    private static let grace: Duration = .seconds(1)

    /// Whether the command has been asked to end.
    var isRaised: Bool { state.withLock(\.isRaised) }

    /// Takes the signals from now on.
    init() async {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        Task { [state] in
            for await _ in signals {
                let end = state.withLock { state in
                    state.isRaised = true
                    return state.end
                }
                end?()
            }
        }
    }

    /// Runs work to its end, or cancels it when the command is asked to end, or has been.
    ///
    /// - Returns: the result, or `nil` when the work did not end in time after it was cancelled.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value?, any Error>.self)
        let task = Task {
            do {
                continuation.yield(.success(try await work()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let end: @Sendable () -> Void = {
            task.cancel()
            Task {
                try await Task.sleep(for: Self.grace)
                continuation.yield(.success(nil))
            }
        }
        let isRaised = state.withLock { state in
            state.end = end
            return state.isRaised
        }
        if isRaised { end() }
        defer { state.withLock { $0.end = nil } }
        for await result in results { return try result.get() }
        return nil
    }
}
