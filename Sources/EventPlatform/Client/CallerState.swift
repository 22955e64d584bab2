/// The state that submit calls read and change, under one lock.
struct CallerState: Sendable {
    /// The rules in force; see ``CurrentRules``.
    var rules: Rules
    var context: Context
    var contextVersion = 0
    var sessions: Sessions
    var isShutDown = false
}
