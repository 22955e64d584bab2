/// Decides what becomes of a submission: the stages from the inbox to the row in the store.
///
/// Each stage is a function of the event and the rules, and does not suspend. A submission that cannot be decided yet
/// leaves the pipeline with an ``EarlyExit``: into the input buffer while there are no stream configurations, into a
/// row of the store while its schema is loading. ``PipelineRunner`` runs submissions through it.
struct EventPipeline: Sendable {
    let diagnostics: Diagnostics

    /// Decides what becomes of a submission.
    ///
    /// All stages use the same instance of `rules`. `schemas` returns the schema with an id; `now` is when the event is
    /// stored.
    func decide(
        _ submission: Submission, by rules: Rules, schemas: (SchemaID) -> FoundSchema, at now: StorageTime
    ) -> Decision {
        do throws(EarlyExit) {
            try checkConsent(rules)
            let stream = try admit(submission, rules)
            var event = try assemble(submission, for: stream)
            try findSchema(of: &event, schemas)
            addContext(to: &event, rules)
            try curate(event)
            try validate(&event, rules)
            return .store(try row(for: event, rules, at: now), isUnvalidated: event.isUnvalidated(by: rules))
        } catch {
            return decision(on: error, submission, rules, at: now)
        }
    }

    /// The result for a submission.
    enum Decision: Sendable {
        case store(NewEvent, isUnvalidated: Bool)
        case drop(DropReason, detail: String?)
        /// There are no stream configurations yet: the submission goes into the input buffer.
        case hold
        /// The schema is loading: the row keeps the submission until the schema has arrived.
        case await(SchemaID, NewEvent)
    }
}
