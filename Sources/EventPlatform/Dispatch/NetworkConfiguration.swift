import Foundation

/// The intakes that events are sent to, and the form of the requests.
///
/// ```swift
/// var network = NetworkConfiguration(endpoint: "intake.example.org", method: .post)
/// network.headers["X-Client"] = "my-app"
/// network.timeout = .seconds(10)
/// ```
///
/// Source of the names: Snowplow's network configuration.
public struct NetworkConfiguration: Sendable {
    /// The URL of each service that streams may name as their destination.
    ///
    /// ```swift
    /// network.destinations.services["eventgate-logging-external"] = URL(string: "https://logs.example.org/v1/events")
    /// ```
    ///
    /// Events of a service without a URL go to that of ``Destinations/fallback``. Where that has none either, they stay
    /// in the store, with a ``Diagnostic/Kind/delivery`` diagnostic.
    public var destinations: Destinations
    /// The form of a request: a POST has a JSON array of events as its body, a GET has one event as its `event`
    /// parameter. The default is POST.
    ///
    /// ```swift
    /// network.method = .get
    /// ```
    ///
    /// The limits are ``EmitterConfiguration/byteLimitPost`` and ``EmitterConfiguration/byteLimitGet``.
    public var method: NetworkRequest.Method
    /// A transport of the app's own for every request of the client: events, configurations and schemas. `nil`, the
    /// default, uses URLSession on Apple platforms and async-http-client on Linux; see <doc:PackageTraits>.
    ///
    /// ```swift
    /// network.connection = ProxyConnection(host: "proxy.example.org")
    /// ```
    ///
    /// A transport that does not respond within ``timeout`` is cancelled and not waited for.
    public var connection: (any NetworkConnection)?
    /// How long one request may take, from its start to the last byte of the response. The default is 30 seconds;
    /// values above a day count as a day, and with 0 or less no request succeeds.
    ///
    /// ```swift
    /// network.timeout = .seconds(10)
    /// ```
    ///
    /// It also limits the requests for stream configurations, experiments and instruments. Events of a request that
    /// took longer are kept and sent again.
    public var timeout: Duration = .seconds(30) {
        didSet { timeout = min(max(.zero, timeout), .seconds(86_400)) }
    }
    /// Header fields for every request to an intake. None by default.
    ///
    /// ```swift
    /// network.headers["Authorization"] = "Bearer \(token)"
    /// ```
    ///
    /// A field that the client sets too, such as `Content-Type`, has the value given here. Requests for configurations
    /// and schemas do not have these fields.
    public var headers: [String: String] = [:]
    /// The size in bytes from which on the body of a POST is compressed with gzip. The default is 1024; `nil` never
    /// compresses, 0 or less always does.
    ///
    /// ```swift
    /// network.gzipThreshold = nil
    /// ```
    ///
    /// A destination that refuses compressed bodies gets them uncompressed from then on, until the process ends.
    public var gzipThreshold: Int? = 1024
    /// Reports whether there is a network, and of which kind. The default watches the system's network on Apple
    /// platforms, and is `nil` elsewhere: then a network is assumed.
    ///
    /// ```swift
    /// network.reachability = nil
    /// ```
    ///
    /// Without a network nothing is sent. Where this is `nil`, ``EventPlatformClient/networkReturned()`` reports one
    /// that is back.
    public var reachability: (any Reachability)? = SystemReachability.shared

    /// Whether each request with events says who sends it, for the console of a development intake. The default is
    /// `false`: set it in debug builds only, and leave it so for every other intake.
    ///
    /// ```swift
    /// network.reportsLedger = true
    /// ```
    ///
    /// The header field `X-Event-Client` then has the install id and the session id, also if no stream asks for them,
    /// the time by the device's clock, which attempt it is, and the ``EventPlatformClient/ledger``: of all streams
    /// together, and of those with the most events in up to 4 kB. It has no other content of events.
    ///
    /// `GET /clients` and the console of the intake show the newest ledger of each client, and when an event was sent.
    public var reportsLedger = false

    /// The header field that marks the events of one test for a development intake: `X-Event-Test`.
    ///
    /// ```swift
    /// network.headers[NetworkConfiguration.testHeaderName] = "checkout"
    /// ```
    ///
    /// `GET /events?test=checkout` of the intake then has the events of this test alone.
    public static let testHeaderName = "X-Event-Test"

    /// The path of an intake whose endpoint has none: `/v1/events`.
    public static let defaultIntakePath = "/v1/events"

    /// Creates settings for one intake.
    ///
    /// ```swift
    /// let plain = NetworkConfiguration(endpoint: "intake.example.org")
    /// let local = NetworkConfiguration(endpoint: "http://127.0.0.1:8192")
    /// let other = NetworkConfiguration(endpoint: "intake.example.org", method: .get, path: "/v2/events")
    /// ```
    ///
    /// Source: Snowplow's `NetworkConfiguration(endpoint:method:)`.
    ///
    /// - Parameters:
    ///   - endpoint: the intake, such as `intake.example.org`, `http://127.0.0.1:8192` or
    ///     `https://example.org/v2/events?hasty=true`. `https` is added when the scheme is absent. It replaces the
    ///     analytics service's entry among the destinations, and receives the events of every stream whose service is
    ///     not among them. An endpoint that is not an http or https URL is reported in the diagnostics when events are
    ///     to be sent; the events are kept.
    ///   - method: GET or POST. POST unless given.
    ///   - path: the path of the events route; unless given, that of the endpoint, and ``defaultIntakePath`` where it
    ///     has none.
    ///   - destinations: further services, for the streams that name them. None unless given.
    public init(
        endpoint: String, method: NetworkRequest.Method = .post, path: String? = nil,
        destinations: Destinations = Destinations(services: [:])
    ) {
        self.init(destinations: destinations, method: method)
        self.destinations.services[Destinations.analytics] = Self.url(endpoint, path: path)
    }

    /// Creates settings for several intakes.
    ///
    /// ```swift
    /// let network = NetworkConfiguration(destinations: .production)
    /// ```
    ///
    /// - Parameters:
    ///   - destinations: the URL of each service.
    ///   - method: GET or POST. POST unless given.
    public init(destinations: Destinations, method: NetworkRequest.Method = .post) {
        self.destinations = destinations
        self.method = method
    }

    /// Sets the intake, as ``init(endpoint:method:path:destinations:)`` does.
    mutating func setEndpoint(_ endpoint: String) {
        destinations.replaceAnalytics(by: Self.url(endpoint, path: nil))
    }

    static func url(_ endpoint: String, path: String?) -> URL? {
        guard var components = URLComponents(endpoint: endpoint) else { return nil }
        if let path {
            components.path = path.hasPrefix("/") ? path : "/" + path
        } else if components.path.isEmpty || components.path == "/" {
            components.path = defaultIntakePath
        }
        return components.url
    }
}

extension URLComponents {
    /// The parts of an http or https address, with `https` where it has no scheme; `nil` for any other text.
    init?(endpoint: String) {
        let text = endpoint.trimmingCharacters(in: .whitespacesAndNewlines)
        let hasScheme = text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil
        guard let components = URLComponents(string: hasScheme ? text : "https://" + text),
            components.host?.isEmpty == false, ["http", "https"].contains(components.scheme?.lowercased()),
            (1...65_535).contains(components.port ?? 443), hasScheme || components.user == nil
        else { return nil }
        self = components
        fragment = nil
    }
}
