import EventSchema
import EventStreams
import Foundation

/// Creates the error events that inform the owners of a stream about its invalid events: schema `/error/2.1.0`, stream
/// `{service}.error.validation`.
struct ErrorEventFactory: Sendable {
    /// The service in the stream's name; `nil` for the destination of the invalid event's stream.
    let service: String?

    static let schema = "/error/2.1.0"
    private static let defaultService = "eventgate-analytics-external"
    /// The length of a message in Unicode scalars. An event of 80 kB can have errors of megabytes.
    static let maximumMessageLength = 8000

    func event(about rejected: RejectedEvent, _ streams: StreamConfigurations?) -> AcceptedEvent {
        let service = service ?? streams?[rejected.stream]?.destination ?? Self.defaultService
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
            "raw_event": .string(JSONValue(rejected.event).jsonText),
            "errored_schema_uri": text("$schema"),
            "errored_stream_name": text("meta", "stream"),
            "message": .string(Self.message(rejected.reason)),
            "error_type": "ValidationError",
        ]
        return AcceptedEvent(
            event: JSON(event), stream: stream, schema: Self.schema, configuration: streams?[stream],
            test: rejected.test)
    }

    /// The reasons, cut off if they are longer than ``maximumMessageLength``.
    private static func message(_ reasons: String) -> String {
        let scalars = reasons.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: maximumMessageLength, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return reasons }
        return "\(reasons[..<end])… (cut off, \(reasons.utf8.count) bytes in all)"
    }

    /// The end of the names of the streams of error events.
    static let streamEnd = ".error.validation"
    /// The pattern for SQLite's `GLOB` that matches the streams of error events.
    static let streamGlob = "*\(streamEnd)"

    /// Whether a stream is for error events.
    static func isErrorStream(_ name: String) -> Bool { name.hasSuffix(streamEnd) }
}
