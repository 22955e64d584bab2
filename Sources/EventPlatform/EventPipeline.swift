import EventStreams

/// The stages of an ``EventLifecycle`` from the submit call to the row in the store.
///
/// The gate runs the first of them on the caller's thread, the ``ClientCore`` all that the call has not decided, and
/// ``StreamExplainer`` all of them, to put each into words. A stage does not suspend.
struct EventPipeline: Sendable {
    typealias Stage = EventLifecycle.Stage

    let diagnostics: Diagnostics
    /// What the stage `context` adds.
    var templates = Templates()

    init(diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// Decides what becomes of a submission.
    ///
    /// All stages use the same `snapshot`. `schemas` returns the schema with an id; `now` is when the event is stored.
    mutating func decide(
        _ submission: Submission, by snapshot: DecisionSnapshot, schemas: (SchemaID) -> FoundSchema,
        at now: StorageTime
    ) -> Decision {
        var event = Event(submission)
        do throws(EarlyExit) {
            for stage in Stage.pipeline where !submission.hasDecided(stage) {
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
