/// Decides when the next dispatch cycle is due. Pure: it is told the time and what happened.
///
/// There is a due time only while events wait that may be sent: that is the power-save mode.
struct DispatchSchedule: Sendable {
    private(set) var mode: DispatchMode
    /// When the next cycle is due, on the boot clock; `nil` when none is.
    private(set) var nextCycle: Duration?

    /// The shortest time between two cycles over the same events.
    static let shortestPause: Duration = .seconds(1)

    init(mode: DispatchMode) { self.mode = mode }

    /// Events wait that no cycle has seen: new ones, or those an earlier process left.
    mutating func eventsWait(now: Duration) {
        guard let due = dueTime(from: now) else { return }
        nextCycle = nextCycle.map { min($0, due) } ?? due
    }

    /// A cycle ended.
    ///
    /// - Parameter retries: for each destination that still has events, when it may be tried again.
    mutating func cycleEnded(now: Duration, retries: [Duration]) {
        nextCycle = retries.compactMap { retry -> Duration? in
            switch mode.kind {
            case .periodic(let interval): max(retry, now + interval)
            case .immediate: max(retry, now + Self.shortestPause)
            case .manual: nil
            }
        }.min()
    }

    /// The mode changed.
    mutating func set(_ mode: DispatchMode) {
        self.mode = mode
        nextCycle = nil
    }

    private func dueTime(from now: Duration) -> Duration? {
        switch mode.kind {
        case .periodic(let interval): now + interval
        case .immediate: now
        case .manual: nil
        }
    }
}
