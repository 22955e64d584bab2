import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension IntakeConfiguration {
    /// The streams, or `nil` when every stream is allowed.
    func loadStreams(schemas: SchemaRepository?) throws -> StreamConfigurations? {
        if case .directory(let path) = streams, isAbsent(path) { return StreamConfigurations(streams: [:]) }
        let loaded = try streams.load(reading, schemas: schemas)
        return hasEveryoneInSample ? loaded?.withEveryoneInSample : loaded
    }

    /// The roots of schemas that are read.
    var presentSchemaRoots: [String] { schemaRoots.filter { !isAbsent($0) } }

    private func isAbsent(_ folder: String) -> Bool {
        optionalFolders.contains(folder) && FileKind(at: folder) == .missing
    }
}

extension IntakeConfiguration.StreamSource {
    /// The files and folders that the streams are read from.
    var paths: [String] {
        switch self {
        case .directory(let path), .file(let path): [path]
        case .none: []
        }
    }

    /// The streams, or `nil` when every stream is allowed.
    func load(_ reading: ContentReading, schemas: SchemaRepository?) throws -> StreamConfigurations? {
        switch self {
        case .none: nil
        case .directory(let path): try reading.streams(path, schemas).configurations
        case .file(let path): try Self.read(path)
        }
    }

    /// Reads a file with a response of the API. Streams with broken settings are quarantined, the others are served.
    private static func read(_ path: String) throws -> StreamConfigurations {
        let document = try JSONFile(path).value(orThrow: .streamsUnusable)
        do {
            return try StreamConfigurations(response: document)
        } catch {
            throw IntakeError(
                .streamsUnusable,
                "\(path): cannot be used as stream configurations: \(error). Give a JSON file with a response of the "
                    + "stream configuration API."
            )
        }
    }
}
