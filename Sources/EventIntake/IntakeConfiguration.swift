/// What an intake serves, and where.
public struct IntakeConfiguration: Sendable {
    /// Where stream configurations come from.
    public enum StreamSource: Sendable, Hashable {
        /// A folder of YAML files, as ``/EventCatalog/StreamCatalog`` reads it.
        case directory(String)
        /// A JSON file in the shape of the API's response: `{"streams": {name: settings, …}}`.
        case file(String)
        /// None: every stream is allowed, and the API answers that there are none.
        case none
    }

    /// The address to listen on. The default is `127.0.0.1`: this machine only.
    public var host = "127.0.0.1"
    /// The port to listen on. The default is 0: any that is free.
    public var port = 0
    /// Where stream configurations come from. The default is ``StreamSource/none``.
    public var streams = StreamSource.none
    /// Roots of schema repositories, searched in order. The default is none, so that no schema is known.
    public var schemaRoots: [String] = []
    /// The SQLite file that accepted events are kept in; it is made when it is missing. The default is `nil`: a
    /// temporary file, removed when the intake stops.
    public var storePath: String?
    /// The most bytes that the body of a request may have. The default is 4 MiB.
    public var maximumBodyBytes = 4 * 1024 * 1024
    /// How many accepted events the store keeps; with more, the oldest go. At least 1, or `nil` for all. The default is
    /// two million, some gigabytes.
    public var keptEvents: Int? = 2_000_000
    /// Where accepted events go beside the store. The default is nowhere. The intake closes them when it stops.
    public var sinks: [any EventSink] = []
    /// What every request must bring as `Authorization: Bearer TOKEN`. The default is `nil`: nothing, which is allowed
    /// on addresses that only this machine reaches.
    public var token: String?
    /// What is borne from those who connect.
    public var limits = IntakeLimits()
    /// The faults in force from the start. The default is none; `POST /v1/faults` adds more.
    public var faults: [Fault] = []

    /// Creates a configuration with the defaults.
    public init() {}
}
