import Foundation

/// What tells a file apart from another one at the same path.
struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    /// The identity of the file at a path; otherwise `nil`.
    init?(ofFile path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }
}
