/// Whether a destination takes compressed bodies: found out, and remembered while the process lives. Pure.
enum GzipTrial: Sendable, Hashable {
    /// Nothing is known yet.
    case untried
    /// It refused one: the same events go again as they are, which tells why.
    case probing
    /// It refused those too, so nothing is known: bodies go as they are until it has taken one.
    case inconclusive
    /// It took one.
    case supported
    /// It refused one, and took the same events as they are.
    case unsupported

    /// Whether bodies may be compressed.
    var mayCompress: Bool { self == .untried || self == .supported }

    /// The statuses by which an intake that does not know compression may answer: it cannot read the body, or says so.
    private static let refusals: Set<Int> = [400, 415, 500, 501]

    /// Takes in an answer.
    ///
    /// - Returns: whether the answer says nothing of the events, so that they go again at once as they are. To a
    ///   compressed body 415 always does; the others only until the destination has taken one.
    mutating func answered(_ status: Int, hasLists: Bool, toCompressed: Bool) -> Bool {
        // Any other success is somebody else's page, on the way to the intake.
        let isTaken = [201, 202].contains(status) || hasLists
        switch (self, toCompressed) {
        case (_, true) where isTaken: self = .supported
        case (_, true) where status == 415: self = .unsupported
        case (.untried, true) where Self.refusals.contains(status): self = .probing
        case (.probing, false): self = isTaken ? .unsupported : .inconclusive
        case (.inconclusive, false) where isTaken: self = .untried
        default: break
        }
        return toCompressed && !mayCompress && Self.refusals.contains(status)
    }
}
