import EventSupport

/// What the parts of a client share: made once, by the client.
struct ClientParts: Sendable {
    let settings: Settings
    let caller: Locked<CallerState>
    let environment: Environment
    let identifiers: Identifiers
    let diagnostics: Diagnostics
    let schemas: SchemaLibrary
    let inbox: Inbox
    let gate = StreamGate()
    let book = LiveLedger()
    let experiments = ExperimentBook()
    /// Raised when something was committed to the store.
    let committed = Signal()
    /// Raised when another process has left something for the store.
    let outside = Signal()
    /// Told when streams have changed.
    let configurationChanges = Broadcast<StreamConfigurationChange>()
    /// Raised when the app asks for new stream configurations.
    let refreshAsked = Signal()

    init(_ configuration: EventPlatformClient.Configuration, _ context: Context, _ environment: Environment) {
        settings = Settings(configuration)
        inbox = Inbox(rowsPerTransaction: configuration.store.rowsPerTransaction)
        let sessions = Sessions(inBackground: configuration.launchesInBackground)
        caller = Locked(CallerState(context: context, sessions: sessions))
        self.environment = environment
        identifiers = Identifiers(random: environment.random)
        diagnostics = Diagnostics(logger: configuration.logger)
        schemas = SchemaLibrary(
            sources: configuration.validation.sources, connection: environment.connection, clocks: environment.clocks,
            diagnostics: diagnostics)
    }
}
