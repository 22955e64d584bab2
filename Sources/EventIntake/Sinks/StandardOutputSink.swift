import EventSupport
import Foundation

/// Writes events to standard output, one JSON object per line. A line is written when `write(2)` has returned.
///
/// Events that are not written within 5 seconds, since the reader of a pipe does not read, are refused. Those whose
/// writing has begun may be written later, as whole lines.
public final class StandardOutputSink: EventSink {
    private let queue: CommitQueue<[UInt8]>

    /// Creates a sink for standard output.
    public convenience init() { self.init(descriptor: STDOUT_FILENO) }

    init(descriptor: Int32, maximumWait: Duration = .maximumSinkWait) {
        let output = Locked(LineFile(descriptor: descriptor))
        let error = IntakeError(
            .sinkUnusable,
            "Standard output has not taken the events in time. Let its reader go on, or end it.")
        queue = CommitQueue(
            label: "event-intake.output", limit: 256, waitLimit: .init(maximum: maximumWait, error: error)
        ) { pieces, _ in
            for piece in pieces { try output.withLock { try $0.append(piece) } }
        }
    }

    /// Writes one line for each event.
    public func write(_ events: [SinkEvent]) async throws {
        guard !events.isEmpty else { return }
        try await queue.add(events.lines)
    }

    /// Does nothing: standard output belongs to the process and stays open.
    public func close() async throws {}
}

extension Duration {
    /// How long a request waits for a sink that writes to a file or a pipe.
    static let maximumSinkWait = Duration.seconds(5)
}
