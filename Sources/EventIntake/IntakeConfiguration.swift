public import EventSchema

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

    /// Whose statuses the intake answers with where the existing intake's are unusual.
    public enum Compatibility: String, Sendable, Hashable, CaseIterable {
        /// The usual ones: 400 for what cannot be read, 413 for what is too large, with the reason in the body.
        case none
        /// The existing intake's: 500 for malformed JSON, scalars and bodies that are too large; no body for an empty
        /// request.
        case eventgate
    }

    /// The address to listen on. The default is `127.0.0.1`: this machine only.
    public var host = "127.0.0.1"
    /// The port to listen on. The default is 0: any that is free.
    public var port = 0
    /// Where stream configurations come from. The default is ``StreamSource/none``.
    public var streams = StreamSource.none
    /// Roots of schema repositories, searched in order. The default is none, so that no schema is known.
    public var schemaRoots: [String] = []
    /// A folder of experiments and instruments, as ``/EventCatalog/ExperimentCatalog`` reads it. The default is `nil`:
    /// there are none.
    public var experiments: String?
    /// The SQLite file that events are kept in; it is made when it is missing. The default is `nil`: a temporary file,
    /// removed when the intake stops.
    public var storePath: String?
    /// How many accepted events the store keeps; with more, the oldest go. At least 1, or `nil` for all. The default is
    /// two million, some gigabytes. Events that tell of invalid ones do not count: the newest 10 000 of them are kept.
    public var maximumEvents: Int? = 2_000_000
    /// Where accepted events go beside the store. The default is nowhere. The intake closes them when it stops.
    public var sinks: [any EventSink] = []
    /// What every request must bring as `Authorization: Bearer TOKEN`. The default is `nil`: nothing, which is allowed
    /// on addresses that only this machine reaches.
    public var token: String?
    /// What is borne from those who connect.
    public var limits = IntakeLimits()
    /// The faults in force from the start. The default is none; `POST /v1/faults` adds more.
    public var faults: [Fault] = []
    /// The most bytes that the body of a request may have, both as it arrives and unpacked. The default is 102 400, the
    /// existing intake's 100 kB.
    public var maximumBodyBytes = 100 * 1024
    /// Whose statuses to answer with. The default is ``Compatibility/none``.
    public var compatibility = Compatibility.none
    /// The name of the service that the intake stands for: invalid events are told of in `{service}.error.validation`.
    /// The default is `nil`: the `destination_event_service` of the invalid event's stream, or
    /// `eventgate-analytics-external`.
    public var service: String?
    /// The query parameters that give the `$schema` of events that have none; the first that is there counts.
    public var schemaParameters = ["schema_uri", "$schema"]
    /// The query parameters that give the `meta.stream` of events that have none; the first that is there counts.
    public var streamParameters = ["stream"]
    /// The events that `GET /v1/_test/events` takes. The default is `nil`: there is no such address.
    public var testEvents: [JSONValue]?
    /// Whose pages may send events and fetch configurations: the value of `Access-Control-Allow-Origin`. The default is
    /// `*`: everybody's.
    public var allowedOrigin = "*"
    /// Is told what a person should know of the files that are served: streams that are left out, and edits that
    /// cannot be used, each with its place. The default is `nil`: warnings in the log.
    public var onNotice: (@Sendable (String) -> Void)?

    /// Creates a configuration with the defaults.
    public init() {}

    /// Creates a configuration that serves these folders.
    ///
    /// - Parameters:
    ///   - streams: a folder of YAML files.
    ///   - schemas: roots of schema repositories, searched in order.
    public init(streams: String, schemas: [String]) {
        self.streams = .directory(streams)
        schemaRoots = schemas
    }
}
