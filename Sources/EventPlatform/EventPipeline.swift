/// The path of an event, from the submission in the inbox to the row in the store.
///
/// Each stage is a function of the event and the rules, and waits for nothing. What cannot be decided yet leaves the path
/// as an ``EarlyExit``: into the input buffer while there are no stream configurations, into a row of the store while the
/// event's schema is on its way. ``PipelineRunner`` says when submissions take the path.
struct EventPipeline: Sendable {
    let diagnostics: Diagnostics

    /// Decides what becomes of a submission.
    ///
    /// - Parameters:
    ///   - rules: the rules; one instance decides about the whole event.
    ///   - schemas: finds the schema that an event names.
    ///   - now: when the event is stored.
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
            try validate(event, rules)
            return .store(try row(for: event, rules, at: now), isUnvalidated: event.isUnvalidated(by: rules))
        } catch {
            return decision(on: error, submission, rules, at: now)
        }
    }

    /// What becomes of a submission.
    enum Decision: Sendable {
        case store(NewEvent, isUnvalidated: Bool)
        case drop(DropReason, detail: String?)
        /// There is no stream configuration: the submission goes into the input buffer.
        case hold
        /// The schema is on its way: the row keeps the submission until the schema has come.
        case await(SchemaID, NewEvent)
    }
}
