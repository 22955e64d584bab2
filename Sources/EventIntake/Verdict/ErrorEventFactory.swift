import EventSchema
import Foundation

/// Makes the event that tells a stream's owners of an event that was invalid: `/error/2.1.0` in
/// `{service}.error.validation`.
struct ErrorEventFactory: Sendable {
    /// The name of the service whose stream they go to; `nil` for the service of the invalid event's stream.
    let service: String?

    static let schema = "/error/2.1.0"
    private static let usualService = "eventgate-analytics-external"

    func event(about rejected: RejectedEvent, destination: String?) -> AcceptedEvent {
        let service = service ?? destination ?? Self.usualService
        let stream = service + Self.streamEnd
        let now = Date()
        func text(_ path: String...) -> JSONValue { .string(rejected.event[path: path]?.string ?? "unknown") }
        let event: JSONValue = [
            "$schema": .string(Self.schema),
            "meta": [
                "id": .string(EventID.make(at: now)), "stream": .string(stream), "dt": .string(now.intakeTime),
                "uri": text("meta", "uri"), "domain": text("meta", "domain"), "request_id": text("meta", "request_id"),
            ],
            "dt": .string(now.intakeTime),
            "emitter_id": .string(service),
            "raw_event": .string(rejected.event.jsonText),
            "errored_schema_uri": text("$schema"),
            "errored_stream_name": text("meta", "stream"),
            "message": rejected.context["errorsText"] ?? "",
            "error_type": "ValidationError",
        ]
        return AcceptedEvent(event: event, stream: stream, schema: Self.schema, test: rejected.test)
    }

    private static let streamEnd = ".error.validation"
    /// What SQLite's `GLOB` finds the streams by that error events go to.
    static let streamGlob = "*\(streamEnd)"

    /// Whether a stream is one of those that error events go to.
    static func isErrorStream(_ name: String) -> Bool { name.hasSuffix(streamEnd) }
}
