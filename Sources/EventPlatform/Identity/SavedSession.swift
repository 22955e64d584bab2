import EventSchema

/// A session as the store keeps it, so that it survives the end of the process and of the system's run.
struct SavedSession: Sendable, Hashable {
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

// MARK: - As text

extension SavedSession {
    var text: String {
        JSONValue.object([
            "id": .string(id), "boot": .string(bootID), "since_boot": .number(sinceBoot),
            "wall": .number(wall.milliseconds),
        ]).jsonText
    }

    /// Reads what ``text`` wrote.
    ///
    /// - Throws: ``JSONParseError`` when it is no JSON.
    /// - Returns: `nil` when it is something else.
    init?(text: String) throws {
        let json = try JSONValue(parsing: text)
        guard let id = json["id"]?.string, let bootID = json["boot"]?.string,
            let sinceBoot = json["since_boot"]?.number?.int64, let wall = json["wall"]?.number?.int64
        else { return nil }
        self.init(id: id, bootID: bootID, sinceBoot: sinceBoot, wall: Timestamp(milliseconds: wall))
    }

    private init(id: String, bootID: String, sinceBoot: Int64, wall: Timestamp) {
        (self.id, self.bootID, self.sinceBoot, self.wall) = (id, bootID, sinceBoot, wall)
    }
}
