import EventPlatform
import Foundation

extension Run {
    func store(_ client: EventPlatformClient, _ workload: Workload) -> Outcome {
        let nanoseconds = elapsed { fill(client, workload) }
        return Outcome(figures: [rate("stored events/s", count, nanoseconds)]) {
            [count, waiting] in $0.pending == waiting + count && $0.droppedTotal == 0
        }
    }

    func drain(_ client: EventPlatformClient, _ workload: Workload) -> Outcome {
        let storing = elapsed { fill(client, workload) }
        let nanoseconds = elapsed { _ = Blocking.run { await client.flush(deadline: .seconds(600)) } }
        return Outcome(figures: [
            rate("filled events/s", count, storing), rate("drained events/s", waiting + count, nanoseconds),
        ]) {
            [count, waiting] in $0.delivered == waiting + count
        }
    }

    private func rate(_ name: String, _ events: Int, _ nanoseconds: UInt64) -> Figure {
        (name, Double(events) * 1e9 / Double(max(1, nanoseconds)))
    }

    /// Stores the events. For times, a group is submitted while the client stores the one before, as by an app; for
    /// counts, each group waits for the one before, so that the same transactions are counted each time.
    private func fill(_ client: EventPlatformClient, _ workload: Workload) {
        var storing: Task<Bool, Never>?
        let group = eventsPerGroup
        for first in stride(from: 0, to: count, by: group) {
            for number in first..<min(count, first + group) { workload.submit(number, to: client) }
            let previous = storing
            storing = Task { await client.persist() }
            if let waited = timed ? previous : storing { Blocking.run { await waited.value } }
        }
        if let storing { Blocking.run { await storing.value } }
    }

    /// Whole transactions of together some 1024 events, or as many as the inbox has room for twice.
    private var eventsPerGroup: Int {
        let events = min(1024, (8 << 20) / (size ?? 1))
        return max(1, events / transaction) * transaction
    }
}
