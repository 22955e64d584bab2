import EventCatalog
import EventSchema
import EventStreams
import Foundation

/// The streams and schemas an intake knows.
struct IntakeCatalog: Sendable {
    let streams: StreamConfigurations
    let schemas: SchemaRepository

    /// Loads both, strictly.
    init(_ configuration: IntakeConfiguration) throws {
        schemas = try SchemaRepository(roots: configuration.schemaRoots)
        switch configuration.streams {
        case .directory(let path):
            streams = StreamConfigurations(streams: try StreamCatalog(directory: path, repository: schemas).streams)
        case .file(let path):
            streams = try Self.streams(inFile: path)
        }
    }

    private static func streams(inFile path: String) throws -> StreamConfigurations {
        let bytes: [UInt8]
        do {
            bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw IntakeError("cannot read the stream configurations \(path): \(error.localizedDescription)")
        }
        do {
            return try StreamConfigurations(response: try JSONValue(parsing: bytes))
        } catch {
            throw IntakeError(
                "\(path): \(error). It should be an answer of a stream configuration API, {\"streams\": {…}}")
        }
    }
}
