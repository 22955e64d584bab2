import EventSchema
import EventSupport

extension Rule {
    static let unknownDestination = Rule(
        "unknown-destination", .error, "A stream's destination_event_service is no service of the platform.",
        reason: "Clients that do not know the service send the events to the analytics intake.",
        mistake: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              destination_event_service: eventgate-loging-external
            """,
        mended: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              destination_event_service: eventgate-logging-external
            """)

    static let missingDestination = Rule(
        "missing-destination", .warning, "A stream has no destination_event_service, and other streams have one.",
        reason: "Clients disagree: some send the events to the analytics intake, some cannot read the configuration.",
        mistake: """
            app.reading:
              schema_title: analytics/product_metrics/app/base
              destination_event_service: eventgate-analytics-external
            app.search:
              schema_title: analytics/product_metrics/app/base
            """,
        mended: """
            app.reading:
              schema_title: analytics/product_metrics/app/base
              destination_event_service: eventgate-analytics-external
            app.search:
              schema_title: analytics/product_metrics/app/base
              destination_event_service: eventgate-analytics-external
            """)

    static let destinationRules = [unknownDestination, missingDestination]
}

/// Checks of `destination_event_service`.
///
/// Streams of a folder that never names a service are in order: all their events go where the client's own settings
/// send them.
enum DestinationChecks {
    /// The services of the platform. Sources: production's stream configuration, and the Android client for the local
    /// one.
    static let services = [
        "eventgate-analytics", "eventgate-analytics-external", "eventgate-logging-external", "eventgate-logging-local",
        "eventgate-main",
    ]

    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        let streams = context.folder.streams
        let isUsed = streams.contains { $0.setting("destination_event_service") != nil }
        return streams.compactMap { stream in
            guard let setting = stream.setting("destination_event_service") else {
                return isUsed ? missing(in: stream) : nil
            }
            return setting.string.flatMap { unknown($0, in: stream) }
        }
    }

    private static func unknown(_ destination: String, in stream: AuthoredStream) -> CatalogFinding? {
        guard !services.contains(destination) else { return nil }
        let meant = services.nearest(to: destination).map { "Did you mean “\($0)”?" }
        return stream.finding(
            .unknownDestination, at: ["destination_event_service"], "There is no service “\(destination)”.",
            remedy: meant ?? "Known are \(services.joined(separator: ", ")).")
    }

    private static func missing(in stream: AuthoredStream) -> CatalogFinding {
        stream.finding(
            .missingDestination, "The stream “\(stream.name)” has no destination_event_service.",
            remedy: "Name a service, such as eventgate-analytics-external, here or in defaults.yaml.")
    }
}
