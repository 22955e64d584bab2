import Foundation

/// Decides what goes into which request, and writes down what the answers mean. It never waits and has no clock or
/// network of its own: a ``Dispatcher`` performs its requests, and so does a simulation in virtual time.
package struct Emitter {
    let settings: Settings
    let clocks: any Clocks
    let random: @Sendable () -> UInt64
    let diagnostics: Diagnostics
    let book: LiveLedger
    /// What is known of each destination that had events.
    var lanes: [String: DestinationState] = [:]
    /// Whether this cycle does no more than its share after an outage.
    private var isPaced = false
    /// Whether this cycle has made a request.
    package private(set) var didSend = false

    init(_ parts: ClientParts) {
        settings = parts.settings
        clocks = parts.environment.clocks
        random = parts.environment.random
        diagnostics = parts.diagnostics
        book = parts.book
    }

    /// An emitter outside of a client, for a simulation.
    package init(
        _ configuration: EventPlatformClient.Configuration, clocks: any Clocks, random: @escaping @Sendable () -> UInt64
    ) {
        settings = Settings(configuration)
        self.clocks = clocks
        self.random = random
        diagnostics = Diagnostics(logger: configuration.logger)
        book = LiveLedger()
    }

    /// The account of the events.
    package var ledger: Ledger { book.ledger }

    /// Adds to the account what somebody else has counted.
    package func add(_ ledger: Ledger) { book.add(ledger) }

    /// A request and what is in it.
    package struct Sending: Sendable {
        package let destination: String
        package let request: NetworkRequest
        package let batch: Batch
        let isCompressed: Bool
        /// What counts towards the byte limit: a body before compression, or a URL.
        let bytes: Int
    }

    // MARK: - A cycle

    /// A cycle begins.
    ///
    /// - Parameter isPaced: whether the client began it by itself; one that the app asks for does everything at once.
    package mutating func cycleBegan(isPaced: Bool) {
        self.isPaced = isPaced
        didSend = false
        let now = clocks.sinceBoot
        for name in Array(lanes.keys) { lanes[name]?.cycleBegan(now: now) }
    }

    /// A cycle ended: what was read and not sent goes back.
    package mutating func cycleEnded(in store: any EventStore) {
        for name in Array(lanes.keys) {
            store.giveBack(lanes[name]?.ready.map(\.row) ?? [])
            lanes[name]?.ready = []
        }
    }

    /// When a destination that has events may be tried again, on the boot clock; `now` where that is at once.
    package func retry(of destination: String, now: Duration, in store: any EventStore) -> Duration {
        let lane = lane(of: destination, in: store)
        let retry = lane.backoff.until ?? now
        var rests = lane.rests
        rests.expire(now: now)
        guard let endOfRest = rests.firstEnd, endOfRest > retry, !lane.isCutShort else { return retry }
        return hasOthers(than: rests, for: destination, now: now, in: store) ? retry : endOfRest
    }

    /// Whether a destination has events that do not rest: these wait for none that does.
    func hasOthers(
        than rests: Rests, for destination: String, now: Duration, in store: any EventStore
    ) -> Bool {
        // What is new stands behind what rests, as a rule: then one row tells.
        [(1, rests.lastRow ?? 0), (rests.count + 1, 0)].contains { count, row in
            let taken = diagnostics.attempt("reading the store") {
                try store.take(count, for: destination, after: row, lease: Lease(now: now, deadline: now))
            }
            guard let taken else { return true }  // not known, so not to be waited for
            store.giveBack(taken.map(\.row))
            return taken.contains { !rests.contains($0.row, now: now) }
        }
    }

    /// Whether what an outage has left is more than one cycle may send.
    package var isRecovering: Bool { lanes.values.contains { $0.isCutShort } }

    /// A network returned: every destination may be tried.
    mutating func networkReturned() {
        let now = clocks.sinceBoot
        for name in Array(lanes.keys) { lanes[name]?.networkReturned(now: now) }
    }

    /// What is known of a destination; the back-off and the rests of an earlier process count on.
    func lane(of destination: String, in store: any EventStore) -> DestinationState {
        if let lane = lanes[destination] { return lane }
        var lane = DestinationState()
        func kept(_ name: String) -> String {
            (diagnostics.attempt("reading the store") { try store.value(named: name) } ?? nil) ?? ""
        }
        if let backoff = Backoff(text: kept(Self.backoffName(destination)), clocks) { lane.backoff = backoff }
        lane.rests = Rests(text: kept(Self.restsName(destination)), clocks)
        return lane
    }

    static func backoffName(_ destination: String) -> String { "backoff \(destination)" }
    static func restsName(_ destination: String) -> String { "rests \(destination)" }

    // MARK: - The next request

    /// The next request to a destination: oldest events first, each event once a cycle. `nil` when nothing may be sent
    /// now: nothing waits, the destination is to be left alone, or enough requests are under way.
    package mutating func next(for destination: String, in store: any EventStore) -> Sending? {
        var lane = lane(of: destination, in: store)
        defer { lanes[destination] = lane }
        let (network, emitter) = settings.read { ($0.network, $0.emitter) }
        guard lane.mayBegin(now: clocks.sinceBoot, atMost: emitter.senders) else { return nil }
        guard !lane.hasDoneItsShare(isPaced: isPaced) else { return nil }
        guard let url = network.destinations.url(of: destination) else {
            diagnostics.report(
                .delivery,
                "no URL is known for destination \(destination); name an http or https URL as the network's endpoint")
            lane.failed(now: clocks.sinceBoot, retryAfter: nil, random: random())
            return nil
        }
        while let batch = nextBatch(&lane, for: destination, network, emitter, in: store) {
            let sending = Sending(batch, to: destination, at: url, network, compress: lane.gzip.mayCompress)
            if sending.bytes <= emitter.byteLimit(network.method) {
                lane.began()
                didSend = true
                return sending
            }
            guard dropTooLarge(sending, &lane, in: store) else { break }
        }
        return nil
    }

    private func nextBatch(
        _ lane: inout DestinationState, for destination: String, _ network: NetworkConfiguration,
        _ emitter: EmitterConfiguration,
        in store: any EventStore
    ) -> Batch? {
        if lane.mustReadAnew {
            store.giveBack(lane.ready.map(\.row))
            lane.ready = []
            lane.mustReadAnew = false
        }
        let most = network.method == .get ? 1 : emitter.bufferOption.count
        let limit = lane.limit.count(within: most)
        let missing = emitter.range - lane.ready.count
        if lane.ready.count < limit, missing > 0 {
            lane.ready += read(&lane, for: destination, missing, from: store)
        }
        guard !lane.ready.isEmpty else {
            lane.ranEmpty()
            return nil
        }
        let batch = Batch(from: lane.ready, limit: limit, byteLimit: emitter.byteLimit(network.method))
        lane.ready.removeFirst(batch.events.count)
        return batch
    }

    /// Takes what may be tried: from the front, or behind what may be at fault.
    private func read(
        _ lane: inout DestinationState, for destination: String, _ count: Int, from store: any EventStore
    ) -> [StoredEvent] {
        let now = clocks.sinceBoot
        let lease = Lease(now: now, deadline: now + settings.read(\.network.timeout) * (count + 1) + .seconds(60))
        let state = lane
        func take(after row: Int64) -> [StoredEvent] {
            let taken = diagnostics.attempt("reading the store") {
                try store.take(count + state.rests.count, for: destination, after: row, lease: lease)
            }
            let ready = (taken ?? []).filter { !state.rests.contains($0.row, now: now) }.prefix(count)
            let rows = Set(ready.map(\.row))
            store.giveBack((taken ?? []).map(\.row).filter { !rows.contains($0) })
            return Array(ready)
        }
        let ready = take(after: lane.readsAfter)
        guard ready.isEmpty, lane.ready.isEmpty, lane.readsAfter > 0 else { return ready }
        lane.nothingToProbe()
        return take(after: 0)
    }
}

extension Diagnostics {
    /// Does something with the store; a failure is reported and ends what was being done, and the events stay.
    func attempt<Result>(_ what: String, _ work: () throws -> Result) -> Result? {
        do {
            return try work()
        } catch {
            report(.store, "\(what): \(error)")
            return nil
        }
    }
}
