public import Foundation

/// Where a client keeps its events.
public enum StoreLocation: Sendable, Hashable {
    /// A SQLite file in the platform's place for application state, so that events survive the process: the folder
    /// Application Support on Apple's systems; `$XDG_STATE_HOME` or `~/.local/state` elsewhere. The file is
    /// `PROGRAM/NAMESPACE.sqlite` in it.
    ///
    /// Where there is no such place, or it cannot be written, events are kept in memory, with a diagnostic.
    case applicationState(namespace: String = "events")
    /// A SQLite file. Its folder is created when it is missing. The file belongs to one running client at a time.
    case file(URL)
    /// Nothing survives the process.
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
}

/// The platform's place for application state. A value, so that tests need no system.
package struct ApplicationState: Sendable, Hashable {
    /// The folder that all programs of the user share; `nil` where there is none.
    package var folder: URL?
    /// Tells the programs apart.
    package var program: String

    /// Creates a place.
    package init(folder: URL?, program: String) { (self.folder, self.program) = (folder, program) }

    /// The place by the XDG base directory specification, which ignores a path that is not absolute.
    package init(environment: [String: String], program: String) {
        let state = environment["XDG_STATE_HOME"] ?? ""
        let home = environment["HOME"] ?? ""
        let path = state.hasPrefix("/") ? state : home.hasPrefix("/") ? home + "/.local/state" : nil
        self.init(folder: path.map { URL(fileURLWithPath: $0, isDirectory: true) }, program: program)
    }

    /// The running program's place.
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
        return folder.appendingPathComponent(Self.name(program)).appendingPathComponent(
            Self.name(namespace) + ".sqlite")
    }

    /// A text as the name of a file: what has a meaning in a path is escaped, so that no two texts share a name.
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
