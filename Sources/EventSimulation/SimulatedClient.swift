import EventPlatform
import EventSupport

/// The sending half of a client, driven by a simulation: the library's sender and store, without logic of its own.
struct SimulatedClient {
    var sender: Sender
    private let store: any EventStore
    private let liveLedger = LiveLedger()
    private let clock: VirtualClock
    /// Events submitted so far; each one's number is its id.
    private(set) var submitted = 0

    /// Creates a client of a fleet.
    init(_ scenario: FleetScenario, clock: VirtualClock, seed: UInt64, jitter: UInt64?) throws {
        self.init(
            mode: scenario.mode, emitter: scenario.emitter,
            store: try scenario.openStore?(scenario.store) ?? InMemoryEventStore(settings: scenario.store),
            clock: clock, seed: seed, jitter: jitter)
    }

    /// Creates a client. It does not compress, so that sizes do not depend on the system's zlib.
    init(
        mode: DispatchMode, emitter: EmitterConfiguration = EmitterConfiguration(),
        store: any EventStore = InMemoryEventStore(), clock: VirtualClock, seed: UInt64 = 1, jitter: UInt64? = nil
    ) {
        var settings = DeliverySettings(network: NetworkConfiguration(endpoint: "http://intake.invalid"))
        settings.network.gzipThreshold = nil
        settings.emitter = emitter
        settings.mode = mode
        let numbers = Locked(SeededGenerator(seed: seed))
        self.store = store
        sender = Sender(
            to: Destinations.analytics, from: store, settings, clocks: clock,
            random: { jitter ?? numbers.withLock { $0.next() } },
            diagnostics: Diagnostics(),
            ledger: liveLedger)
        self.clock = clock
    }

    /// The account of every event.
    var ledger: Ledger { liveLedger.current }

    /// Stores events of a typical size.
    mutating func submit(_ count: Int) throws { try submit(sizes: Array(repeating: Self.typicalSize, count: count)) }

    /// Stores events of these sizes in bytes.
    mutating func submit(sizes: [Int]) throws {
        var transaction = StoreTransaction()
        for size in sizes {
            submitted += 1
            var event = NewEvent(
                id: String(submitted), stream: "s", destination: Destinations.analytics, storedAt: StorageTime(clock),
                body: size == Self.typicalSize ? Self.typicalBody : Self.body(size))
            event.isIDGenerated = true
            transaction.added.append(event)
        }
        transaction.ledger.countSubmitted("s", sizes.count)
        liveLedger.add(transaction.ledger)
        liveLedger.add(try store.commit(transaction))
        sender.eventsCommitted()
    }

    /// The size of a typical event of an app.
    private static let typicalSize = 300
    private static let typicalBody = body(typicalSize)

    /// A body of at least 8 bytes.
    private static func body(_ size: Int) -> [UInt8] {
        Array(#"{"x":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: max(0, size - 8)) + Array("\"}".utf8)
    }
}
