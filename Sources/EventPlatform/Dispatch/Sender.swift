/// Decides which events of one destination are sent in which request and when, and applies the responses.
///
/// A state machine that does not wait: its caller reports events and performs the requests. The callers are
/// ``Senders`` and a simulation in virtual time. Deliveries are made in cycles: a cycle begins at ``nextCycle`` or
/// when it is requested, and ends when no request is in flight and none may begin.
package struct Sender: Sendable {
    /// The service that the events are sent to.
    package let destination: String
    let store: any EventStore
    let clocks: any Clocks
    let random: @Sendable () -> UInt64
    let diagnostics: Diagnostics
    let ledger: LiveLedger

    /// The settings. They may be changed between any two calls.
    package var settings: DeliverySettings {
        didSet {
            if settings.mode != schedule.mode { schedule.set(settings.mode, now: clocks.sinceBoot) }
            if let began = settings.sessionBegan { schedule.sessionBegan(at: began) }
            // What was read before may be removed or throttled now.
            if settings.removals != oldValue.removals || settings.throttles != oldValue.throttles {
                state.needsReread = true
            }
        }
    }
    var state = DestinationState()
    var queue = DeliveryQueue()
    /// Verdicts that could not be committed.
    var unrecorded = UnrecordedVerdicts()
    /// Whether the last verdicts could be committed; not before the first ones.
    var hasRecorded = false
    private var schedule: DispatchSchedule
    /// When the first lease of an event in a request or in the queue ends, as time since boot.
    var firstLeaseEnd: Duration?
    /// Requests in flight, by number.
    private var inFlight: [UInt64: BatchRequest] = [:]
    /// The request whose verdict is about to be committed.
    private var finished: BatchRequest?
    private var lastNumber: UInt64 = 0

    /// Whether a cycle is under way.
    package private(set) var isInCycle = false
    /// How many cycles have begun.
    package private(set) var cycles = 0
    /// Whether the cycle is limited to a few requests after an outage.
    private var isPaced = true
    /// Whether the cycle has made a request.
    private var didSend = false

    /// Creates the sender of a destination, with the saved back-off of an earlier process.
    package init(
        to destination: String, from store: any EventStore, _ settings: DeliverySettings, clocks: any Clocks,
        random: @escaping @Sendable () -> UInt64, diagnostics: Diagnostics, ledger: LiveLedger
    ) {
        self.destination = destination
        self.store = store
        self.settings = settings
        self.clocks = clocks
        self.random = random
        self.diagnostics = diagnostics
        self.ledger = ledger
        schedule = DispatchSchedule(
            mode: settings.mode, sessionBegan: settings.sessionBegan ?? clocks.sinceBoot,
            emptyReads: settings.emitter.emptyReads)
        let saved = diagnostics.attempt("reading a back-off") {
            try store.value(Backoff.Saved.self, named: Backoff.name(of: destination))
        }
        if case let saved?? = saved { state.backoff = Backoff(saved, at: StorageTime(clocks)) }
    }

    /// Whether the last cycle has left events.
    var hasLeftEvents: Bool { schedule.hasLeftEvents }

    /// How many requests have been made.
    var requestsMade: UInt64 { lastNumber }

    /// Whether the latest response showed that no intake takes events at the URL.
    var hasNoIntake: Bool { state.hasNoIntake }

    /// The rows of the events in requests and in the queue.
    var heldRows: Set<Int64> {
        Set(inFlight.values.flatMap(\.batch.rows) + queue.rows + (finished?.batch.rows ?? []))
    }

    /// How many requests are in flight.
    package var requestsInFlight: Int { inFlight.count }

    /// When the next attempt to record verdicts is due, as time since boot; `nil` when all are recorded.
    package var nextRecording: Duration? { unrecorded.isEmpty ? nil : unrecorded.retryAt }

    /// When the next cycle is due, as time since boot; `nil` when no timer is needed, since no event may be sent or a
    /// cycle is under way.
    package var nextCycle: Duration? { isInCycle || !settings.maySend ? nil : schedule.nextCycle }

    // MARK: - Events

    /// Events were committed, or an earlier process left some.
    package mutating func eventsCommitted() {
        guard !isInCycle, !schedule.hasFreshEvents else { return }
        let now = clocks.sinceBoot
        schedule.eventsWait(now: now, retry: nextSendTime(at: now))
    }

    /// Applies a changed profile or network status.
    package mutating func set(_ profile: DispatchProfile, isReachable: Bool) {
        schedule.set(profile, isReachable: isReachable)
    }

    /// A network returned: the destination may be tried.
    package mutating func networkReturned() {
        state.backoff.networkReturned(now: clocks.sinceBoot)
        schedule.networkReturned(now: clocks.sinceBoot)
    }

    /// The app's own traffic ended, or will end, at this time since boot.
    package mutating func primaryTraffic(endsAt end: Duration) { schedule.primaryTraffic(endsAt: end) }

    // MARK: - A cycle

    /// Begins a cycle, or continues the one under way.
    ///
    /// - Parameter isPaced: whether the client begins it by itself. One that the app requests is not limited after an
    ///   outage.
    /// - Returns: the requests to perform. The caller passes each result to ``finish(_:_:)``, or calls
    ///   ``cancelRequests()``.
    package mutating func beginCycle(isPaced: Bool) -> [BatchRequest] {
        if isInCycle {
            self.isPaced = self.isPaced && isPaced
        } else {
            recordVerdicts()
            isInCycle = true
            cycles += 1
            self.isPaced = isPaced
            didSend = false
            schedule.cycleBegan()
            state.cycleBegan()
        }
        return startRequests()
    }

    /// A request ended. The result of a request that was cancelled is ignored.
    ///
    /// - Returns: the requests to perform next.
    package mutating func finish(_ number: UInt64, _ result: BatchRequest.Result) -> [BatchRequest] {
        var next: [BatchRequest] = []
        finish(number, result) { next += $0 }
        return next
    }

    /// A request ended. When its events are finished, the next batch has been read ahead, and the store has taken the
    /// last verdicts, the next request begins before the verdict is committed, so that the store writes while the
    /// intake works.
    ///
    /// `begin` begins to perform requests. It must not use the sender.
    mutating func finish(_ number: UInt64, _ result: BatchRequest.Result, begin: ([BatchRequest]) -> Void) {
        guard let request = inFlight.removeValue(forKey: number) else { return }
        let backoff = state.backoff
        if let changes = changes(by: result, of: request) {
            finished = request
            if hasReadAhead, hasRecorded, areFinal(changes), let next = nextRequest() { begin([next]) }
            commit(changes, of: request, backoffBefore: backoff)
            finished = nil
        } else {
            queue.putBack(request.batch)  // sent again at once, uncompressed
        }
        begin(startRequests())
    }

    /// Ends the cycle without waiting for responses. The events in flight are released and sent again later.
    package mutating func cancelRequests() {
        guard isInCycle else { return }
        if !inFlight.isEmpty {
            diagnostics.report(
                .delivery, "\(destination): requests were cancelled before their responses; the events are kept")
        }
        store.release(inFlight.values.flatMap(\.batch.rows))
        inFlight = [:]
        endCycle()
    }

    private mutating func startRequests() -> [BatchRequest] {
        var begun: [BatchRequest] = []
        while let request = nextRequest() { begun.append(request) }
        if inFlight.isEmpty { endCycle() }
        return begun
    }

    private mutating func nextRequest() -> BatchRequest? {
        let now = clocks.sinceBoot
        guard settings.maySend, unrecorded.isEmpty,
            state.mayBegin(now: now, inFlight: inFlight.count, atMost: settings.emitter.requestLimit),
            !state.consumeRecoveryQuota(isPaced: isPaced)
        else { return nil }
        guard var request = makeRequest(lastNumber + 1) else { return nil }
        request.destinationHealthAtStart = state.search.proof(now: now)
        lastNumber += 1
        inFlight[lastNumber] = request
        state.began()
        didSend = true
        diagnostics.log.debug(
            .batchSent, identify(request).merging([.batchBytes: "\(request.bytes)"]) { $1 })
        return request
    }

    private mutating func endCycle() {
        isInCycle = false
        store.release(queue.removeAll())
        firstLeaseEnd = nil
        let now = clocks.sinceBoot
        schedule.cycleEnded(
            now: now, retry: nextSendTime(at: now), didSend: didSend, isRecovering: state.isCutShort)
    }

    // MARK: - Waiting events

    /// When the next events may be sent by back-off and retry times.
    ///
    /// - Parameter now: the present, which the caller compares the result with: another reading of the clock is later.
    /// - Returns: the time since boot; `nil` when no events wait besides those in requests.
    package func nextSendTime(at now: Duration) -> Duration? {
        let earliest = state.backoff.until ?? now
        if !unrecorded.isEmpty { return max(earliest, unrecorded.retryAt ?? now) }
        let found = diagnostics.attempt("reading the store") { () -> Duration? in
            if try store.hasReadyEvent(for: destination, besides: unrecorded.rows) { return earliest }
            return try store.nextRetry(for: destination).map { max($0, earliest) }
        }
        return found ?? earliest  // when the store cannot be read, the cycle tries
    }
}
