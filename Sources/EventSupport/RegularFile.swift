import Foundation

/// Reads regular files up to a limit, and writes files that only the user of the process may read.
///
/// A pipe, a socket or a device is not opened for waiting: what is at a path of the client may be somebody else's.
package enum RegularFile {
    /// Reads a whole file, also one of the system whose size is not known in advance.
    ///
    /// - Throws: ``RegularFileError``, ``RegularFileError/Code/tooLarge`` when it has more than `limit` bytes.
    package static func bytes(at path: String, limit: Int) throws(RegularFileError) -> [UInt8] {
        let bytes = try prefix(of: path, count: limit + 1)
        guard bytes.count <= limit else {
            throw RegularFileError(.tooLarge, path, "it has more than \(limit) bytes")
        }
        return bytes
    }

    /// Reads the first bytes of a file; fewer where the file has fewer.
    ///
    /// - Throws: ``RegularFileError``.
    package static func prefix(of path: String, count: Int) throws(RegularFileError) -> [UInt8] {
        let file = try openForReading(path).descriptor
        defer { close(file) }
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = try read(file, atMost: min(count - bytes.count, 1 << 16), path)
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }

    /// Opens a file.
    ///
    /// - Returns: the descriptor, which the caller closes, and the size in bytes.
    /// - Throws: ``RegularFileError``.
    package static func openForReading(_ path: String) throws(RegularFileError) -> (descriptor: Int32, size: Int) {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw RegularFileError(path, errno) }
        var status = stat()
        let reason = fstat(file, &status) == 0 ? 0 : errno
        if reason == 0, status.st_mode & S_IFMT == S_IFREG { return (file, Int(status.st_size)) }
        close(file)
        if reason != 0 { throw RegularFileError(path, reason) }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        throw RegularFileError(.notRegular, path, isFolder ? "it is a directory" : "it is not a regular file")
    }

    /// Truncates a file to no bytes, so that a hard link to it has no content either.
    ///
    /// - Throws: ``RegularFileError``.
    package static func truncate(_ path: String) throws(RegularFileError) {
        guard Foundation.truncate(path, 0) == 0 else { throw RegularFileError(path, errno) }
    }

    /// Waits until a file is on the disk.
    ///
    /// - Throws: ``RegularFileError``.
    package static func synchronize(_ path: String) throws(RegularFileError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw RegularFileError(path, errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw RegularFileError(path, errno) }
    }

    /// Waits until the names in the folder of a file are on the disk. Some file systems have no such request.
    ///
    /// - Throws: ``RegularFileError``.
    package static func synchronizeFolder(of path: String) throws(RegularFileError) {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw RegularFileError(parent, errno) }
        defer { close(folder) }
        guard fsync(folder) == 0 || errno == EINVAL else { throw RegularFileError(parent, errno) }
    }

    /// Puts a file with these bytes at a path, in one step and on the disk. The folder must exist.
    ///
    /// - Throws: ``RegularFileError``; what was at the path is then unchanged.
    package static func write(_ bytes: [UInt8], to path: String) throws(RegularFileError) {
        let new = path + newExtension
        let file = try openLocked(new)
        defer { close(file) }  // which ends the lock
        var reason: Int32 = 0
        let isWritten = fchmod(file, 0o600) == 0 && ftruncate(file, 0) == 0 && write(bytes, to: file)
        if !isWritten || fsync(file) != 0 { reason = errno }
        if reason == 0, rename(new, path) != 0 { reason = errno }
        guard reason != 0 else { return }
        unlink(new)
        throw RegularFileError(path, reason)
    }

    /// What is written at first has one name, so that the next write uses what a process has left that was killed.
    private static let newExtension = ".new"

    /// Opens a file to write it, and locks it, so that two writers take turns. A file system without locks has none.
    private static func openLocked(_ path: String) throws(RegularFileError) -> Int32 {
        while true {
            let file = open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw RegularFileError(path, errno) }
            while flock(file, LOCK_EX) != 0, errno == EINTR {}
            if FileIdentity(descriptor: file)?.isAt(path) == true { return file }
            close(file)  // its writer has put it into place since it was opened
        }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if written < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, written))
        }
        return true
    }

    private static func read(_ file: Int32, atMost count: Int, _ path: String) throws(RegularFileError) -> [UInt8] {
        var reason: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            var got: Int
            repeat { got = Foundation.read(file, buffer.baseAddress, count) } while got < 0 && errno == EINTR
            if got < 0 { reason = errno }
            read = max(0, got)
        }
        guard reason == 0 else { throw RegularFileError(path, reason) }
        return bytes
    }
}

/// Why a regular file cannot be read or written.
package struct RegularFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of reasons.
    package enum Code: Sendable, Hashable {
        /// Nothing is at the path.
        case missing
        /// A folder, a pipe, a socket or a device is at the path.
        case notRegular
        /// The file has more bytes than are read.
        case tooLarge
        /// The system refuses it.
        case refused
    }

    package let code: Code
    private let path: String
    /// What is wrong, to follow the path.
    package let reason: String

    init(_ code: Code, _ path: String, _ reason: String) {
        (self.code, self.path, self.reason) = (code, path, reason)
    }

    /// The error of a call to the system.
    package init(_ path: String, _ number: Int32) {
        let code: Code =
            switch number {
            case ENOENT, ENOTDIR: .missing
            case ENXIO: .notRegular  // a socket
            default: .refused
            }
        let isLink = number == ENOENT && FileKind(ofEntry: path) == .special
        self.init(code, path, isLink ? "it is a link to nothing" : String(cString: strerror(number)))
    }

    /// The path and the reason.
    package var description: String { "\(path): \(reason)" }
}
