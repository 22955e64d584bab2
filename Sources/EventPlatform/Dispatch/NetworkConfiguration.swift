import Foundation

/// Where events go, and how a request looks.
///
/// ```swift
/// var network = NetworkConfiguration(endpoint: "intake.example.org", method: .post)
/// network.headers["X-Client"] = "my-app"
/// network.timeout = .seconds(10)
/// ```
public struct NetworkConfiguration: Sendable {
    /// The URL of each service that streams may name as their destination.
    public var destinations: Destinations
    /// How events leave: a POST has a JSON array of them as its body, a GET one event as its `event` parameter. The
    /// default is POST.
    public var method: NetworkRequest.Method
    /// A transport of the app's own; `nil`, the default, uses URLSession on Apple platforms and async-http-client on
    /// Linux.
    public var connection: (any NetworkConnection)?
    /// How long one request may take, from its start to the last byte of the answer. The default is 30 seconds;
    /// values above a day count as a day.
    public var timeout: Duration = .seconds(30) { didSet { timeout = min(timeout, .seconds(86_400)) } }
    /// Header fields for every request to an intake. They win over the client's own. None by default.
    public var headers: [String: String] = [:]
    /// From how many bytes on the body of a POST is compressed with gzip; `nil` never compresses. The default is 1024.
    /// A destination that refuses compressed bodies gets them as they are from then on.
    public var gzipThreshold: Int? = 1024
    /// Tells when there is a network. The default watches the system's where it can be watched (Apple's), and is `nil`
    /// elsewhere: then a network is assumed.
    public var reachability: (any Reachability)? = SystemReachability.shared

    /// The header field by which a development intake tells the events of one test from others: `X-Event-Test`. Give it
    /// a value in ``headers``, and ask the intake with `GET /events?test=…`.
    public static let testHeader = "X-Event-Test"

    /// The path of an intake whose endpoint names none.
    public static let defaultPath = "/v1/events"

    /// Settings for one intake.
    ///
    /// - Parameters:
    ///   - endpoint: the intake, such as `intake.example.org`, `http://127.0.0.1:8192` or
    ///     `https://example.org/v2/events?hasty=true`. `https` is added when the scheme is absent. It replaces the
    ///     analytics service's entry among the destinations, and takes the events of every stream whose service is not
    ///     among them. An endpoint that is no URL is reported in the diagnostics when events are to leave; they are
    ///     kept.
    ///   - method: GET or POST.
    ///   - path: the path of the events route; unless given, that of the endpoint, and ``defaultPath`` where it has
    ///     none.
    ///   - destinations: services of their own for streams that name them. None unless given.
    public init(
        endpoint: String, method: NetworkRequest.Method = .post, path: String? = nil,
        destinations: Destinations = Destinations(services: [:])
    ) {
        self.init(destinations: destinations, method: method)
        self.destinations.services[Destinations.analytics] = Self.url(endpoint, path: path)
    }

    /// Settings for several intakes.
    public init(destinations: Destinations, method: NetworkRequest.Method = .post) {
        self.destinations = destinations
        self.method = method
    }

    private static func url(_ endpoint: String, path: String?) -> URL? {
        let text = endpoint.trimmingCharacters(in: .whitespacesAndNewlines)
        let hasScheme = text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil
        guard var components = URLComponents(string: hasScheme ? text : "https://" + text),
            components.host?.isEmpty == false, ["http", "https"].contains(components.scheme?.lowercased()),
            (1...65_535).contains(components.port ?? 443), hasScheme || components.user == nil
        else { return nil }
        components.fragment = nil
        if let path {
            components.path = path.hasPrefix("/") ? path : "/" + path
        } else if components.path.isEmpty || components.path == "/" {
            components.path = defaultPath
        }
        return components.url
    }
}
