/// When the client sends stored events by itself.
///
/// ```swift
/// configuration.dispatchMode = .periodic(.seconds(120))
/// ```
///
/// ``EventPlatformClient/set(dispatchMode:)`` changes the mode at run time. Every mode saves power: with nothing stored
/// there is no timer, no wake-up and no write until the next event, unless ``EmitterConfiguration/emptyReads`` is set:
/// then an empty store is read again a few times. Without a network no request is made. After a failure no mode sends
/// to a destination before its back-off has ended. After an outage a cycle that the client begins by itself makes, in
/// every mode, at most two requests to the destination until the backlog is sent.
public struct DispatchMode: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        case periodic(Duration)
        case immediate
        case manual
        case piggyback(Piggyback)
    }
    let kind: Kind

    /// The times of piggy-back dispatch.
    struct Piggyback: Sendable, Hashable {
        /// The time without traffic of the app after which events are sent.
        let idle: Duration
        /// The minimum time between two uploads because of traffic.
        let min: Duration
        /// The maximum time between two uploads while events wait.
        let max: Duration
    }

    /// Events are sent together, one interval after the first of them was stored. The default interval is 30 seconds.
    ///
    /// ```swift
    /// configuration.dispatchMode = .periodic(.seconds(120))
    /// ```
    ///
    /// For most apps. Sources: the Metrics Platform's clients, whose interval is the default here; Google Analytics,
    /// whose interval is 120 seconds.
    ///
    /// - Parameter interval: the time from the first stored event to the upload. The default is 30 seconds.
    /// - Returns: the periodic mode; for an interval of 0 ``immediate``, for less ``manual``.
    public static func periodic(_ interval: Duration = .seconds(30)) -> DispatchMode {
        DispatchMode(kind: interval > .zero ? .periodic(interval) : interval == .zero ? .immediate : .manual)
    }

    /// Events are sent as soon as they are stored, if there is a network.
    ///
    /// ```swift
    /// client.set(dispatchMode: .immediate)
    /// ```
    ///
    /// For servers and development. What a cycle leaves of the backlog of an outage follows after 30 seconds, or with
    /// the next event that is stored; see ``DispatchMode``. Source: Google Analytics' period of 0.
    public static let immediate = DispatchMode(kind: .immediate)

    /// Events are sent only by ``EventPlatformClient/dispatch()``, ``EventPlatformClient/flush(deadline:)`` and
    /// ``EventPlatformClient/shutdown(deadline:)``.
    ///
    /// ```swift
    /// client.set(dispatchMode: .manual)
    /// let report = await client.dispatch()
    /// ```
    ///
    /// Between these calls no request begins, even when a back-off ends. Source: Google Analytics' negative period.
    public static let manual = DispatchMode(kind: .manual)

    /// Events are sent after the app's own traffic, while the radio is still on.
    ///
    /// ```swift
    /// client.set(dispatchMode: .piggyback(idle: .milliseconds(4500), min: .seconds(20), max: .seconds(180)))
    /// ```
    ///
    /// The app marks its requests in ``EventPlatformClient/primaryTraffic``. Events are sent once none has been under
    /// way for `idle`, unless the last upload was less than `min` ago; and `max` after the last upload, even without
    /// traffic. The start of a session counts as an upload. For apps on batteries that have traffic of their own; on a
    /// server the mode is reported as ``Diagnostic/Kind/misuse``. Source: Apigee's bounded piggy-backed transmissions,
    /// with its values.
    ///
    /// - Parameters:
    ///   - idle: the time without traffic after which events are sent. The default is 4.5 seconds, shortly before a
    ///     radio reduces its power; less than 0 counts as 0.
    ///   - min: the minimum time between two uploads. The default is 20 seconds; less than 0 counts as 0.
    ///   - max: the maximum time between two uploads while events wait, and the maximum time that an event waits while
    ///     the process runs. The default is 180 seconds; less than `min` counts as `min`.
    /// - Returns: the mode, with times outside of these ranges replaced.
    public static func piggyback(
        idle: Duration = .milliseconds(4500), min: Duration = .seconds(20), max: Duration = .seconds(180)
    ) -> DispatchMode {
        let (idle, min) = (Swift.max(.zero, idle), Swift.max(.zero, min))
        return DispatchMode(kind: .piggyback(Piggyback(idle: idle, min: min, max: Swift.max(min, max))))
    }

    /// Creates a mode from a number of seconds, as Google Analytics' dispatch period has it: a positive number is an
    /// interval, 0 is ``immediate``, a negative number is ``manual``.
    ///
    /// ```swift
    /// configuration.dispatchMode = DispatchMode(seconds: 120)
    /// ```
    ///
    /// - Parameter seconds: rounded away from zero to milliseconds; above 10⁹ counts as 10⁹, not-a-number as 30.
    public init(seconds: Double) {
        let bounded = seconds.isNaN ? 30 : max(-1, min(seconds, 1e9))
        self = .periodic(.milliseconds(Int64((bounded * 1000).rounded(.awayFromZero))))
    }

    private init(kind: Kind) { self.kind = kind }

    /// The mode and its times, for a log.
    public var description: String {
        switch kind {
        case .periodic(let interval): "periodic (\(interval))"
        case .immediate: "immediate"
        case .manual: "manual"
        case .piggyback(let bounds): "piggyback (idle \(bounds.idle), min \(bounds.min), max \(bounds.max))"
        }
    }
}
