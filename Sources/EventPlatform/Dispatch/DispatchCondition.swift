/// A condition under which events are sent less often; see ``EventPlatformClient/Configuration/dispatchProfiles``.
///
/// ```swift
/// await client.set(conditions: isLow ? [.lowPower] : [])
/// ```
public enum DispatchCondition: String, Sendable, Hashable, CaseIterable {
    /// The network costs money: cellular, or a personal hotspot. On Apple platforms the client reads it from the
    /// system.
    case expensive
    /// The user has limited the traffic: Low Data Mode. On Apple platforms the client reads it from the system.
    case constrained
    /// The user has limited the use of energy: Low Power Mode. The app reports it with
    /// ``EventPlatformClient/set(conditions:)``.
    case lowPower
    /// The app is in the background. It is set by ``EventPlatformClient/enterBackground()``.
    case background
}

/// What a condition changes about the sending that the client begins by itself.
///
/// ```swift
/// configuration.dispatchProfiles[.lowPower] = .paused
/// configuration.dispatchProfiles[.expensive] = .atMostEvery(.seconds(600))
/// ```
///
/// ``EventPlatformClient/dispatch()`` and ``EventPlatformClient/flush(deadline:)`` send whatever the profile.
public struct DispatchProfile: Sendable, Hashable {
    /// The minimum time between the end of one upload to a destination and the next that the client begins by itself.
    /// The default is 0; less counts as 0.
    public var minimumInterval: Duration
    /// Whether the client sends by itself at all. The default is true.
    public var sendsAutomatically: Bool

    /// Creates a profile; without arguments it changes nothing.
    public init(minimumInterval: Duration = .zero, sendsAutomatically: Bool = true) {
        self.minimumInterval = minimumInterval
        self.sendsAutomatically = sendsAutomatically
    }

    /// The client sends nothing by itself.
    public static let paused = DispatchProfile(sendsAutomatically: false)

    /// At least this time passes between two uploads to a destination.
    public static func atMostEvery(_ interval: Duration) -> DispatchProfile {
        DispatchProfile(minimumInterval: interval)
    }

    /// The profile under two conditions at once: the longer interval, and a pause if one of them pauses.
    func combined(with other: DispatchProfile) -> DispatchProfile {
        DispatchProfile(
            minimumInterval: max(minimumInterval, other.minimumInterval),
            sendsAutomatically: sendsAutomatically && other.sendsAutomatically)
    }
}

extension DispatchProfile {
    /// The defaults: once a minute at most on an expensive network and in the background, once in five minutes at most
    /// on a constrained one and in low power.
    public static let standard: [DispatchCondition: DispatchProfile] = [
        .expensive: .atMostEvery(.seconds(60)), .constrained: .atMostEvery(.seconds(300)),
        .lowPower: .atMostEvery(.seconds(300)), .background: .atMostEvery(.seconds(60)),
    ]
}

extension [DispatchCondition: DispatchProfile] {
    /// The profile under all of these conditions.
    func profile(under conditions: Set<DispatchCondition>) -> DispatchProfile {
        conditions.compactMap { self[$0] }.reduce(DispatchProfile()) { $0.combined(with: $1) }
    }
}
