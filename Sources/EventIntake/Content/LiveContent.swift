import EventCatalog
import EventSupport

/// The content that is served now. Whoever handles a request takes it once, so that one request sees one content.
final class LiveContent: Sendable {
    typealias SchemaReading = @Sendable ([String]) throws -> SchemaRepository

    private struct State {
        var content: IntakeContent
        /// The files of the schemas in `content`.
        var schemaFiles: Fingerprint
    }
    private let box: Locked<State>
    private let configuration: IntakeConfiguration
    private let readSchemas: SchemaReading

    /// Reads everything, strictly.
    init(
        _ configuration: IntakeConfiguration,
        readingSchemas readSchemas: @escaping SchemaReading = { try SchemaRepository(roots: $0) }
    ) throws {
        self.configuration = configuration
        self.readSchemas = readSchemas
        let files = Fingerprint(of: configuration.schemaRoots)
        let schemas = try readSchemas(configuration.schemaRoots)
        let content = try IntakeContent(configuration, schemas)
        box = Locked(State(content: content, schemaFiles: files))
    }

    var current: IntakeContent { box.withLock { $0.content } }

    /// Reads everything again, schemas only when their files have changed: an edit of a stream must not wait for a
    /// thousand schemas. What is broken stays as it was last good: schemas, streams and experiments each for itself.
    ///
    /// - Returns: everything that is wrong, each with its place.
    func reload() -> [String] {
        var (content, schemaFiles) = box.withLock { ($0.content, $0.schemaFiles) }
        var problems: [String] = []
        func renew(_ read: () throws -> Void) { do { try read() } catch { problems.append("\(error)") } }
        let files = Fingerprint(of: configuration.schemaRoots)
        if files != schemaFiles {
            renew {
                content.schemas = try readSchemas(configuration.schemaRoots)
                schemaFiles = files
            }
        }
        renew { content.streams = try configuration.streams.load(schemas: content.schemas) }
        renew { content.experiments = try IntakeContent.experiments(of: configuration) }
        box.withLock { [content, schemaFiles] in $0 = State(content: content, schemaFiles: schemaFiles) }
        return problems
    }

    /// The files and folders that the content is read from.
    var places: [String] {
        let streams: [String] =
            switch configuration.streams {
            case .directory(let path), .file(let path): [path]
            case .none: []
            }
        return streams + configuration.schemaRoots + [configuration.experiments].compactMap { $0 }
    }
}
