public import Foundation

/// The URL of each service that accepts events, by the name that streams give in `destination_event_service`.
///
/// ```swift
/// let destinations = Destinations(services: [
///     Destinations.analytics: intake, "eventgate-logging-external": logs,
/// ])
/// ```
///
/// Each service has its own queue: one that fails delays no other.
public struct Destinations: Sendable, Hashable {
    /// The URL of each service, by the service's name. A URL without a path, such as `https://intake.example.org`, has
    /// ``NetworkConfiguration/defaultIntakePath``.
    public var services: [String: URL]
    /// The service of streams that name none, or one that has no URL here. The default is ``analytics``. A name without
    /// a URL is reported in the diagnostics.
    public var fallback: String
    /// The URL of every service, when there is only one intake.
    private var single: URL?

    /// The name of the analytics service, `eventgate-analytics-external`: the usual value of
    /// `destination_event_service`.
    public static let analytics = "eventgate-analytics-external"

    /// The services of Wikimedia's production that take events from outside: analytics and logging.
    ///
    /// ```swift
    /// let network = NetworkConfiguration(destinations: .production)
    /// ```
    ///
    /// Source: the platform's own clients.
    public static let production = Destinations(
        services: [
            analytics: "https://intake-analytics.wikimedia.org/v1/events",
            "eventgate-logging-external": "https://intake-logging.wikimedia.org/v1/events",
        ].compactMapValues { URL(string: $0) })

    /// Creates a table of services.
    ///
    /// - Parameters:
    ///   - services: the URL of each service, by the service's name, with ``NetworkConfiguration/defaultIntakePath``
    ///     where it has no path.
    ///   - fallback: the service of streams that name none, or an unknown one. ``analytics`` unless given.
    public init(services: [String: URL], fallback: String = Destinations.analytics) {
        self.services = services
        self.fallback = fallback
    }

    /// Creates a table that has one URL for the events of every stream, whatever service the stream names.
    ///
    /// ```swift
    /// let network = NetworkConfiguration(destinations: .everything(to: intake))
    /// ```
    ///
    /// For development and for platforms with one intake. Each service still has its own queue. A URL without a path
    /// has ``NetworkConfiguration/defaultIntakePath``.
    public static func everything(to url: URL) -> Destinations {
        var destinations = Destinations(services: [analytics: url])
        destinations.single = url
        return destinations
    }

    /// Replaces the URL of the analytics service; where one URL serves every service, that one.
    mutating func replaceAnalytics(by url: URL?) {
        services[Self.analytics] = url
        if single != nil { single = url }
    }

    /// The service for what a stream's configuration names, and whether that is in the table.
    func service(named name: String?) -> (service: String, isKnown: Bool) {
        guard let name else { return (fallback, true) }
        return single == nil && services[name] == nil ? (fallback, false) : (name, true)
    }

    /// The URL of a service. One that is no longer in the table since an event was stored has the fallback's. A URL
    /// without a path has ``NetworkConfiguration/defaultIntakePath``.
    func url(of service: String) -> URL? {
        guard let url = single ?? services[service] ?? services[fallback] else { return nil }
        return url.path.isEmpty || url.path == "/" ? url.atDefaultPath : url
    }
}

extension URL {
    /// This URL with ``NetworkConfiguration/defaultIntakePath`` as its path, and its query.
    fileprivate var atDefaultPath: URL {
        var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        components?.path = NetworkConfiguration.defaultIntakePath
        return components?.url ?? self
    }
}
