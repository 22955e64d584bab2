import Foundation

/// Sends what is stored: prunes, then posts batch after batch to each destination, and writes down every verdict.
actor Dispatcher {
    private let pipeline: EventPipeline
    private let book: LedgerBook
    private let connection: any NetworkConnection
    private let settings: Settings
    private let clocks: any Clocks
    private let random: @Sendable () -> UInt64
    private let diagnostics: Diagnostics
    /// Raised when events have been stored, and when the mode or the consent changed.
    private let wake: Signal

    private let turn = Turn()
    private var schedule: DispatchSchedule
    private var backoffs: [String: Backoff] = [:]

    init(_ parts: ClientParts, pipeline: EventPipeline) {
        self.pipeline = pipeline
        book = parts.book
        connection = parts.environment.connection
        settings = parts.settings
        clocks = parts.environment.clocks
        random = parts.environment.random
        diagnostics = parts.diagnostics
        wake = parts.stored
        schedule = DispatchSchedule(mode: parts.settings.read(\.dispatchMode))
    }

    // MARK: - When

    /// Runs a cycle whenever the schedule says, until the task is cancelled.
    func run() async {
        await noteWaiting()
        while !Task.isCancelled {
            guard let due = schedule.nextCycle, clocks.sinceBoot >= due else {
                await clocks.wait(for: wake, until: schedule.nextCycle)
                await noteWaiting()
                continue
            }
            await cycle()
        }
    }

    /// Takes in that the dispatch mode has changed.
    func modeChanged() {
        schedule.set(settings.read(\.dispatchMode), now: clocks.sinceBoot)
        wake.raise()
    }

    /// Takes in the user's decision. A refusal removes what is stored.
    func consentChanged() async {
        if settings.read(\.consent) == .declined { await removeEverything() }
        wake.raise()
    }

    private func noteWaiting() async {
        guard schedule.nextCycle == nil, let store = await pipeline.openedStore() else { return }
        if !waitingDestinations(in: store).isEmpty { schedule.eventsWait(now: clocks.sinceBoot) }
    }

    // MARK: - The cycle

    /// One cycle: prune, then send to every destination that may be tried, until it is empty or fails.
    ///
    /// - Returns: when a destination that failed may be tried again, on the boot clock; `nil` when none has failed.
    @discardableResult
    func cycle() async -> Duration? {
        await turn.take()
        defer { turn.give() }
        guard let store = await pipeline.openedStore() else { return nil }
        prune(store)
        if settings.read(\.consent) == .granted {
            await withTaskGroup(of: Void.self) { group in
                for destination in waitingDestinations(in: store) {
                    group.addTask { await self.sendAll(for: destination, from: store) }
                }
            }
        }
        let waiting = waitingDestinations(in: store)
        let retry = waiting.compactMap { backoffs[$0]?.until }.min()
        schedule.cycleEnded(now: clocks.sinceBoot, anythingWaits: !waiting.isEmpty, retry: retry)
        return waiting.isEmpty ? nil : retry ?? clocks.sinceBoot + DispatchSchedule.immediateRetry
    }

    private func waitingDestinations(in store: any EventStore) -> [String] {
        attempt("reading the store") { try store.pendingCounts().keys.sorted() } ?? []
    }

    private func prune(_ store: any EventStore) {
        let age = AgePolicy(maximumAge: settings.read(\.store.maximumAge))
        attempt("pruning the store") {
            guard let stored = try store.storedRange(), let limit = age.limit(now: clocks.wall, stored: stored) else {
                return
            }
            try remove(try store.events(storedBefore: limit), .expired, from: store)
        }
    }

    private func removeEverything() async {
        await turn.take()
        defer { turn.give() }
        guard let store = await pipeline.openedStore() else { return }
        attempt("emptying the store") { try remove(try store.allEvents(), .consentDeclined, from: store) }
    }

    private func remove(_ events: [(row: Int64, stream: String)], _ reason: DropReason, from store: any EventStore)
        throws
    {
        guard !events.isEmpty else { return }
        var transaction = StoreTransaction()
        transaction.removed = events.map(\.row)
        for event in events { transaction.ledger.countDropped(event.stream, reason) }
        _ = try store.commit(transaction)
        book.add(transaction.ledger)
    }

    // MARK: - One destination

    /// Sends everything for a destination, oldest first, each event at most once; ends early when the destination
    /// fails or the task is cancelled. One request is in flight at a time.
    private func sendAll(for destination: String, from store: any EventStore) async {
        var last: Int64 = 0
        let network = settings.read(\.network)
        var limit = network.batchSize
        while !Task.isCancelled, backoffs[destination, default: Backoff()].allows(clocks.sinceBoot) {
            guard
                let waiting = attempt(
                    "reading the store", { try store.events(for: destination, after: last, limit: limit) }),
                !waiting.isEmpty
            else { return }
            let batch = Batch(from: waiting, limit: limit, byteLimit: network.byteLimit)
            guard let answer = await send(batch, to: destination, network) else { return }
            if case .wantsSmallerBatches = answer.destination {
                limit = max(1, batch.events.count / 2)
                continue
            }
            guard attempt("recording verdicts", { try record(answer, for: batch, in: store) }) != nil else { return }
            note(answer.destination, for: destination)
            last = batch.events.last?.row ?? last
        }
    }

    /// Posts a batch. `nil` when the task was cancelled: then nothing is known, and nothing changes.
    private func send(
        _ batch: Batch, to destination: String, _ network: EventPlatformClient.Configuration.Network
    ) async -> IntakeAnswer? {
        guard let url = network.destinations.url(of: destination) else {
            return IntakeAnswer(noAnswerTo: batch.events, remark: "no URL is known for destination \(destination)")
        }
        let request = NetworkRequest(
            method: .post, url: url, headers: network.headers.merging(["Content-Type": "application/json"]) { $1 },
            body: batch.body, timeout: network.timeout)
        let answer: IntakeAnswer
        do {
            let response = try await connection.send(request)
            answer = IntakeAnswer(response, to: batch.events, policy: network.retry, now: clocks.wall)
        } catch is CancellationError {
            return nil
        } catch {
            answer = IntakeAnswer(noAnswerTo: batch.events, remark: "no answer from the intake: \(error)")
        }
        if let remark = answer.remark { diagnostics.report(.delivery, "\(url.absoluteString): \(remark)") }
        return answer
    }

    private func record(_ answer: IntakeAnswer, for batch: Batch, in store: any EventStore) throws {
        var transaction = StoreTransaction()
        transaction.remembersRemoved = settings.read(\.store.remembersDelivered)
        for (event, fate) in zip(batch.events, answer.fates) {
            switch fate {
            case .delivered:
                transaction.removed.append(event.row)
                transaction.ledger.countDelivered(event.stream)
            case .dropped(let reason):
                transaction.removed.append(event.row)
                transaction.ledger.countDropped(event.stream, reason)
            case .failed: transaction.attempted.append(event.row)
            case .kept: break
            }
        }
        guard !transaction.isEmpty else { return }
        _ = try store.commit(transaction)
        book.add(transaction.ledger)
    }

    private func note(_ outcome: IntakeAnswer.Destination, for destination: String) {
        switch outcome {
        case .goesOn: backoffs[destination] = nil
        case .backsOff(let retryAfter):
            backoffs[destination, default: Backoff()].failed(
                now: clocks.sinceBoot, retryAfter: retryAfter, random: random())
        case .wantsSmallerBatches: break
        }
    }

    /// Does something with the store; a failure is reported and ends what was being done, and the events stay.
    @discardableResult
    private func attempt<Result>(_ what: String, _ work: () throws -> Result) -> Result? {
        do {
            return try work()
        } catch {
            diagnostics.report(.store, "\(what): \(error)")
            return nil
        }
    }
}
