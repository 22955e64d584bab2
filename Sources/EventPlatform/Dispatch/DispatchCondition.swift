/// A circumstance in which events leave less often.
public enum DispatchCondition: String, Sendable, Hashable, CaseIterable {
    /// The network costs money: cellular, or a personal hotspot.
    case expensive
    /// The user asked for little traffic: Low Data Mode.
    case constrained
    /// The user asked the device to save energy: Low Power Mode.
    case lowPower
    /// The app is in the background.
    case background
}

/// What a circumstance changes about sending.
public struct DispatchProfile: Sendable, Hashable {
    /// The least time between the end of one upload to a destination and the next that the client begins by itself.
    public var minimumInterval: Duration
    /// Whether the client sends by itself at all.
    public var sends: Bool

    /// Creates a profile; without arguments it changes nothing.
    public init(minimumInterval: Duration = .zero, sends: Bool = true) {
        self.minimumInterval = minimumInterval
        self.sends = sends
    }

    /// Nothing is sent by itself.
    public static let paused = DispatchProfile(sends: false)

    /// Sends no oftener than that.
    public static func atMostEvery(_ interval: Duration) -> DispatchProfile {
        DispatchProfile(minimumInterval: interval)
    }

    /// What holds when several circumstances come together: the strictest of each.
    func combined(with other: DispatchProfile) -> DispatchProfile {
        DispatchProfile(
            minimumInterval: max(minimumInterval, other.minimumInterval), sends: sends && other.sends)
    }
}

extension [DispatchCondition: DispatchProfile] {
    /// The defaults: once a minute at most on an expensive network and in the background, once in five minutes at most
    /// on a constrained one and in low power.
    public static var standard: Self {
        [
            .expensive: .atMostEvery(.seconds(60)), .constrained: .atMostEvery(.seconds(300)),
            .lowPower: .atMostEvery(.seconds(300)), .background: .atMostEvery(.seconds(60)),
        ]
    }

    /// What holds under these circumstances.
    func profile(under conditions: Set<DispatchCondition>) -> DispatchProfile {
        conditions.compactMap { self[$0] }.reduce(DispatchProfile()) { $0.combined(with: $1) }
    }
}
