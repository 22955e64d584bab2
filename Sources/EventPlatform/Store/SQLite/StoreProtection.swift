import Foundation

/// Restricts access to a store file: to its user, and on Apple platforms by ``FileProtection`` and out of backups.
enum StoreProtection {
    /// Read and write for the user of the process only.
    static var permissions: [FileAttributeKey: Any] { [.posixPermissions: 0o600] }

    /// Creates an empty database file with these permissions, unless it exists. SQLite gives the files beside it the
    /// same permissions. When the creation fails, opening the file fails too and reports the reason.
    static func create(_ path: String) {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: permissions)
    }

    /// Sets protection and backup attributes of a database file and of the files beside it.
    static func apply(_ settings: StoreSettings, to path: String) throws {
        #if canImport(Darwin)
            for part in StoreNamespace.parts(of: URL(fileURLWithPath: path)) {
                try FileManager.default.setAttributes(
                    [.protectionKey: settings.fileProtection.type], ofItemAtPath: part.path)
                var (part, values) = (part, URLResourceValues())
                values.isExcludedFromBackup = settings.isExcludedFromBackup
                try part.setResourceValues(values)
            }
        #endif
    }
}

#if canImport(Darwin)
    extension FileProtection {
        fileprivate var type: FileProtectionType {
            switch self {
            case .none: .none
            case .untilFirstUnlock: .completeUntilFirstUserAuthentication
            case .whileUnlocked: .complete
            }
        }
    }
#endif
