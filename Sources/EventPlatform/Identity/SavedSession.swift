/// A session as the store keeps it, so that it survives the end of the process and of the system's run.
struct SavedSession: Sendable, Hashable, Codable {
    let id: String
    /// When something last happened in it: in which run of the system, how many milliseconds after its start, and
    /// what the wall clock said.
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
    /// Its last activity in an earlier run lies before this run's start. How long before is what the wall clock says,
    /// unless that was set back meanwhile: then only this run's own time counts, so that no session is cut short by a
    /// clock that jumps.
    func session(on clocks: any Clocks) -> Sessions.Session {
        if bootID == clocks.bootID {
            return Sessions.Session(id: id, lastActivity: min(.milliseconds(sinceBoot), clocks.sinceBoot))
        }
        let ago = Duration.milliseconds(clocks.wall.milliseconds) - .milliseconds(wall.milliseconds)
        return Sessions.Session(id: id, lastActivity: min(.zero, clocks.sinceBoot - ago))
    }
}
