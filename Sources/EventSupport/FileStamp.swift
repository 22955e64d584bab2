import Foundation

/// The metadata of a file. A file whose stamp is the same has the same content.
package struct FileStamp: Sendable, Hashable {
    /// Whether it is a folder.
    package let isFolder: Bool
    /// Whether it is a symbolic link.
    package let isLink: Bool
    /// The size in bytes.
    package let size: Int
    private let device: UInt64
    private let number: UInt64
    private let modified: Moment
    /// The time of the last change of the inode: a copying tool may restore the time of modification, but not this
    /// one.
    private let changed: Moment

    private struct Moment: Sendable, Hashable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }
    }

    /// The file at a path, behind symbolic links.
    ///
    /// - Returns: `nil` when there is no file, or it cannot be looked up.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The entry of a folder: a symbolic link itself, not what it leads to.
    ///
    /// - Returns: `nil` when there is none, or it cannot be looked up.
    package init?(ofEntry path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        #if canImport(Darwin)
            (modified, changed) = (Moment(status.st_mtimespec), Moment(status.st_ctimespec))
        #else
            (modified, changed) = (Moment(status.st_mtim), Moment(status.st_ctim))
        #endif
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isLink = status.st_mode & S_IFMT == S_IFLNK
        size = Int(status.st_size)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Whether the file changed that many seconds ago or more. One that has changed just now may change again within
    /// the resolution of the file system's times, which are up to two seconds, and have the same stamp.
    package func isOlder(than seconds: Int) -> Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int(now.tv_sec) - max(changed.seconds, modified.seconds) > seconds
    }
}
