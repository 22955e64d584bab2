import EventCatalog
import NIOConcurrencyHelpers

/// The content that is served now. Whoever handles a request takes it once, so that one request sees one content.
final class LiveContent: Sendable {
    private let box: NIOLockedValueBox<IntakeContent>
    private let configuration: IntakeConfiguration

    /// Reads everything, strictly.
    init(_ configuration: IntakeConfiguration) throws {
        self.configuration = configuration
        box = NIOLockedValueBox(try IntakeContent(configuration))
    }

    var current: IntakeContent { box.withLockedValue { $0 } }

    /// Reads everything again. What is broken stays as it was last good: schemas, streams and experiments each for
    /// itself.
    ///
    /// - Returns: everything that is wrong, each with its place.
    func reload() -> [String] {
        var content = current
        var problems: [String] = []
        func renew(_ read: () throws -> Void) { do { try read() } catch { problems.append("\(error)") } }
        renew { content.schemas = try SchemaRepository(roots: configuration.schemaRoots) }
        renew { content.streams = try configuration.streams.load(schemas: content.schemas) }
        renew { content.experiments = try IntakeContent.experiments(of: configuration) }
        box.withLockedValue { [content] in $0 = content }
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
