import EventPlatformTesting
import EventSchema
import EventSupport
import TestSupport
import Testing

@testable import EventPlatform

/// What the core does next after something has failed.
@Suite(.waitLimit) struct ClientCoreTests {
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    /// A store in memory whose calls fail on demand.
    private final class FailingStore: ForwardingStore {
        let base = InMemoryEventStore()
        /// How many of the next commits fail.
        let failingCommits = Locked(0)
        let isReadable = Locked(true)

        private static let error = StoreError(.unavailable, path: "events.sqlite", "locked by another program")

        func commit(_ transaction: StoreTransaction) throws -> Ledger {
            let fails = failingCommits.withLock { count in
                defer { count = max(0, count - 1) }
                return count > 0
            }
            if fails { throw Self.error }
            return base.commit(transaction)
        }

        func destinations() throws -> [String] {
            guard isReadable.withLock(\.self) else { throw Self.error }
            return base.destinations()
        }
    }

    /// Fails when a commit that succeeds right after the one that failed leaves the rest of the buffer without a time.
    @Test(arguments: 1...3)
    func `the rest of the input buffer is decided after a commit that failed`(failures: Int) async {
        let store = FailingStore()
        let platform = TestPlatform(streams: Self.streams) {
            $0.store.custom = { store }
            $0.store.eventsPerTransaction = 1
        }
        for number in 0..<5 {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: "\(number)"))
        }
        await platform.client.persist()
        store.failingCommits.withLock { $0 = failures }
        await platform.loadConfigurations()
        let core = platform.client.runtime.core
        while let time = await core.nextTime, store.base.storedRows(atMost: 9).count < 5 {
            let pause = time - platform.clock.sinceBoot
            #expect(pause <= .seconds(1), "it waits for something else")
            if pause > .zero { platform.clock.advance(by: pause) }
            await core.doWhatIsDue()
        }
        #expect(store.base.storedRows(atMost: 9).count == 5)
        let sent = await platform.sentEvents().compactMap { $0["element_id"]?.string }
        #expect(sent == ["0", "1", "2", "3", "4"], "in the order of submission")
    }

    /// Fails when an unreadable store counts as an empty one.
    @Test func `a flush says that the store cannot be read`() async {
        let store = FailingStore()
        let platform = TestPlatform(streams: Self.streams) { $0.store.custom = { store } }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        store.isReadable.withLock { $0 = false }
        let report = await platform.client.flush(deadline: .seconds(60))
        #expect(report.end == .blocked("the store cannot be read") && report.pending == 1)
        store.isReadable.withLock { $0 = true }
        #expect(await platform.client.flush(deadline: .seconds(60)).end == .nothingPending)
    }

    /// Fails when the source is asked again and again for a schema that no event waits for.
    @Test func `a schema that was missing is requested once more, not for ever`() async {
        let repository = Locked(AwaitedSchemaTests.Repository.responds(with: NetworkResponse(status: 404)))
        let platform = await AwaitedSchemaTests.platform(repository)
        let loader = platform.client.runtime.loader
        func submit(_ number: Int) async {
            platform.client.submit(stream: "own", event: AwaitedSchemaTests.Own(number: number))
            await platform.client.persist()
            await until("no schema is requested") { loader.loadCount == 0 }
            await platform.client.persist()
        }
        await submit(1)
        #expect(platform.client.ledger["own"].unvalidated == 1)
        repository.withLock { $0 = .responds(with: NetworkResponse(status: 503)) }
        platform.clock.advance(by: SchemaLoader.missingFor)
        let before = platform.connection.requests.count
        await submit(2)
        #expect(platform.connection.requests.count == before + 1, "the schema is requested once")
        #expect(platform.client.ledger["own"].unvalidated == 2)
    }
}
