/// The running session: its id, and when something last happened in it.
///
/// A session ends after a time of inactivity on the boot clock, which changes of the wall clock do not move.
struct Session: Sendable {
    private(set) var id: String
    private var lastActivity: Duration

    init(id: String, now: Duration) {
        self.id = id
        lastActivity = now
    }

    /// Notes activity at `now`; after `timeout` or more without any a new session begins.
    ///
    /// - Returns: whether a new session began.
    mutating func touch(now: Duration, timeout: Duration, makeID: () -> String) -> Bool {
        defer { lastActivity = now }
        guard now - lastActivity >= timeout else { return false }
        id = makeID()
        return true
    }
}
