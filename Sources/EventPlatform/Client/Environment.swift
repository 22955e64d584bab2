/// The clocks, the random numbers, the transport and the store of a client, which a test replaces.
package struct Environment: Sendable {
    /// Wall, boot and monotonic time.
    package var clocks: any Clocks
    /// Returns 64 random bits.
    package var random: @Sendable () -> UInt64
    /// The transport for configurations, schemas and events, without time limits.
    package var transport: any NetworkConnection
    /// The marks of the app's own requests, where several clients share them; `nil` for marks of the client's own.
    package var primaryTraffic: PrimaryTraffic?
    /// Opens the store at a location.
    package var openStore: @Sendable (StoreLocation) throws -> StoreFactory.Result

    /// The system's clocks and random numbers, with the transport and the store of a configuration.
    package init(for configuration: EventPlatformClient.Configuration) {
        clocks = SystemClocks()
        random = { [random = SystemRandom()] in random.next() }
        transport = configuration.network.connection ?? DefaultConnection.make()
        openStore = { [store = configuration.store] in
            try StoreFactory.open(
                $0, store.settings, isEnqueueOnly: store.isEnqueueOnly, insteadOf: store.location)
        }
    }

    /// Creates an environment from its parts.
    package init(
        clocks: any Clocks, random: @escaping @Sendable () -> UInt64, transport: any NetworkConnection,
        openStore: @escaping @Sendable (StoreLocation) throws -> StoreFactory.Result
    ) {
        self.clocks = clocks
        self.random = random
        self.transport = transport
        self.openStore = openStore
    }

    /// The transport with the time limits of its requests, measured on these clocks. Its requests do not count as
    /// traffic of the app.
    package var connection: TimeLimitedConnection {
        TimeLimitedConnection(SecondaryConnection(transport), clocks: clocks)
    }
}
