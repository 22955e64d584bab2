public import Foundation

/// Where a client keeps its events.
public enum StoreLocation: Sendable, Hashable {
    /// A SQLite file. Its folder is created when it is missing. The file belongs to one running client at a time.
    case file(URL)
    /// Nothing survives the process.
    case inMemory
}

/// Opens the store for a location.
enum StoreOpening {
    static func open(
        _ location: StoreLocation, _ configuration: EventPlatformClient.Configuration.Store
    ) throws -> any EventStore {
        switch location {
        case .inMemory: return InMemoryEventStore(settings: configuration.settings)
        case .file(let url):
            try createFolder(of: url)
            return try SQLiteEventStore(path: url.path, settings: configuration.settings)
        }
    }

    /// The files to try in turn when the first cannot be used: events go on beside it, and nothing is overwritten.
    static func alternatives(to location: StoreLocation) -> [StoreLocation] {
        guard case .file(let url) = location else { return [] }
        let base = url.deletingPathExtension().lastPathComponent
        return (2...4).map { number in
            .file(
                url.deletingLastPathComponent().appendingPathComponent("\(base)-\(number)")
                    .appendingPathExtension(url.pathExtension))
        } + [.inMemory]
    }

    private static func createFolder(of url: URL) throws {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw StoreError(
                .unavailable, path: url.path,
                "cannot be created: its folder \(folder.path) cannot be made; check the path and its permissions")
        }
    }
}
