/// Everything that a test must control, in one place: a client reaches the world only through this.
package struct Environment: Sendable {
    /// Wall, boot and monotonic time.
    package var clocks: any Clocks
    /// 64 random bits a call.
    package var random: @Sendable () -> UInt64
    /// The transport for configurations, schemas and events.
    package var connection: any NetworkConnection
    /// Opens the store for a location.
    package var openStore: @Sendable (StoreLocation) throws -> any EventStore

    /// The real world, with the transport and store that the configuration names.
    package init(for configuration: EventPlatformClient.Configuration) {
        clocks = SystemClocks()
        random = { UInt64.random(in: .min ... .max) }
        connection = configuration.network.connection.map(GuardedConnection.init) ?? URLSessionConnection()
        openStore = { [store = configuration.store] in try StoreOpening.open($0, store) }
    }

    /// A world put together by hand.
    package init(
        clocks: any Clocks, random: @escaping @Sendable () -> UInt64, connection: any NetworkConnection,
        openStore: @escaping @Sendable (StoreLocation) throws -> any EventStore
    ) {
        self.clocks = clocks
        self.random = random
        self.connection = connection
        self.openStore = openStore
    }
}
