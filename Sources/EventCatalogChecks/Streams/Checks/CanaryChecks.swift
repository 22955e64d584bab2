import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let canaryOnPattern = Rule(
        "canary-on-pattern", .error, "canary_events_enabled is true on a pattern.",
        reason: "A canary event has to name one stream, so no canary event can be sent to a pattern.",
        mistake: .streams("/^app\\./", setting: "canary_events_enabled: true"),
        corrected: .streams("/^app\\./", setting: "canary_events_enabled: false"))

    static let canaryWithoutExample = Rule(
        "canary-without-example", .warning,
        "canary_events_enabled is true, and the schema has no example that the intake accepts.",
        reason: "A canary event is the first example of the schema. Without a valid one, the intake refuses it.",
        mistake: .streams(streamWithCanary, tap: ""),
        corrected: .streams(
            streamWithCanary, tap: "examples: [{$schema: /app/tap/1.0.0, meta: {stream: app.tap}}]"))

    private static let streamWithCanary = "app.tap:\n  schema_title: app/tap\n  canary_events_enabled: true\n"
}

/// Checks of `canary_events_enabled`.
enum CanaryChecks {
    private static let setting = "canary_events_enabled"

    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        guard stream.setting(setting) == true else { return [] }
        // The defaults are right for other streams.
        let place = stream.own[setting].isSet ? [setting] : []
        guard !stream.name.hasPrefix("/") else {
            return [
                stream.finding(
                    .canaryOnPattern, at: place, "Canary events cannot be sent to a pattern.",
                    remedy: "Write “\(setting): false” for “\(stream.name)”.")
            ]
        }
        // What is built in is the base schemas without their examples.
        guard let configuration = context.configuration(of: stream), let title = configuration.schemaTitle,
            let version = context.schemas?.latest(title: title), !version.isBuiltIn,
            let problem = problem(with: version, configuration)
        else { return [] }
        return [
            stream.finding(
                .canaryWithoutExample, at: place, problem,
                remedy: "Write a valid event under examples in the next version of the schema, or set \(setting) to "
                    + "false.")
        ]
    }

    private static func problem(with version: SchemaVersion, _ stream: StreamConfiguration) -> String? {
        guard let example = version.document["examples"]?.array?.first, let event = example.object else {
            return "Canary events are on, and \(version.uri) has no example."
        }
        let completed = IntakeFields(stream).completing(.object(event.canary(of: stream.name)), by: version.schema)
        guard let finding = version.schema.findings(in: completed).first else { return nil }
        let place = finding.instanceLocation.isEmpty ? "" : " at \(finding.instanceLocation)"
        return "Canary events are on, and the first example of \(version.uri) is not valid: \(finding.message)\(place)."
    }
}

extension JSONObject {
    /// The example of a schema as a canary event.
    fileprivate func canary(of stream: String) -> JSONObject {
        var meta = self["meta"]?.object ?? [:]
        meta["stream"] = .string(stream)
        meta["domain"] = "canary"
        meta["dt"] = nil
        var event = self
        event["meta"] = .object(meta)
        return event
    }
}
