/// Decides when the next dispatch cycle is due. Pure: it is told the time and what happened.
///
/// There is a due time only while events wait: that is the power-save mode.
struct DispatchSchedule: Sendable {
    private(set) var mode: DispatchMode
    /// When the next cycle is due, on the boot clock; `nil` when none is.
    private(set) var nextCycle: Duration?
    private var hasWaiting = false

    init(mode: DispatchMode) { self.mode = mode }

    /// Events were stored, or found stored at the start.
    mutating func eventsWait(now: Duration) {
        hasWaiting = true
        let due = dueTime(from: now)
        nextCycle = nextCycle.map { current in due.map { min(current, $0) } ?? current } ?? due
    }

    /// A cycle ended. `retry` is when the earliest destination that backs off may be tried again.
    mutating func cycleEnded(now: Duration, anythingWaits: Bool, retry: Duration?) {
        hasWaiting = anythingWaits
        nextCycle = nil
        guard anythingWaits, mode.kind != .manual else { return }
        switch mode.kind {
        case .periodic(let interval): nextCycle = max(now + interval, retry ?? .zero)
        case .immediate: nextCycle = retry ?? now + Self.immediateRetry
        case .manual: break
        }
    }

    /// The mode changed.
    mutating func set(_ mode: DispatchMode, now: Duration) {
        self.mode = mode
        nextCycle = hasWaiting ? dueTime(from: now) : nil
    }

    /// After an immediate cycle that left events behind without a back-off, for example one the intake errored on.
    static let immediateRetry: Duration = .seconds(1)

    private func dueTime(from now: Duration) -> Duration? {
        switch mode.kind {
        case .periodic(let interval): now + interval
        case .immediate: now
        case .manual: nil
        }
    }
}
