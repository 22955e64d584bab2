import EventSupport
import Foundation

/// Keeps events in a file, one JSON object a line, as they are with what the intake filled in.
///
/// A file that would grow beyond its limit becomes `PATH.1`, what was `PATH.1` becomes `PATH.2` and so on; the oldest go.
/// The events of one request stay together, so that a file may be longer than its limit by one request.
///
/// What ``write(_:)`` has kept is with the operating system: it survives a kill of the process, not a loss of power.
/// A file that somebody removes or moves away is made anew. Another process that writes the same path is refused. Copies of an event are kept as they come.
public final class NDJSONSink: EventSink {
    /// The path of the newest file.
    public let path: String
    private let queue: CommitQueue<[UInt8]>
    private let file: Locked<LineFile?>

    /// Opens the file, and makes it when it is missing. A last line that a kill has left unfinished is removed.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - maximumBytes: how long it gets before another is begun. The default is 64 MiB.
    ///   - maximumRotatedFiles: how many older files are kept, at least 0. The default is 5.
    /// - Throws: ``IntakeError`` when the file cannot be written, holds something else, or is another process's.
    public init(path: String, maximumBytes: Int = 64 * 1024 * 1024, maximumRotatedFiles: Int = 5) throws {
        let box = Locked<LineFile?>(try LineFile(path: path))
        let rotation = Rotation(path: path, maximumBytes: maximumBytes, maximumRotatedFiles: maximumRotatedFiles)
        (self.path, file) = (path, box)
        queue = CommitQueue(label: "event-intake.ndjson", limit: 256) { pieces in
            // Only this queue opens and writes; the lock is for `close`, which comes last.
            for piece in pieces { try box.withLock { try rotation.append(piece, to: &$0) } }
        }
    }

    /// Appends one line for each event.
    public func write(_ events: [SinkEvent]) async throws {
        guard !events.isEmpty else { return }
        try await queue.add(events.lines)
    }

    /// Closes the file; another sink may write it then.
    public func close() async throws {
        file.withLock { file in
            file?.close()
            file = nil
        }
    }
}

/// When a file is full, and what becomes of it.
private struct Rotation: Sendable {
    let path: String
    let maximumBytes: Int
    let maximumRotatedFiles: Int

    func append(_ lines: [UInt8], to file: inout LineFile?) throws {
        // Somebody else has removed the file, or moved it away to rotate it: what goes there nobody finds.
        if let gone = file, !gone.isStill(at: path) {
            gone.close()
            file = nil
        }
        if let full = file, full.size > 0, full.size + lines.count > maximumBytes {
            try rotate()
            full.close()
            file = nil
        }
        if file == nil { file = try LineFile(path: path) }
        try file?.append(lines)
    }

    private func rotate() throws {
        for number in stride(from: maximumRotatedFiles, to: 0, by: -1) {
            try move(number == 1 ? path : "\(path).\(number - 1)", to: "\(path).\(number)")
        }
        if maximumRotatedFiles == 0 { try remove(path) }
    }

    private func move(_ old: String, to new: String) throws {
        guard rename(old, new) == 0 || errno == ENOENT else { throw failure("rename", old) }
    }

    private func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
    }

    private func failure(_ verb: String, _ path: String) -> IntakeError {
        IntakeError(.sinkUnusable, "\(path): cannot \(verb): \(String(cString: strerror(errno)).lowercased()).")
    }
}

extension [SinkEvent] {
    /// One line for each event.
    var lines: [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(reduce(0) { $0 + $1.json.count + 1 })
        for event in self {
            lines += event.json
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}
