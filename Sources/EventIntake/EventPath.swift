import CoreMetrics
import EventCatalog
import EventSchema
import EventStreams
import Foundation
import Logging

/// The path of an event through the intake: validation, sinks, store.
struct EventPath: Sendable {
    /// The schemas and streams that events are validated against.
    let content: LiveContent
    /// Where all events are kept after the sinks have them; `nil` for an intake that keeps none.
    let store: IntakeStore?
    /// The sinks that accepted events are written to before the store.
    let sinks: [any EventSink]
    private let errorEvents: ErrorEventFactory
    private let log: IntakeLog
    private let metrics: IntakeMetrics

    init(
        content: LiveContent, store: IntakeStore?, sinks: [any EventSink] = [], service: String?,
        log: IntakeLog = IntakeLog(logger: Logger(label: "event-intake")),
        metrics: IntakeMetrics = IntakeMetrics(NOOPMetricsHandler.instance)
    ) {
        self.content = content
        self.store = store
        self.sinks = sinks
        errorEvents = ErrorEventFactory(service: service)
        self.log = log
        self.metrics = metrics
    }

    /// Validates each event, writes the accepted ones to the sinks, and stores all in one transaction, which is
    /// committed when this returns. For each invalid event, an error event is written and stored too.
    ///
    /// - Throws: ``SinkUnavailable`` of a sink; nothing is stored then.
    func receive(
        _ events: [JSON], _ metadata: RequestMetadata
    ) async throws(SinkUnavailable) -> [EventVerdict] {
        let start = ContinuousClock.now
        let content = content.fetchesSchemas ? await fetchingSchemas(of: events, metadata) : content.current
        var filler = FieldFiller(metadata)
        let verdicts = events.map { evaluate($0, metadata, &filler, content) }
        let invalid = verdicts.compactMap(\.rejected).filter { $0.status == .invalid }
        var batch = EventBatch(verdicts, errorEvents: invalid.map { errorEvents.event(about: $0, content.streams) })
        do {
            // The store comes last, so that an event in the store is in every sink.
            for sink in sinks { try await batch.write(to: sink) }
        } catch {
            log.requestRefused(error)
            metrics.refused()
            throw error
        }
        if let store { await batch.store(in: store) }
        if let failure = batch.failure {
            log.eventsNotStored(batch.failureCount, failure)
        } else {
            log.eventsStored()
        }
        metrics.handled(batch.verdicts, since: start)
        return batch.verdicts
    }

    /// The content, with the schemas that events name as far as they can be fetched.
    private func fetchingSchemas(of events: [JSON], _ metadata: RequestMetadata) async -> IntakeContent {
        await content.content(
            naming: events.lazy.compactMap { metadata.addingSchemaAndStream(to: $0)["$schema"]?.string })
    }

    func evaluate(
        _ event: JSON, _ metadata: RequestMetadata, _ filler: inout FieldFiller, _ content: IntakeContent
    ) -> EventVerdict {
        var event = metadata.addingSchemaAndStream(to: event)
        do {
            let version = try schema(of: event, content)
            let stream = content.streams?[event[path: ["meta", "stream"]]?.string ?? ""]
            event = filler.fill(event, version, stream, content.fields(of: stream))
            let name = try streamName(of: event, version, stream, content)
            let evaluation = version.schema.evaluation(of: event)
            if let filled = evaluation.filled { event = filled }
            guard evaluation.failures.isEmpty else {
                let errors = AjvErrors(evaluation.failures, in: JSONValue(event), of: version.schema)
                return .rejected(RejectedEvent(event, invalid: errors, test: metadata.test))
            }
            return .accepted(
                AcceptedEvent(
                    event: event, stream: name, schema: version.uri, configuration: stream, test: metadata.test))
        } catch {
            return .rejected(RejectedEvent(event, error: error.message, test: metadata.test))
        }
    }

    /// The schema that the event names.
    private func schema(of event: JSON, _ content: IntakeContent) throws(Refusal) -> SchemaVersion {
        guard event.kind == .object else {
            throw Refusal("An event must be an object; this is of type \(JSONValue(event).typeName).")
        }
        guard let uri = event["$schema"]?.string, !uri.isEmpty else {
            throw Refusal("The event has no $schema. Set it to the path and version of a schema, such as /title/1.0.0.")
        }
        if let version = content.schemas[uri] { return version }
        if let reason = content.missingReasons[uri] { throw Refusal(reason) }
        let known = content.schemas.suggestions(for: uri)
        let hint = known.isEmpty ? "" : " Known are \(known.joined(separator: ", "))."
        throw Refusal("There is no schema \(uri).\(hint)")
    }

    /// The stream that the event names. Its configuration must allow the title of the event's schema.
    private func streamName(
        of event: JSON, _ version: SchemaVersion, _ stream: StreamConfiguration?, _ content: IntakeContent
    ) throws(Refusal) -> String {
        guard let name = event[path: ["meta", "stream"]]?.string, !name.isEmpty else {
            throw Refusal("The event has no meta.stream. Set it to the name of a stream.")
        }
        guard let streams = content.streams else { return name }
        guard let stream else {
            let isBroken = streams.isQuarantined(name)
            throw Refusal(
                "The stream \(name) is \(isBroken ? "not usable: its configuration is broken" : "not configured").")
        }
        // The look-up also finds a pattern by its own text, which is not the name of a stream.
        guard !(name == stream.name && name.hasPrefix("/")) else {
            throw Refusal("\(name) is a pattern, not a stream. Set meta.stream to a name that it matches.")
        }
        guard stream.schemaTitle == version.title else {
            let allowed = stream.schemaTitle.map { "only \($0)" } ?? "none, its configuration has no schema_title"
            throw Refusal(
                "The schema title \(version.title) is not allowed in the stream \(name). Allowed: \(allowed).")
        }
        return name
    }
}

/// Why an event is rejected before it is validated against its schema.
private struct Refusal: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
