import Foundation

/// The identity of a file (device and inode number), which differs when another file has taken its path.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// The file at a path; otherwise `nil`.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// An open file.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether the file at a path is this one.
    func isAt(_ path: String) -> Bool { FileIdentity(path: path) == self }

    private init(_ status: stat) {
        (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    }
}
