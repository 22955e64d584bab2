import Foundation

/// Which file is at a path, whatever path leads to it: its device and inode number. They differ when another file has
/// taken the path.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    /// The file at a path.
    ///
    /// - Returns: `nil` when there is no file, or it cannot be looked up.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// An open file.
    ///
    /// - Returns: `nil` when the descriptor is not open.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }

    /// Whether the file at a path is this one.
    package func isAt(_ path: String) -> Bool { FileIdentity(path: path) == self }
}
