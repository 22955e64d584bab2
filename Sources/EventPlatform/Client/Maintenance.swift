import EventSupport

/// Maintains the store, independently of pipeline and dispatcher: drops events that are too old, imports the files of
/// other processes, evicts what exceeds the limits, and removes the events of a user who declined.
actor Maintenance {
    private let dependencies: ClientDependencies
    private let owner: StoreOwner
    private let runner: PipelineRunner
    private let executor = QueueExecutor(label: "EventPlatform.maintenance")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whether events of a user who declined may still be in the store.
    private var isRemovalPending = false
    /// Whether bytes of removed events may still be in the files of the store.
    private var isErasurePending = false

    /// The time between two cycles while events are stored. Source: the Metrics Platform's clients.
    static let interval: Duration = .seconds(30)
    /// The maximum number of events that one transaction removes, so that memory does not grow with a backlog.
    private static let eventsPerTransaction = 1000

    init(_ dependencies: ClientDependencies, _ owner: StoreOwner, _ runner: PipelineRunner) {
        self.dependencies = dependencies
        self.owner = owner
        self.runner = runner
    }

    /// Runs a cycle at the start, when another process left events, and every ``interval`` while events are stored,
    /// until the task is cancelled. While nothing is stored it sets no timer.
    func run() async {
        let (clocks, stored, external) = (dependencies.clocks, dependencies.stored, dependencies.external)
        var seenExternal = external.count
        var next = clocks.sinceBoot
        while !Task.isCancelled {
            let seen = stored.count
            if external.count != seenExternal || clocks.sinceBoot >= next {
                seenExternal = external.count
                await cycle()
                next = clocks.sinceBoot + Self.interval
            } else {
                await collectReport()
            }
            await clocks.wait(for: stored, after: seen, until: isIdle ? nil : next)
        }
    }

    /// Whether nothing is stored and no removal is pending.
    private var isIdle: Bool {
        guard !isRemovalPending, !isErasurePending, let store = owner.storeIfOpen else { return true }
        return attempt("reading the store") { try store.storedRows(atMost: 1).isEmpty } ?? false
    }

    /// Runs one cycle.
    func cycle() async {
        guard let opened = owner.store else { return }
        let store = opened.store
        await collectReport()
        prune(store)
        await maintain(store)
        dependencies.progress.raise()  // imported events may be sent, also to new destinations
    }

    /// Processes what changed in the store without a transaction of the client.
    private func collectReport() async {
        if let report = owner.storeIfOpen?.collectReport() { await process(report) }
    }

    /// Adds a report to the ledger and the diagnostics, and passes its held submissions to the pipeline.
    private func process(_ report: StoreReport) async {
        dependencies.ledger.add(report.ledger)
        for remark in report.remarks { dependencies.diagnostics.report(.store, remark) }
        if !report.heldSubmissions.isEmpty { await runner.adopt(report.heldSubmissions) }
        guard !report.ledger.isEmpty else { return }
        await runner.adoptAwaiting()
        dependencies.progress.raise()
    }

    /// Runs the store's housekeeping slice by slice, and yields to other tasks in between.
    private func maintain(_ store: any EventStore) async {
        var hasMore = true
        while hasMore, !Task.isCancelled {
            let maximumAge = dependencies.rules.settings.store.maximumAge
            let now = StorageTime(dependencies.clocks)
            let report = attempt("maintaining the store") { try store.maintain(at: now, maximumAge: maximumAge) }
            guard let report else { return }
            await process(report)
            isRemovalPending = isRemovalPending || !report.ledger.isEmpty && dependencies.rules.now.consent == .declined
            hasMore = report.hasMore
            await Task.yield()
        }
        if isRemovalPending || isErasurePending { finishRemoval(store) }
    }

    // MARK: - Age

    private func prune(_ store: any EventStore) {
        let clocks = dependencies.clocks
        let policy = AgePolicy(maximumAge: dependencies.rules.settings.store.maximumAge)
        _ = attempt("pruning the store") {
            let last = try LastTrustedWallClock.read(from: store)
            let limit = policy.limit(at: StorageTime(clocks), lastTrusted: last)
            try drop(.expired, from: store) { try store.expiredRows(by: limit, atMost: $0) }
            if policy.isPlausible(clocks.wall, lastTrusted: last) {
                try LastTrustedWallClock.record(clocks.wall, after: last, in: store)
            }
        }
    }

    // MARK: - Consent

    /// Removes and erases everything that is stored, after the user declined. What cannot be removed is tried again
    /// with each cycle.
    func removeAll() async {
        (isRemovalPending, isErasurePending) = (true, true)
        await runner.discardAll(.consentDeclined)
        if let opened = owner.store { finishRemoval(opened.store) }
    }

    /// Removes the stored events and then erases their bytes. When the user granted consent again in the meantime,
    /// stored events stay, and only the bytes of removed events are erased.
    private func finishRemoval(_ store: any EventStore) {
        if isRemovalPending, dependencies.rules.now.consent == .declined {
            let isRemoved = succeeds("removing the events of a user who declined") {
                try drop(.consentDeclined, from: store) { try store.storedRows(atMost: $0) }
            }
            guard isRemoved else { return }
        }
        isRemovalPending = false
        isErasurePending = !succeeds("erasing the events of a user who declined") { try store.erase() }
    }

    /// Drops the rows that `next` returns, one transaction at a time, until it returns none, or until a store that is
    /// damaged removes none of them.
    private func drop(
        _ reason: DropReason, from store: any EventStore, next: (_ count: Int) throws -> [Int64]
    ) throws {
        while true {
            let rows = try next(Self.eventsPerTransaction)
            guard !rows.isEmpty else { return }
            var transaction = StoreTransaction()
            transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .dropped(reason)) }
            let counted = try store.commit(transaction)
            guard !counted.isEmpty else {
                return dependencies.diagnostics.report(
                    .store, "\(rows.count) events are found in the store and cannot be removed: it is damaged")
            }
            dependencies.ledger.add(counted)
            dependencies.progress.raise()
        }
    }

    private func attempt<Result>(_ what: String, _ work: () throws -> Result) -> Result? {
        dependencies.diagnostics.attempt(what, work)
    }

    private func succeeds(_ what: String, _ work: () throws -> Void) -> Bool {
        dependencies.diagnostics.succeeds(what, work)
    }
}
