import Foundation

/// Files of events, which may be personal: only the user of the process may read them.
enum PrivateFile {
    /// Read and write for the user of the process only.
    static let permissions: mode_t = 0o600

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
