import EventSupport
import UnixSignals

/// Cancels a command's work on SIGTERM and Ctrl-C, so that it can print its results before it ends.
struct TerminationSignals: Sendable {
    private let signals = Signal()

    /// How long cancelled work may take to end. A read from a pipe blocks and cannot be cancelled.
    private static let grace: Duration = .seconds(1)

    /// Whether a signal has arrived.
    var isTerminating: Bool { signals.count > 0 }

    /// Starts to handle the signals.
    init() async {
        let sequence = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        Task { [signals] in
            for await _ in sequence { signals.raise() }
        }
    }

    /// Runs work, and cancels it when a signal arrives or has arrived.
    ///
    /// - Returns: the result; `nil` when cancelled work did not end within one second.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        let (results, stream) = AsyncThrowingStream<Value?, any Error>.makeStream()
        let working = Task {
            do { stream.yield(try await work()) } catch { stream.finish(throwing: error) }
        }
        let ending = Task {
            await signals.wait(after: 0)
            working.cancel()
            try await Task.sleep(for: Self.grace)
            stream.yield(nil)
        }
        defer { ending.cancel() }
        return try await results.first { _ in true } ?? nil
    }
}
