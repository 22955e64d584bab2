import Foundation

/// Keeps a store file out of backups and behind the device's lock, where the system can.
enum StoreProtection {
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
