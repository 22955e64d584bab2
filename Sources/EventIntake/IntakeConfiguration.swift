/// What an intake serves, and where.
public struct IntakeConfiguration: Sendable {
    /// Where the streams come from.
    public enum StreamSource: Sendable, Hashable {
        /// A folder of YAML files, as `Streams/`.
        case directory(String)
        /// A JSON file with an answer of a stream configuration API.
        case file(String)
    }

    /// The address to listen on. The default is loopback.
    public var host = "127.0.0.1"
    /// The port; 0, the default, takes a free one.
    public var port = 0
    /// Where the streams come from. The default is the folder `Streams`.
    public var streams: StreamSource = .directory("Streams")
    /// The roots of the schema repositories, searched in order. The default is the folder `Schemas`.
    public var schemaRoots = ["Schemas"]
    /// The SQLite file of what arrives; `nil`, the default, makes a temporary one.
    public var storePath: String?
    /// The largest request body that is read, in bytes. The default is 4 MiB.
    public var maximumBodyBytes = 4 << 20

    /// Creates a configuration with the defaults.
    public init() {}
}
