/// Whether a destination accepts compressed bodies, as its responses show. Kept until the process ends. Pure.
enum GzipTrial: Sendable, Hashable {
    /// There was no response to a compressed body yet.
    case untried
    /// It refused a compressed body. The same events are sent again uncompressed, to find out why.
    case probing
    /// It refused the uncompressed body too. Bodies are sent uncompressed until it accepts one; then the trial begins
    /// again.
    case inconclusive
    /// It accepted a compressed body.
    case supported
    /// It refused a compressed body with 415, or refused one and accepted the same events uncompressed.
    case unsupported

    /// Whether bodies may be compressed.
    var mayCompress: Bool { self == .untried || self == .supported }

    /// The statuses with which an intake that does not support compression may respond.
    private static let refusals: Set<Int> = [400, 415, 500, 501]

    /// Records a response.
    ///
    /// - Returns: whether the response may be due to compression, so that the events are sent again at once,
    ///   uncompressed. A 415 to a compressed body always is; the other refusals only until the destination has accepted
    ///   a compressed body.
    mutating func recordResponse(_ status: Int, hasLists: Bool, toCompressed: Bool) -> Bool {
        // Any other 2xx was not sent by the intake, but by a proxy before it.
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
