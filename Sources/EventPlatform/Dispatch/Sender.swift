/// Decides which events of one destination are sent in which request and when, and applies the responses.
///
/// A state machine that does not wait: its caller reports events and performs the requests. The callers are
/// ``Senders`` and a simulation in virtual time. Deliveries are made in cycles: a cycle begins at ``nextCycle`` or
/// when it is requested, and ends when no request is in flight and none may begin.
///
/// The sender decides when a request may begin. Its parts do the rest: ``EventLeases`` reads the events of a request,
/// ``ResultResolver`` applies the result, and ``VerdictRecorder`` commits the changes of the events.
package struct Sender: Sendable {
    private let dependencies: SenderDependencies

    /// The settings. They may be changed between any two calls.
    package var settings: DeliverySettings {
        didSet {
            if settings.mode != schedule.mode { schedule.set(settings.mode, now: now) }
            if let began = settings.sessionBegan { schedule.sessionBegan(at: began) }
            // What was read before may be removed or throttled now.
            if settings.removals != oldValue.removals || settings.throttles != oldValue.throttles {
                state.needsReread = true
            }
        }
    }
    private var state: DestinationState
    private var schedule: DispatchSchedule
    private var leases: EventLeases
    private let resolver: ResultResolver
    private var recorder: VerdictRecorder
    /// How many requests have been made: the number of the last one.
    private(set) var requestsMade: UInt64 = 0

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
        dependencies = SenderDependencies(
            destination: destination, store: store, clocks: clocks, random: random, diagnostics: diagnostics,
            ledger: ledger)
        self.settings = settings
        leases = EventLeases(dependencies)
        resolver = ResultResolver(dependencies)
        recorder = VerdictRecorder(dependencies)
        schedule = DispatchSchedule(
            mode: settings.mode, sessionBegan: settings.sessionBegan ?? clocks.sinceBoot,
            emptyReads: settings.emitter.emptyReads)
        state = DestinationState(recorder.savedBackoff() ?? Backoff())
    }

    /// The service that the events are sent to.
    package var destination: String { dependencies.destination }

    /// The time since boot.
    var now: Duration { dependencies.now }

    /// Whether the last cycle has left events.
    var hasLeftEvents: Bool { schedule.hasLeftEvents }

    /// Whether the latest response showed that no intake takes events at the URL.
    var hasNoIntake: Bool { state.hasNoIntake }

    /// The pause before the next request, after failures.
    var backoff: Backoff { state.backoff }

    /// How many requests are in flight.
    package var requestsInFlight: Int { leases.requestsInFlight }

    /// When the next attempt to record verdicts is due, as time since boot; `nil` when all are recorded.
    package var nextRecording: Duration? { recorder.nextAttempt }

    /// When the next cycle is due, as time since boot; `nil` when no timer is needed, since no event may be sent or a
    /// cycle is under way.
    package var nextCycle: Duration? { isInCycle || !settings.maySend ? nil : schedule.nextCycle }

    // MARK: - Events

    /// Events were committed, or an earlier process left some.
    package mutating func eventsCommitted() {
        guard !isInCycle, !schedule.hasFreshEvents else { return }
        let now = now
        schedule.eventsWait(now: now, retry: nextSendTime(at: now))
    }

    /// Applies a changed profile or network status.
    package mutating func set(_ profile: DispatchProfile, isReachable: Bool) {
        schedule.set(profile, isReachable: isReachable)
    }

    /// A network returned: the destination may be tried.
    package mutating func networkReturned() {
        state.networkReturned(now: now)
        schedule.networkReturned(now: now)
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
        guard let request = leases.end(number) else { return }
        let before = backoff
        switch resolver.resolve(result, of: request, settings, &state) {
        case .resend: leases.putBackEnded()
        case .apply(let changes):
            if mayBeginBeforeRecording(changes), let next = nextRequest() { begin([next]) }
            record(changes, of: request, backoffBefore: before)
            leases.endedIsRecorded()
        }
        begin(startRequests())
    }

    /// Ends the cycle without waiting for responses. The events in flight are released and sent again later.
    package mutating func cancelRequests() {
        guard isInCycle else { return }
        if requestsInFlight > 0 {
            dependencies.diagnostics.report(
                .delivery, "\(destination): requests were cancelled before their responses; the events are kept")
        }
        leases.releaseRequests()
        endCycle()
    }

    private mutating func startRequests() -> [BatchRequest] {
        var begun: [BatchRequest] = []
        while let request = nextRequest() { begun.append(request) }
        if requestsInFlight == 0 { endCycle() }
        return begun
    }

    private mutating func endCycle() {
        isInCycle = false
        leases.releaseQueue()
        let now = now
        schedule.cycleEnded(
            now: now, retry: nextSendTime(at: now), didSend: didSend, isRecovering: state.isCutShort)
    }

    // MARK: - A request

    /// Reads the events of the next request while others are in flight, if all is well.
    mutating func readAhead() {
        guard isInCycle, settings.maySend, recorder.isComplete, state.isHealthy, !state.isRecovering else { return }
        leases.readAhead(settings, &state)
    }

    /// Begins the next request; `nil` if none may begin now.
    private mutating func nextRequest() -> BatchRequest? {
        let now = now
        guard settings.maySend, recorder.isComplete,
            state.mayBegin(now: now, inFlight: requestsInFlight, atMost: settings.emitter.requestLimit),
            !state.consumeRecoveryQuota(isPaced: isPaced)
        else { return nil }
        guard var request = makeRequest(requestsMade + 1) else { return nil }
        request.destinationHealthAtStart = state.search.proof(now: now)
        requestsMade += 1
        leases.began(request)
        state.began()
        didSend = true
        dependencies.diagnostics.log.debug(
            .batchSent, dependencies.identify(request).merging([.batchBytes: "\(request.bytes)"]) { $1 })
        return request
    }

    /// Makes a request of the next batch; `nil` if no event may be sent now.
    private mutating func makeRequest(_ number: UInt64) -> BatchRequest? {
        guard let url = settings.network.destinations.url(of: destination) else {
            dependencies.diagnostics.report(
                .delivery,
                "no URL is set for destination \(destination); set an http or https URL as the network's endpoint")
            state.failed(now: now, retryAfter: nil, random: dependencies.random())
            return nil
        }
        let byteLimit = settings.emitter.byteLimit(settings.network.method)
        while let batch = leases.nextBatch(settings, &state) {
            var request = BatchRequest(
                number, batch, to: url, networkConfiguration(for: batch), compress: state.gzip.mayCompress)
            request.isProbe = leases.isProbe
            if request.bytes <= byteLimit { return request }
            dropTooLarge(request)
            guard recorder.isComplete else { return nil }
        }
        return nil
    }

    /// The settings for the request of a batch, with what it says of this client.
    private func networkConfiguration(for batch: Batch) -> NetworkConfiguration {
        var network = settings.network
        guard network.reportsLedger else { return network }
        let failures = max(backoff.failures, batch.events.map(\.attempts).max() ?? 0)
        let report = ClientReport(
            ids: [settings.installID, settings.session].compactMap(\.self), time: dependencies.clocks.wall,
            attempt: failures + 1, ledger: dependencies.ledger.current)
        network.headers[ClientReport.headerName] = report.text
        return network
    }

    /// Drops the event of a request that exceeds the byte limit, since no request can hold it.
    private mutating func dropTooLarge(_ request: BatchRequest) {
        for event in request.batch.events {
            dependencies.report(
                event, of: request,
                "makes a \(request.method.rawValue) of \(request.bytes) bytes, which is more than the "
                    + "byte limit; dropped"
            )
        }
        let changes = request.batch.events.map { _ in Resolution.Change.finished(.dropped(.tooLarge)) }
        record(changes, of: request, backoffBefore: backoff)
    }

    // MARK: - Verdicts

    /// Whether the next request may begin before the changes are committed.
    private func mayBeginBeforeRecording(_ changes: [Resolution.Change]) -> Bool {
        leases.hasReadAhead(settings, state) && recorder.hasRecorded && changes.allSatisfy { $0.isFinal }
    }

    /// Records the changes of the events of a request, and the back-off if it has changed.
    private mutating func record(
        _ changes: [Resolution.Change], of request: BatchRequest, backoffBefore before: Backoff
    ) {
        state.settled(request.batch.events, changes)
        recorder.record(changes, of: request, backoff: backoff == before ? nil : backoff, settings)
    }

    /// Commits the changes that are not recorded yet until a commit fails.
    package mutating func recordVerdicts() { recorder.retry() }

    // MARK: - Waiting events

    /// When the next events may be sent by back-off and retry times.
    ///
    /// - Parameter now: the present, which the caller compares the result with: another reading of the clock is later.
    /// - Returns: the time since boot; `nil` when no events wait besides those in requests.
    package func nextSendTime(at now: Duration) -> Duration? {
        let earliest = backoff.until ?? now
        if let next = recorder.nextAttempt { return max(earliest, next) }
        let found = dependencies.diagnostics.attempt("reading the store") { () -> Duration? in
            if try dependencies.store.hasReadyEvent(for: destination, besides: []) { return earliest }
            return try dependencies.store.nextRetry(for: destination).map { max($0, earliest) }
        }
        return found ?? earliest  // when the store cannot be read, the cycle tries
    }
}
