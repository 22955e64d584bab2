import EventSchema

/// What a store holds when it is opened.
public struct StoredState: Sendable {
    /// The ledger of all earlier processes.
    public var ledger = Ledger()
    /// Submissions that wait for stream configurations, in the order of their numbers.
    public var heldSubmissions: [HeldSubmission] = []
    /// The values that transactions wrote, by name; see ``StoreTransaction/values``.
    public var values: [String: String] = [:]

    /// Creates the state of an empty store.
    public init() {}
}

/// A submission that waits for stream configurations. The input buffer holds it in memory; the store keeps this copy,
/// so that it survives the end of the process.
public struct HeldSubmission: Sendable, Hashable {
    /// Its place in the order of arrival; unique among the held submissions of a store. May be negative.
    public var number: Int64
    /// The stream it is for.
    public var stream: String
    /// The submission, encoded by the client. A store keeps the bytes as they are.
    public var submission: [UInt8]
    /// Whether ``submission`` is as an ``EventCipher`` has sealed it, since the store has no cipher that can open it.
    public var isSealed: Bool

    /// Creates a held submission.
    public init(number: Int64, stream: String, submission: [UInt8], isSealed: Bool = false) {
        self.number = number
        self.stream = stream
        self.submission = submission
        self.isSealed = isSealed
    }
}

extension HeldSubmission {
    /// The checksum of what the store keeps of it, but for its number, which may change.
    var checksum: Int64 {
        var hash = WordHash(seed: 0x9E37_79B9_7F4A_7C15, key: 0xD6E8_FEB8_6659_FD93)
        hash.combine(Array(stream.utf8).span)
        hash.combine(isSealed ? 1 : 0)
        hash.combine(submission.span)
        return Int64(Int32(bitPattern: hash.value))  // as that of an event
    }
}

extension [HeldSubmission] {
    /// The submissions in the same order with new, consecutive numbers below `least` and below 1.
    func numbered(below least: Int64?) -> [HeldSubmission] {
        let first = Swift.max(Swift.min(least ?? 1, 1), -(1 << 60)) - Int64(count)
        return enumerated().map { index, held in
            var renumbered = held
            renumbered.number = first + Int64(index)
            return renumbered
        }
    }
}
