/// The events of one destination that are leased from the store: those that were read for the next requests, and those
/// of requests whose verdict is not committed yet.
struct EventLeases: Sendable {
    private let dependencies: SenderDependencies
    private var queue = DeliveryQueue()
    /// Requests in flight, by number.
    private var inFlight: [UInt64: BatchRequest] = [:]
    /// The request whose verdict is about to be committed.
    private var ended: BatchRequest?
    /// When the first of the leases ends, as time since boot.
    private var firstLeaseEnd: Duration?

    init(_ dependencies: SenderDependencies) { self.dependencies = dependencies }

    /// The number of requests in flight.
    var requestsInFlight: Int { inFlight.count }

    /// Whether the batches come after the suspected events in the order of sending; see ``FaultSearch``.
    var isProbe: Bool { queue.isProbe }

    // MARK: - Requests

    /// A request with a batch of ``nextBatch(_:_:)`` begins.
    mutating func began(_ request: BatchRequest) { inFlight[request.number] = request }

    /// A request ended. Its events are leased until ``endedIsRecorded()`` or ``putBackEnded()``.
    ///
    /// - Returns: the request; `nil` if it was cancelled.
    mutating func end(_ number: UInt64) -> BatchRequest? {
        ended = inFlight.removeValue(forKey: number)
        return ended
    }

    /// The verdict on the request that ended is recorded.
    mutating func endedIsRecorded() { ended = nil }

    /// Returns the events of the request that ended to the queue, since they are sent again at once.
    mutating func putBackEnded() {
        if let ended { queue.putBack(ended.batch) }
        ended = nil
    }

    /// Gives up the requests in flight.
    mutating func releaseRequests() {
        dependencies.store.release(inFlight.values.flatMap(\.batch.rows))
        inFlight = [:]
    }

    /// Gives up the events that were read for further requests, at the end of a cycle.
    mutating func releaseQueue() {
        dependencies.store.release(queue.removeAll())
        firstLeaseEnd = nil
    }

    // MARK: - Batches

    /// Removes and returns the events of the next request; `nil` if no event may be sent now.
    mutating func nextBatch(_ settings: DeliverySettings, _ state: inout DestinationState) -> Batch? {
        if state.needsReread {
            dependencies.store.release(queue.removeAll())
            state.needsReread = false
        }
        let limit = state.limit.count(within: settings.batchLimit)
        if !hasReadAhead(settings, state) { read(limit, settings, &state) }
        let batch = queue.removeBatch(
            limit: limit, byteLimit: settings.emitter.byteLimit(settings.network.method))
        if batch == nil { state.backlogEmptied() }
        return batch
    }

    /// Whether the events of the next request are read already.
    func hasReadAhead(_ settings: DeliverySettings, _ state: DestinationState) -> Bool {
        let limit = state.limit.count(within: settings.batchLimit)
        return !state.needsReread && queue.ready.count >= min(limit, settings.emitter.range)
    }

    /// Reads the events of the next request if the store had as many as the last one took.
    mutating func readAhead(_ settings: DeliverySettings, _ state: inout DestinationState) {
        guard !state.needsReread, queue.mayHaveFollowers, !hasReadAhead(settings, state) else { return }
        read(state.limit.count(within: settings.batchLimit), settings, &state)
    }

    // MARK: - Reading

    /// Leases events for a batch: ready ones, or, if there are none, those whose retry time has come.
    private mutating func read(_ limit: Int, _ settings: DeliverySettings, _ state: inout DestinationState) {
        let isProbing = state.search.isProbing(now: dependencies.now)
        if queue.isEmpty { queue.isProbe = isProbing }
        let range = Self.rowsToRead(limit, within: settings.emitter.range)
        let ready = lease(
            range - queue.ready.count, .ready(after: isProbing ? state.search.readyUpTo : nil), settings, &state)
        queue.mayHaveFollowers = queue.ready.count + ready.count == range
        queue.add(ready: ready)
        if queue.ready.isEmpty, queue.retries.count < limit {
            readRetries(
                range - queue.retries.count, besides: isProbing ? state.search.retries : [], settings, &state)
        }
        guard queue.isEmpty, isProbing else { return }
        state.probeFoundNoEvent()
        read(limit, settings, &state)
    }

    /// The maximum number of events to lease. Whole batches, since every lease would skip the rest of a partial one.
    private static func rowsToRead(_ limit: Int, within range: Int) -> Int {
        range <= limit ? range : range / limit * limit
    }

    private mutating func readRetries(
        _ count: Int, besides suspected: Set<Int64>, _ settings: DeliverySettings, _ state: inout DestinationState
    ) {
        let leased = lease(count + suspected.count, .retries, settings, &state)
        let taken = leased.filter { !suspected.contains($0.row) }.prefix(max(0, count))
        let rows = Set(taken.map(\.row))
        dependencies.store.release(leased.map(\.row).filter { !rows.contains($0) })
        queue.add(retries: Array(taken))
    }

    /// Leases events, and drops those that are throttled until one is not or none is left.
    private mutating func lease(
        _ count: Int, _ selection: LeaseSelection, _ settings: DeliverySettings, _ state: inout DestinationState
    ) -> [LeasedEvent] {
        guard count > 0 else { return [] }
        let now = dependencies.now
        // In the worst case each event is sent in a request of its own, one after the other.
        let deadline = now + settings.network.timeout * (count + 1) + .seconds(60)
        while true {
            let leased = dependencies.diagnostics.attempt("reading the store") {
                try dependencies.store.lease(
                    selection, for: dependencies.destination, atMost: count, now: now, until: deadline)
            }
            guard let leased, !leased.isEmpty else { return [] }
            let open = withoutHeld(leased)
            firstLeaseEnd = min(firstLeaseEnd ?? deadline, deadline)
            guard let passing = dropThrottled(open, settings, &state) else { return [] }
            if !passing.isEmpty { return passing }
        }
    }

    /// Leaves out the events that are held already. The store leases them again if their lease has ended before the
    /// verdict is recorded, or while the system slept.
    private func withoutHeld(_ leased: [LeasedEvent]) -> [LeasedEvent] {
        // The time after the lease: the leases of all destinations end with those of each.
        guard let firstLeaseEnd, firstLeaseEnd <= dependencies.now else { return leased }
        let held = Set(inFlight.values.flatMap(\.batch.rows) + queue.rows + (ended?.batch.rows ?? []))
        return held.isEmpty ? leased : leased.filter { !held.contains($0.row) }
    }

    /// Drops those leased events that a throttle does not let pass.
    ///
    /// - Returns: the others; `nil` if the store did not remove the dropped ones, as on a full disk or in a damaged
    ///   file. Then the destination backs off, since the next cycle would find the same events at once.
    private func dropThrottled(
        _ leased: [LeasedEvent], _ settings: DeliverySettings, _ state: inout DestinationState
    ) -> [LeasedEvent]? {
        let (throttles, session) = (settings.throttles, settings.session)
        guard throttles.includesStored else { return leased }
        let dropped = Set(leased.filter { throttles.removeStored($0.stream, session: session) }.map(\.row))
        guard !dropped.isEmpty else { return leased }
        var transaction = StoreTransaction()
        transaction.finished = dropped.sorted().map { FinishedEvent(row: $0, outcome: .dropped(.throttled)) }
        let counted = dependencies.diagnostics.attempt("dropping throttled events") {
            try dependencies.store.commit(transaction)
        }
        guard let counted, !counted.isEmpty else {
            dependencies.store.release(leased.map(\.row))
            state.failed(now: dependencies.now, retryAfter: nil, random: dependencies.random())
            return nil
        }
        dependencies.ledger.add(counted)
        return leased.filter { !dropped.contains($0.row) }
    }
}
