/// When stored events leave.
///
/// Every mode saves power: with nothing stored there is no timer, no wake-up and no write until the next event.
public struct DispatchMode: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        case periodic(Duration)
        case immediate
        case manual
        case piggyback(Piggyback)
    }
    let kind: Kind

    /// The bounds of piggy-back dispatch.
    struct Piggyback: Sendable, Hashable {
        /// How long after the app's own traffic events leave.
        let idle: Duration
        /// The least time between two uploads because of traffic.
        let min: Duration
        /// The most time between two uploads while events wait.
        let max: Duration
    }

    /// Every so often, while events wait. The Metrics Platform's clients use 30 seconds, the default here; 0 is
    /// immediate, less is manual.
    public static func periodic(_ interval: Duration = .seconds(30)) -> DispatchMode {
        DispatchMode(kind: interval > .zero ? .periodic(interval) : interval == .zero ? .immediate : .manual)
    }

    /// As soon as an event is stored, if there is a network.
    public static let immediate = DispatchMode(kind: .immediate)

    /// Only by ``EventPlatformClient/dispatch()`` and ``EventPlatformClient/flush(deadline:)``.
    public static let manual = DispatchMode(kind: .manual)

    /// Behind the app's own traffic, while the radio is still on. Source: Apigee's bounded piggy-backed transmissions.
    ///
    /// The app reports its traffic with ``EventPlatformClient/noteNetworkActivity()``. Events leave once nothing more
    /// came for `idle`, unless the last upload was less than `min` ago; and `max` after the last upload, or the start of
    /// the client, even without traffic.
    ///
    /// - Parameters:
    ///   - idle: the default is 4.5 seconds, shortly before a radio steps down.
    ///   - min: the default is 20 seconds.
    ///   - max: the default is 180 seconds; never less than `min`.
    public static func piggyback(
        idle: Duration = .milliseconds(4500), min: Duration = .seconds(20), max: Duration = .seconds(180)
    ) -> DispatchMode {
        let (idle, min) = (Swift.max(.zero, idle), Swift.max(.zero, min))
        return DispatchMode(kind: .piggyback(Piggyback(idle: idle, min: min, max: Swift.max(min, max))))
    }

    /// The mode as Google Analytics' dispatch period spells it: a positive number of seconds is an interval, 0 is
    /// immediate, a negative number is manual.
    public init(seconds: Double) {
        let bounded = seconds.isNaN ? 30 : max(-1, min(seconds, 1e9))
        self = .periodic(.milliseconds(Int64((bounded * 1000).rounded(.awayFromZero))))
    }

    private init(kind: Kind) { self.kind = kind }

    /// The mode in a word.
    public var description: String {
        switch kind {
        case .periodic(let interval): "periodic (\(interval))"
        case .immediate: "immediate"
        case .manual: "manual"
        case .piggyback(let bounds): "piggyback (idle \(bounds.idle), min \(bounds.min), max \(bounds.max))"
        }
    }
}
