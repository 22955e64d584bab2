import EventSupport
import Foundation

/// Files of events, which may be personal: only the user of the process may read them.
enum PrivateFile {
    /// Read and write for the user of the process only.
    static let permissions: mode_t = 0o600

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

    /// Restricts a file that an earlier version has created with further permissions. The permissions of other kinds of
    /// files, such as pipes, and of files of other users are their owner's decision.
    static func restrict(_ path: String) throws {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
        let isOpen = (attributes[.posixPermissions] as? NSNumber)?.uint32Value != UInt32(permissions)
        guard attributes[.type] as? FileAttributeType == .typeRegular, owner == geteuid(), isOpen else { return }
        chmod(path, permissions)
    }
}
