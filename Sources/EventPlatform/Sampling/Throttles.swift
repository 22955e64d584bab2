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
