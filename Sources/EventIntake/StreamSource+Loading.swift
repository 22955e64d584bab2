import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Foundation

extension IntakeConfiguration.StreamSource {
    /// The files and folders that the streams are read from.
    var paths: [String] {
        switch self {
        case .directory(let path), .file(let path): [path]
        case .none: []
        }
    }

    /// The streams, or `nil` when every stream is allowed.
    func load(schemas: SchemaRepository?) throws -> StreamConfigurations? {
        switch self {
        case .none: nil
        case .directory(let path): try StreamCatalog(directory: path, schemas: schemas).configurations
        case .file(let path): try Self.read(path)
        }
    }

    /// Reads a file with a response of the API. Streams with broken settings are quarantined, the others are served.
    private static func read(_ path: String) throws -> StreamConfigurations {
        do {
            return try StreamConfigurations(response: document(at: path))
        } catch let error as IntakeError {
            throw error
        } catch let error as CocoaError {
            throw IntakeError(
                .streamsUnusable,
                "\(path): cannot be read: \(error.localizedDescription) Check the path and its permissions.")
        } catch {
            throw IntakeError(
                .streamsUnusable,
                "\(path): cannot be used as stream configurations: \(error). Give a JSON file with a response of the "
                    + "stream configuration API."
            )
        }
    }

    private static func document(at path: String) throws -> JSONValue {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        do { return try JSONValue(parsing: bytes) } catch {
            let place = TextPosition(of: error.offset, in: bytes)
            throw IntakeError(
                .streamsUnusable,
                "\(path):\(place.line):\(place.column): Not JSON: \(error.reason.rawValue). Correct the JSON text.")
        }
    }
}
