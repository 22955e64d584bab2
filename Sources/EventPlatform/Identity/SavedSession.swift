/// A session as it is stored, so that it survives the process and a reboot.
struct SavedSession: Sendable, Hashable, Codable {
    let id: String
    /// The time of its last activity: the id of the boot, the milliseconds since that boot, and the wall clock.
    let bootID: String
    let sinceBoot: Int64
    let wall: Timestamp

    /// The name of the value in the store.
    static let name = "session"

    init(_ session: Sessions.Session, clocks: any Clocks) {
        id = session.id
        bootID = clocks.bootID
        sinceBoot = session.lastActivity.wholeMilliseconds
        wall = clocks.wall.advanced(by: .milliseconds(sinceBoot) - clocks.sinceBoot)
    }

    /// The session with its last activity as time since the running boot.
    ///
    /// The last activity in an earlier boot was before the running one. The time in between is computed from the wall
    /// clock, unless that was set back: then only the time since boot counts, so that a jump of the wall clock ends no
    /// session too early.
    func session(on clocks: any Clocks) -> Sessions.Session {
        if bootID == clocks.bootID {
            return Sessions.Session(id: id, lastActivity: min(.milliseconds(sinceBoot), clocks.sinceBoot))
        }
        let ago = Duration.milliseconds(clocks.wall.milliseconds) - .milliseconds(wall.milliseconds)
        return Sessions.Session(id: id, lastActivity: min(.zero, clocks.sinceBoot - ago))
    }
}
