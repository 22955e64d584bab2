/// A session as it is stored, so that it survives the process and a restart of the system.
struct SavedSession: Sendable, Hashable, Codable {
    let id: String
    /// The time of its last activity: the run of the system, the milliseconds since the start of that run, and the wall
    /// clock.
    let bootID: String
    let sinceBoot: Int64
    let wall: Timestamp

    /// The name of the store's setting.
    static let name = "session"

    init(_ session: Sessions.Session, clocks: any Clocks) {
        id = session.id
        bootID = clocks.bootID
        sinceBoot = session.lastActivity.wholeMilliseconds
        wall = clocks.wall.advanced(by: .milliseconds(sinceBoot) - clocks.sinceBoot)
    }

    /// The session on the clock of the running system.
    ///
    /// A last activity in an earlier run was before the start of this one. How long before is computed from the wall
    /// clock, unless that was set back meanwhile: then only the time of this run counts, so that a jump of the clock
    /// ends no session too early.
    func session(on clocks: any Clocks) -> Sessions.Session {
        if bootID == clocks.bootID {
            return Sessions.Session(id: id, lastActivity: min(.milliseconds(sinceBoot), clocks.sinceBoot))
        }
        let ago = Duration.milliseconds(clocks.wall.milliseconds) - .milliseconds(wall.milliseconds)
        return Sessions.Session(id: id, lastActivity: min(.zero, clocks.sinceBoot - ago))
    }
}
