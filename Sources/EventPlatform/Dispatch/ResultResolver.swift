import EventSupport
import Foundation

/// Resolves the result of a request: asks for the ``Verdict``, and applies it to the state of the destination. The
/// ``VerdictRecorder`` then records the changes of the events.
struct ResultResolver: Sendable {
    private let dependencies: SenderDependencies

    init(_ dependencies: SenderDependencies) { self.dependencies = dependencies }

    /// Applies the result of a request to the state of the destination.
    ///
    /// - Returns: the consequence for the events.
    func resolve(
        _ result: BatchRequest.Result, of request: BatchRequest, _ settings: DeliverySettings,
        _ state: inout DestinationState
    ) -> Resolution {
        dependencies.diagnostics.log.debug(
            result.logStep, dependencies.identify(request).merging(result.logMetadata) { $1 })
        guard let verdict = verdict(on: result, of: request, settings, &state) else { return .resend }
        state.hasNoIntake = verdict.hasNoIntake
        if let remark = verdict.remark {
            report(remark, verdict.hasNoIntake ? .noIntake : .delivery, about: request)
        }
        return .apply(apply(verdict, to: request, settings, &state))
    }

    // MARK: - The verdict

    /// The verdict on a result; `nil` if the events are to be sent again uncompressed.
    private func verdict(
        on result: BatchRequest.Result, of request: BatchRequest, _ settings: DeliverySettings,
        _ state: inout DestinationState
    ) -> Verdict? {
        switch result {
        case .failed(let error):
            return Verdict(error, to: request.batch)
        case .response(let response):
            let date = response.headers["date"].flatMap(HTTPDate.timestamp)
            if let date { confirmWallClock(by: date) }
            let lists = IntakeLists.statuses.contains(response.status) ? IntakeLists(response.body) : nil
            if recordCompression(of: response, hasLists: lists != nil, to: request, &state) { return nil }
            // A date in `Retry-After` is by the server's clock, so it is compared with the server's `Date`.
            return Verdict(
                response, lists: lists, to: request.batch, policy: settings.emitter.retryPolicy,
                now: date ?? dependencies.clocks.wall,
                hasAcceptedSince: state.acceptances.hasAcceptedSinceLastAttempt(of: request.batch.events))
        }
    }

    /// Saves when this boot began, if the server's date confirms the wall clock.
    private func confirmWallClock(by date: Timestamp) {
        dependencies.diagnostics.attempt("confirming the wall clock") {
            var boots = try BootRecord(from: dependencies.store)
            if boots.confirm(by: date, at: StorageTime(dependencies.clocks)) { try boots.save(in: dependencies.store) }
        }
    }

    /// Records whether the destination supports compression, as far as the response shows it.
    ///
    /// - Returns: whether the events are to be sent again at once, uncompressed.
    private func recordCompression(
        of response: CompleteResponse, hasLists: Bool, to request: BatchRequest, _ state: inout DestinationState
    ) -> Bool {
        let before = state.gzip
        let mustResend = state.recordCompression(
            of: response.status, hasLists: hasLists, toCompressed: request.isCompressed)
        if state.gzip == .unsupported, before != .unsupported {
            report("refuses gzip; bodies are sent uncompressed", .delivery, about: request)
        }
        return mustResend
    }

    private func report(_ remark: String, _ kind: Diagnostic.Kind, about request: BatchRequest) {
        dependencies.diagnostics.report(
            kind, "\(request.url.withoutSecrets): \(remark)", dependencies.identify(request))
    }

    // MARK: - Applying the verdict

    /// Applies the verdict to the state of the destination.
    ///
    /// - Returns: the change of each event.
    private func apply(
        _ verdict: Verdict, to request: BatchRequest, _ settings: DeliverySettings, _ state: inout DestinationState
    ) -> [Resolution.Change] {
        let (now, random) = (dependencies.now, dependencies.random)
        var faultyChange = Resolution.Change.kept
        switch verdict.destination {
        case .proceed:
            state.recordResponse(to: request, hasAccepted: verdict.hasAccepted, within: settings.batchLimit, now: now)
        case .unchanged: break
        case .halveBatch(let tooLarge): state.halveBatch(request.batch.events.count, tooLarge: tooLarge)
        case .backOff(let retryAfter, .none): state.failed(now: now, retryAfter: retryAfter, random: random())
        case .backOff(let retryAfter, .wholeBatch):
            state.wholeBatchFailed(request.batch, now: now, retryAfter: retryAfter, random: random())
        case .backOff(let retryAfter, .singleEvent(let reason)):
            if state.failed(request, isFinal: reason != nil, now: now, retryAfter: retryAfter, random: random()) {
                faultyChange = change(
                    ofFaulty: request.batch.events[0], of: request, dropAs: reason, settings.emitter.retryPolicy)
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
    private func change(
        ofFaulty event: LeasedEvent, of request: BatchRequest, dropAs reason: DropReason?, _ policy: RetryPolicy
    ) -> Resolution.Change {
        if let reason {
            dependencies.report(event, of: request, "is refused alone while others are accepted; dropped")
            return .finished(.dropped(reason))
        }
        if event.attempts + 1 >= policy.maximumAttempts {
            dependencies.report(
                event, of: request,
                "failed \(event.attempts + 1) times while others were accepted; it is tried again once a day, in a "
                    + "request of its own"
            )
        }
        return .failed(isIsolated: true)
    }
}

extension BatchRequest.Result {
    fileprivate var logStep: ClientLog.Step {
        switch self {
        case .response: .responseReceived
        case .failed: .noResponse
        }
    }

    fileprivate var logMetadata: ClientLog.Metadata {
        switch self {
        case .response(let response): [.status: "\(response.status)"]
        case .failed(let error): [.failure: error.code.rawValue]
        }
    }
}
