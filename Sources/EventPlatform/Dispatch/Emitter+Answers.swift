import Foundation

extension Emitter {
    /// How a request ended.
    package enum Outcome: Sendable {
        case answered(NetworkResponse)
        case failed(NetworkError)
        /// The sending was ended before the answer: nothing is known, and nothing changes.
        case cancelled
    }

    /// Writes down what the outcome of a request means: in the store, in the ledger, and for what comes next.
    package mutating func finish(_ sending: Sending, _ outcome: Outcome, in store: any EventStore) {
        var lane = lane(of: sending.destination, in: store)
        defer { lanes[sending.destination] = lane }
        lane.ended()
        guard let verdict = verdict(on: sending, outcome, &lane, in: store) else {
            // Nothing is known: they go again in this cycle, or back to the store with its end.
            return lane.ready = sending.batch.events + lane.ready
        }
        if let remark = verdict.remark {
            diagnostics.report(.delivery, "\(sending.request.url.withoutSecrets): \(remark)")
        }
        defer { store.giveBack(sending.batch.events.map(\.row)) }
        let before = lane.backoff
        let fates = take(in: verdict, for: sending, &lane)
        let isRecorded: Void? = diagnostics.attempt("recording verdicts") {
            try record(fates, for: sending, &lane, before: before, in: store)
        }
        // Without a record the same events would go again at once. The answer has ended a back-off that must go on.
        guard isRecorded == nil else { return }
        lane.backoff = before
        lane.failed(now: clocks.sinceBoot, retryAfter: nil, random: random())
    }

    /// What the outcome means; `nil` when it says nothing of the events: then they go on as they were.
    private func verdict(
        on sending: Sending, _ outcome: Outcome, _ lane: inout DestinationState, in store: any EventStore
    ) -> Verdict? {
        switch outcome {
        case .cancelled:
            diagnostics.report(
                .delivery,
                "\(sending.request.url.withoutSecrets): no answer before the sending was ended; the events are kept")
            return nil
        case .failed(let error):
            return Verdict(error, to: sending.batch)
        case .answered(let response):
            confirmWallClock(by: response, in: store)
            let lists = IntakeLists.statuses.contains(response.status) ? IntakeLists(response.body) : nil
            if trial(of: response, hasLists: lists != nil, to: sending, &lane) { return nil }
            // A date is the server's: its own clock tells how far off it is.
            let now = response.headers["date"].flatMap(HTTPDate.timestamp) ?? clocks.wall
            return Verdict(
                response, lists: lists, to: sending.batch, policy: settings.read(\.emitter.retry), now: now,
                isOutage: response.status == 500 && !lane.lastSucceeded && othersWait(besides: sending, lane, in: store)
            )
        }
    }

    /// Whether a destination has events besides those of a request that is still out.
    private func othersWait(besides sending: Sending, _ lane: DestinationState, in store: any EventStore) -> Bool {
        lane.ready.isEmpty
            ? hasOthers(than: lane.rests, for: sending.destination, now: clocks.sinceBoot, in: store) : true
    }

    /// What the answer says of compression.
    ///
    /// - Returns: whether the events go again at once as they are.
    private func trial(
        of response: NetworkResponse, hasLists: Bool, to sending: Sending, _ lane: inout DestinationState
    ) -> Bool {
        let before = lane.gzip
        let goesAgain = lane.gzip.answered(response.status, hasLists: hasLists, toCompressed: sending.isCompressed)
        if lane.gzip == .refuses, before != .refuses {
            diagnostics.report(
                .delivery, "\(sending.request.url.withoutSecrets): refuses gzip; bodies go uncompressed")
        }
        return goesAgain
    }

    /// A wall clock that has leapt is believed again when a server agrees with it.
    private func confirmWallClock(by response: NetworkResponse, in store: any EventStore) {
        guard let date = response.headers["date"].flatMap(HTTPDate.timestamp) else { return }
        _ = diagnostics.attempt("confirming the wall clock") {
            try LastBelievedTime.confirm(clocks.wall, by: date, in: store)
        }
    }

    /// What the verdict means for the destination.
    ///
    /// - Returns: the fates, with the one of an event that has turned out to be at fault itself.
    private func take(in verdict: Verdict, for sending: Sending, _ lane: inout DestinationState) -> [Verdict.Fate] {
        let events = sending.batch.events
        let (network, emitter) = settings.read { ($0.network, $0.emitter) }
        let now = clocks.sinceBoot
        switch verdict.destination {
        case .goesOn:
            lane.succeeded(within: network.method == .get ? 1 : emitter.bufferOption.count)
        case .takesLess(let tooLarge):
            lane.takesLess(than: events.count, tooLarge: tooLarge)
        case .backsOff(let retryAfter, batchMayBeAtFault: false):
            lane.failed(now: now, retryAfter: retryAfter, random: random())
        case .backsOff(let retryAfter, batchMayBeAtFault: true):
            let isAtFault = lane.failed(events, now: now, retryAfter: retryAfter, random: random())
            if isAtFault { return [fateOfCulprit(events[0], emitter)] }
        }
        return verdict.fates
    }

    /// An event that would be larger than a request may be leaves unsent: no request can ever hold it.
    ///
    /// - Returns: whether that is written down.
    func dropTooLarge(_ sending: Sending, _ lane: inout DestinationState, in store: any EventStore) -> Bool {
        defer { store.giveBack(sending.batch.events.map(\.row)) }
        for event in sending.batch.events {
            diagnostics.report(
                .delivery,
                "event \(event.id) of \(event.stream) makes a \(sending.request.method.rawValue) of \(sending.bytes) bytes, which is more than the byte limit; dropped"
            )
        }
        let isRecorded: Void? = diagnostics.attempt("recording verdicts") {
            try record(
                sending.batch.events.map { _ in .dropped(.tooLarge) }, for: sending, &lane, before: lane.backoff,
                in: store)
        }
        return isRecorded != nil
    }

    /// An event that fails alone while others pass. It is never given up for that: an intake that fails now and then
    /// would cost innocent ones.
    private func fateOfCulprit(_ event: StoredEvent, _ emitter: EmitterConfiguration) -> Verdict.Fate {
        guard event.attempts + 1 >= emitter.retry.maximumAttempts else { return .failed }
        diagnostics.report(
            .delivery,
            "event \(event.id) of \(event.stream) has failed \(event.attempts + 1) times while others passed; it is set aside and tried once a day"
        )
        return .failed
    }

    private func record(
        _ fates: [Verdict.Fate], for sending: Sending, _ lane: inout DestinationState, before: Backoff,
        in store: any EventStore
    ) throws {
        var transaction = StoreTransaction()
        var rests = lane.rests
        for (event, fate) in zip(sending.batch.events, fates) {
            rests.remove(event.row)
            switch fate {
            case .delivered:
                transaction.finished.append(FinishedEvent(row: event.row, outcome: .delivered))
                if settings.read(\.store.remembersDelivered) { transaction.remembered.append(event.id) }
            case .dropped(let reason):
                transaction.finished.append(FinishedEvent(row: event.row, outcome: .dropped(reason)))
            case .failed:
                transaction.failed.append(event.row)
                rests.add(event, now: clocks.sinceBoot, policy: settings.read(\.emitter.retry))
            case .kept: break
            }
        }
        if lane.backoff != before {
            let text = lane.backoff.failures > 0 ? lane.backoff.text(clocks) : ""
            transaction.values[Self.backoffName(sending.destination)] = text
        }
        if lane.rests != rests { transaction.values[Self.restsName(sending.destination)] = rests.text(clocks) }
        guard !transaction.isEmpty else { return }
        book.add(try store.commit(transaction))
        lane.rests = rests
    }
}

extension URL {
    /// Scheme, host and path: what a log may show of a URL.
    var withoutSecrets: String {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return host ?? "" }
        (components.user, components.password, components.query, components.fragment) = (nil, nil, nil, nil)
        return components.string ?? host ?? ""
    }
}
