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
    /// The reports of clients about themselves.
    let clients = ReportedClients()
    private let errorEvents: ErrorEventFactory
    /// Whether what one request may cost has bounds. The existing intake has none.
    private let isBounded: Bool
    /// Large batches are validated here, one after the other, so that the threads of all requests stay free for others.
    private let largeBatches = LargeBatches()
    private let log: IntakeLog
    private let metrics: IntakeMetrics

    /// The number of events up to which a batch is validated on the threads of all requests, in some milliseconds.
    private static let usualCount = 100

    init(
        content: LiveContent, store: IntakeStore?, sinks: [any EventSink] = [], service: String?,
        log: IntakeLog = IntakeLog(logger: Logger(label: "event-intake")),
        metrics: any MetricsFactory = NOOPMetricsHandler.instance, isBounded: Bool = true
    ) {
        self.content = content
        self.store = store
        self.sinks = sinks
        errorEvents = ErrorEventFactory(service: service)
        self.log = log
        self.metrics = IntakeMetrics(metrics, streams: content.metrics.streams)
        self.isBounded = isBounded
    }

    /// Validates each event, writes the accepted ones to the sinks, and stores all in one transaction, which is
    /// committed when this returns. For each invalid event, an error event is written and stored too.
    ///
    /// - Throws: ``SinkUnavailable`` of a sink, or if too many large batches wait; nothing is stored then.
    func receive(
        _ events: [JSON], _ metadata: RequestMetadata
    ) async throws(SinkUnavailable) -> [EventVerdict] {
        let start = ContinuousClock.now
        if let client = metadata.client { clients.add(client) }
        let content = content.fetchesSchemas ? await fetchingSchemas(of: events, metadata) : content.current
        var batch: EventBatch
        do {
            batch = try await judgeInTurn(events, metadata, content)
            // The store comes last, so that an event in the store is in every sink.
            for sink in sinks { try await batch.write(to: sink) }
        } catch {
            log.requestRefused(error)
            metrics.refused(isBusy: error.isBusy)
            throw error
        }
        if let store { await batch.store(in: store, sent: metadata.client?.sent) }
        if let failure = batch.failure {
            log.eventsNotStored(batch.failureCount, failure)
        } else {
            log.eventsStored()
        }
        metrics.handled(batch, since: start)
        return batch.verdicts
    }

    /// Counts a request from which no events could be read.
    func note(_ error: EventBodyError) { metrics.unreadable(error) }

    /// Judges the events, those of a large batch after other large batches.
    private func judgeInTurn(
        _ events: [JSON], _ metadata: RequestMetadata, _ content: IntakeContent
    ) async throws(SinkUnavailable) -> EventBatch {
        guard isBounded, events.count > Self.usualCount else { return judge(events, metadata, content) }
        return try await largeBatches.run { judge(events, metadata, content) }
    }

    /// The verdicts of validation, and the error events about the invalid events.
    private func judge(_ events: [JSON], _ metadata: RequestMetadata, _ content: IntakeContent) -> EventBatch {
        var filler = FieldFiller(metadata)
        let verdicts = events.map { evaluate($0, metadata, &filler, content) }
        let invalid = verdicts.compactMap(\.rejected).filter { $0.status == .invalid }
        return EventBatch(verdicts, errorEvents: invalid.map { errorEvents.event(about: $0, content.streams) })
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
        let stream = content.streams?[event[path: ["meta", "stream"]]?.string ?? ""]
        do {
            let version = try schema(of: event, content)
            event = filler.fill(event, version, stream, content.fields(of: stream))
            let name = try streamName(of: event, version, stream, content)
            let evaluation = version.schema.evaluation(of: event)
            if let filled = evaluation.filled { event = filled }
            guard evaluation.failures.isEmpty else {
                let errors = AjvErrors(
                    evaluation.failures, in: JSONValue(event), of: version.schema,
                    atMost: isBounded ? AjvErrors.usualMaximum : nil)
                return .rejected(RejectedEvent(event, invalid: errors, of: stream?.name, test: metadata.test))
            }
            return .accepted(
                AcceptedEvent(
                    event: event, stream: name, schema: version.uri, configuration: stream, test: metadata.test))
        } catch {
            return .rejected(RejectedEvent(event, error, of: stream?.name, test: metadata.test))
        }
    }

    /// The schema that the event names.
    private func schema(of event: JSON, _ content: IntakeContent) throws(EventRefusal) -> SchemaVersion {
        guard event.kind == .object else {
            throw EventRefusal("An event must be an object; this is of type \(JSONValue(event).typeName).", .client)
        }
        guard let uri = event["$schema"]?.string, !uri.isEmpty else {
            throw EventRefusal(
                "The event has no $schema. Set it to the path and version of a schema, such as /title/1.0.0.", .client)
        }
        if let version = content.schemas[uri] { return version }
        if let refusal = content.missingReasons[uri] { throw refusal }
        let known = content.schemas.suggestions(for: uri)
        let hint = known.isEmpty ? "" : " Known are \(known.joined(separator: ", "))."
        let isBroken = content.schemas.mistake(inSchema: uri) != nil
        throw EventRefusal("There is no schema \(uri).\(hint)", isBroken ? .configuration : .client)
    }

    /// The stream that the event names. Its configuration must allow the title of the event's schema.
    private func streamName(
        of event: JSON, _ version: SchemaVersion, _ stream: StreamConfiguration?, _ content: IntakeContent
    ) throws(EventRefusal) -> String {
        guard let name = event[path: ["meta", "stream"]]?.string, !name.isEmpty else {
            throw EventRefusal("The event has no meta.stream. Set it to the name of a stream.", .client)
        }
        guard let streams = content.streams else { return name }
        guard let stream else {
            let isBroken = streams.isQuarantined(name)
            throw EventRefusal(
                "The stream \(name) is \(isBroken ? "not usable: its configuration is broken" : "not configured").",
                isBroken ? .configuration : .client)
        }
        // The look-up also finds a pattern by its own text, which is not the name of a stream.
        guard !(name == stream.name && name.hasPrefix("/")) else {
            throw EventRefusal(
                "\(name) is a pattern, not a stream. Set meta.stream to a name that it matches.", .client)
        }
        guard stream.schemaTitle == version.title else {
            let allowed = stream.schemaTitle.map { "only \($0)" } ?? "none, its configuration has no schema_title"
            throw EventRefusal(
                "The schema title \(version.title) is not allowed in the stream \(name). Allowed: \(allowed).",
                stream.schemaTitle == nil ? .configuration : .client)
        }
        return name
    }
}
