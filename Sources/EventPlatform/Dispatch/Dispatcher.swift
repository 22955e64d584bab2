/// Sends what is stored: prunes, then posts batch after batch to each destination, and writes down every verdict.
///
/// This file says when; `Dispatcher+Destination.swift` says how one destination is served.
actor Dispatcher {
    let book: LedgerBook
    let connection: any NetworkConnection
    let settings: Settings
    let clocks: any Clocks
    let random: @Sendable () -> UInt64
    let diagnostics: Diagnostics
    private let pipeline: EventPipeline
    /// Raised when something was committed, and when the mode or the consent changed.
    private let wake: Signal

    private let turn = Turn()
    private let executor = QueueExecutor(label: "EventPlatform.dispatch")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var schedule: DispatchSchedule
    var retries = RetryTimes()
    /// Whether events of a user who has declined are still to be removed.
    private var mustEmpty = false

    init(_ parts: ClientParts, pipeline: EventPipeline) {
        self.pipeline = pipeline
        book = parts.book
        connection = parts.environment.connection
        settings = parts.settings
        clocks = parts.environment.clocks
        random = parts.environment.random
        diagnostics = parts.diagnostics
        wake = parts.committed
        schedule = DispatchSchedule(mode: parts.settings.read(\.dispatchMode))
    }

    /// Whether the user lets events leave.
    var maySend: Bool { settings.read(\.consent) == .granted }

    // MARK: - When

    /// Runs a cycle whenever the schedule says, until the task is cancelled.
    func run() async {
        if settings.read(\.consent) == .declined { await removeEverything() }
        var seen: UInt64?
        while !Task.isCancelled {
            let count = wake.count
            if seen != count { await noteWaiting() }
            seen = count
            if let due = schedule.nextCycle, clocks.sinceBoot >= due {
                await cycle()
            } else {
                await clocks.wait(for: wake, after: count, until: schedule.nextCycle)
            }
        }
    }

    /// Takes in that the dispatch mode has changed.
    func modeChanged() {
        schedule.set(settings.read(\.dispatchMode))
        wake.raise()
    }

    /// Takes in the user's decision. A refusal removes what waits.
    func consentChanged() async {
        if settings.read(\.consent) == .declined { await removeEverything() }
        wake.raise()
    }

    private func noteWaiting() async {
        guard maySend, let store = await pipeline.openedStore() else { return }
        let waiting = attempt("reading the store") { try !store.destinations().isEmpty }
        if waiting ?? true { schedule.eventsWait(now: clocks.sinceBoot) }
    }

    // MARK: - The cycle

    /// One cycle: prune, then send to every destination that may be tried, until it is empty or fails.
    ///
    /// - Returns: when what is left may be tried again, on the boot clock; `nil` when nothing is left, or nothing may
    ///   be sent.
    @discardableResult
    func cycle() async -> Duration? {
        await turn.take()
        defer { turn.give() }
        guard let store = await pipeline.openedStore() else {
            schedule.cycleEnded(now: clocks.sinceBoot, retries: [])  // closed: nothing is due any more
            return nil
        }
        maintain(store)
        if mustEmpty { empty(store) }
        prune(store)
        if maySend { await sendToAll(from: store) }
        let retries = retries(in: store)
        schedule.cycleEnded(now: clocks.sinceBoot, retries: retries)
        return retries.min().map { max($0, clocks.sinceBoot + DispatchSchedule.shortestPause) }
    }

    private func sendToAll(from store: any EventStore) async {
        await withTaskGroup(of: Void.self) { group in
            for destination in attempt("reading the store", { try store.destinations() }) ?? [] {
                group.addTask { await self.sendAll(for: destination, from: store) }
            }
        }
    }

    /// When each destination that still has events may be tried again.
    private func retries(in store: any EventStore) -> [Duration] {
        guard maySend else { return [] }
        let now = clocks.sinceBoot
        guard let waiting = attempt("reading the store", { try store.destinations() }) else { return [now] }
        return waiting.map { retries.retry(of: $0, now: now) }
    }

    private func maintain(_ store: any EventStore) {
        attempt("looking after the store") {
            let report = try store.maintain()
            book.add(report.ledger)
            for remark in report.remarks { diagnostics.report(.store, remark) }
        }
    }

    // MARK: - Removing

    /// How many events are removed at a time, so that memory does not grow with a backlog.
    private static let removalsPerTransaction = 1000

    private func prune(_ store: any EventStore) {
        let policy = AgePolicy(maximumAge: settings.read(\.store.maximumAge))
        attempt("pruning the store") {
            let lastBelieved = try LastBelievedTime.read(from: store)
            let limit = policy.limit(
                now: clocks.wall, sinceBoot: clocks.sinceBoot, bootID: clocks.bootID, lastBelieved: lastBelieved)
            try removeAll(.expired, from: store) { try store.expired(by: limit, atMost: $0) }
            if policy.believes(clocks.wall, lastBelieved: lastBelieved) {
                try LastBelievedTime.note(clocks.wall, after: lastBelieved, in: store)
            }
        }
    }

    private func removeEverything() async {
        await turn.take()
        defer { turn.give() }
        mustEmpty = true
        await pipeline.discardAll(.consentDeclined)
        if let store = await pipeline.openedStore() { empty(store) }
    }

    /// Removes every event of a user who has declined; what cannot be removed now goes in the next cycle.
    private func empty(_ store: any EventStore) {
        let done: Void? = attempt("emptying the store") {
            try removeAll(.consentDeclined, from: store) { try store.waiting(atMost: $0) }
            try store.erase()
        }
        mustEmpty = done == nil
    }

    /// Returns once no cycle is under way.
    func idle() async {
        await turn.take()
        turn.give()
    }

    /// Drops what `next` finds, a transaction at a time, until it finds nothing more.
    private func removeAll(
        _ reason: DropReason, from store: any EventStore, next: (_ count: Int) throws -> [Int64]
    ) throws {
        while true {
            let rows = try next(Self.removalsPerTransaction)
            guard !rows.isEmpty else { return }
            var transaction = StoreTransaction()
            transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .dropped(reason)) }
            book.add(try store.commit(transaction))
            for row in rows { retries.finished(row) }
        }
    }

    /// Does something with the store; a failure is reported and ends what was being done, and the events stay.
    @discardableResult
    func attempt<Result>(_ what: String, _ work: () throws -> Result) -> Result? {
        do {
            return try work()
        } catch {
            diagnostics.report(.store, "\(what): \(error)")
            return nil
        }
    }
}
