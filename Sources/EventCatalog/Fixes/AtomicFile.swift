import Foundation

/// Why a file cannot be written.
public struct FileWriteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path.
    public let file: String
    /// The system's reason.
    public let reason: String

    /// `cannot write FILE: REASON`.
    public var description: String { "cannot write \(file): \(reason)" }
}

/// Replaces the content of files so that a reader finds the old or the new content, whole.
enum AtomicFile {
    /// Writes a file. One that exists keeps its permissions; of a symbolic link, the file behind it is written.
    static func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
        let target = resolved(path)
        let temporary = "\(target).\(UUID().uuidString).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        var isWritten = writeAll(bytes, descriptor) && keepMode(of: target, descriptor) && fsync(descriptor) == 0
        var error = errno
        close(descriptor)
        if isWritten {
            isWritten = rename(temporary, target) == 0
            error = errno
        }
        guard isWritten else {
            unlink(temporary)
            throw FileWriteError(file: path, reason: String(cString: strerror(error)))
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func keepMode(of path: String, _ descriptor: Int32) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || fchmod(descriptor, status.st_mode & 0o7777) == 0
    }

    private static func failure(_ path: String) -> FileWriteError {
        FileWriteError(file: path, reason: String(cString: strerror(errno)))
    }
}
