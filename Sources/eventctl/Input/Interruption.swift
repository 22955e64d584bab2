import EventSupport
import UnixSignals

/// Lets a command come to its end in order when it is asked to by SIGTERM or Ctrl-C.
struct Interruption: Sendable {
    private let signals = Signal()

    /// How long work may take to notice that it was cancelled. It may be stuck in reading from a pipe.
    private static let grace: Duration = .seconds(1)

    /// Whether the command has been asked to end.
    var isRaised: Bool { signals.count > 0 }

    /// Takes the signals from now on.
    init() async {
        let sequence = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        Task { [signals] in
            for await _ in sequence { signals.raise() }
        }
    }

    /// Runs work to its end, or cancels it when the command is asked to end, or has been.
    ///
    /// - Returns: the result, or `nil` when the work did not end in time after it was cancelled.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        let result = Promise<Result<Value?, any Error>>()
        let working = Task {
            do { result.fulfill(.success(try await work())) } catch { result.fulfill(.failure(error)) }
        }
        let ending = Task {
            await signals.wait(after: 0)
            working.cancel()
            try await Task.sleep(for: Self.grace)
            result.fulfill(.success(nil))
        }
        defer { ending.cancel() }
        return try await result.value.get()
    }
}
