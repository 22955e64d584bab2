import EventSupport
import Foundation

/// Writes events to a file, one JSON object per line, with the fields that the intake added.
///
/// A file that would exceed its limit is rotated: it becomes `PATH.1`, `PATH.1` becomes `PATH.2`, and so on; the oldest
/// is removed. The events of one request are in one file, so a file may exceed its limit by one request.
///
/// Written events survive a kill of the process, but not a loss of power, because the file is not synchronised to disk.
/// A file that was removed or moved is created again. Only one sink at a time can write a path; where another one
/// writes a file that a rotation would rename or replace, events are refused until it is closed, and until it is moved
/// where such a file has other content. Duplicates are written too. Only the user who runs the intake may read the
/// files.
public final class NDJSONSink: EventSink {
    /// The path of the newest file.
    public let path: String
    /// The maximum number of rotated files.
    let maximumRotatedFiles: Int
    private let queue: CommitQueue<[UInt8]>
    private let file: Locked<LineFile?>

    /// Opens the file and creates it when it does not exist. An incomplete last line is removed.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - maximumBytes: the size in bytes at which the file is rotated. The default is 64 MiB.
    ///   - maximumRotatedFiles: the maximum number of rotated files, at least 0. The default is 5.
    /// - Throws: ``IntakeError`` when the file cannot be written, or is written by another process; when it, or a file
    ///   with one of the rotated names, has other content.
    public init(path: String, maximumBytes: Int = 64 * 1024 * 1024, maximumRotatedFiles: Int = 5) throws {
        let rotation = SinkRotation(path: path, maximumBytes: maximumBytes, maximumRotatedFiles: maximumRotatedFiles)
        try rotation.checkRotatedFiles()
        let box = Locked<LineFile?>(try LineFile(path: path))
        (self.path, self.maximumRotatedFiles, file) = (path, maximumRotatedFiles, box)
        let error = IntakeError(
            .sinkUnusable, "\(path): has not taken the events in time. Check the disk or the network that it is on.")
        queue = CommitQueue(
            label: "event-intake.ndjson", limit: 256, waitLimit: .init(maximum: .maximumSinkWait, error: error)
        ) { pieces, _ in
            for piece in pieces { try box.withLock { try rotation.append(piece, to: &$0) } }
        }
    }

    /// Appends one line for each event.
    ///
    /// - Throws: ``IntakeError`` when the lines cannot be written; the file is then unchanged. Also when they are not
    ///   written within 5 seconds, as on a network that does not respond; they may then be written later.
    public func write(_ events: [SinkEvent]) async throws {
        guard !events.isEmpty else { return }
        try await queue.add(events.lines)
    }

    /// Closes the file, so that another sink can write it; after a write that hangs, as soon as that ends.
    public func close() async throws {
        await queue.end { [file] in
            file.withLock { file in
                file?.close()
                file = nil
            }
        }
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
