public import EventSchema
import EventSupport
public import Foundation

/// A source of the schemas that events name in `$schema`.
///
/// The built-in base schemas and those given in code are looked up first. The other sources are queried in the order of
/// ``EventPlatformClient/Configuration/Validation/sources``, until one has the schema. While a source cannot be
/// reached, events of the schema wait in the store, up to
/// ``EventPlatformClient/Configuration/Validation/schemaTimeout``. When all sources responded and none has it, its
/// events are sent without validation; the first of them after a minute makes the client query them again.
///
/// What a schema refers to (`$ref`) is looked up in the same way: the base schemas first, then the documents given in
/// code, then the other sources.
///
/// ```swift
/// configuration.validation.sources = [.directory(bundledSchemas), .repository(server)]
/// ```
public enum SchemaSource: Sendable, Hashable, CustomStringConvertible {
    /// Schemas given in code, by id.
    case documents([SchemaID: JSONValue])
    /// A folder with files `<title>/<version>.json` or `<title>/<version>`. A file that is not JSON is reported with
    /// its place, and is no schema.
    ///
    /// The client reads no YAML. For a folder of YAML, `eventctl serve` or an `EventIntake` serves the schemas as JSON,
    /// for ``repository(_:)``; tests read it with `EventCatalogTesting`; an app that ships its schemas ships them as
    /// JSON. A schema that the folder has only as YAML is reported as a ``Diagnostic/Kind/schema`` diagnostic, and its
    /// events are sent without validation.
    case directory(URL)
    /// A schema repository over HTTP: `GET <url>/<title>/<version>` responds with 200 and JSON of at most 4 MiB, or
    /// with 404 or 410 when there is no such schema. Any other response, or none within 5 seconds, means that the
    /// repository is unavailable.
    case repository(URL)

    /// The source in words. A URL is without user, password and query.
    public var description: String {
        switch self {
        case .documents(let documents): "\(documents.count) schemas given in code"
        case .directory(let url): url.path
        case .repository(let url): url.withoutSecrets
        }
    }
}
