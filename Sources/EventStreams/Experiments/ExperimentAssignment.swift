/// Which group of an experiment an identifier belongs to, by the platform's hash rule.
///
/// The subject is SHA-256 over the identifier followed by the experiment's name. Its first 6 hex digits ÷ 16777216 are
/// its position. The whole part of position × number of groups is the group; the rest is the position in the group,
/// which decides whether the identifier is in. So raising the rate keeps earlier members and their groups, while
/// changing the number or order of the groups reshuffles.
public struct ExperimentAssignment: Sendable, Hashable {
    /// The subject as events name it: 64 lower-case hex digits from which the identifier cannot be derived.
    public let subjectID: String
    /// The position of the subject, from 0 to less than 1.
    public let position: Double
    /// The group.
    public let group: String
    /// The position of the subject within its group, from 0 to less than 1.
    public let positionInGroup: Double

    /// Computes the assignment; `nil` when there are no groups.
    ///
    /// - Parameters:
    ///   - identifier: of the user or device.
    ///   - experiment: the experiment's name.
    ///   - groups: the names of the groups, in the experiment's order.
    public init?(identifier: String, experiment: String, groups: [String]) {
        guard !groups.isEmpty else { return nil }
        let digest = SHA256.digest(of: (identifier + experiment).utf8)
        let number = digest.prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
        subjectID = SHA256.hex(of: digest)
        position = Double(number) / 16_777_216
        let scaled = position * Double(groups.count)
        group = groups[Int(scaled)]
        positionInGroup = scaled - scaled.rounded(.down)
    }

    /// Whether the subject takes part at that rate.
    ///
    /// - Parameter rate: from 0 to 1; any other rate enrolls no subject.
    /// - Returns: whether ``positionInGroup`` is less than the rate.
    public func isEnrolled(rate: Double) -> Bool { (0...1).contains(rate) && positionInGroup < rate }
}
