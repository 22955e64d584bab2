import Foundation

/// What is at a path, behind symbolic links.
package enum FileKind: Sendable, Hashable {
    case missing
    case regular
    case directory
    /// A pipe, a socket or a device. To open one can wait for ever.
    case special
    /// The path cannot be looked up, or the file cannot be read; the system's reason.
    case unreachable(reason: String)

    /// Looks a path up without opening the file.
    package init(at path: String) {
        var status = stat()
        self.init(stat(path, &status), status, path)
    }

    /// Looks an entry of a folder up: a symbolic link is special, whatever it leads to.
    package init(ofEntry path: String) {
        var status = stat()
        self.init(lstat(path, &status), status, path)
    }

    private init(_ result: Int32, _ status: stat, _ path: String) {
        guard result == 0 else {
            self = errno == ENOENT ? .missing : .unreachable(reason: String(cString: strerror(errno)))
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG where access(path, R_OK) != 0: self = .unreachable(reason: String(cString: strerror(errno)))
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        default: self = .special
        }
    }
}
