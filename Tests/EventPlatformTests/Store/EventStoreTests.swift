import EventPlatformTesting
import EventSchema
import Foundation
import Testing

@testable import EventPlatform

/// What every store does, whatever it is made of.
@Suite struct EventStoreTests {
    enum Kind: CaseIterable { case memory, sqlite }

    static func with(_ kind: Kind, _ body: (any EventStore) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store: any EventStore =
            switch kind {
            case .memory: InMemoryEventStore()
            case .sqlite: try SQLiteEventStore(path: folder.file("s.sqlite").path)
            }
        try body(store)
        try store.close()
    }

    static func event(_ id: String, at seconds: Int64 = 0, to destination: String = "d") -> NewEvent {
        NewEvent(
            id: id, stream: "s", destination: destination, storedAt: Timestamp(milliseconds: seconds * 1000),
            body: Array("{}".utf8))
    }

    @Test("events come back by destination, oldest first, behind a row", arguments: Kind.allCases)
    func order(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1"), Self.event("2", to: "e"), Self.event("3"), Self.event("4")]
            #expect(try store.commit(transaction).isEmpty)
            let first = try store.events(for: "d", after: 0, limit: 2)
            #expect(first.map(\.id) == ["1", "3"])
            #expect(try store.events(for: "d", after: first[1].row, limit: 9).map(\.id) == ["4"])
            #expect(try store.pendingCounts() == ["d": 3, "e": 1])
        }
    }

    @Test("an id that waits or is remembered is a duplicate, counted in the same transaction", arguments: Kind.allCases)
    func duplicates(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1"), Self.event("1")]
            transaction.ledger.countSubmitted("s", 2)
            #expect(try store.commit(transaction).map(\.id) == ["1"])
            var removal = StoreTransaction()
            removal.removed = try store.events(for: "d", after: 0, limit: 9).map(\.row)
            removal.remembersRemoved = true
            removal.ledger.countDelivered("s")
            _ = try store.commit(removal)
            var again = StoreTransaction()
            again.added = [Self.event("1")]
            again.ledger.countSubmitted("s")
            #expect(try store.commit(again).count == 1)
            let account = try store.load().ledger.streams["s"]
            #expect(account?.submitted == 3 && account?.delivered == 1 && account?.dropped == [.duplicate: 2])
        }
    }

    @Test("age, attempts and settings", arguments: Kind.allCases)
    func rest(kind: Kind) throws {
        try Self.with(kind) { store in
            #expect(try store.storedRange() == nil)
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1", at: 10), Self.event("2", at: 20)]
            transaction.values = ["name": "value"]
            transaction.held = [(1, Array("a".utf8)), (2, Array("b".utf8))]
            transaction.released = [1]
            _ = try store.commit(transaction)
            #expect(try store.storedRange() == Timestamp(milliseconds: 10_000)...Timestamp(milliseconds: 20_000))
            let old = try store.events(storedBefore: Timestamp(milliseconds: 20_000))
            #expect(old.count == 1)
            var attempt = StoreTransaction()
            attempt.attempted = old.map(\.row)
            _ = try store.commit(attempt)
            #expect(try store.events(for: "d", after: 0, limit: 9).map(\.attempts) == [1, 0])
            let state = try store.load()
            #expect(state.values == ["name": "value"])
            #expect(state.heldSubmissions.map(\.number) == [2])
        }
    }

    @Test func `a file has one owner at a time`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        let owner = try SQLiteEventStore(path: path)
        #expect { try SQLiteEventStore(path: path) } throws: { ($0 as? StoreError)?.code == .owned }
        try owner.close()
        try SQLiteEventStore(path: path).close()
    }

    @Test(
        "a file that is no store is refused with a remedy, and left as it was",
        arguments: ["notes, not a database, longer than a header", "x"])
    func foreign(content: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("notes.txt")
        try Data(content.utf8).write(to: file)
        #expect { try SQLiteEventStore(path: file.path) } throws: {
            ($0 as? StoreError)?.code == .notADatabase && "\($0)".contains(file.path)
        }
        #expect(try Data(contentsOf: file) == Data(content.utf8))
    }

    @Test func `a client whose file cannot be used goes on beside it and says so`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        try Data("not a database, but something else".utf8).write(to: file)
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.location = .file(file)
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        #expect(await platform.sentEvents().count == 1)
        #expect(platform.client.diagnostics.contains { $0.kind == .store && $0.description.contains(file.path) })
        #expect(try Data(contentsOf: file).starts(with: Data("not a".utf8)))
    }

    @Test("age", arguments: [(31, true), (29, false), (91, false), (-1, false)])
    func age(daysSinceNewest: Int64, prunes: Bool) {
        let stored = Timestamp(milliseconds: 1_000_000_000_000)
        let now = stored.advanced(by: .seconds(daysSinceNewest * 86_400))
        #expect((AgePolicy().limit(now: now, stored: stored...stored) != nil) == prunes)
    }

    @Test func `events of 30 days are pruned and counted`() async {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.connection.answer { _ in NetworkResponse(status: 503) }
        platform.client.submitClick(stream: "app")
        await platform.client.runCycle()
        platform.clock.advance(by: .seconds(31 * 86_400))
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.dropped == [.expired: 1])
    }
}
