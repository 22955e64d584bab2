/// The state that submit calls and getters read and change, under one lock.
struct CallerState: Sendable {
    /// The snapshot in force; see ``CurrentSnapshot``.
    var snapshot: DecisionSnapshot
    /// The contextual attributes that the app has set.
    var appContext: Context { didSet { context = subject.current.fill(appContext) } }
    var contextVersion = 0
    var subject = LayeredSubject() { didSet { context = subject.current.fill(appContext) } }
    /// The contextual attributes of events: those of the app, and where they have no value, those of the subject.
    private(set) var context: Context { didSet { contextSize = context.size } }
    /// About the size of ``context`` as JSON, in bytes.
    private(set) var contextSize: Int
    var sessions: Sessions
    var experiments = ExperimentRegistry()
    var unknownStreams = UnknownStreams()

    init(snapshot: DecisionSnapshot, context: Context, sessions: Sessions) {
        (self.snapshot, self.sessions) = (snapshot, sessions)
        (appContext, self.context, contextSize) = (context, context, context.size)
    }

    /// Records a submit call as activity of the session.
    ///
    /// - Returns: whether the session has now to be saved, and had not before.
    mutating func recordActivity(now: Duration, _ identifiers: Identifiers) -> Bool {
        // First of all, since a closure for the id of another session counts references.
        guard sessions.isChanged(byActivityAt: now, timeout: snapshot.sessionTimeout) else { return false }
        return changeSession(now: now, identifiers)
    }

    @inline(never)
    private mutating func changeSession(now: Duration, _ identifiers: Identifiers) -> Bool {
        let wasWorthSaving = sessions.isWorthSaving
        sessions.recordActivity(now: now, timeout: snapshot.sessionTimeout) { identifiers.sessionID() }
        return sessions.isWorthSaving && !wasWorthSaving
    }

    /// The identifiers by which an event is sampled that has the client's context.
    var samplingIdentifiers: SamplingIdentifiers {
        SamplingIdentifiers(sessions.current, device: snapshot.installID, context: context)
    }
}
