import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// A client that could not open its store file, and uses another store until it can.
@Suite(.waitLimit) struct FallbackStoreTests {
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    /// A store file that can be opened as soon as `isUsable` is set.
    private struct Place {
        let place: SpoolTests.Place
        let isUsable = Locked(false)
        let attempts = Locked(0)

        init() throws { place = try SpoolTests.Place() }

        func fallback(_ store: any EventStore = InMemoryEventStore(), at file: URL? = nil) throws -> FallbackStore {
            _ = try store.load()
            return FallbackStore(
                store, at: file, insteadOf: place.namespace, because: StoreError(.unavailable, "broken")
            ) { [place, isUsable, attempts] in
                attempts.withLock { $0 += 1 }
                guard isUsable.withLock(\.self) else { throw StoreError(.unavailable, "broken") }
                return StoreFactory.Result(store: try place.owner(), file: place.main)
            }
        }

        func alternative() throws -> NamespaceStore {
            try NamespaceStore(
                StoreNamespace(place.namespace.alternatives[0]), settings: StoreSettings(), partOf: place.namespace)
        }

        /// The events and the ledger that are in the store file, once nobody has it open.
        func content() throws -> (ids: [String], ledger: Ledger.Account) {
            let store = try place.owner()
            defer { try? store.close() }
            let ledger = try store.load().ledger.total
            return (try store.leaseReady(.max).map(\.id), ledger)
        }
    }

    private static func finish(_ rows: [Int64], in store: any EventStore) throws -> Ledger {
        var transaction = StoreTransaction()
        transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .delivered) }
        return try store.commit(transaction)
    }

    private static func addNumbered(_ ids: [String], to store: any EventStore) throws {
        var transaction = SpoolTests.adding(ids)
        for place in transaction.added.indices {
            transaction.added[place].isNumbered = true
            transaction.added[place].body = Array(#"{"meta":{}}"#.utf8)
        }
        _ = try store.commit(transaction)
    }

    private static func numbers(_ events: [LeasedEvent]) -> [String] {
        events.map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test(arguments: [false, true])
    func `what waits in the fallback goes into the store file as soon as that can be opened`(isFile: Bool) throws {
        let place = try Place()
        defer { place.place.folder.remove() }
        let earlier = try place.place.owner()
        _ = try earlier.commit(SpoolTests.adding("earlier"))
        try earlier.close()
        let store = try place.fallback(isFile ? place.alternative() : InMemoryEventStore())
        _ = try store.commit(SpoolTests.adding("1", "2", "3"))
        let leased = try store.leaseReady(1)
        #expect(try Self.finish(leased.map(\.row), in: store).total.delivered == 1)
        #expect(try store.maintain().remarks == [], "it cannot be opened yet")
        #expect(store.isInPlace == isFile && store.isWaiting)
        place.isUsable.withLock { $0 = true }
        let report = try store.maintain()
        #expect(report.ledger.total.pending == 1 && report.ledger.total.submitted == 1, "\(report)")
        #expect(store.isInPlace && !store.isWaiting && store.file == place.place.main)
        _ = try store.commit(SpoolTests.adding("4"))
        #expect(try store.leaseReady(.max).map(\.id) == ["earlier", "2", "3", "4"])
        try store.close()
        let content = try place.content()
        #expect(content.ids == ["earlier", "2", "3", "4"])
        #expect(content.ledger.submitted == 5 && content.ledger.delivered == 1 && content.ledger.pending == 4)
        #expect(try place.place.names == [])
    }

    /// Fails when events move while they are in a request: their verdict would be lost, and they would be sent again.
    @Test(arguments: [false, true])
    func `events in a request move when it has ended`(isFile: Bool) throws {
        let place = try Place()
        defer { place.place.folder.remove() }
        let store = try place.fallback(isFile ? place.alternative() : InMemoryEventStore())
        let raised = Locked(0)
        store.setExternalEventsHandler { raised.withLock { $0 += 1 } }
        _ = try store.commit(SpoolTests.adding("1", "2", "3"))
        let leased = try store.leaseReady(2)
        place.isUsable.withLock { $0 = true }
        _ = try store.maintain()
        #expect(store.isWaiting)
        #expect(try store.leaseReady(.max).isEmpty, "no more until the request has ended")
        #expect(try !store.hasReadyEvent(for: "d", besides: []))
        raised.withLock { $0 = 0 }
        #expect(try Self.finish([leased[0].row], in: store).total.delivered == 1)
        #expect(raised.withLock(\.self) == 0)
        store.release([leased[1].row])
        #expect(raised.withLock(\.self) == 1, "a cycle is to move them")
        _ = try store.maintain()
        #expect(try store.leaseReady(.max).map(\.id) == ["2", "3"])
        #expect(try Self.finish(leased.map(\.row), in: store).isEmpty, "rows of the fallback are none of the file")
        try store.close()
        #expect(try place.content().ids == ["2", "3"])
    }

    /// Fails when the lease of a request that never ends is waited for.
    @Test func `a lease that has ended keeps no event from moving`() throws {
        let place = try Place()
        defer { place.place.folder.remove() }
        let store = try place.fallback()
        _ = try store.commit(SpoolTests.adding("1"))
        _ = try store.leaseReady(1)
        place.isUsable.withLock { $0 = true }
        _ = try store.maintain()
        #expect(store.isWaiting)
        _ = try store.maintain(at: EventStoreTests.time(1_000_000), maximumAge: .seconds(1))
        #expect(!store.isWaiting)
        try store.close()
    }

    /// Fails when the numbers of memory go into the file: they would repeat those of earlier events.
    @Test func `the store file numbers the events that come into it`() throws {
        let place = try Place()
        defer { place.place.folder.remove() }
        let earlier = try place.place.owner()
        try Self.addNumbered(["a", "b"], to: earlier)
        _ = try Self.finish(earlier.leaseReady(.max).map(\.row), in: earlier)
        try earlier.close()
        let store = try place.fallback()
        try Self.addNumbered(["c"], to: store)
        place.isUsable.withLock { $0 = true }
        _ = try store.maintain()
        #expect(try Self.numbers(store.leaseReady(.max)) == [#"{"meta":{"sequence_number":3}}"#])
        try store.close()
    }

    /// Fails when submissions of an earlier process have the numbers of those of this one.
    @Test func `held submissions of memory and of the store file are kept apart`() throws {
        let place = try Place()
        defer { place.place.folder.remove() }
        func holding(_ byte: UInt8) -> StoreTransaction {
            var transaction = StoreTransaction()
            transaction.heldSubmissions = [HeldSubmission(number: 1, stream: "s", submission: [byte])]
            transaction.ledger.countSubmitted("s")
            return transaction
        }
        let earlier = try place.place.owner()
        _ = try earlier.commit(holding(1))
        try earlier.close()
        let store = try place.fallback()
        _ = try store.commit(holding(2))
        place.isUsable.withLock { $0 = true }
        let report = try store.maintain()
        #expect(report.heldSubmissions.map(\.submission) == [[1]])
        #expect(report.heldSubmissions.allSatisfy { $0.number < 1 })
        var transaction = StoreTransaction()
        transaction.removedSubmissions = [1]
        transaction.ledger.countDropped("s", .curated)
        _ = try store.commit(transaction)
        try store.close()
        let next = try place.place.owner()
        #expect(try next.load().heldSubmissions.map(\.submission) == [[1]])
        try next.close()
    }

    /// Fails when they get other numbers: the client would decide them twice, or a client that is offline never go back.
    @Test func `submissions in an alternative file keep the numbers by which the client knows them`() throws {
        let place = try Place()
        defer { place.place.folder.remove() }
        let store = try place.fallback(place.alternative())
        var transaction = SpoolTests.adding("1")
        transaction.heldSubmissions = [HeldSubmission(number: 7, stream: "s", submission: [1])]
        transaction.ledger.countSubmitted("s")
        _ = try store.commit(transaction)
        place.isUsable.withLock { $0 = true }
        let report = try store.maintain()
        #expect(!store.isWaiting && report.heldSubmissions.isEmpty && report.ledger.total.submitted == 0, "\(report)")
        transaction = SpoolTests.adding("2")
        transaction.removedSubmissions = [7]
        transaction.ledger = Ledger()
        _ = try store.commit(transaction)
        #expect(try store.leaseReady(.max).map(\.id) == ["1", "2"])
        try store.close()
        let next = try place.place.owner()
        let state = try next.load()
        #expect(state.heldSubmissions.isEmpty && state.ledger.total.pending == 2 && state.ledger.total.submitted == 2)
        #expect(next.collectReport().remarks == [])
        try next.close()
    }

    /// Fails when the client looks for its store file in its cycles only: the system may end the app before the next.
    @Test(.enabled(if: SmallDisk.isAvailable)) func `persist() tries the store file again`() async throws {
        let disk = try SmallDisk(bytes: 8 << 20)
        defer { try? disk.remove() }
        try disk.makeReadOnly()
        let platform = TestPlatform(streams: Self.streams) { $0.store.location = .file(disk.file("events.sqlite")) }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        #expect(await !platform.client.persist())
        try disk.makeWritable()
        #expect(await platform.client.persist())
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when the events of memory are lost with a store file that is opened and cannot be written.
    @Test(.enabled(if: SmallDisk.isAvailable))
    func `events that the store file cannot take stay in memory`() throws {
        let disk = try SmallDisk(bytes: 4 << 20)
        defer { try? disk.remove() }
        let namespace = StoreNamespace(disk.file("events.sqlite"))
        let memory = InMemoryEventStore()
        let store = FallbackStore(
            memory, at: nil, insteadOf: namespace, because: StoreError(.unavailable, "broken")
        ) {
            let result = StoreFactory.Result(
                store: try NamespaceStore(namespace, settings: StoreSettings()), file: namespace.main)
            try disk.fill()
            return result
        }
        _ = try store.commit(SpoolTests.adding((0..<1000).map { "\($0)" }))
        let report = try store.maintain()
        #expect(store.isWaiting && report.remarks.count == 1, "\(report)")
        #expect(try store.leaseReady(.max).count == 1000)
        try store.close()
    }

    /// Fails when the events of before a refusal move into the store file after it.
    @Test func `events from before a refusal of another client stay out of the store file`() throws {
        let place = try Place()
        defer { place.place.folder.remove() }
        let store = try place.fallback()
        _ = try store.commit(SpoolTests.adding("1"))
        var record = ConsentRecord()
        record.refuse()
        try ConsentRecord.file(beside: place.place.main).write(record.text)
        place.isUsable.withLock { $0 = true }
        #expect(store.isRefusedElsewhere)
        _ = try store.maintain()
        #expect(store.isWaiting)
        let dropped = try store.replaceFile(dropping: .consentDeclined, countsHeld: true)
        #expect(dropped.total.dropped == [.consentDeclined: 1] && !store.isRefusedElsewhere)
        _ = try store.maintain()
        _ = try store.commit(SpoolTests.adding("2"))
        #expect(try store.leaseReady(.max).map(\.id) == ["2"])
        try store.close()
    }

    /// Fails when a refusal removes what is in the fallback, and not what the store file has.
    @Test func `a refusal covers the store file that is about to be used`() throws {
        let place = try Place()
        defer { place.place.folder.remove() }
        let earlier = try place.place.owner()
        _ = try earlier.commit(SpoolTests.adding("earlier"))
        try earlier.close()
        let store = try place.fallback()
        _ = try store.commit(SpoolTests.adding("1"))
        _ = try store.leaseReady(1)
        place.isUsable.withLock { $0 = true }
        _ = try store.maintain()
        let dropped = try store.replaceFile(dropping: .consentDeclined, countsHeld: true)
        #expect(dropped.total.dropped == [.consentDeclined: 2])
        #expect(try store.storedRows(atMost: .max).isEmpty)
        try store.close()
        #expect(try place.content().ids == [])
    }

    @Test func `the stores in use pass the compatibility suite`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let compatibility = EventStoreCompatibility(isDurable: false) { name, settings in
            let namespace = StoreNamespace(folder.file("\(name).sqlite"))
            return FallbackStore(
                InMemoryEventStore(settings: settings), at: nil, insteadOf: namespace,
                because: StoreError(.unavailable, "broken")
            ) { throw StoreError(.unavailable, "broken") }
        }
        #expect(compatibility.failures(sequences: 50) == [])
    }

    // MARK: - Clients

    /// Fails when a client keeps the store that it had at its launch.
    @Test(.enabled(if: SmallDisk.isAvailable), arguments: [false, true], [false, true])
    func `a fault of the disk at the launch costs one cycle`(isReadOnly: Bool, isFirstLaunch: Bool) async throws {
        let disk = try SmallDisk(bytes: 8 << 20)
        defer { try? disk.remove() }
        func platform(_ seed: UInt64) async -> TestPlatform {
            let platform = TestPlatform(streams: Self.streams, seed: seed) {
                $0.store.location = .file(disk.file("events.sqlite"))
            }
            await platform.loadConfigurations()
            return platform
        }
        if !isFirstLaunch {
            let earlier = await platform(1)
            for _ in 0..<20 { earlier.client.submitClick(stream: "app") }
            #expect(await earlier.client.persist())
            _ = await earlier.client.shutdown(deadline: .zero)
        }
        if isReadOnly { try disk.makeReadOnly() } else { try disk.fill() }
        let client = await platform(2)
        for _ in 0..<5 { client.client.submitClick(stream: "app") }
        #expect(await !client.client.persist())
        if isReadOnly { try disk.makeWritable() } else { try disk.free() }
        await client.client.runCycle()
        #expect(await client.client.persist(), "\(client.client.diagnostics)")
        #expect(client.client.ledger.total.submitted == (isFirstLaunch ? 5 : 25))
        #expect(await client.sentEvents().count == (isFirstLaunch ? 5 : 25))
        client.client.submitClick(stream: "app")
        #expect(await client.client.persist())
        _ = await client.client.shutdown(deadline: .zero)
        let next = await platform(3)
        try await next.client.openStore()
        #expect(next.client.ledger.total.pending == 1)
        #expect(next.client.ledger.total.submitted == (isFirstLaunch ? 6 : 26))
        _ = await next.client.shutdown(deadline: .zero)
    }

    /// Fails when a client with nothing to send sets no timer: it would never look again.
    @Test(.enabled(if: SmallDisk.isAvailable)) func `a running client looks for its store file every 30 seconds`()
        async throws
    {
        let disk = try SmallDisk(bytes: 8 << 20)
        defer { try? disk.remove() }
        try disk.makeReadOnly()
        let platform = TestPlatform(streams: Self.streams) { $0.store.location = .file(disk.file("events.sqlite")) }
        #expect(await !platform.client.persist())
        let run = Task { [core = platform.client.runtime.core] in await core.run() }
        try await platform.clock.waitForSleep(of: Upkeep.interval)
        try disk.makeWritable()
        platform.clock.advance(by: Upkeep.interval)
        await until("the store file is there") {
            FileManager.default.fileExists(atPath: disk.file("events.sqlite").path)
        }
        await until("it is in use") { await platform.client.runtime.core.isStoreInPlace }
        #expect(await platform.client.persist())
        run.cancel()
        await run.value
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when memory watches no folder: what comes after the grant would be dropped with what came before.
    @Test func `a client in memory learns of another one's refusal at once`() async throws {
        let place = try Place()
        defer { place.place.folder.remove() }
        let store = try place.fallback()
        let raised = Locked(0)
        store.setExternalEventsHandler { raised.withLock { $0 += 1 } }
        try ConsentRecord.file(beside: place.place.main).write("declined 1")
        await until("it is told") { raised.withLock(\.self) > 0 }
        try store.close()
    }
}
