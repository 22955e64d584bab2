import EventSupport
import Foundation

extension PrivateFile {
    /// Creates an empty database unless there is one, and restricts it and the files of SQLite beside it. SQLite gives
    /// new files beside it the same permissions.
    ///
    /// A database that exists is not opened: closing any descriptor of it would release SQLite's locks on it. A link to
    /// a file that does not exist yet is followed. When the creation fails, opening the database fails too and reports
    /// the reason.
    static func prepareDatabase(at path: String) throws {
        if FileKind(at: path) == .missing {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, permissions)
            if descriptor >= 0 { close(descriptor) }
        }
        for file in StoreFile.files(of: path) where FileManager.default.fileExists(atPath: file) {
            try restrict(file)
        }
    }
}
