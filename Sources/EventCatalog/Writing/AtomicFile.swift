import Foundation

/// Why a file cannot be written.
public struct FileWriteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path.
    public let file: String
    /// The system's reason.
    public let reason: String

    package init(file: String, reason: String) { (self.file, self.reason) = (file, reason) }

    /// `cannot write FILE: REASON`.
    public var description: String { "cannot write \(file): \(reason)" }
}

/// Replaces the content of files so that a reader finds the old or the new content, whole.
package enum AtomicFile {
    /// Writes a file. One that exists keeps its permissions; of a symbolic link, the file behind it is written.
    ///
    /// A device or a pipe stays what it is: the bytes are written into it. A pipe that no process reads is an error,
    /// since writing would wait for a reader.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failure(path) }
            return try create(bytes, path)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: try replace(bytes, path, mode: status.st_mode & 0o7777)
        case S_IFDIR: throw FileWriteError(file: path, reason: "it is a folder")
        default: try writeInto(bytes, path)
        }
    }

    /// Replaces a symbolic link by one to another target.
    package static func replaceLink(at path: String, to target: String) throws(FileWriteError) {
        let temporary = FolderPath.entry(TemporaryFiles.newName(), in: FolderPath.above(path))
        guard symlink(target, temporary) == 0 else { throw failure(path) }
        try Staged(path: path, temporary: temporary, target: path).takePlace()
    }

    // MARK: - Files

    private static func create(_ bytes: [UInt8], _ path: String) throws(FileWriteError) {
        var status = stat()
        guard lstat(path, &status) != 0 else {
            throw FileWriteError(file: path, reason: "it is a symbolic link to a file that does not exist")
        }
        try rename(bytes, path, to: path, mode: nil)
    }

    private static func replace(_ bytes: [UInt8], _ path: String, mode: mode_t) throws(FileWriteError) {
        try rename(bytes, path, to: target(of: path), mode: mode)
    }

    /// The file behind links that a path leads to, which may be written.
    static func target(of path: String) throws(FileWriteError) -> String {
        // To rename over a file that is protected needs no more than permission to write to its folder.
        guard access(path, W_OK) == 0, let target = realpath(path, nil) else { throw failure(path) }
        defer { free(target) }
        return String(cString: target)
    }

    /// Writes a file beside the target and gives it the target's name.
    private static func rename(
        _ bytes: [UInt8], _ path: String, to target: String, mode: mode_t?
    ) throws(FileWriteError) {
        try stage(bytes, path, for: target, mode: mode).takePlace()
    }

    /// New content that is on the disk beside the file that it is for.
    struct Staged {
        fileprivate let path: String
        fileprivate let temporary: String
        fileprivate let target: String

        func takePlace() throws(FileWriteError) {
            guard Foundation.rename(temporary, target) != 0 else { return }
            let error = errno
            discard()
            throw failure(path, error)
        }

        func discard() { unlink(temporary) }
    }

    /// Writes content beside the file that it is for. A path is what an error names.
    static func stage(
        _ bytes: [UInt8], _ path: String, for target: String, mode: mode_t?
    ) throws(FileWriteError) -> Staged {
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
        let staged = Staged(path: path, temporary: folder + TemporaryFiles.newName(), target: target)
        let descriptor = open(staged.temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        let isWritten = writeAll(bytes, descriptor) && keep(mode, descriptor) && fsync(descriptor) == 0
        let error = errno
        close(descriptor)
        guard isWritten else {
            staged.discard()
            throw failure(path, error)
        }
        return staged
    }

    private static func keep(_ mode: mode_t?, _ descriptor: Int32) -> Bool {
        mode.map { fchmod(descriptor, $0) == 0 } ?? true
    }

    // MARK: - Devices and pipes

    private static func writeInto(_ bytes: [UInt8], _ path: String) throws(FileWriteError) {
        // Without O_NONBLOCK, to open a pipe waits for a reader; with it, to write does not wait for a slow one.
        let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENXIO else { throw failure(path) }
            throw FileWriteError(file: path, reason: "it is a pipe, a socket or a device that nothing reads")
        }
        defer { close(descriptor) }
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0, writeAll(bytes, descriptor) else {
            throw failure(path)
        }
    }

    // MARK: -

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

    /// The system's error for a file.
    static func failure(_ path: String, _ error: Int32 = errno) -> FileWriteError {
        FileWriteError(file: path, reason: String(cString: strerror(error)))
    }
}
