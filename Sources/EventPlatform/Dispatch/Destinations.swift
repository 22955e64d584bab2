public import Foundation

/// Which service takes a stream's events, and where it is: `destination_event_service` → URL.
public struct Destinations: Sendable, Hashable {
    /// The URL of each service.
    public var services: [String: URL]
    /// The service of streams that name none, or one that is not in the table.
    public var fallback: String
    /// The URL of every service, when there is but one intake.
    private var single: URL?

    /// The name of the analytics service.
    public static let analytics = "eventgate-analytics-external"

    /// The services of Wikimedia's production that take events from outside. Source: the platform's own clients.
    public static let production = Destinations(
        services: [
            analytics: "https://intake-analytics.wikimedia.org/v1/events",
            "eventgate-logging-external": "https://intake-logging.wikimedia.org/v1/events",
        ].compactMapValues { URL(string: $0) })

    /// Creates a table of services.
    public init(services: [String: URL], fallback: String = Destinations.analytics) {
        self.services = services
        self.fallback = fallback
    }

    /// Every stream's events go to one URL, whatever service the stream names. Each service still has its own queue.
    public static func everything(to url: URL) -> Destinations {
        var destinations = Destinations(services: [analytics: url])
        destinations.single = url
        return destinations
    }

    /// The service for what a stream's configuration names, and whether that is in the table.
    func service(named name: String?) -> (service: String, isKnown: Bool) {
        guard let name else { return (fallback, true) }
        return single == nil && services[name] == nil ? (fallback, false) : (name, true)
    }

    /// Where a service is. One that has left the table since an event was stored is the fallback's.
    func url(of service: String) -> URL? { single ?? services[service] ?? services[fallback] }
}
