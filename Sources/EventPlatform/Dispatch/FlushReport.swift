/// What a flush achieved.
public struct FlushReport: Sendable, Hashable {
    /// Events delivered while it ran.
    public let delivered: Int
    /// Events dropped while it ran, by reason.
    public let dropped: [DropReason: Int]
    /// Events that still wait.
    public let pending: Int
    /// Why it ended.
    public let end: FlushEnd

    /// Whether the deadline ended it.
    public var deadlinePassed: Bool { end == .deadline }

    init(from before: Ledger.Account, to after: Ledger.Account, end: FlushEnd) {
        delivered = after.delivered - before.delivered
        dropped = after.dropped.merging(before.dropped) { $0 - $1 }.filter { $0.value > 0 }
        pending = after.pending
        self.end = end
    }
}

/// Why a flush ended.
public enum FlushEnd: Sendable, Hashable {
    /// No event waits that may be sent.
    case nothingPending
    /// Events wait, and none of them can be sent before the deadline; the text says why.
    case nothingMoreCanSucceed(String)
    /// The deadline has come.
    case deadline

    /// The end of a flush to several destinations.
    static func combined(_ ends: [FlushEnd]) -> FlushEnd {
        if ends.contains(.deadline) { return .deadline }
        return ends.first { $0 != .nothingPending } ?? .nothingPending
    }
}

extension FlushReport: CustomStringConvertible {
    /// The report in one line: `9 delivered, 1 pending, 2 dropped (curated 2); ended at the deadline`.
    public var description: String {
        let droppedTotal = dropped.values.reduce(0, +)
        return "\(delivered) delivered, \(pending) pending, \(droppedTotal) dropped\(dropped.reasons); \(end)"
    }
}

extension FlushEnd: CustomStringConvertible {
    /// Why the flush ended, as the end of a sentence.
    public var description: String {
        switch self {
        case .nothingPending: "ended since nothing more is pending"
        case .nothingMoreCanSucceed(let reason): "ended since \(reason)"
        case .deadline: "ended at the deadline"
        }
    }
}
