import EventSchema
import EventStreams
import EventSupport

/// What is wrong with a stream that every client could read, and that its author cannot have meant.
enum StreamChecks {
    /// The services of the platform. Source: production's stream configuration.
    static let services = [
        "eventgate-analytics", "eventgate-analytics-external", "eventgate-logging-external", "eventgate-main",
    ]

    /// The issues of a stream, each with the path of its setting.
    static func issues(of stream: StreamConfiguration) -> [(path: String, problem: String, remedy: String)] {
        nameIssues(of: stream) + destinationIssues(of: stream) + attributeIssues(of: stream)
    }

    private static func nameIssues(of stream: StreamConfiguration) -> [(path: String, problem: String, remedy: String)]
    {
        guard stream.name.isEmpty || stream.name == "~" else { return [] }
        return [("", "A stream has no name.", "Name it, such as “app.search”.")]
    }

    private static func destinationIssues(
        of stream: StreamConfiguration
    ) -> [(path: String, problem: String, remedy: String)] {
        guard let destination = stream.destination, !services.contains(destination) else { return [] }
        let remedy = services.nearest(to: destination).map { "Did you mean “\($0)”?" }
        return [
            (
                "destination_event_service", "There is no service “\(destination)”.",
                remedy ?? "Known are \(services.joined(separator: ", "))."
            )
        ]
    }

    /// Attributes that are named twice, and rules over attributes the stream does not ask for: such a rule would drop
    /// every event, since the value is always missing. Client platform and family are always there.
    private static func attributeIssues(
        of stream: StreamConfiguration
    ) -> [(path: String, problem: String, remedy: String)] {
        let block = "producers.metrics_platform_client"
        let names = (stream.settings[path: ["producers", "metrics_platform_client", "provide_values"]]?.array ?? [])
            .compactMap(\.string)
        let repeated = Set(names.filter { name in names.filter { $0 == name }.count > 1 }).sorted()
        let provided = Set(stream.providedAttributes + [.agentClientPlatform, .agentClientPlatformFamily])
        let missing = stream.curation.attributes.filter { !provided.contains($0) }
        return repeated.map { (block + ".provide_values", "“\($0)” stands here twice.", "Remove one.") }
            + missing.map {
                (
                    block + ".curation.\($0.rawValue)",
                    "The stream does not ask for \($0.rawValue), so this rule would drop every event.",
                    "Add it to provide_values, or remove the rule."
                )
            }
    }
}

extension JSONObject {
    fileprivate subscript(path path: [String]) -> JSONValue? { JSONValue.object(self)[path: path] }
}
