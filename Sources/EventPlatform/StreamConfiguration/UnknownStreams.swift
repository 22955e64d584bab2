import EventStreams
import EventSupport

/// The names that submit calls have used and that no stream configuration has. Each is reported once, with the known
/// name that is nearest to it.
final class UnknownStreams: Sendable {
    private struct State {
        var recorded: Set<String> = []
        var unreported: [String] = []
    }
    private let state = Locked(State())

    /// The maximum number of names that are reported, since a call may name any.
    static let capacity = 256

    /// Records a name, for the next ``report(_:to:)``.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    func record(_ name: String) -> Bool {
        state.withLock { state in
            guard state.recorded.count < Self.capacity, state.recorded.insert(name).inserted else { return false }
            state.unreported.append(name)
            return true
        }
    }

    /// Reports the names recorded since the last call.
    func report(_ streams: StreamConfigurations, to diagnostics: Diagnostics) {
        let names = state.withLock { state in
            defer { state.unreported = [] }
            return state.unreported
        }
        for name in names {
            diagnostics.report(
                .misuse, "no stream configuration has “\(name)”, so its events are dropped\(streams.hint(for: name))")
        }
    }
}

extension StreamConfigurations {
    /// The known name that was probably meant, as the end of a sentence; empty when none is near.
    func hint(for name: String) -> String {
        names.filter { !$0.hasPrefix("/") }.nearest(to: name).map { "; did you mean “\($0)”?" } ?? ""
    }
}
