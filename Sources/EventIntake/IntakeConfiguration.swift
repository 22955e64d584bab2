public import EventSchema
public import Logging

/// The configuration of an intake: the content that it serves, its address, its store and its limits.
public struct IntakeConfiguration: Sendable {
    /// A source of stream configurations.
    public enum StreamSource: Sendable, Hashable {
        /// A folder of YAML files, as `StreamCatalog` of EventCatalog reads it.
        case directory(String)
        /// A JSON file in the shape of the API's response: `{"streams": {name: settings, …}}`.
        case file(String)
        /// No stream configurations: events of every stream are accepted, and the API returns no streams.
        case none
    }

    /// The statuses for requests that cannot be read, where those of the existing intake are unusual.
    public enum Compatibility: String, Sendable, Hashable, CaseIterable {
        /// Standard statuses: 400 for a body that cannot be parsed, 413 for one that is too large, 415 for an unknown
        /// encoding, with the reason in the body.
        case none
        /// The statuses of the existing intake (EventGate): 500 for malformed JSON, for JSON that is neither an object
        /// nor an array, and for bodies that are blank or too large; and its rules for paths, content types, charsets,
        /// content encodings and `hasty`.
        case eventgate
    }

    /// The address to listen on. The default is `127.0.0.1`, which only this machine can reach. The brackets of an IPv6
    /// address, as in a URL, are removed.
    public var host = "127.0.0.1" {
        didSet { if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) } }
    }
    /// The port to listen on, 0 to 65535. The default is 0: any free port.
    public var port = 0
    /// The port for supervisors and Prometheus, 0 to 65535; 0 is any free port. It has `GET /healthz`, `/readyz` and
    /// `/metrics`, needs no token, and responds without a wait for requests with events. The intake's own port then has
    /// no `/metrics`. The default is `nil`: there is no such port.
    public var adminPort: Int?
    /// The address of ``adminPort``. The default is `127.0.0.1`, which only this machine can reach. Whoever reaches
    /// another one may read the metrics. The brackets of an IPv6 address are removed.
    public var adminHost = "127.0.0.1" {
        didSet {
            if adminHost.hasPrefix("["), adminHost.hasSuffix("]") {
                adminHost = String(adminHost.dropFirst().dropLast())
            }
        }
    }
    /// The source of stream configurations. The default is ``StreamSource/none``.
    public var streams = StreamSource.none
    /// Where streams and schemas are fetched over HTTP, schemas besides those of ``schemaRoots`` and streams instead of
    /// ``streams``. The default is `nil`: all are read from files.
    package var remote: RemoteSource?
    /// Whether the streams are served with the rate 1, whatever they say, as for development. The default is `false`.
    package var hasEveryoneInSample = false
    /// Roots of schema repositories, searched in order. The default is empty: only the base schemas are known.
    public var schemaRoots: [String] = []
    /// Whether a mistake in a schema file is an error at the start. The default is `false`: it is reported, and only
    /// the schema of its file is missing.
    public var isStrict = false
    /// A folder of experiments and instruments, as `ExperimentCatalog` of EventCatalog reads it. The default is `nil`:
    /// no experiments and no instruments.
    public var experiments: String?
    /// Folders of ``streams`` and ``schemaRoots`` that may be missing: they have nothing until they are there, which
    /// needs no restart. Once a folder was there, it must stay: if it is removed, its content is served as before. The
    /// default is none.
    package var optionalFolders: Set<String> = []
    /// How the folders of streams and experiments are read.
    package var reading = ContentReading()
    /// A JSON file with a remote configuration of clients, which `GET /v1/client-config` returns. The default is
    /// `nil`: none is served.
    public var clientConfiguration: String?
    /// Whether the intake keeps the received events itself. The default is `true`. One for production, whose ``sinks``
    /// keep them, does not: it has no endpoints that read or remove events, none that explain and check, no console,
    /// and none for faults.
    public var hasStore = true
    /// The path of the SQLite file for received events. It is created when it does not exist. The default is `nil`: a
    /// temporary file, which is removed when the intake stops.
    public var storePath: String?
    /// The maximum number of accepted events in the store, at least 1; when it is exceeded, the oldest are removed.
    /// `nil` means no limit. The default is 2 000 000, which takes some gigabytes. Error events about invalid events do
    /// not count: the newest 10 000 of them are kept.
    public var maximumEvents: Int? = 2_000_000
    /// The sinks that accepted events are written to besides the store. The default is none; without a store there must
    /// be one. The intake closes them when it stops.
    public var sinks: [any EventSink] = []
    /// The token that every request must have as `Authorization: Bearer TOKEN`: printable ASCII characters without
    /// spaces. The default is `nil`: no token, which is allowed on loopback addresses only.
    public var token: String?
    /// The limits on connections and request heads.
    public var limits = IntakeLimits()
    /// The time after a stop in which the intake still takes connections and requests, while `/readyz` is 503, so that
    /// a load balancer sends no more. The default is none. A second stop ends it.
    public var drainTime = Duration.zero
    /// The faults that are active from the start. The default is none. `POST /v1/faults` adds further faults.
    public var faults: [Fault] = []
    /// The maximum size of a request's body in bytes, both as received and decompressed: 1 to 104 857 600; other values
    /// are replaced by the nearest of these. The default is 102 400, the 100 kB of the existing intake.
    ///
    /// A request takes several times the size of its body in memory, and many requests are handled at the same time.
    public var maximumBodyBytes = 100 * 1024 {
        didSet { maximumBodyBytes = min(max(maximumBodyBytes, Self.bodyLimits.lowerBound), Self.bodyLimits.upperBound) }
    }
    /// The range of ``maximumBodyBytes``.
    package static let bodyLimits = 1...100 * 1024 * 1024
    /// The maximum number of events in a request, 1 to 100 000; other values are replaced by the nearest of these. The
    /// default is 1000. A request with more gets 413, and clients send its events in several. It does not apply with
    /// ``Compatibility/eventgate``.
    public var maximumRequestEvents = 1000 {
        didSet {
            let limits = Self.requestEventLimits
            maximumRequestEvents = min(max(maximumRequestEvents, limits.lowerBound), limits.upperBound)
        }
    }
    /// The range of ``maximumRequestEvents``.
    package static let requestEventLimits = 1...100_000
    /// The statuses for requests that cannot be read. The default is ``Compatibility/none``.
    public var compatibility = Compatibility.none
    /// The service name in the stream of error events, `{service}.error.validation`. The default is `nil`: the
    /// `destination_event_service` of the invalid event's stream, or `eventgate-analytics-external` without one.
    public var service: String?
    /// The query parameters whose value becomes the `$schema` of events without one; the first that is present is used.
    /// The default is `schema_uri`, then `$schema`.
    public var schemaParameters = ["schema_uri", "$schema"]
    /// The query parameters whose value becomes the `meta.stream` of events without one; the first that is present is
    /// used. The default is `stream`.
    public var streamParameters = ["stream"]
    /// The events that a request `GET /v1/_test/events` submits. The default is `nil`: the endpoint does not exist.
    public var testEvents: [JSONValue]?
    /// The origin whose pages may send events and fetch configurations: the value of `Access-Control-Allow-Origin`. The
    /// default is `*`: every origin. Pages of an origin that is named, such as `https://example.org`, may also read
    /// events: `/events`, `/counts`, `/report`, `/clients` and `/v1/stream`. With `*` and `null`, none may.
    ///
    /// An origin is brought into the form in which browsers send it: `https://example.org` for
    /// `HTTPS://Example.org:443/`. A text that is not an origin is kept, and matches none.
    public var allowedOrigin = "*" {
        didSet { allowedOrigin = AllowedOrigin.normalized(allowedOrigin) ?? allowedOrigin }
    }
    /// What `GET /metrics` shows, on ``adminPort`` if there is one, and where the intake counts. The default is `nil`:
    /// there is no such endpoint, and the intake counts in what the program has given to `MetricsSystem`.
    public var metrics: PrometheusMetrics?
    /// The logger of requests: each has a line at level `info` with method, path, status, sizes and milliseconds. The
    /// default is `nil`: none. Queries, headers and bodies are in no line.
    public var accessLogger: Logger?
    /// Whether there is a page at `/console` that shows the received events. The default is `true`. Without a store
    /// there is none.
    public var hasConsole = true
    /// What the program has that runs the intake. The default is nothing.
    package var tools = IntakeTools()
    /// Called with each problem in the served files, with file, line and column first: schemas that are missing,
    /// streams that are quarantined, and edits that cannot be used; and with what is served after an edit. The default
    /// is `nil`: the lines are logged as warnings.
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
