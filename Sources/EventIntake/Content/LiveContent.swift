import EventCatalog
import EventSupport

/// The current content. A request reads ``current`` once, so that it uses one snapshot throughout.
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

    /// Reads all content.
    ///
    /// - Throws: `CatalogError` or ``IntakeError`` when any part of it cannot be used.
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

    /// Reads streams and experiments again, and schemas if their files have changed, which takes much longer. Schemas,
    /// streams or experiments that are broken keep their last valid version, independently of each other.
    ///
    /// - Returns: the mistakes, each with its location.
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
    var paths: [String] {
        let streams: [String] =
            switch configuration.streams {
            case .directory(let path), .file(let path): [path]
            case .none: []
            }
        return streams + configuration.schemaRoots + [configuration.experiments].compactMap { $0 }
    }
}
