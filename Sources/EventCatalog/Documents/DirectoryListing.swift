package import Foundation

/// The names in a directory, in order, without `.` and `..`.
///
/// Foundation lists nothing of a directory in which one name is not UTF-8; here, that name alone is left out.
package struct DirectoryListing: Sendable {
    package private(set) var names: [String] = []
    /// The names that are not UTF-8; each of their bytes beyond ASCII is `\x` and two hexadecimal digits.
    package private(set) var unreadableNames: [String] = []

    /// Reads a directory.
    ///
    /// - Throws: the system's error when it cannot be listed.
    package init(of path: String) throws(POSIXError) {
        guard let directory = opendir(path) else { throw POSIXError.current }
        defer { closedir(directory) }
        errno = 0
        while let entry = readdir(directory) {
            withUnsafeBytes(of: &entry.pointee.d_name) { add(Array($0.prefix { $0 != 0 })) }
            errno = 0
        }
        guard errno == 0 else { throw POSIXError.current }
        names.sort()
        unreadableNames.sort()
    }

    /// Whether the entry at a path is a folder itself, not a link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private mutating func add(_ bytes: [UInt8]) {
        guard let name = String(validating: bytes, as: UTF8.self) else {
            unreadableNames.append(bytes.map(Self.escaped).joined())
            return
        }
        if name != ".", name != ".." { names.append(name) }
    }

    private static func escaped(_ byte: UInt8) -> String {
        if (0x20...0x7E).contains(byte) { return String(Unicode.Scalar(byte)) }
        return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

extension POSIXError {
    /// The error of the latest system call.
    fileprivate static var current: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
