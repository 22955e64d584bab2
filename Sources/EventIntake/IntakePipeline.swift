import EventCatalog
import EventSchema
import EventStreams
import Foundation

/// The way of an event through the intake: ``judge(_:receivedAt:)`` takes the steps in order, and says how it ended.
///
/// Source of the order: the existing intake (eventgate). Invalid is what fails its JSON schema; everything else that
/// goes wrong is an error.
struct IntakePipeline: Sendable {
    let catalog: IntakeCatalog

    func judge(_ event: JSONValue, receivedAt time: String) -> EventVerdict {
        guard case .object(var properties) = event else { return .error(event, "the event is no JSON object") }
        guard let id = properties["$schema"]?.string else { return .error(event, "the event has no $schema") }
        guard let schema = catalog.schemas.schema(id) else {
            return .error(event, "schema \(id) is not in the repositories")
        }
        FieldFilling(time: time).fill(&properties, schema)
        guard let stream = properties["meta"]?["stream"]?.string else {
            return .error(.object(properties), "the event has no meta.stream")
        }
        if let refusal = refusal(of: stream, schema) { return .error(.object(properties), refusal) }
        let filled = schema.fillingDefaults(in: .object(properties))
        let findings = schema.findings(in: filled)
        guard findings.isEmpty else { return .invalid(filled, findings) }
        return .accepted(ReceivedEvent(filled, stream: stream, schema: id, receivedAt: time))
    }

    /// Why a stream does not take events of a schema, or `nil` when it does: the title must match, the version is free.
    private func refusal(of stream: String, _ schema: Schema) -> String? {
        guard let configuration = catalog.streams[stream] else {
            return catalog.streams.isQuarantined(stream)
                ? "the configuration of stream \(stream) is broken" : "stream \(stream) is not configured"
        }
        guard let title = configuration.schemaTitle else { return nil }
        guard schema.title == title else {
            return
                "stream \(stream) takes events of schema \(title), not of \(schema.title ?? "a schema without title")"
        }
        return nil
    }
}

/// How an event ended.
enum EventVerdict: Sendable {
    /// Fit to be stored.
    case accepted(ReceivedEvent)
    /// It does not follow its schema.
    case invalid(JSONValue, [Finding])
    /// It could not be processed, for a reason other than its content.
    case error(JSONValue, String)
}
