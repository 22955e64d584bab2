import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let misspeltDestination = Rule(
        "misspelt-destination", .error, "A stream's destination_event_service is almost the name of a known service.",
        reason: "Clients have no URL for the misspelt name, and send the events to the analytics intake.",
        mistake: .setting("destination_event_service: eventgate-loging-external"),
        corrected: .setting("destination_event_service: eventgate-logging-external"))

    static let unknownDestination = Rule(
        "unknown-destination", .warning,
        "A stream's destination_event_service is a service of neither platform nor project.",
        reason: "Clients whose own settings have no URL for the service send the events to the analytics intake.",
        mistake: .setting("destination_event_service: acme-intake"),
        corrected: .setting("destination_event_service: eventgate-analytics-external"))

    static let missingDestination = Rule(
        "missing-destination", .warning, "A stream takes the destination_event_service of the defaults back.",
        reason: "Clients disagree: some send the events to the analytics intake, some cannot read the configuration.",
        mistake: .overDefault("destination_event_service: eventgate-analytics-external", "null"),
        corrected: .overDefault("destination_event_service: eventgate-analytics-external", "eventgate-logging-external")
    )

    static let internalDestination = Rule(
        "internal-destination", .warning, "A stream of an app schema is sent to a service that apps cannot reach.",
        reason: "Apps have no URL for the service: some send the events to the analytics intake, some nowhere.",
        mistake: .setting("destination_event_service: eventgate-main"),
        corrected: .setting("destination_event_service: eventgate-analytics-external"))

    static let unknownTarget = Rule(
        "unknown-target", .error, "A stream hands its events to a stream that does not exist.",
        reason: "Clients of the web drop the events: the stream in stream_name must be configured too.",
        mistake: .client("stream_name: app.serch"), corrected: .client("stream_name: app.search"))
}

/// Checks of `destination_event_service`, and of the stream to which a client hands the events.
///
/// A stream that names no service is in order, whatever other streams name: its events go where the client's own
/// settings send them. One that takes back what the defaults name has a warning.
enum DestinationChecks {
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        let streams = context.folder.streams
        return streams.compactMap { stream in
            if stream.takesBack("destination_event_service") { return missing(in: stream) }
            let setting = stream.setting("destination_event_service")?.string
            return setting.flatMap { unknown($0, in: stream) ?? unreachable($0, in: stream) }
        } + streams.compactMap { unknownTarget(of: $0, context) }
    }

    /// Services with no address outside the platform.
    private static let internalServices: Set = ["eventgate-analytics", "eventgate-main"]

    private static func unreachable(_ destination: String, in stream: AuthoredStream) -> CatalogFinding? {
        let hasURLs = stream.vocabulary.destinations[destination]?.object?.isEmpty == false
        guard internalServices.contains(destination), !hasURLs, let title = stream.schemaTitleOfApp else { return nil }
        return stream.finding(
            .internalDestination, at: ["destination_event_service"],
            "Apps cannot reach \(destination), and “\(title)” is a schema of apps.",
            remedy: stream.vocabulary.usualDestination.map { "Write \($0)." } ?? "Name a service that apps can reach.")
    }

    private static func unknownTarget(of stream: AuthoredStream, _ context: StreamCheckContext) -> CatalogFinding? {
        let path = ["producers", "metrics_platform_client", "stream_name"]
        // A file that cannot be read may have the stream.
        guard let name = JSONValue.object(stream.authored)[path: path]?.string, context.folder.isComplete,
            context.configurations.key(of: name) == nil
        else { return nil }
        return stream.finding(
            .unknownTarget, at: path, "There is no stream “\(name)”.",
            remedy: context.folder.streams.map(\.name).suggestion(for: name) ?? "Add the stream, or remove the line.")
    }

    private static func unknown(_ destination: String, in stream: AuthoredStream) -> CatalogFinding? {
        let services = Array(stream.vocabulary.destinations.names)
        guard stream.vocabulary.isComplete, !services.contains(destination) else { return nil }
        if stream.vocabulary.leavesOut(destination) {
            return stream.finding(
                .unknownDestination, at: ["destination_event_service"],
                "“\(destination)” is a word of the platform, which “vocabulary: none” in \(Project.fileName) "
                    + "leaves out.",
                remedy: "Declare it there, or name a service of your own.")
        }
        if let service = services.nearest(to: destination) {
            return stream.finding(
                .misspeltDestination, at: ["destination_event_service"], "There is no service “\(destination)”.",
                remedy: "Did you mean “\(service)”?")
        }
        return stream.finding(
            .unknownDestination, at: ["destination_event_service"],
            "“\(destination)” is a service of neither the platform nor the project.",
            remedy: "Declare it in \(Project.fileName) if it is your own, and give each client its URL."
                + (services.isEmpty ? "" : " Known are \(services.joined(separator: ", ")).")
        )
    }

    private static func missing(in stream: AuthoredStream) -> CatalogFinding {
        stream.finding(
            .missingDestination, at: ["destination_event_service"],
            "The stream “\(stream.name)” takes the destination_event_service of the defaults back.",
            remedy: "Remove the line, or name a service"
                + (stream.vocabulary.usualDestination.map { ", such as \($0)." } ?? "."))
    }
}
