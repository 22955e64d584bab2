import EventSupport
import EventPlatform

/// The dropped events of a platform, and which of them the test expects.
///
/// An invalid event that the test did not expect makes it fail when the platform is released, or at once when it was
/// released before.
final class DropLog: Sendable {
    private struct State {
        var drops: [(event: DroppedEvent, isExpected: Bool)] = []
        var isReleased = false
    }
    private let state = Locked(State())
    private let reporter: FailureReporter
    /// Where failures are reported; `nil` when the test allows invalid events.
    private let place: SourcePlace?

    init(_ reporter: FailureReporter, failsAt place: SourcePlace?) { (self.reporter, self.place) = (reporter, place) }

    var all: [DroppedEvent] { state.withLock { $0.drops.map(\.event) } }

    func append(_ event: DroppedEvent) {
        let isReleased = state.withLock { state in
            state.drops.append((event, false))
            return state.isReleased
        }
        if isReleased { report(event) }
    }

    /// Marks the dropped events that the condition is true for as expected.
    ///
    /// - Returns: the first of them.
    @discardableResult
    func expect(where condition: @Sendable (DroppedEvent) -> Bool) -> DroppedEvent? {
        state.withLock { state in
            let found = state.drops.indices.filter { condition(state.drops[$0].event) }
            for index in found { state.drops[index].isExpected = true }
            return found.first.map { state.drops[$0].event }
        }
    }

    /// Reports the invalid events that the test has not expected, and from now on each one as it is dropped.
    func release() {
        let unexpected = state.withLock { state in
            state.isReleased = true
            return state.drops.filter { !$0.isExpected }.map(\.event)
        }
        for event in unexpected { report(event) }
    }

    private func report(_ event: DroppedEvent) {
        guard let place, [.invalid, .unencodable, .emptyAction].contains(event.reason) else { return }
        reporter.fail(
            """
            an event was dropped: \(event)
            Correct the event. Where the test is about an invalid event, read it with expectDropped(stream:reason:) or \
            droppedEvents(), or create the platform with allowsInvalidEvents: true.
            """, at: place)
    }
}
