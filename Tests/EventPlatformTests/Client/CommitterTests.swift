import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Events that are too large, or that the store refuses.
@Suite(.waitLimit) struct CommitterTests {
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]
    private struct Refused: Error {}

    /// Expects that of some events only the one is dropped that has `poison`.
    static func expectOnlyPoisonIsDropped(by platform: TestPlatform) async {
        await platform.loadConfigurations()
        for element in ["a", "poison", "b", "c"] {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: element))
        }
        #expect(await platform.client.persist())
        #expect(platform.client.ledger.total.dropped == [.unwritable: 1])
        #expect(await platform.sentEvents().compactMap { $0["element_id"]?.string } == ["a", "b", "c"])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `an event that the cipher cannot seal is dropped, and others are stored`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let platform = TestPlatform(streams: Self.streams) {
            $0.store.location = .file(folder.file("events.sqlite"))
            $0.store.settings.cipher = EventCipher(
                seal: { bytes in
                    if String(decoding: bytes, as: UTF8.self).contains("poison") { throw Refused() }
                    return bytes
                }, open: { $0 })
        }
        await Self.expectOnlyPoisonIsDropped(by: platform)
    }

    @Test func `an event that the cipher cannot seal once its schema is known delays no other, and is dropped`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let platform = await AwaitedSchemaTests.platform(Locked(.responds(with: NetworkResponse(status: 503)))) {
            $0.store.location = .file(folder.file("events.sqlite"))
            $0.store.settings.cipher = EventCipher(
                seal: { bytes in
                    // What the app gave is sealed while the schema is awaited; the envelope comes later.
                    let text = String(decoding: bytes, as: UTF8.self)
                    if text.contains("\"number\":2,"), text.contains("\"meta\"") { throw Refused() }
                    return bytes
                }, open: { $0 })
        }
        for number in 0..<5 { platform.client.submit(stream: "own", event: AwaitedSchemaTests.Own(number: number)) }
        #expect(await platform.sentEvents().isEmpty)
        platform.clock.advance(by: .seconds(600))
        #expect(await platform.client.persist())
        #expect(platform.client.ledger.total.dropped.isEmpty)
        platform.client.submitClick(stream: "app")
        #expect(await platform.client.persist())
        #expect(await platform.client.persist())  // decided once more, after others were written
        #expect(platform.client.ledger.total.dropped == [.unwritable: 1])
        #expect(await AwaitedSchemaTests.numbers(platform.sentEvents()) == [0, 1, 3, 4])
        #expect(platform.client.ledger.total.pending == 0)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `events that the cipher cannot seal for a while once their schema is known are kept`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let isLocked = Locked(false)
        let platform = await AwaitedSchemaTests.platform(Locked(.responds(with: NetworkResponse(status: 503)))) {
            $0.store.location = .file(folder.file("events.sqlite"))
            $0.store.settings.cipher = EventCipher(
                seal: { bytes in
                    if isLocked.withLock(\.self) { throw Refused() }
                    return bytes
                }, open: { $0 })
        }
        for number in 0..<200 { platform.client.submit(stream: "own", event: AwaitedSchemaTests.Own(number: number)) }
        #expect(await platform.sentEvents().isEmpty)
        platform.clock.advance(by: .seconds(600))
        isLocked.withLock { $0 = true }
        for _ in 0..<5 { await platform.client.persist() }
        isLocked.withLock { $0 = false }
        #expect(await AwaitedSchemaTests.numbers(platform.sentEvents()) == (0..<200).map(Int64.init))
        #expect(platform.client.ledger.total.delivered == 200)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// A custom store that refuses content.
    private final class OwnStore: ForwardingStore {
        let base = InMemoryEventStore()
        /// How many bytes of events it takes; the elements of events that it never takes; how often it was called.
        let state = Locked((room: Int.max, refused: Set<String>(), calls: 0))

        func commit(_ transaction: StoreTransaction) throws -> Ledger {
            let bytes = transaction.added.reduce(0) { $0 + $1.body.count }
            let texts = transaction.added.map { String(decoding: $0.body, as: UTF8.self) }
            try state.withLock { state in
                state.calls += 1
                guard bytes <= state.room,
                    !texts.contains(where: { text in state.refused.contains { text.contains($0) } })
                else { throw StoreError(.unwritable, "refused") }
                state.room -= bytes
            }
            return base.commit(transaction)
        }

        func calls(during work: () async -> Void) async -> Int {
            let before = state.withLock(\.calls)
            await work()
            return state.withLock(\.calls) - before
        }
    }

    private func platform(_ store: some ForwardingStore, _ elements: [String]) async -> TestPlatform {
        let platform = TestPlatform(streams: Self.streams) { $0.store.custom = { store } }
        await platform.loadConfigurations()
        await platform.client.persist()
        for element in elements {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: element))
        }
        return platform
    }

    /// A custom store with a disk that is full now and then, whose author has converted no error.
    private final class FullDiskStore: ForwardingStore {
        let base = InMemoryEventStore()
        private let error: any Error
        private let isFull: @Sendable (_ call: Int) -> Bool
        private let state = Locked((isInUse: false, calls: 0))
        var calls: Int { state.withLock(\.calls) }

        init(_ error: any Error, isFull: @escaping @Sendable (_ call: Int) -> Bool) {
            (self.error, self.isFull) = (error, isFull)
        }

        /// From now on the disk may be full.
        func begin() { state.withLock { $0.isInUse = true } }

        func commit(_ transaction: StoreTransaction) throws -> Ledger {
            let call = state.withLock { state in
                if state.isInUse { state.calls += 1 }
                return state.calls
            }
            if call > 0, isFull(call) { throw error }
            return base.commit(transaction)
        }
    }

    private enum DriverError: Error { case noSpace }

    /// Fails when an error that the library does not know counts as the fault of an event.
    @Test(arguments: [POSIXError(.ENOSPC), DriverError.noSpace, StoreError(.unavailable, "full")] as [any Error])
    func `whatever error a full custom store throws, everything waits for it in one transaction`(
        error: any Error
    ) async {
        let store = FullDiskStore(error) { $0 <= 3 }
        let platform = await platform(store, ["a", "b", "c", "d", "e"])
        store.begin()
        for attempt in 1...3 {
            #expect(await !platform.client.persist())
            #expect(store.calls == attempt && platform.client.ledger.total.pending == 5)
        }
        #expect(platform.client.diagnostics.contains { $0.message.contains("the store cannot be written") })
        #expect(await platform.client.persist())
        let stored = store.base.load(at: StorageTime(platform.clock)).ledger
        #expect(stored.total == platform.client.ledger.total && stored.total.submitted == 5)
        #expect(await platform.sentEvents().compactMap { $0["element_id"]?.string } == ["a", "b", "c", "d", "e"])
        #expect(platform.client.ledger.total.delivered == 5 && platform.client.ledger.total.dropped == [:])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when an event is dropped that failed alone while others were written.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a custom store whose disk is full now and then loses nothing`(seed: UInt64) async {
        let random = Locked(SeededGenerator(seed: seed))
        let store = FullDiskStore(DriverError.noSpace) { _ in random.withLock { Bool.random(using: &$0) } }
        let platform = await platform(store, (0..<100).map(String.init))
        store.begin()
        var attempts = 0
        while !(await platform.client.persist()), attempts < 100 {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: "\(100 + attempts)"))
            attempts += 1
        }
        let (ledger, stored) = (platform.client.ledger, store.base.load(at: StorageTime(platform.clock)).ledger)
        #expect(ledger.total.dropped == [:] && ledger.total.pending == 100 + attempts)
        #expect(stored.total == ledger.total)
        #expect(store.base.storedRows(atMost: 999).count == 100 + attempts)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when each event is committed alone.
    @Test func `a store of which every call fails is called a few times an attempt, and loses nothing`() async {
        let store = OwnStore()
        let platform = await platform(store, (0..<5000).map { "<\($0)>" })
        store.state.withLock { $0.room = 0 }
        for _ in 0..<20 {
            let calls = await store.calls { await platform.client.persist() }
            #expect(calls <= 8)
        }
        #expect(platform.client.ledger.total.pending == 5000)
        store.state.withLock { $0.room = .max }
        #expect(await platform.client.persist())
        #expect(store.base.storedRows(atMost: 9999).count == 5000 && platform.client.ledger.total.dropped == [:])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when one success shows that what failed before is at fault.
    @Test func `a store that fills up during the search loses nothing`() async {
        let store = OwnStore()
        let platform = await platform(store, (0..<300).map { String(repeating: "x", count: $0 * 7 % 50) })
        store.state.withLock { $0.room = 40_000 }
        for _ in 0..<30 { await platform.client.persist() }
        #expect(platform.client.ledger.total.dropped == [:])
        store.state.withLock { $0.room = .max }
        #expect(await platform.client.persist())
        #expect(store.base.storedRows(atMost: 999).count == 300)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `events that are never taken are dropped, and all others are stored once`(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let (store, count) = (OwnStore(), Int.random(in: 20..<400, using: &random))
        let refused = Set(
            (0..<Int.random(in: 1..<10, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) })
        store.state.withLock { $0.refused = Set(refused.map { "<\($0)>" }) }
        let platform = await platform(store, (0..<count).map { "<\($0)>" })
        var later = 0
        // An event that has failed is dropped once others of its size were written.
        while !(await platform.client.persist()), later < 100 {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: "later \(later)"))
            later += 1
        }
        #expect(platform.client.ledger.total.dropped == [.unwritable: refused.count], "\(refused) of \(count)")
        #expect(store.base.storedRows(atMost: 999).count == count + later - refused.count)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when the counts of a commit that failed are forgotten.
    @Test func `the stored ledger has what was counted before a commit that failed`() async throws {
        let store = OwnStore()
        let platform = await platform(store, ["a"])
        platform.client.submitClick(stream: "unknown")
        store.state.withLock { $0.room = -1 }
        #expect(await !platform.client.persist())
        store.state.withLock { $0.room = .max }
        #expect(await platform.client.persist())
        let stored = store.base.load(at: StorageTime(platform.clock)).ledger
        #expect(stored.total == platform.client.ledger.total)
        #expect(stored.total.dropped == [.unknownStream: 1])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `an event larger than the byte limit is dropped before it is stored`() async {
        let store = InMemoryEventStore()
        let platform = TestPlatform(streams: Self.streams) {
            $0.store.custom = { store }
            $0.emitter.byteLimitPost = 2000
        }
        await platform.loadConfigurations()
        let large = String(repeating: "x", count: 4000)
        platform.client.submitClick(stream: "app", interactionData: .init(context: ["large": .string(large)]))
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        #expect(platform.client.ledger.total.dropped == [.tooLarge: 1])
        #expect(store.storedRows(atMost: 9).count == 1)
    }

    /// Fails when an event that is dropped since no more fit in memory is submitted twice in the stored ledger.
    @Test func `beyond what fits in memory the oldest are dropped, and the stored ledger has them once`() async {
        let (store, excess) = (OwnStore(), 50)
        let platform = await platform(store, (0..<PendingTransaction.capacity + excess).map { "<\($0)>" })
        store.state.withLock { $0.room = 0 }
        for _ in 0..<2 { #expect(await !platform.client.persist()) }
        #expect(platform.client.ledger.total.dropped == [.storeUnavailable: excess])
        store.state.withLock { $0.room = .max }
        #expect(await platform.client.persist())
        let stored = store.base.load(at: StorageTime(platform.clock)).ledger
        #expect(stored.total == platform.client.ledger.total)
        #expect(stored.total.submitted == PendingTransaction.capacity + excess)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when the parts do not grow again after the event at fault was found.
    @Test func `the search for an event that is never taken commits the others in few parts`() async {
        let store = OwnStore()
        let platform = await platform(store, (0..<1000).map { "<\($0)>" })
        store.state.withLock { $0.refused = ["<0>"] }
        let calls = await store.calls {
            for _ in 0..<10 { await platform.client.persist() }
        }
        #expect(calls < 60 && platform.client.ledger.total.dropped == [.unwritable: 1], "\(calls) calls")
        #expect(store.base.storedRows(atMost: 9999).count == 999)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    // MARK: - The pending transaction

    private func event(bytes: Int) -> PendingTransaction.Addition {
        var event = EventStoreTests.event("e")
        event.body = Array(repeating: UInt8(ascii: " "), count: bytes)
        return .event(event)
    }

    @Test func `an event is at fault only when so many bytes were written since it failed as it has`() throws {
        var pending = PendingTransaction()
        pending.add(event(bytes: 1000), isRecorded: false)
        for written in [500, 501, 1499] { try #require(pending.moveFirstToEnd(bytesWritten: written) == nil) }
        #expect(pending.moveFirstToEnd(bytesWritten: 1500) != nil)
        #expect(pending.additionCount == 0)
    }

    /// Fails when the bytes of committed parts still count: events are dropped although there is room.
    @Test func `events that were committed in parts take no room in memory`() {
        var pending = PendingTransaction()
        let half = PendingTransaction.byteCapacity / 2 + 1
        pending.add(event(bytes: half), isRecorded: false)
        #expect(pending.removeCommitted(1) == half)
        pending.add(event(bytes: half), isRecorded: false)
        #expect(pending.evict().isEmpty && pending.additionCount == 1)
        pending.add(event(bytes: half), isRecorded: false)
        #expect(pending.evict().count == 1 && pending.additionCount == 1)
    }
}
