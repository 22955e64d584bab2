public import Foundation

/// Where a client keeps its events.
///
/// When the location cannot be used, events go to `NAME-2`, `NAME-3` or `NAME-4` beside the file, and then to memory,
/// each time with a diagnostic; the unusable file is not changed. One that cannot be opened or written is tried again
/// every 30 seconds, and what waited goes into it. When another running client owns the file, events go
/// to a spool beside it, which that client imports and sends.
public enum StoreLocation: Sendable, Hashable {
    /// An SQLite file in the platform's folder for application state: Application Support on Apple platforms;
    /// `$XDG_STATE_HOME`, or else `~/.local/state`, on Linux. The file in it is `PROGRAM/NAMESPACE.sqlite`, where
    /// `PROGRAM` is the bundle identifier or the name of the process. The default namespace is `events`.
    ///
    /// Characters with a meaning in paths are percent-encoded. When the platform has no such folder (no home folder),
    /// or the folder cannot be written, events are kept in memory, with a diagnostic.
    case applicationState(namespace: String = "events")
    /// An SQLite file. Its folder is created when it is missing. One running client at a time owns the file.
    case file(URL)
    /// Memory: events that were not delivered are lost with the end of the process.
    case inMemory
}

extension StoreLocation {
    /// The store file; `nil` for a store in memory, or where the platform has no place for application state.
    package func fileURL(in place: ApplicationState = .system) -> URL? {
        switch self {
        case .applicationState(let namespace): place.file(namespace)
        case .file(let url): url
        case .inMemory: nil
        }
    }

    /// ``fileURL(in:)``, behind symbolic links of the file itself: what belongs to the file is beside it, by whatever
    /// path a client names it. The file is looked up, so a thread of the app does not use this.
    package func storeFile(in place: ApplicationState = .system) -> URL? {
        fileURL(in: place).map(\.behindLinks)
    }

    var storeFile: URL? { storeFile() }
}

extension URL {
    /// The file that a path leads to, if the last part of the path is a symbolic link. It need not exist.
    var behindLinks: URL {
        var file = self
        for _ in 0..<40 {  // more are a loop, as for the system
            guard case let target = Self.target(ofLink: file.path), !target.isEmpty else { return file }
            file = URL(fileURLWithPath: target, relativeTo: file.deletingLastPathComponent()).absoluteURL
        }
        return self
    }

    /// Empty for what is no link.
    private static func target(ofLink path: String) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}

/// The platform's folder for application state. A value, so that tests do not depend on the system.
package struct ApplicationState: Sendable, Hashable {
    /// The folder that all programs of the user share; `nil` where there is none.
    package var folder: URL?
    /// The name of the program's own folder in it.
    package var program: String

    /// Creates a value.
    package init(folder: URL?, program: String) { (self.folder, self.program) = (folder, program) }

    /// The folder by the XDG base directory specification, by which a path that is not absolute is ignored.
    package init(environment: [String: String], program: String) {
        let state = environment["XDG_STATE_HOME"] ?? ""
        let home = environment["HOME"] ?? ""
        let path = state.hasPrefix("/") ? state : home.hasPrefix("/") ? home + "/.local/state" : nil
        self.init(folder: path.map { URL(fileURLWithPath: $0, isDirectory: true) }, program: program)
    }

    /// The folder of the running program.
    package static var system: ApplicationState {
        #if canImport(Darwin)
            let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
            let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
            return ApplicationState(folder: folders.first, program: program)
        #else
            let process = ProcessInfo.processInfo
            return ApplicationState(environment: process.environment, program: process.processName)
        #endif
    }

    /// The store file of a namespace.
    package func file(_ namespace: String) -> URL? {
        guard let folder, !program.isEmpty, !namespace.isEmpty else { return nil }
        // Without the words on what is a folder, Foundation looks for it on the disk.
        return folder.appendingPathComponent(Self.name(program), isDirectory: true)
            .appendingPathComponent(Self.fileName(namespace), isDirectory: false)
    }

    /// The name of the store file of a namespace.
    static func fileName(_ namespace: String) -> String { name(namespace) + ".sqlite" }

    /// A text as a file name: characters with a meaning in paths are percent-encoded, so that different texts have
    /// different names.
    private static func name(_ text: String) -> String {
        text.utf8.enumerated().map { index, byte in
            let character = Unicode.Scalar(byte)
            let isPlain = character.isASCII && (character.properties.isAlphabetic || ("0"..."9").contains(character))
            if isPlain || character == "-" || character == "_" || (character == "." && index > 0) {
                return String(character)
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
