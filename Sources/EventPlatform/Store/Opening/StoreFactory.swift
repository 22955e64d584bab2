package import Foundation

/// Opens the store for a location.
package enum StoreFactory {
    /// An opened store.
    package struct Result: Sendable {
        /// The store; ``EventStore/load(at:)`` has not been called.
        package let store: any EventStore
        /// The store file of its namespace; `nil` in memory. Sidecar files are in its folder.
        package let file: URL?
        /// Why the store is not at the location; `nil` when it is.
        package var remark: String?
        /// The same, where it may pass.
        package var failure: StoreError?

        package init(store: any EventStore, file: URL? = nil, remark: String? = nil) {
            (self.store, self.file, self.remark) = (store, file, remark)
        }
    }

    /// Opens the store at a location. For a file the client becomes its owner; a client that only enqueues opens a
    /// spool instead. A file that is opened `insteadOf` another location is an alternative file of that one.
    ///
    /// - Throws: ``StoreError``.
    package static func open(
        _ location: StoreLocation, _ settings: StoreSettings, isEnqueueOnly: Bool = false,
        insteadOf first: StoreLocation? = nil, in place: ApplicationState = .system
    ) throws -> Result {
        guard case .applicationState = location else {
            let file = location.storeFile(in: place)
            let main = first?.storeFile(in: place).flatMap { $0 == file ? nil : StoreNamespace($0) }
            return try open(file, settings, isEnqueueOnly: isEnqueueOnly, partOf: main)
        }
        guard let file = location.storeFile(in: place) else {
            return inMemory(settings, "the system has no place for application state (no home folder)")
        }
        do {
            return try open(file, settings, isEnqueueOnly: isEnqueueOnly)
        } catch let error as StoreError where error.code == .unavailable {
            var result = inMemory(settings, error.description)
            result.failure = error
            return result
        }
    }

    private static func inMemory(_ settings: StoreSettings, _ reason: String) -> Result {
        Result(
            store: InMemoryEventStore(settings: settings), file: nil,
            remark: "\(reason). Events are kept in memory and end with the process; name a file to keep them in")
    }

    private static func open(
        _ file: URL?, _ settings: StoreSettings, isEnqueueOnly: Bool, partOf main: StoreNamespace? = nil
    ) throws -> Result {
        guard let file else { return Result(store: InMemoryEventStore(settings: settings), file: nil) }
        try createFolder(of: file)
        let namespace = StoreNamespace(file)
        guard !isEnqueueOnly else {
            return Result(store: SpoolStore(namespace, settings: settings, isEnqueueOnly: true), file: file)
        }
        return Result(store: try NamespaceStore(namespace, settings: settings, partOf: main), file: file)
    }

    /// A spool beside a store file that another client owns; `nil` for a location without a file.
    package static func spool(
        beside location: StoreLocation, _ settings: StoreSettings, in place: ApplicationState = .system
    ) -> Result? {
        location.storeFile(in: place).map { file in
            Result(store: SpoolStore(StoreNamespace(file), settings: settings, isEnqueueOnly: false), file: file)
        }
    }

    /// The locations to try, in order, when the first cannot be used. The file at the first one is not changed.
    package static func alternatives(
        to location: StoreLocation, in place: ApplicationState = .system
    ) -> [StoreLocation] {
        guard let file = location.storeFile(in: place) else { return [] }
        return StoreNamespace(file).alternatives.map { .file($0) } + [.inMemory]
    }

    private static func createFolder(of file: URL) throws {
        let folder = file.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw StoreError(
                .unavailable, path: file.path,
                "cannot be created: its folder \(folder.path) cannot be made; check the path and its permissions")
        }
    }
}
