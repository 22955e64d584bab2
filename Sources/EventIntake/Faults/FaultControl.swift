import EventStreams
import NIOConcurrencyHelpers

/// The faults of a running intake: the book, the clock it is told, and the streams as they were when a fault was added.
final class FaultControl: Sendable {
    private struct State {
        var book = FaultBook()
        var frozen: [String: StreamConfigurations] = [:]
    }

    private let state = NIOLockedValueBox(State())
    private let start = ContinuousClock.now
    /// The streams that are served now.
    let streams: @Sendable () -> StreamConfigurations

    init(_ faults: [Fault] = [], streams: @escaping @Sendable () -> StreamConfigurations) {
        self.streams = streams
        add(faults)
    }

    /// Whether no fault is in force, so that a request need not be looked at.
    var isIdle: Bool { state.withLockedValue { $0.book.isEmpty } }

    /// The faults in force, in the order in which they were added.
    var entries: [FaultBook.Entry] {
        state.withLockedValue { state in
            state.book.expire(at: now)
            return state.book.entries
        }
    }

    @discardableResult
    func add(_ faults: [Fault]) -> [FaultBook.Entry] {
        let streams = streams()
        return state.withLockedValue { state in
            faults.map { fault in
                let entry = state.book.add(fault, seed: .random(in: 0...UInt64(Int32.max)), at: now)
                if fault.kind == .stale { state.frozen[entry.id] = streams }
                return entry
            }
        }
    }

    func remove(id: String) -> Bool {
        state.withLockedValue { state in
            state.frozen[id] = nil
            return state.book.remove(id: id)
        }
    }

    func removeAll() { state.withLockedValue { $0 = State() } }

    func needsStreams(_ target: Fault.Target) -> Bool { state.withLockedValue { $0.book.needsStreams(target) } }

    func strike(_ subject: FaultBook.Subject) -> FaultBook.Strike? {
        state.withLockedValue { $0.book.strike(subject, at: now) }
    }

    /// The streams as they were when a fault of the kind `stale` was added.
    func streams(frozenBy id: String) -> StreamConfigurations? { state.withLockedValue { $0.frozen[id] } }

    private var now: Duration { start.duration(to: .now) }
}
