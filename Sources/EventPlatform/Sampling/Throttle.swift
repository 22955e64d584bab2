import EventStreams

/// Lets a share of the sessions submit events, and drops those of the others as ``DropReason/throttled``.
///
/// ```swift
/// bundle.clientConfiguration.throttle = .blockAll
/// bundle.clientConfiguration.streamThrottles = ["app.toolbar": Throttle(share: 0.1)]
/// ```
///
/// A share of 0 is a kill switch. The decision for a session is the same in all streams with the same share, and a
/// session that is in at one share is in at every larger one. An event without a session is dropped unless the share
/// is 1.
public struct Throttle: Sendable, Hashable {
    /// The share of sessions that pass, from 0 to 1.
    public var share: Double {
        didSet { share = Self.bounded(share) }
    }
    /// Whether stored events of a session that does not pass are dropped too, instead of being sent. The session is
    /// that of the moment at which the throttle comes into force. The default is false.
    public var includesStored: Bool

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - share: the share of sessions that pass; below 0 and not-a-number count as 0, above 1 as 1.
    ///   - includesStored: whether stored events are dropped too. False unless given.
    public init(share: Double, includesStored: Bool = false) {
        self.share = Self.bounded(share)
        self.includesStored = includesStored
    }

    /// Drops every event: a kill switch.
    public static let blockAll = Throttle(share: 0)

    private static func bounded(_ share: Double) -> Double { share.isNaN ? 0 : min(max(0, share), 1) }
}

extension Throttle {
    /// With a salt, so that a throttle takes its share of the sessions that a stream's sampling has left.
    private static let salt = "throttle"

    func passes(session: String?) -> Bool {
        SamplingRule.sample(unit: .session, rate: share, salt: Self.salt).includes(identifier: session)
    }
}

/// The throttles in force: of all streams, and of single ones.
struct Throttles: Sendable, Hashable {
    var all: Throttle?
    var streams: [String: Throttle] = [:]

    /// Whether stored events may be dropped.
    var includesStored: Bool { all?.includesStored == true || streams.values.contains(where: \.includesStored) }

    /// Whether nothing is throttled.
    var isEmpty: Bool { all == nil && streams.isEmpty }

    /// Whether the throttles let the events of a stream in a session pass.
    func pass(_ stream: String, session: @autoclosure () -> String?) -> Bool {
        guard !isEmpty else { return true }
        return throttles(of: stream).allSatisfy { $0.passes(session: session()) }
    }

    /// Whether stored events of a stream are dropped in a session.
    func removeStored(_ stream: String, session: String?) -> Bool {
        throttles(of: stream).contains { $0.includesStored && !$0.passes(session: session) }
    }

    private func throttles(of stream: String) -> [Throttle] { [all, streams[stream]].compactMap(\.self) }
}
