import EventStreams
import EventSupport

/// The faults of a running intake: the registry, and the clock it is told.
final class ActiveFaults: Sendable {
    private let registry = Locked(FaultRegistry())
    private let start = ContinuousClock.now
    /// The streams that are served now.
    let streams: @Sendable () -> StreamConfigurations

    init(_ faults: [Fault] = [], streams: @escaping @Sendable () -> StreamConfigurations) {
        self.streams = streams
        add(faults)
    }

    /// Whether no fault is in force, so that a request need not be looked at.
    var isIdle: Bool { registry.withLock { $0.isEmpty } }

    /// The faults in force, in the order in which they were added.
    var entries: [FaultRegistry.Entry] {
        registry.withLock { registry in
            registry.expire(at: now)
            return registry.entries
        }
    }

    @discardableResult
    func add(_ faults: [Fault]) -> [FaultRegistry.Entry] {
        let streams = streams()
        return registry.withLock { registry in
            faults.map { registry.add($0, seed: .random(in: 0...UInt64(Int32.max)), streams: streams, at: now) }
        }
    }

    func remove(id: String) -> Bool { registry.withLock { $0.remove(id: id) } }

    func removeAll() { registry.withLock { $0.removeAll() } }

    func needsStreams(_ target: Fault.Target) -> Bool { registry.withLock { $0.needsStreams(target) } }

    func match(_ subject: FaultRegistry.Subject) -> FaultRegistry.Match? {
        registry.withLock { $0.match(subject, at: now) }
    }

    private var now: Duration { start.duration(to: .now) }
}
