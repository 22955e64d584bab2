import EventSupport

/// The objects that the parts of a client share. The client creates them once.
struct ClientDependencies: Sendable {
    let snapshot: CurrentSnapshot
    /// A lock, since any thread of the app submits events and reads settings, without waiting for a task. The counts of
    /// the ledger and the inbox share it.
    let caller: Locked<CallerState>
    let environment: Environment
    /// The transport, with the time limits of its requests.
    let connection: TimeLimitedConnection
    /// The marks of the app's own requests.
    let primaryTraffic: PrimaryTraffic
    let identifiers: Identifiers
    let diagnostics: Diagnostics
    let mailbox = Mailbox()
    let inbox: Inbox
    let sidecar: ClientSidecar
    let ledger = LiveLedger()
    /// Delivers each change of the streams to its readers.
    let streamConfigurationChanges = Broadcast<StreamConfigurationChange>()
    /// Raised when stream configurations are to be fetched now.
    let refreshRequests = Signal()

    var clocks: any Clocks { environment.clocks }

    init(_ configuration: EventPlatformClient.Configuration, _ context: Context, _ environment: Environment) {
        inbox = Inbox(
            eventsPerTransaction: configuration.store.eventsPerTransaction, ledger: ledger, arrived: mailbox.arrived)
        var context = context
        let misuses = context.removeMisuses()
        let sessions = Sessions(inBackground: configuration.wasLaunchedInBackground)
        let state = CallerState(snapshot: DecisionSnapshot(configuration), context: context, sessions: sessions)
        caller = Locked(state, sharing: ledger.counts)
        snapshot = CurrentSnapshot(caller, changed: mailbox.arrived)
        self.environment = environment
        primaryTraffic = environment.primaryTraffic ?? PrimaryTraffic(clocks: environment.clocks)
        connection = environment.connection
        identifiers = Identifiers(random: environment.random)
        diagnostics = Diagnostics(logger: configuration.logger)
        sidecar = ClientSidecar(
            beside: configuration.store.custom == nil ? configuration.store.location : .inMemory)
        report(misuses)
    }

    /// Lets the app change a context. Values that its attributes cannot have are removed from it and reported.
    func change(_ context: inout Context, _ change: (inout Context) -> Void) {
        change(&context)
        report(context.removeMisuses())
    }

    private func report(_ misuses: [Context.Misuse]) {
        for misuse in misuses { diagnostics.report(.misuse, misuse.text) }
    }

    /// A fetch loop with the intervals of the settings. `publish` is called before and after each fetch.
    func fetchLoop(publish: @escaping @Sendable (FetchStatus) -> Void = { _ in }) -> FetchLoop {
        FetchLoop(clocks: clocks, requests: refreshRequests, publish: publish) { [snapshot] in
            let settings = snapshot.settings
            return FetchLoop.Settings(firstRetryDelay: settings.firstRetryDelay, refresh: settings.refresh)
        }
    }

    /// Fetches stream configurations now if there are none yet, without waiting for the next retry.
    func fetchMissingConfigurations() { if snapshot.now.streams == nil { refreshRequests.raise() } }

    /// The submission with the session in place of one of this process that was found to continue it.
    func resolvingSession(of submission: Submission) -> Submission {
        let id = submission.identity.session
        let resolved = caller.withLock { $0.sessions.resolved(id) }
        return submission.changed { $0.identity.session = resolved }
    }

    /// Tells the app of a drop.
    func report(_ submission: Submission, _ reason: DropReason, _ detail: String?) {
        guard let onDrop = snapshot.now.onDrop else { return }
        onDrop(
            DropRecord(
                origin: submission.origin, stream: submission.stream, reason: reason, detail: detail,
                event: submission.json))
    }

    /// Restores ledger, session, consent and install id from a store that was opened.
    func restore(from opened: OpenedStore) {
        opened.store.setExternalEventsHandler { [mailbox] in mailbox.post(.external) }
        adoptDecision()
        ledger.restore(opened.ledger)
        let timeout = snapshot.settings.timeoutInBackground
        caller.withLock { [clocks] in $0.sessions.restore(opened.session, clocks: clocks, timeout: timeout) }
        snapshot.update { change in
            change.installID = opened.installID
            if let consent = opened.consent, !change.isConsentSet {
                (change.consent, change.isConsentSet) = (consent, true)
            }
            // What an earlier refusal covers is removed also after a grant that came before the store was open.
            if [change.consent, opened.consent].contains(.declined) || opened.unfinishedRefusal == .removal {
                change.isRemovalPending = true
            }
        }
        keepRemoval()
    }

    // MARK: - The user's decision

    /// Adopts a decision that another process of the app has kept beside the store.
    ///
    /// A refusal always, also one that a grant has followed: it covers what this client has in memory and in its file.
    /// Another decision only where this process has none that is newer and not kept yet, which must not be replaced by
    /// the one that it is about to overwrite.
    ///
    /// - Returns: whether another process has changed what is kept.
    @discardableResult
    func adoptDecision() -> Bool {
        let (before, record) = sidecar.adoptConsent()
        guard let before, before != record else { return false }
        let isRefused = record.refusals > before.refusals
        snapshot.update { change in
            let isKept = change.isConsentSet ? change.consent == before.decision : before.decision == nil
            if let decision = record.decision, decision == .declined || isKept {
                (change.consent, change.isConsentSet) = (decision, true)
            }
            if isRefused || record.unfinishedRefusal == .removal { change.isRemovalPending = true }
            if isRefused { (change.isRefusedElsewhere, change.isInboxRefused) = (true, true) }
        }
        return true
    }

    /// Adopts a refusal that the store knows of: what this client has not committed is dropped, and what it has is
    /// removed.
    func adoptRefusal() {
        guard !snapshot.now.isRefusedElsewhere else { return }  // it is being carried out
        adoptDecision()
        snapshot.update { change in
            change.isRemovalPending = true
            (change.isRefusedElsewhere, change.isInboxRefused) = (true, true)
        }
        carryOutRemoval()
    }

    /// Lets the core begin a cycle of its upkeep.
    func carryOutRemoval() { mailbox.post(.external) }

    /// Keeps beside the store that events are to be removed, before anything else is done: a process that continues
    /// after this one was killed goes on with it.
    func keepRemoval() {
        let now = snapshot.now
        guard now.isRemovalPending, now.consent == .declined, sidecar.consent.unfinishedRefusal != .removal else {
            return
        }
        _ = diagnostics.attempt("keeping the state of a refusal beside the store") {
            try sidecar.changeConsent { record in
                record.refuse()
                if now.isConsentSet { record.decision = .declined }
            }
        }
    }
}
