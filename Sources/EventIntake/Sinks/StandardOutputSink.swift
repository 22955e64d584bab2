import EventSupport
import Foundation

/// Writes events to standard output, one JSON object per line. A line is written when `write(2)` has returned.
public final class StandardOutputSink: EventSink {
    private let queue: CommitQueue<[UInt8]>

    /// Creates a sink for standard output.
    public convenience init() { self.init(descriptor: STDOUT_FILENO) }

    init(descriptor: Int32) {
        let output = Locked(LineFile(descriptor: descriptor))
        queue = CommitQueue(label: "event-intake.output", limit: 256) { pieces in
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
