import Foundation

extension Sender {
    /// The next request; `nil` when no event may be sent now.
    mutating func makeRequest(_ number: UInt64) -> BatchRequest? {
        let network = settings.network
        guard let url = network.destinations.url(of: destination) else {
            diagnostics.report(
                .delivery,
                "no URL is set for destination \(destination); set an http or https URL as the network's endpoint")
            state.failed(now: clocks.sinceBoot, retryAfter: nil, random: random())
            return nil
        }
        while let batch = nextBatch() {
            var request = BatchRequest(
                number, batch, to: url, networkConfiguration(for: batch), compress: state.gzip.mayCompress)
            request.isProbe = queue.isProbe
            if request.bytes <= settings.emitter.byteLimit(network.method) { return request }
            dropTooLarge(request)
            guard unrecorded.isEmpty else { return nil }
        }
        return nil
    }

    /// The maximum number of events in the next request.
    private var eventLimit: Int { state.limit.count(within: settings.batchLimit) }

    /// Whether the events of the next request are read already.
    var hasReadAhead: Bool {
        !state.needsReread && queue.ready.count >= min(eventLimit, settings.emitter.range)
    }

    /// Reads the events of the next request while others are in flight, when the store had as many as the last one took
    /// and all is well.
    mutating func readAhead() {
        guard isInCycle, settings.maySend, unrecorded.isEmpty, state.isHealthy, !state.isRecovering, !state.needsReread,
            queue.mayHaveFollowers, !hasReadAhead
        else { return }
        read(eventLimit)
    }

    private mutating func nextBatch() -> Batch? {
        if state.needsReread {
            store.release(queue.removeAll())
            state.needsReread = false
        }
        if !hasReadAhead { read(eventLimit) }
        let batch = queue.removeBatch(
            limit: eventLimit, byteLimit: settings.emitter.byteLimit(settings.network.method))
        if batch == nil { state.backlogEmptied() }
        return batch
    }

    /// Leases events for a batch: ready ones, or, when there are none, those whose retry time has come.
    private mutating func read(_ limit: Int) {
        let isProbing = state.search.isProbing(now: clocks.sinceBoot)
        if queue.isEmpty { queue.isProbe = isProbing }
        let range = rowsToRead(limit)
        let ready = lease(range - queue.ready.count, .ready(after: isProbing ? state.search.readyUpTo : nil))
        queue.mayHaveFollowers = queue.ready.count + ready.count == range
        queue.add(ready: ready)
        if queue.ready.isEmpty, queue.retries.count < limit { readRetries(range - queue.retries.count, isProbing) }
        guard queue.isEmpty, isProbing else { return }
        // There are no events behind the suspected ones.
        state.search.end()
        read(limit)
    }

    /// The maximum number of events to lease. Whole batches, since every lease would skip the rest of a partial one.
    private func rowsToRead(_ limit: Int) -> Int {
        let range = settings.emitter.range
        return range <= limit ? range : range / limit * limit
    }

    private mutating func readRetries(_ count: Int, _ isProbing: Bool) {
        let suspected = isProbing ? state.search.retries : []
        let leased = lease(count + suspected.count, .retries)
        let taken = leased.filter { !suspected.contains($0.row) }.prefix(max(0, count))
        let rows = Set(taken.map(\.row))
        store.release(leased.map(\.row).filter { !rows.contains($0) })
        queue.add(retries: Array(taken))
    }

    /// Leases events, and drops those that are throttled until one is not or none is left.
    private mutating func lease(_ count: Int, _ selection: LeaseSelection) -> [LeasedEvent] {
        guard count > 0 else { return [] }
        let now = clocks.sinceBoot
        // In the worst case each event is sent in a request of its own, one after the other.
        let deadline = now + settings.network.timeout * (count + 1) + .seconds(60)
        while true {
            let leased = diagnostics.attempt("reading the store") {
                try store.lease(selection, for: destination, atMost: count, now: now, until: deadline)
            }
            guard let leased, !leased.isEmpty else { return [] }
            let isHeld = rowsWithoutLease()
            firstLeaseEnd = min(firstLeaseEnd ?? deadline, deadline)
            let open = isHeld.isEmpty ? leased : leased.filter { !isHeld.contains($0.row) }
            guard let passing = dropThrottled(open) else { return [] }
            if !passing.isEmpty { return passing }
        }
    }

    /// Rows of this sender that the store may lease again. A lease may have ended before the verdict of its event could
    /// be recorded, or while the system slept.
    private func rowsWithoutLease() -> Set<Int64> {
        // The time after the lease: the leases of all destinations end with those of each.
        guard let firstLeaseEnd, firstLeaseEnd <= clocks.sinceBoot else { return unrecorded.rows }
        return unrecorded.rows.union(heldRows)
    }
}
