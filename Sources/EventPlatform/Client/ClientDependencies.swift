import EventSupport

/// The objects that the parts of a client share. The client creates them once.
struct ClientDependencies: Sendable {
    let snapshot: CurrentSnapshot
    /// Shares its lock with the counts of the ledger and with the inbox.
    let caller: Locked<CallerState>
    let environment: Environment
    /// The transport, with the time limits of its requests.
    let connection: any NetworkConnection
    /// The marks of the app's own requests.
    let primaryTraffic: PrimaryTraffic
    let identifiers: Identifiers
    let diagnostics: Diagnostics
    let inbox: Inbox
    let sidecar: ClientSidecar
    let ledger = LiveLedger()
    let experiments = ExperimentRegistry()
    let unknownStreams = UnknownStreams()
    /// Raised when something was committed, decided or fetched, so that a flush may continue.
    let progress = Signal()
    /// Raised when another process left events for the store.
    let external = Signal()
    /// Raised when the content of the store may have changed, so that ``Maintenance`` looks whether it has work.
    let stored = Signal()
    /// Delivers each change of the streams to its readers.
    let streamConfigurationChanges = Broadcast<StreamConfigurationChange>()
    /// Raised when stream configurations are to be fetched now.
    let refreshRequests = Signal()
    /// The time of the next fetch of stream configurations.
    let fetchStatus = Locked(FetchStatus())

    var clocks: any Clocks { environment.clocks }

    init(_ configuration: EventPlatformClient.Configuration, _ context: Context, _ environment: Environment) {
        inbox = Inbox(eventsPerTransaction: configuration.store.eventsPerTransaction, ledger: ledger)
        var context = context
        let misuses = context.removeMisuses()
        let sessions = Sessions(inBackground: configuration.wasLaunchedInBackground)
        let state = CallerState(snapshot: DecisionSnapshot(configuration), context: context, sessions: sessions)
        caller = Locked(state, sharing: ledger.counts)
        snapshot = CurrentSnapshot(caller)
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

    /// A fetch loop with the intervals of the settings.
    func fetchLoop(status: Locked<FetchStatus>? = nil) -> FetchLoop {
        FetchLoop(clocks: clocks, requests: refreshRequests, progress: progress, status: status) { [snapshot] in
            let settings = snapshot.settings
            return FetchLoop.Settings(firstRetryDelay: settings.firstRetryDelay, refresh: settings.refresh)
        }
    }
}
