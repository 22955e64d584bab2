/// The state that submit calls read and change, under one lock.
struct CallerState: Sendable {
    /// The rules in force; see ``CurrentRules``.
    var rules: Rules
    /// The contextual attributes that the app has set.
    var appContext: Context { didSet { context = subject.current.fill(appContext) } }
    var contextVersion = 0
    var subject = LayeredSubject() { didSet { context = subject.current.fill(appContext) } }
    /// The contextual attributes of events: those of the app, and where they have no value, those of the subject.
    private(set) var context: Context
    var sessions: Sessions
    var isShutDown = false

    init(rules: Rules, context: Context, sessions: Sessions) {
        (self.rules, self.sessions) = (rules, sessions)
        (appContext, self.context) = (context, context)
    }
}
