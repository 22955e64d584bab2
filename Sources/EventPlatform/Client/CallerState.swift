/// The state that submit calls read and change, under one lock.
struct CallerState: Sendable {
    var context: Context
    var contextVersion = 0
    var sessions: Sessions
    var isShutDown = false
}
