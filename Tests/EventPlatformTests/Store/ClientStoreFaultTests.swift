import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Clients with a damaged store file, a full store, or nothing to write.
@Suite(.waitLimit) struct ClientStoreFaultTests {
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    /// Damages the first page behind its file header, or the second page.
    @Test(arguments: [0, 1])
    func `a client with a damaged store file sends events and shuts down`(page: Int) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        let store = try SQLiteEventStore(path: file.path)
        var transaction = StoreTransaction()
        transaction.added = (0..<500).map { EventStoreTests.event("\($0)") }
        transaction.ledger.countSubmitted("s", 500)
        _ = try store.commit(transaction)
        try store.close()
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(page * 8192 + (page == 0 ? 100 : 0)))
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 3000))
        try handle.close()

        let platform = TestPlatform(streams: Self.streams) { $0.store.location = .file(file) }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        let sent = await platform.sentEvents()
        #expect(sent.contains { $0["action"] == "click" }, "\(platform.client.diagnostics)")
        _ = await platform.client.shutdown(deadline: .zero)
        #expect(platform.client.ledger.total.submitted >= 1)
    }

    /// Fails when `persist()` takes a store in memory, in the place of the file, for the file.
    @Test(.enabled(if: SmallDisk.isAvailable), arguments: [false, true])
    func `on a disk that is full or read-only from the start persist() says that events end with the process`(
        isReadOnly: Bool
    ) async throws {
        let disk = try SmallDisk(bytes: 4 << 20)
        defer { try? disk.remove() }
        if isReadOnly { try disk.makeReadOnly() } else { try disk.fill() }
        let platform = TestPlatform(streams: Self.streams) { $0.store.location = .file(disk.file("a/events.sqlite")) }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        #expect(await !platform.client.persist())
        #expect(await platform.sentEvents().count == 1, "it is sent from memory")
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// A store that cannot be written while its disk is full.
    private final class FullStore: ForwardingStore {
        let base = InMemoryEventStore()
        let isFull = Locked(false)

        func commit(_ transaction: StoreTransaction) throws -> Ledger {
            if isFull.withLock(\.self) { throw StoreError(.unavailable, "the disk is full") }
            return base.commit(transaction)
        }
    }

    /// Fails when a flush looks for events in the store only, while they wait in memory.
    @Test func `a flush says that events wait in memory, and sends them once there is room`() async throws {
        let store = FullStore()
        let platform = TestPlatform(streams: Self.streams) { $0.store.custom = { store } }
        await platform.loadConfigurations()
        store.isFull.withLock { $0 = true }
        platform.client.submitClick(stream: "app")
        let report = await platform.client.flush(deadline: .milliseconds(500))
        #expect(report.pending == 1 && "\(report.end)".contains("the store cannot be written"), "\(report)")
        async let later = platform.client.flush(deadline: .seconds(10))
        try await platform.clock.waitForSleep(of: CommitSchedule.pauseAfterFailure)
        store.isFull.withLock { $0 = false }
        platform.clock.advance(by: CommitSchedule.pauseAfterFailure)
        #expect(await later.delivered == 1)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when a cycle commits an empty transaction or an unchanged value.
    @Test func `cycles without changes write nothing to the store`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let platform = TestPlatform(streams: Self.streams) { $0.store.location = .file(folder.file("events.sqlite")) }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        // In back-off for an hour: each attempt would store its back-off.
        platform.connection.respond { _ in NetworkResponse(status: 503, headers: ["Retry-After": "3600"]) }
        await platform.client.runCycle()
        func content() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("").path)
            return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.file($0))) })
        }
        let before = try content()
        for _ in 0..<50 {
            platform.clock.advance(by: .seconds(30))
            await platform.client.runCycle()
        }
        let isUnchanged = try content() == before
        #expect(isUnchanged)
        #expect(platform.client.ledger.total.pending == 1)
    }

    /// Fails when a commit to memory counts as one to the configured store.
    @Test func `persist returns false where memory replaces the configured store`() async {
        typealias Store = EventPlatformClient.Configuration.Store
        func isPersisted(_ configure: (inout Store) -> Void) async -> Bool {
            let platform = TestPlatform(streams: Self.streams) { configure(&$0.store) }
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "app")
            let isPersisted = await platform.client.persist()
            #expect(platform.client.ledger.total.pending == 1)
            _ = await platform.client.shutdown(deadline: .zero)
            #expect(await platform.client.persist() == isPersisted)
            return isPersisted
        }
        let unusable = URL(fileURLWithPath: "/dev/null/events.sqlite")
        #expect(await !isPersisted { $0.location = .file(unusable) })
        #expect(await !isPersisted { $0.custom = { throw StoreError(.unavailable, "no such store") } })
        #expect(await isPersisted { $0.location = .inMemory })
        #expect(await isPersisted { $0.custom = { InMemoryEventStore() } })
    }

    /// Fails when the call returns as if the store were open.
    @Test func `openStore throws after a shutdown`() async throws {
        let platform = TestPlatform(streams: Self.streams)
        try await platform.client.openStore()
        _ = await platform.client.shutdown(deadline: .zero)
        let error = await #expect(throws: StoreError.self) { try await platform.client.openStore() }
        #expect(error?.code == .closed)
    }

    @Test func `beyond the maximum of events the oldest of the lowest priority are dropped`() async {
        let platform = TestPlatform(streams: Self.streams.merging(["low": Self.streams["app"] ?? [:]])) {
            $0.store.settings.maximumEvents = 10
            $0.store.priorities = ["low": .deferred]
        }
        await platform.loadConfigurations()
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        for number in 0..<20 {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: "\(number)"))
            platform.client.submitClick(stream: "low")
        }
        await platform.client.persist()
        let ledger = platform.client.ledger
        #expect(ledger.streams["low"]?.dropped == [.storeFull: 20])
        #expect(ledger.streams["app"]?.dropped == [.storeFull: 10])
        platform.connection.respond { _ in NetworkResponse(status: 201) }
        platform.clock.advance(by: .seconds(3600))
        let sent: [String] = await platform.sentEvents().compactMap { $0["element_id"]?.string }
        let expected: [String] = (10..<20).map { String($0) }
        #expect(Set(sent) == Set(expected))
    }
}

extension JSONObject {
    fileprivate func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for (name, value) in other { merged[name] = value }
        return merged
    }
}
