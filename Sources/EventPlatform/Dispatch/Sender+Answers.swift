import Foundation

extension Sender {
    /// Applies the answer to a request to the store, the ledger and the state of the destination.
    mutating func record(_ answer: Delivery.Answer, to delivery: Delivery) {
        diagnostics.log.debug(answer.logStep, identify(delivery).merging(answer.logMetadata) { $1 })
        guard let verdict = verdict(on: answer, to: delivery) else {
            return queue.putBack(delivery.batch)  // sent again at once, uncompressed
        }
        state.hasNoIntake = verdict.hasNoIntake
        if let remark = verdict.remark {
            diagnostics.report(
                verdict.hasNoIntake ? .noIntake : .delivery, "\(delivery.request.url.withoutSecrets): \(remark)",
                identify(delivery))
        }
        let before = state.backoff
        let failures = apply(verdict, to: delivery)
        commit(failures, of: delivery, backoffBefore: before)
    }

    /// The verdict of an answer; `nil` when the events are to be sent again uncompressed.
    private mutating func verdict(on answer: Delivery.Answer, to delivery: Delivery) -> Verdict? {
        switch answer {
        case .failed(let error):
            return Verdict(error, to: delivery.batch)
        case .answered(let response):
            let date = response.headers["date"].flatMap(HTTPDate.timestamp)
            if let date { confirmWallClock(by: date) }
            let lists = IntakeLists.statuses.contains(response.status) ? IntakeLists(response.body) : nil
            if recordCompression(of: response, hasLists: lists != nil, to: delivery) { return nil }
            // A date in `Retry-After` is by the server's clock, so it is compared with the server's `Date`.
            return Verdict(
                response, lists: lists, to: delivery.batch, policy: settings.emitter.retryPolicy,
                now: date ?? clocks.wall,
                hasAcceptedSince: state.acceptances.hasAcceptedSinceLastTry(of: delivery.batch.events))
        }
    }

    /// Records what the answer shows about the support of compression.
    ///
    /// - Returns: whether the events are to be sent again at once, uncompressed.
    private mutating func recordCompression(of response: NetworkResponse, hasLists: Bool, to delivery: Delivery) -> Bool
    {
        let before = state.gzip
        let mustResend = state.gzip.answered(
            response.status, hasLists: hasLists, toCompressed: delivery.isCompressed)
        if state.gzip == .unsupported, before != .unsupported {
            diagnostics.report(
                .delivery, "\(delivery.request.url.withoutSecrets): refuses gzip; bodies are sent uncompressed",
                identify(delivery))
        }
        return mustResend
    }

    /// Saves the time of an implausible wall clock as trusted when the server's date confirms it.
    private func confirmWallClock(by date: Timestamp) {
        diagnostics.attempt("confirming the wall clock") {
            try LastTrustedWallClock.confirm(clocks.wall, by: date, in: store)
        }
    }

    // MARK: - Applying the verdict

    /// The change of an event in the store: it is removed, or waits for its retry time.
    private enum Change {
        case finished(FinishedEvent.Outcome)
        case failed(isIsolated: Bool)
    }

    /// Applies the verdict to the state of the destination.
    ///
    /// - Returns: the change of each event; `nil` for one that stays as it is.
    private mutating func apply(_ verdict: Verdict, to delivery: Delivery) -> [Change?] {
        let now = clocks.sinceBoot
        var faultyChange: Change?
        switch verdict.destination {
        case .proceed:
            state.answered(delivery, hasAccepted: verdict.hasAccepted, within: settings.batchLimit, now: now)
        case .unchanged: break
        case .halveBatch(let tooLarge): state.halveBatch(delivery.batch.events.count, tooLarge: tooLarge)
        case .backOff(let retryAfter, .none): state.failed(now: now, retryAfter: retryAfter, random: random())
        case .backOff(let retryAfter, .wholeBatch):
            state.wholeBatchFailed(delivery.batch, now: now, retryAfter: retryAfter, random: random())
            for event in delivery.batch.events { state.acceptances.tried(event) }
        case .backOff(let retryAfter, .singleEvent(let isFinal)):
            if state.failed(delivery, isFinal: isFinal, now: now, retryAfter: retryAfter, random: random()) {
                faultyChange = change(ofFaulty: delivery.batch.events[0], of: delivery, isFinal: isFinal)
            }
        }
        return zip(delivery.batch.events, verdict.outcomes).map { event, outcome in
            switch outcome {
            case .delivered: .finished(.delivered)
            case .dropped(let reason): .finished(.dropped(reason))
            case .failed: .failed(isIsolated: event.isIsolated)
            case .kept: faultyChange
            }
        }
    }

    /// The change of an event that fails alone while others are accepted. It is dropped only when the answer is final,
    /// since an intake that fails at random could name any event.
    private func change(ofFaulty event: LeasedEvent, of delivery: Delivery, isFinal: Bool) -> Change {
        if isFinal {
            report(event, of: delivery, "is refused alone while others are accepted; dropped")
            return .finished(.dropped(.rejectedStatus))
        }
        if event.attempts + 1 >= settings.emitter.retryPolicy.maximumAttempts {
            report(
                event, of: delivery,
                "failed \(event.attempts + 1) times while others were accepted; it is tried again once a day, in a "
                    + "request of its own"
            )
        }
        return .failed(isIsolated: true)
    }

    /// Drops the event of a delivery that exceeds the byte limit, since no request can hold it.
    ///
    /// - Returns: whether the drop was committed.
    mutating func dropTooLarge(_ delivery: Delivery) -> Bool {
        for event in delivery.batch.events {
            report(
                event, of: delivery,
                "makes a \(delivery.request.method.rawValue) of \(delivery.bytes) bytes, which is more than the byte "
                    + "limit; dropped"
            )
        }
        let changes = delivery.batch.events.map { _ in Change.finished(.dropped(.tooLarge)) }
        return commit(changes, of: delivery, backoffBefore: state.backoff)
    }

    private func report(_ event: LeasedEvent, of delivery: Delivery, _ what: String) {
        diagnostics.report(.delivery, "event \(event.id) of \(event.stream) \(what)", identify(delivery))
    }

    // MARK: - In the store

    /// Commits the changes of a batch, and ends the leases of its events.
    ///
    /// - Returns: whether the commit succeeded. If not, the destination backs off, since the same events would be sent
    ///   again at once.
    @discardableResult
    private mutating func commit(_ changes: [Change?], of delivery: Delivery, backoffBefore before: Backoff) -> Bool {
        defer { store.release(delivery.batch.rows) }
        let isRecorded = diagnostics.succeeds("recording verdicts") {
            let transaction = try transaction(changes, of: delivery, isBackoffNew: state.backoff != before)
            if !transaction.isEmpty { ledger.add(try store.commit(transaction)) }
        }
        guard isRecorded else {
            state.backoff = before
            state.failed(now: clocks.sinceBoot, retryAfter: nil, random: random())
            return false
        }
        for (event, change) in zip(delivery.batch.events, changes) {
            switch change {
            case .finished: state.acceptances.finished(event)
            case .failed: state.acceptances.tried(event)
            case nil: break
            }
        }
        diagnostics.log.debug(.batchRecorded, identify(delivery).merging(Self.counts(changes)) { $1 })
        return true
    }

    private static func counts(_ changes: [Change?]) -> ClientLog.Metadata {
        let finished = changes.compactMap { if case .finished(let outcome)? = $0 { outcome } else { nil } }
        let delivered = finished.filter { $0 == .delivered }.count
        return [
            .delivered: "\(delivered)", .dropped: "\(finished.count - delivered)",
            .kept: "\(changes.count - finished.count)",
        ]
    }

    private func transaction(
        _ changes: [Change?], of delivery: Delivery, isBackoffNew: Bool
    ) throws -> StoreTransaction {
        let now = StorageTime(clocks)
        var transaction = StoreTransaction()
        for (event, change) in zip(delivery.batch.events, changes) {
            switch change {
            case .finished(let outcome):
                transaction.finished.append(FinishedEvent(row: event.row, outcome: outcome))
                if outcome == .delivered, settings.keepsDeliveredIDs { transaction.deliveredIDs.append(event.id) }
            case .failed(let isIsolated):
                let time = settings.emitter.retryPolicy.retryTime(afterAttempts: event.attempts + 1, at: now)
                transaction.failed.append(FailedEvent(row: event.row, retryAt: time, isIsolated: isIsolated))
            case nil: break
            }
        }
        if isBackoffNew {
            try transaction.set(state.backoff.saved(at: now), for: Backoff.name(of: destination))
        }
        return transaction
    }
}
