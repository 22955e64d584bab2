import EventStreams

/// The path of an event, from the submit call to its row in the store: a list of stages that run one after the other.
///
/// The gate runs the first of them on the caller's thread, the ``ClientCore`` all that the call has not decided, and
/// ``StreamExplainer`` all of them, to put each into words. A stage does not suspend.
struct EventPipeline: Sendable {
    let diagnostics: Diagnostics
    /// What the stage `context` adds.
    var templates = Templates()

    init(diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// The stages, in their order. Each does one thing; the name is that of the stage in a ``StreamExplanation``.
    enum Stage: String, CaseIterable, Sendable {
        /// The client is not shut down.
        case shutdown
        /// The user has not declined.
        case consent
        /// The stream is configured. Before stream configurations have arrived, events wait in the input buffer.
        case configuration
        /// The stream's sampling includes the session, the device or the page view.
        case sampling
        /// The remote configuration lets the session pass.
        case throttle
        /// An interaction names its action.
        case action
        /// What the app gave becomes a JSON object.
        case encoding
        /// Where the event has a `meta` of its own, it is an object, which can have a stream and an id.
        case envelope
        /// The schema is looked up. While it is loading, the event waits in a row of the store.
        case schema
        /// The envelope and the contextual attributes are added: `$schema`, `meta`, `dt`, and what the stream lists.
        case context
        /// The stream's curation rules pass.
        case curation
        /// The event follows its schema.
        case validation
        /// The event becomes bytes, and a request can hold it.
        case size
        /// Where the schema allows it, the store will write a sequence number into the event.
        case sequenceNumber

        /// The stages that decide on a call, before there is an event.
        static var gate: [Stage] { [.shutdown, .consent, .configuration, .sampling, .throttle] }
    }

    /// Decides what becomes of a submission.
    ///
    /// All stages use the same `snapshot`. `schemas` returns the schema with an id; `now` is when the event is stored.
    mutating func decide(
        _ submission: Submission, by snapshot: DecisionSnapshot, schemas: (SchemaID) -> FoundSchema,
        at now: StorageTime
    ) -> Decision {
        var event = Event(submission)
        do throws(EarlyExit) {
            for stage in Stage.allCases where !submission.hasDecided(stage) {
                try run(stage, on: &event, by: snapshot, schemas)
            }
            let row = makeRow(of: event, for: try event.stream, by: snapshot, at: now)
            return .store(row, isUnvalidated: event.isUnvalidated(by: snapshot))
        } catch {
            switch error {
            case .drop(let reason, let detail): return .drop(reason, detail: detail)
            case .noConfiguration: return .bufferUntilConfigured
            case .schemaPending(let stream):
                let row = makeAwaitingRow(of: event, for: stream, by: snapshot, at: now)
                return .storeUntilSchema(event.schemaID, row)
            }
        }
    }

    /// The result for a submission. It is not copied, since it has a row.
    enum Decision: ~Copyable, Sendable {
        case store(NewEvent, isUnvalidated: Bool)
        case drop(DropReason, detail: String?)
        /// There are no stream configurations yet: the submission goes into the input buffer.
        case bufferUntilConfigured
        /// The schema is loading: the row keeps the submission until the schema has arrived.
        case storeUntilSchema(SchemaID, NewEvent)
    }

    /// Why an event leaves the list before its end.
    enum EarlyExit: Error {
        case drop(DropReason, detail: String? = nil)
        case noConfiguration
        case schemaPending(StreamConfiguration)

        /// What is wrong with a dropped event, where that is known.
        var detail: String? { if case .drop(_, let detail) = self { detail } else { nil } }
    }
}
