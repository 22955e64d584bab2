/// What became of events during a flush, a dispatch or a shutdown.
///
/// ```swift
/// let report = await client.flush(deadline: .seconds(5))
/// switch report.end {
/// case .nothingPending: print("\(report.delivered) delivered")
/// case .blocked(let reason): print("\(report.pending) wait: \(reason)")
/// case .deadline: print("\(report.pending) wait; the time was too short")
/// case .cancelled: print("\(report.pending) wait; the task was cancelled")
/// }
/// ```
public struct FlushReport: Sendable, Hashable {
    /// How many events were delivered while it ran, those of other threads included.
    public let delivered: Int
    /// How many events were dropped while it ran, by reason. Reasons that did not occur are absent.
    public let dropped: [DropReason: Int]
    /// How many events wait after it: in the store, in the input buffer or in memory.
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

    private init(_ report: FlushReport, end: FlushEnd) {
        (delivered, dropped, pending, self.end) = (report.delivered, report.dropped, report.pending, end)
    }

    /// The report with another end.
    func ended(_ end: FlushEnd) -> FlushReport { FlushReport(self, end: end) }
}

/// Why a flush ended.
public enum FlushEnd: Sendable, Hashable {
    /// No event waits that may be sent.
    case nothingPending
    /// Events wait, and none of them can be sent before the deadline, or, after ``EventPlatformClient/dispatch()``,
    /// without a further call. The text is the reason, for a log: a destination in its back-off, a URL at which no
    /// intake accepts events (404, 405), missing stream configurations or schemas, a store that cannot be written, a
    /// cipher that cannot open the events, consent that is not granted, a remote configuration that has not arrived, a
    /// client that is shut down, or another process that sends them.
    case blocked(String)
    /// The deadline has passed.
    case deadline
    /// The calling task was cancelled before the deadline.
    case cancelled

    static let isShutDown = FlushEnd.blocked("the client is shut down")

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
        case .blocked(let reason): "ended since \(reason)"
        case .deadline: "ended at the deadline"
        case .cancelled: "ended since its task was cancelled"
        }
    }
}
