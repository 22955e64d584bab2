import EventSupport

/// What the parts of a client share: made once, by the client.
struct ClientDependencies: Sendable {
    let rules: CurrentRules
    let caller: Locked<CallerState>
    let environment: Environment
    /// What requests go through: the transport, held to their time limits.
    let connection: any NetworkConnection
    let identifiers: Identifiers
    let diagnostics: Diagnostics
    let inbox: Inbox
    let sidecar: ClientSidecar
    let ledger = LiveLedger()
    let experiments = ExperimentBook()
    /// Raised when something was committed, decided or fetched: when a wait for progress is worth another look.
    let progress = Signal()
    /// Raised when another process has left something for the store.
    let external = Signal()
    /// Raised when what is stored may have changed, by whatever: the store may want looking after.
    let stored = Signal()
    /// Gets each change of streams.
    let configurationChanges = Broadcast<StreamConfigurationChange>()
    /// Raised when the app asks for new stream configurations.
    let refreshRequests = Signal()
    /// When stream configurations are fetched next.
    let fetchStatus = Locked(FetchStatus())

    var clocks: any Clocks { environment.clocks }

    init(_ configuration: EventPlatformClient.Configuration, _ context: Context, _ environment: Environment) {
        rules = CurrentRules(configuration)
        inbox = Inbox(rowsPerTransaction: configuration.store.rowsPerTransaction)
        let sessions = Sessions(inBackground: configuration.launchesInBackground)
        caller = Locked(CallerState(context: context, sessions: sessions))
        self.environment = environment
        connection = environment.connection
        identifiers = Identifiers(random: environment.random)
        diagnostics = Diagnostics(logger: configuration.logger)
        sidecar = ClientSidecar(
            beside: configuration.store.custom == nil ? configuration.store.location : .inMemory)
    }

    /// A loop that fetches as the settings say.
    func fetchLoop(status: Locked<FetchStatus>? = nil) -> FetchLoop {
        FetchLoop(clocks: clocks, requests: refreshRequests, progress: progress, status: status) { [rules] in
            let settings = rules.settings
            return FetchLoop.Settings(firstRetry: settings.firstConfigurationRetry, refresh: settings.refresh)
        }
    }
}
