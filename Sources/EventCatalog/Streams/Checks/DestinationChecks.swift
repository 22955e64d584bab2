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
}

/// Checks of `destination_event_service`.
enum DestinationChecks {
    /// The services of the platform. Source: production's stream configuration.
    private static let services = [
        "eventgate-analytics", "eventgate-analytics-external", "eventgate-logging-external", "eventgate-main",
    ]

    static func findings(in stream: AuthoredStream, _: StreamCheckContext) -> [CatalogFinding] {
        guard let destination = stream.setting("destination_event_service")?.string, !services.contains(destination)
        else { return [] }
        let meant = services.nearest(to: destination).map { "Did you mean “\($0)”?" }
        return [
            CatalogFinding(
                .unknownDestination, stream.location(of: ["destination_event_service"]),
                "There is no service “\(destination)”.",
                remedy: meant ?? "Known are \(services.joined(separator: ", ")).")
        ]
    }
}
