import EventSupport
import Foundation

/// Writes events to a file, one JSON object per line, with the fields that the intake added.
///
/// A file that would exceed its limit is rotated: it becomes `PATH.1`, `PATH.1` becomes `PATH.2`, and so on; the oldest
/// is removed. The events of one request are in one file, so a file may exceed its limit by one request.
///
/// Written events survive a kill of the process, but not a loss of power, because the file is not synchronised to disk.
/// A file that was removed or moved is created again. Only one sink at a time can write a path; where another one
/// writes a file that a rotation would rename or replace, events are refused until it is closed. Duplicates are written
/// too. Only the user who runs the intake may read the files.
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
    /// - Throws: ``IntakeError`` when the file cannot be written, has other content, or is written by another process.
    public init(path: String, maximumBytes: Int = 64 * 1024 * 1024, maximumRotatedFiles: Int = 5) throws {
        let box = Locked<LineFile?>(try LineFile(path: path))
        let rotation = Rotation(path: path, maximumBytes: maximumBytes, maximumRotatedFiles: maximumRotatedFiles)
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

/// Rotates a file when it is full.
private struct Rotation: Sendable {
    let path: String
    let maximumBytes: Int
    let maximumRotatedFiles: Int

    func append(_ lines: [UInt8], to file: inout LineFile?) throws {
        // The file was removed, or moved by another tool that rotates it: events written to it would be lost.
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
        let oldest = try checkOthersDoNotWrite()
        defer { oldest?.release() }
        for number in stride(from: maximumRotatedFiles, to: 0, by: -1) {
            try move(number == 1 ? path : "\(path).\(number - 1)", to: "\(path).\(number)")
        }
        if maximumRotatedFiles == 0 { try remove(path) }
    }

    /// Refuses to rotate while another sink writes a file of one of the rotated names: the file would be renamed, and
    /// at last replaced with its events.
    ///
    /// - Returns: the lock of the file that the rotation replaces, so that nobody begins to write it meanwhile.
    private func checkOthersDoNotWrite() throws -> FileLock? {
        var last: FileLock?
        for number in stride(from: 1, through: maximumRotatedFiles, by: 1) {
            last?.release()
            do { last = try FileLock(ofExistingFile: "\(path).\(number)") } catch FileLockError.held {
                throw IntakeError(
                    .sinkUnusable,
                    "\(path): cannot be rotated: another process writes \(path).\(number). "
                        + "Give one of them another path."
                )
            }
        }
        return last
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
