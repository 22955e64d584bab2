import EventSupport
import Foundation

/// Calls a closure once, when an intake listens and has its content.
final class Readiness: Sendable {
    private struct State {
        var isLoaded: Bool
        var url: URL?
        var hasCalled = false
    }

    private let state: Locked<State>
    private let onReady: @Sendable (URL) -> Void

    init(isLoaded: Bool, _ onReady: @escaping @Sendable (URL) -> Void) {
        (state, self.onReady) = (Locked(State(isLoaded: isLoaded)), onReady)
    }

    /// Whether the closure was called.
    var isReady: Bool { state.withLock { $0.hasCalled } }

    func listens(at url: URL) { change { $0.url = url } }

    @Sendable func hasLoaded() { change { $0.isLoaded = true } }

    private func change(_ change: @Sendable (inout State) -> Void) {
        let url: URL? = state.withLock { state in
            change(&state)
            guard state.isLoaded, !state.hasCalled, let url = state.url else { return nil }
            state.hasCalled = true
            return url
        }
        if let url { onReady(url) }
    }
}
