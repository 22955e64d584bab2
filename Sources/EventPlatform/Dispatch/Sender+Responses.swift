import EventSupport
import Foundation

extension Sender {
    /// Applies the result of a request to the state of the destination.
    ///
    /// - Returns: what ``commit(_:of:backoffBefore:)`` has to change; `nil` when the events are to be sent again
    ///   uncompressed.
    mutating func changes(by result: BatchRequest.Result, of request: BatchRequest) -> [Change?]? {
        diagnostics.log.debug(result.logStep, identify(request).merging(result.logMetadata) { $1 })
        guard let verdict = verdict(on: result, of: request) else { return nil }
        state.hasNoIntake = verdict.hasNoIntake
        if let remark = verdict.remark {
            diagnostics.report(
                verdict.hasNoIntake ? .noIntake : .delivery, "\(request.url.withoutSecrets): \(remark)",
                identify(request))
        }
        return apply(verdict, to: request)
    }

    /// Whether all events of a request leave the store.
    func areFinal(_ changes: [Change?]) -> Bool {
        changes.allSatisfy { if case .finished? = $0 { true } else { false } }
    }

    /// The verdict on a result; `nil` when the events are to be sent again uncompressed.
    private mutating func verdict(on result: BatchRequest.Result, of request: BatchRequest) -> Verdict? {
        switch result {
        case .failed(let error):
            return Verdict(error, to: request.batch)
        case .response(let response):
            let date = response.headers["date"].flatMap(HTTPDate.timestamp)
            if let date { confirmWallClock(by: date) }
            let lists = IntakeLists.statuses.contains(response.status) ? IntakeLists(response.body) : nil
            if recordCompression(of: response, hasLists: lists != nil, to: request) { return nil }
            // A date in `Retry-After` is by the server's clock, so it is compared with the server's `Date`.
            return Verdict(
                response, lists: lists, to: request.batch, policy: settings.emitter.retryPolicy,
                now: date ?? clocks.wall,
                hasAcceptedSince: state.acceptances.hasAcceptedSinceLastAttempt(of: request.batch.events))
        }
    }

    /// Records what the response shows about the support of compression.
    ///
    /// - Returns: whether the events are to be sent again at once, uncompressed.
    private mutating func recordCompression(of response: CompleteResponse, hasLists: Bool, to request: BatchRequest)
        -> Bool
    {
        let before = state.gzip
        let mustResend = state.gzip.recordResponse(
            response.status, hasLists: hasLists, toCompressed: request.isCompressed)
        if state.gzip == .unsupported, before != .unsupported {
            diagnostics.report(
                .delivery, "\(request.url.withoutSecrets): refuses gzip; bodies are sent uncompressed",
                identify(request))
        }
        return mustResend
    }

    /// Saves when this boot began, if the server's date confirms the wall clock.
    private func confirmWallClock(by date: Timestamp) {
        diagnostics.attempt("confirming the wall clock") {
            var boots = try BootRecord(from: store)
            if boots.confirm(by: date, at: StorageTime(clocks)) { try boots.save(in: store) }
        }
    }

    // MARK: - Applying the verdict

    /// The change of an event in the store: it is removed, or waits for its retry time.
    enum Change {
        case finished(FinishedEvent.Outcome)
        case failed(isIsolated: Bool)
    }

    /// Applies the verdict to the state of the destination.
    ///
    /// - Returns: the change of each event; `nil` for one that stays as it is.
    private mutating func apply(_ verdict: Verdict, to request: BatchRequest) -> [Change?] {
        let now = clocks.sinceBoot
        var faultyChange: Change?
        switch verdict.destination {
        case .proceed:
            state.recordResponse(to: request, hasAccepted: verdict.hasAccepted, within: settings.batchLimit, now: now)
        case .unchanged: break
        case .halveBatch(let tooLarge): state.halveBatch(request.batch.events.count, tooLarge: tooLarge)
        case .backOff(let retryAfter, .none): state.failed(now: now, retryAfter: retryAfter, random: random())
        case .backOff(let retryAfter, .wholeBatch):
            state.wholeBatchFailed(request.batch, now: now, retryAfter: retryAfter, random: random())
            for event in request.batch.events { state.acceptances.attempted(event) }
        case .backOff(let retryAfter, .singleEvent(let reason)):
            if state.failed(request, isFinal: reason != nil, now: now, retryAfter: retryAfter, random: random()) {
                faultyChange = change(ofFaulty: request.batch.events[0], of: request, dropAs: reason)
            }
        }
        return zip(request.batch.events, verdict.outcomes).map { event, outcome in
            switch outcome {
            case .delivered: .finished(.delivered)
            case .dropped(let reason): .finished(.dropped(reason))
            case .failed: .failed(isIsolated: event.isIsolated)
            case .kept: faultyChange
            }
        }
    }

    /// The change of an event that fails alone while others are accepted. It is dropped only when the response is
    /// final, since an intake that fails at random could name any event.
    private func change(ofFaulty event: LeasedEvent, of request: BatchRequest, dropAs reason: DropReason?) -> Change {
        if let reason {
            report(event, of: request, "is refused alone while others are accepted; dropped")
            return .finished(.dropped(reason))
        }
        if event.attempts + 1 >= settings.emitter.retryPolicy.maximumAttempts {
            report(
                event, of: request,
                "failed \(event.attempts + 1) times while others were accepted; it is tried again once a day, in a "
                    + "request of its own"
            )
        }
        return .failed(isIsolated: true)
    }

    /// Drops the event of a request that exceeds the byte limit, since no request can hold it.
    mutating func dropTooLarge(_ request: BatchRequest) {
        for event in request.batch.events {
            report(
                event, of: request,
                "makes a \(request.method.rawValue) of \(request.bytes) bytes, which is more than the "
                    + "byte limit; dropped"
            )
        }
        let changes = request.batch.events.map { _ in Change.finished(.dropped(.tooLarge)) }
        commit(changes, of: request, backoffBefore: state.backoff)
    }

    private func report(_ event: LeasedEvent, of request: BatchRequest, _ what: String) {
        diagnostics.report(.delivery, "event \(event.id) of \(event.stream) \(what)", identify(request))
    }

    // MARK: - In the store

    /// Commits the changes of a batch, and ends the leases of its events.
    ///
    /// When the commit fails, the changes stay in memory with the leases of their events, so that these are in no
    /// further request, and only the commit is tried again.
    mutating func commit(_ changes: [Change?], of request: BatchRequest, backoffBefore before: Backoff) {
        let events = request.batch.events
        let verdicts = UnrecordedVerdicts.Entry(
            transaction: transaction(changes, of: request, isBackoffNew: state.backoff != before),
            rows: zip(events, changes).compactMap { $1 == nil ? nil : $0.row },
            log: identify(request).merging(Self.counts(changes)) { $1 })
        for (event, change) in zip(events, changes) {
            switch change {
            case .finished: state.acceptances.finished(event)
            case .failed: state.acceptances.attempted(event)
            case nil: break
            }
        }
        store.release(zip(events, changes).compactMap { $1 == nil ? $0.row : nil })
        if unrecorded.isEmpty, record(verdicts) { return }
        if verdicts.rows.isEmpty { return }  // a back-off alone is saved with a later verdict
        unrecorded.append(verdicts, now: clocks.sinceBoot)
        if unrecorded.mayTry(now: clocks.sinceBoot) { recordVerdicts() }
    }

    /// Commits the changes that are not recorded yet until a commit fails.
    package mutating func recordVerdicts() {
        while let next = unrecorded.first {
            guard record(next) else { return unrecorded.failed(now: clocks.sinceBoot) }
            unrecorded.removeFirst()
        }
    }

    /// - Returns: whether the changes are committed.
    private mutating func record(_ verdicts: UnrecordedVerdicts.Entry) -> Bool {
        let isRecorded = diagnostics.succeeds("recording verdicts") {
            if !verdicts.transaction.isEmpty { ledger.add(try store.commit(verdicts.transaction)) }
        }
        hasRecorded = isRecorded
        guard isRecorded else { return false }
        diagnostics.log.debug(.batchRecorded, verdicts.log)
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
        _ changes: [Change?], of request: BatchRequest, isBackoffNew: Bool
    ) -> StoreTransaction {
        let now = StorageTime(clocks)
        var transaction = StoreTransaction()
        for (event, change) in zip(request.batch.events, changes) {
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
            diagnostics.attempt("saving a back-off") {
                try transaction.set(state.backoff.saved(at: now), for: Backoff.name(of: destination))
            }
        }
        return transaction
    }
}
