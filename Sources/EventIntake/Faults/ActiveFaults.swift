import EventStreams
import EventSupport

/// The faults of a running intake: the registry with its lock and clock.
final class ActiveFaults: Sendable {
    private let registry = Locked(FaultRegistry())
    private let start = ContinuousClock.now
    /// The streams that are currently served.
    let streams: @Sendable () -> StreamConfigurations

    init(_ faults: [Fault] = [], streams: @escaping @Sendable () -> StreamConfigurations) {
        self.streams = streams
        add(faults)
    }

    /// Whether no fault is active, so that requests need no matching.
    var isIdle: Bool { registry.withLock { $0.isEmpty } }

    /// The active faults, in the order in which they were added.
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
