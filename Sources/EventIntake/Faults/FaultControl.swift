import EventStreams
import EventSupport

/// The faults of a running intake: the book, and the clock it is told.
final class FaultControl: Sendable {
    private let book = Locked(FaultBook())
    private let start = ContinuousClock.now
    /// The streams that are served now.
    let streams: @Sendable () -> StreamConfigurations

    init(_ faults: [Fault] = [], streams: @escaping @Sendable () -> StreamConfigurations) {
        self.streams = streams
        add(faults)
    }

    /// Whether no fault is in force, so that a request need not be looked at.
    var isIdle: Bool { book.withLock { $0.isEmpty } }

    /// The faults in force, in the order in which they were added.
    var entries: [FaultBook.Entry] {
        book.withLock { book in
            book.expire(at: now)
            return book.entries
        }
    }

    @discardableResult
    func add(_ faults: [Fault]) -> [FaultBook.Entry] {
        let streams = streams()
        return book.withLock { book in
            faults.map { book.add($0, seed: .random(in: 0...UInt64(Int32.max)), streams: streams, at: now) }
        }
    }

    func remove(id: String) -> Bool { book.withLock { $0.remove(id: id) } }

    func removeAll() { book.withLock { $0.removeAll() } }

    func needsStreams(_ target: Fault.Target) -> Bool { book.withLock { $0.needsStreams(target) } }

    func strike(_ subject: FaultBook.Subject) -> FaultBook.Strike? {
        book.withLock { $0.strike(subject, at: now) }
    }

    private var now: Duration { start.duration(to: .now) }
}
