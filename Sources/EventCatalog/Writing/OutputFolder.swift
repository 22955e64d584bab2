import EventSupport
import Foundation

/// The folder that a command writes into.
package enum OutputFolder {
    /// Makes the folder where it is missing. The folder above must be there: a path that is mistyped is an error, and
    /// makes no folders.
    package static func make(at path: String) throws(FileWriteError) {
        guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
        guard errno == ENOENT else { throw FileWriteError(file: path, reason: String(cString: strerror(errno))) }
        throw FileWriteError(file: path, reason: "there is no folder above it; create that first")
    }
}
