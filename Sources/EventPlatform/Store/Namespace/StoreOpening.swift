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
    /// Opens the store, and for a file becomes its owner.
    static func open(
        _ location: StoreLocation, _ configuration: EventPlatformClient.Configuration.Store
    ) throws -> any EventStore {
        switch location {
        case .inMemory: return InMemoryEventStore(settings: configuration.settings)
        case .file(let url):
            try createFolder(of: url)
            let namespace = StoreNamespace(url)
            if configuration.isEnqueueOnly {
                return SpoolStore(namespace, settings: configuration.settings, isEnqueueOnly: true)
            }
            return try SQLiteEventStore(path: url.path, settings: configuration.settings, namespace: namespace)
        }
    }

    /// The store of a client whose store file belongs to another one; `nil` where there is none.
    static func beside(
        _ location: StoreLocation, _ configuration: EventPlatformClient.Configuration.Store
    ) -> (any EventStore)? {
        guard case .file(let url) = location else { return nil }
        return SpoolStore(StoreNamespace(url), settings: configuration.settings, isEnqueueOnly: false)
    }

    /// The files to try in turn when the first cannot be used: events go on beside it, and nothing is overwritten.
    static func alternatives(to location: StoreLocation) -> [StoreLocation] {
        guard case .file(let url) = location else { return [] }
        return StoreNamespace(url).alternatives.map { .file($0) } + [.inMemory]
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
