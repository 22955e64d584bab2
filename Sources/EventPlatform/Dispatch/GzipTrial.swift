/// Whether a destination takes compressed bodies: found out, and remembered while the process lives. Pure.
enum GzipTrial: Sendable, Hashable {
    /// Nothing is known yet.
    case untried
    /// It took one.
    case takes
    /// It refused one: bodies go as they are.
    case refuses

    /// Whether bodies may be compressed.
    var mayCompress: Bool { self != .refuses }

    /// The statuses by which an intake that does not know compression may answer: it cannot read the body, or says so.
    private static let refusals: Set<Int> = [400, 415, 500, 501]

    /// Takes in the answer to a compressed body.
    ///
    /// - Returns: whether the answer says nothing of the events, so that they go again at once as they are. 415 always
    ///   does; the others only until the destination has taken a compressed body once.
    mutating func answered(_ status: Int, hasLists: Bool) -> Bool {
        if status == 415 || self == .untried && !hasLists && Self.refusals.contains(status) {
            self = .refuses
            return true
        }
        if (200..<300).contains(status) || hasLists { self = .takes }
        return false
    }
}
