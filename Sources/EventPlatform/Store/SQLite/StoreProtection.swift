import Foundation

/// Keeps a store file from other users, and where the system can, out of backups and behind the device's lock.
enum StoreProtection {
    /// Only the user who runs the client may read what it stores.
    static var permissions: [FileAttributeKey: Any] { [.posixPermissions: 0o600] }

    /// Makes a database file that only its user may read, unless there is one; what SQLite puts beside it is the same.
    /// Where that fails SQLite fails too, and says why.
    static func create(_ path: String) {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: permissions)
    }

    /// Protects a database file and what SQLite keeps beside it.
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
