/// When stored events leave.
///
/// Every mode saves power: with nothing stored there is no timer and no wake-up until the next event.
public struct DispatchMode: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        case periodic(Duration)
        case immediate
        case manual
    }
    let kind: Kind

    /// Every so often, while events wait. The Metrics Platform's clients use 30 seconds, the default here.
    public static func periodic(_ interval: Duration = .seconds(30)) -> DispatchMode {
        DispatchMode(kind: interval > .zero ? .periodic(interval) : interval == .zero ? .immediate : .manual)
    }

    /// As soon as an event is stored.
    public static let immediate = DispatchMode(kind: .immediate)

    /// Only by ``EventPlatformClient/flush(deadline:)``.
    public static let manual = DispatchMode(kind: .manual)

    /// The mode as Google Analytics' dispatch period spells it: a positive number of seconds is an interval, 0 is
    /// immediate, a negative number is manual.
    public init(seconds: Double) {
        self = seconds.isNaN ? .periodic() : .periodic(.milliseconds(Int64((min(seconds, 1e9) * 1000).rounded())))
    }

    private init(kind: Kind) { self.kind = kind }

    /// The mode in a word.
    public var description: String {
        switch kind {
        case .periodic(let interval): "periodic (\(interval))"
        case .immediate: "immediate"
        case .manual: "manual"
        }
    }
}
