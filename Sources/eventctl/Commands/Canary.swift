import ArgumentParser
import EventPlatform
import EventSchema
import EventStreams
import Foundation
import EventSupport

/// Sends one synthetic event to every stream that allows it and reports which were accepted.
struct Canary: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sends a canary event to every stream with canary_events_enabled and reports which are accepted.",
        discussion: """
            The event is the first example of the latest version of the stream's schema, with meta.domain set to \
            canary, the stream's name, a new meta.id and the current time. Streams whose name is a pattern are skipped.

            EXAMPLE
              eventctl canary --url http://127.0.0.1:8192
              eventctl canary --stream app.interactions --json

            Exit status: 0 every event was accepted; 1 at least one was not, or no stream has canary events; 64 wrong \
            usage; 70 could not run.
            """)

    @Option(
        name: .customLong("stream"),
        help: ArgumentHelp(
            "Only this stream, even if its canary events are disabled. May be repeated.", valueName: "NAME"))
    var streams: [String] = []

    @Flag(help: "Print one JSON object per line instead of a table.")
    var json = false

    @OptionGroup var options: PlatformOptions

    func run() async throws {
        let results = try await CanaryRun(platform: options.platform).send(to: streams)
        guard !results.isEmpty else {
            Output.errorLine("eventctl: no stream of \(options.url) has canary_events_enabled")
            throw ExitCode.findings
        }
        try Output.report(endingWithFindingsIf: results.contains { !$0.isAccepted }) {
            if json {
                for result in results { try Output.line(json: result.json) }
            } else {
                for line in CanaryResult.table(results) { try Output.line(line) }
            }
        }
    }
}

/// The result of one stream's canary event.
struct CanaryResult: Sendable {
    let stream: String
    let schema: String?
    let id: String?
    /// `nil` when nothing was sent.
    let status: Int?
    /// Why it was not accepted; `nil` when it was.
    let reason: String?

    var isAccepted: Bool { reason == nil }

    var json: JSONValue {
        [
            "stream": .string(stream), "accepted": .bool(isAccepted), "schema": schema.map(JSONValue.string) ?? .null,
            "id": id.map(JSONValue.string) ?? .null, "status": status.map(JSONValue.number) ?? .null,
            "reason": reason.map(JSONValue.string) ?? .null,
        ]
    }

    static func table(_ results: [CanaryResult]) -> [String] {
        let rows = results.map { result in
            [result.stream, result.isAccepted ? "accepted" : "FAILED", result.reason ?? result.schema ?? ""]
        }
        let accepted = results.count(where: \.isAccepted)
        return TextTable(rows).lines + ["\(accepted) of \(results.count) accepted"]
    }
}

/// Sends canary events to a platform.
struct CanaryRun: Sendable {
    let platform: PlatformClient

    /// Sends one event to each of the streams, or to all that allow it.
    func send(to names: [String]) async throws -> [CanaryResult] {
        let response = try await platform.requestJSON(
            "GET", "/w/api.php?action=streamconfigs&format=json&formatversion=2")
        let configurations = try StreamConfigurations(response: response)
        var results: [CanaryResult] = []
        let chosen = names.isEmpty ? configurations.streams.filter(\.allowsCanaries).map(\.name) : names
        for name in chosen {
            do {
                results.append(try await send(to: name, configurations[name]))
            } catch let error as CommandError {
                results.append(
                    CanaryResult(stream: name, schema: nil, id: nil, status: nil, reason: error.description))
            }
        }
        return results
    }

    private func send(to name: String, _ stream: StreamConfiguration?) async throws -> CanaryResult {
        guard let stream else { throw CommandError("the stream is not configured") }
        guard !name.hasPrefix("/") else { throw CommandError("it is a pattern; give the name of a stream it matches") }
        guard let title = stream.schemaTitle else { throw CommandError("its configuration has no schema_title") }
        let schema = try await platform.requestJSON("GET", "/schemas/\(title)/latest")
        guard var event = schema["examples"]?.array?.first?.object else {
            throw CommandError("the schema \(title) has no example; write one under examples")
        }
        let id = UUID().uuidString.lowercased()
        event.makeCanary(of: name, id: id)
        let response = try await platform.send("POST", "/v1/events", .array([.object(event)]))
        return CanaryResult(
            stream: name, schema: event["$schema"]?.string, id: id, status: response.status,
            reason: response.status == 201 ? nil : Self.reason(response))
    }

    private static func reason(_ response: PlatformClient.Response) -> String {
        let entry = response.json?["invalid"]?.array?.first ?? response.json?["error"]?.array?.first
        let context = entry?["context"]
        let words = context?["errorsText"]?.string ?? context?["message"]?.string ?? response.json?["detail"]?.string
        return "\(response.status): \(words ?? "no reason given")"
    }
}

extension StreamConfiguration {
    /// Whether canary events are enabled. An event cannot name a pattern as its stream.
    fileprivate var allowsCanaries: Bool {
        settings["canary_events_enabled"] == true && !name.hasPrefix("/")
    }
}

extension JSONObject {
    /// Turns the example of a schema into a canary event, recognisable by its `meta.domain`. The intake sets `meta.dt`.
    fileprivate mutating func makeCanary(of stream: String, id: String) {
        var meta = self["meta"]?.object ?? [:]
        meta["stream"] = .string(stream)
        meta["domain"] = "canary"
        meta["id"] = .string(id)
        meta["dt"] = nil
        self["meta"] = .object(meta)
        if self["dt"] != nil {
            self["dt"] = .string(SystemClocks().wall.iso8601)
        }
    }
}
