import EventPlatform
import EventSupport
import Logging

/// The sending half of a client, driven by a simulation: the library's sender and store, without logic of its own.
struct SimulatedClient {
    var sender: Sender
    private let store: any EventStore
    private let book = LiveLedger()
    private let clock: VirtualClock
    /// Events submitted so far; each one's number is its id.
    private(set) var submitted = 0

    init(_ scenario: FleetScenario, clock: VirtualClock, seed: UInt64, jitter: UInt64?) throws {
        var settings = DeliverySettings(network: NetworkConfiguration(endpoint: "http://intake.invalid"))
        settings.network.gzipThreshold = nil
        settings.emitter = scenario.emitter
        settings.mode = scenario.mode
        let numbers = Locked(SeededGenerator(seed: seed))
        store = try scenario.openStore?(scenario.store) ?? InMemoryEventStore(settings: scenario.store)
        sender = Sender(
            to: Destinations.analytics, from: store, settings, clocks: clock,
            random: { jitter ?? numbers.withLock { $0.next() } },
            diagnostics: Diagnostics(logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }),
            ledger: book)
        self.clock = clock
    }

    /// The account of every event.
    var ledger: Ledger { book.current }

    /// Stores events.
    mutating func submit(_ count: Int) throws {
        var transaction = StoreTransaction()
        for _ in 0..<count {
            submitted += 1
            var event = NewEvent(
                id: String(submitted), stream: "s", destination: Destinations.analytics, storedAt: StorageTime(clock),
                body: Self.body)
            event.isIDGenerated = true
            transaction.added.append(event)
        }
        transaction.ledger.countSubmitted("s", count)
        book.add(transaction.ledger)
        book.add(try store.commit(transaction))
        sender.eventsCommitted()
    }

    /// A body of 300 bytes, the size of a typical event of an app.
    private static let body =
        Array(#"{"x":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: 292) + Array("\"}".utf8)
}
