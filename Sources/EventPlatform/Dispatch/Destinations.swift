public import Foundation

/// Which service takes a stream's events, and where it is: `destination_event_service` → URL.
public struct Destinations: Sendable, Hashable {
    /// The URL of each service.
    public var services: [String: URL]
    /// The service of streams that name none, or one that is not in the table.
    public var fallback: String

    /// Creates a table.
    public init(services: [String: URL], fallback: String = Destinations.analytics) {
        self.services = services
        self.fallback = fallback
    }

    /// The name of the analytics service.
    public static let analytics = "eventgate-analytics-external"

    /// Every stream's events go to one URL, whatever service the stream names.
    public static func everything(to url: URL) -> Destinations {
        Destinations(services: [analytics: url])
    }

    /// The service for what a stream's configuration names.
    func service(named name: String?) -> (service: String, isKnown: Bool) {
        guard let name else { return (fallback, true) }
        return services[name] == nil ? (fallback, false) : (name, true)
    }
}
