/// Everything that a test must control, in one place: a client reaches the world only through this.
package struct Environment: Sendable {
    /// Wall, boot and monotonic time.
    package var clocks: any Clocks
    /// 64 random bits a call.
    package var random: @Sendable () -> UInt64
    /// The transport for configurations, schemas and events, as it was given.
    package var transport: any NetworkConnection
    /// Opens the store for a location.
    package var openStore: @Sendable (StoreLocation) throws -> StoreOpening.Opened

    /// The real world, with the transport and store that the configuration names.
    package init(for configuration: EventPlatformClient.Configuration) {
        clocks = SystemClocks()
        random = { UInt64.random(in: .min ... .max) }
        transport = configuration.network.connection ?? DefaultConnection.make()
        openStore = { [store = configuration.store] in
            try StoreOpening.open($0, store.settings, isEnqueueOnly: store.isEnqueueOnly)
        }
    }

    /// A world put together by hand.
    package init(
        clocks: any Clocks, random: @escaping @Sendable () -> UInt64, transport: any NetworkConnection,
        openStore: @escaping @Sendable (StoreLocation) throws -> StoreOpening.Opened
    ) {
        self.clocks = clocks
        self.random = random
        self.transport = transport
        self.openStore = openStore
    }

    /// What requests go through: the transport, held to their time limits on these clocks.
    package var connection: any NetworkConnection { TimeLimitedConnection(transport, clocks: clocks) }
}
