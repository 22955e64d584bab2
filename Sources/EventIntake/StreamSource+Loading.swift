import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension IntakeConfiguration {
    /// The streams that are served.
    func loadStreams(schemas: SchemaRepository?) throws -> ServedStreams {
        if remote?.streams != nil { return ServedStreams(configurations: StreamConfigurations(streams: [:])) }
        let schemas = remote?.schemas.isEmpty ?? true ? schemas : nil
        if case .directory(let path) = streams, isAbsent(path) {
            return ServedStreams(configurations: StreamConfigurations(streams: [:]))
        }
        var loaded = try streams.load(reading, schemas: schemas)
        if hasEveryoneInSample { loaded.configurations = loaded.configurations?.withEveryoneInSample }
        return loaded
    }

    /// The roots of schemas that are read.
    var presentSchemaRoots: [String] { schemaRoots.filter { !isAbsent($0) } }

    /// The optional folders that are missing.
    var absentFolders: Set<String> { optionalFolders.filter { FileKind(at: $0) == .missing } }

    private func isAbsent(_ folder: String) -> Bool {
        optionalFolders.contains(folder) && FileKind(at: folder) == .missing
    }
}

/// The streams that an intake serves, with the words of their project.
struct ServedStreams: Sendable {
    /// The streams; `nil` when every stream is allowed.
    var configurations: StreamConfigurations?
    var vocabulary = Vocabulary.platform
}

extension IntakeConfiguration.StreamSource {
    /// The files and folders that the streams are read from.
    var paths: [String] {
        switch self {
        case .directory(let path), .file(let path): [path]
        case .none: []
        }
    }

    func load(_ reading: ContentReading, schemas: SchemaRepository?) throws -> ServedStreams {
        switch self {
        case .none: return ServedStreams(configurations: nil)
        case .directory(let path):
            let catalog = try reading.streams(path, schemas)
            return ServedStreams(configurations: catalog.configurations, vocabulary: catalog.vocabulary)
        case .file(let path): return ServedStreams(configurations: try Self.read(path))
        }
    }

    /// Reads a file with a response of the API. Streams with broken settings are quarantined, the others are served.
    private static func read(_ path: String) throws -> StreamConfigurations {
        let document = try JSONFile(path).value(orThrow: .streamsUnusable)
        do {
            return try StreamConfigurations(response: document.withoutComputedTopics)
        } catch {
            throw IntakeError(
                .streamsUnusable,
                "\(path): cannot be used as stream configurations: \(error). Give a JSON file with a response of the "
                    + "stream configuration API."
            )
        }
    }
}
