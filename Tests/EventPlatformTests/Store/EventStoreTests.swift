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

    /// A moment on both clocks; the start of the system was at 0.
    static func time(_ seconds: Int64, boot: String = "this") -> StorageTime {
        var time = StorageTime(ManualClock())
        (time.wall, time.bootID, time.sinceBoot) = (Timestamp(milliseconds: seconds * 1000), boot, seconds * 1000)
        return time
    }

    static let lease = Lease(now: .zero, deadline: .seconds(60))

    static func event(_ id: String, at seconds: Int64 = 0, to destination: String = "d") -> NewEvent {
        NewEvent(
            id: id, stream: "s", destination: destination, storedAt: time(seconds),
            body: Array("{}".utf8))
    }

    /// Fails when ids go to SQLite as texts, which end with a NUL, or when Swift compares them.
    @Test("ids are what their bytes are", arguments: Kind.allCases)
    func oddIDs(kind: Kind) throws {
        let fifteen = "\0" + String(repeating: "x", count: 14)  // as many bytes as a UUID, with the end
        let ids = ["x", "x\0", "x\0a", "x\0b", fifteen, "\u{e9}", "e\u{301}", ""]
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = ids.map { Self.event($0) }
            _ = try store.commit(transaction)
            let again = try store.commit(transaction)
            #expect(again.total.dropped == [.duplicate: ids.count])
            let taken = try store.take(99, for: "d", after: 0, lease: Self.lease)
            #expect(taken.map { Array($0.id.utf8) } == ids.map { Array($0.utf8) })
            var removal = StoreTransaction()
            removal.finished = taken.map { FinishedEvent(row: $0.row, outcome: .delivered) }
            #expect(try store.commit(removal).total.delivered == ids.count)
        }
    }

    /// Fails when the row after the last one is reckoned.
    @Test("nothing comes behind the last row there can be", arguments: Kind.allCases)
    func behindTheLastRow(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1")]
            _ = try store.commit(transaction)
            #expect(try store.take(9, for: "d", after: .max, lease: Self.lease) == [])
        }
    }

    /// Fails when `RowNumber` puts the arrival before the priority, or `take` begins at the row itself.
    @Test("events come back by destination, oldest first, behind a row", arguments: Kind.allCases)
    func order(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1"), Self.event("2", to: "e"), Self.event("3"), Self.event("4")]
            let counted = try store.commit(transaction)
            #expect(counted.isEmpty)
            let first = try store.take(2, for: "d", after: 0, lease: Self.lease)
            #expect(first.map(\.id) == ["1", "3"])
            let rest = try store.take(9, for: "d", after: first[1].row, lease: Self.lease)
            #expect(rest.map(\.id) == ["4"])
            #expect(try store.destinations() == ["d", "e"])
        }
    }

    /// Fails without `isKnown(_:)`, or without `ON CONFLICT DO NOTHING`.
    @Test("an id that waits or is remembered is a duplicate, counted in the same transaction", arguments: Kind.allCases)
    func duplicates(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1"), Self.event("1")]
            transaction.ledger.countSubmitted("s", 2)
            let counted = try store.commit(transaction)
            #expect(counted.total.dropped == [.duplicate: 1])
            var removal = StoreTransaction()
            removal.finished = try store.take(9, for: "d", after: 0, lease: Self.lease).map {
                FinishedEvent(row: $0.row, outcome: .delivered)
            }
            removal.remembered = ["1"]
            _ = try store.commit(removal)
            var again = StoreTransaction()
            again.added = [Self.event("1")]
            again.ledger.countSubmitted("s")
            let countedAgain = try store.commit(again)
            #expect(countedAgain.total.dropped == [.duplicate: 1])
            let account = try store.load().ledger.streams["s"]
            #expect(account?.submitted == 3 && account?.delivered == 1 && account?.dropped == [.duplicate: 2])
        }
    }

    @Test("age, attempts and settings", arguments: Kind.allCases)
    func rest(kind: Kind) throws {
        try Self.with(kind) { store in
            #expect(try store.destinations().isEmpty)
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1", at: 10), Self.event("2", at: 20)]
            transaction.values = ["name": "value"]
            transaction.held = [1, 2].map { HeldSubmission(number: $0, stream: "s", json: []) }
            transaction.released = [1]
            _ = try store.commit(transaction)
            let old = try store.expired(by: AgeLimit(bootID: "this", bootTime: 20_000, wallTime: nil), atMost: 9)
            let unknown = try store.expired(by: AgeLimit(bootID: "other", bootTime: 0, wallTime: nil), atMost: 9)
            #expect(unknown.isEmpty)
            let before = Timestamp(milliseconds: 20_001)
            let other = try store.expired(by: AgeLimit(bootID: "other", bootTime: 0, wallTime: before), atMost: 9)
            #expect(other.count == 2)
            #expect(old.count == 1)
            var attempt = StoreTransaction()
            attempt.failed = old
            _ = try store.commit(attempt)
            let taken = try store.take(9, for: "d", after: 0, lease: Self.lease)
            #expect(taken.map(\.attempts) == [1, 0])
            let state = try store.load()
            #expect(state.values == ["name": "value"])
            #expect(try store.value(named: "name") == "value")
            #expect(state.heldSubmissions.map(\.number) == [2])
        }
    }

    @Test(
        "an id comes back as it was, whatever its form", arguments: Kind.allCases,
        ["0191f3b2-7c44-7d0e-8a5b-3f64c1d2e907", "0191F3B2-7C44-7D0E-8A5B-3F64C1D2E907", "x", "16 bytes, no less"])
    func ids(kind: Kind, id: String) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event(id), Self.event(id)]
            let counted = try store.commit(transaction)
            #expect(counted.total.dropped == [.duplicate: 1])
            let taken = try store.take(9, for: "d", after: 0, lease: Self.lease)
            #expect(taken.map(\.id) == [id])
        }
    }

    /// Fails without `flock` in `StoreLock`.
    @Test func `a file has one owner at a time`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        let owner = try SQLiteEventStore(path: path)
        #expect { try SQLiteEventStore(path: path) } throws: { ($0 as? StoreError)?.code == .owned }
        try owner.close()
        try SQLiteEventStore(path: path).close()
    }

    /// Fails without `refuseForeignFile(at:)`, or the look at `application_id` in `migrate(_:path:)`.
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

    /// Fails when `openOrGoElsewhere()` gives up with the first file.
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

    @Test(
        "age of a stored event: the wall clock is believed up to 90 days past the last time",
        arguments: [(0, true), (31, true), (91, false), (-1, false), (3650, false)])
    func belief(days: Int64, isBelieved: Bool) {
        let last = Timestamp(milliseconds: 1_000_000_000_000)
        let now = last.advanced(by: .seconds(days * 86_400))
        #expect(AgePolicy().believes(now, lastBelieved: last) == isBelieved)
        let limit = AgePolicy().limit(now: now, sinceBoot: .seconds(40 * 86_400), bootID: "b", lastBelieved: last)
        #expect(limit.bootTime == 10 * 86_400_000, "the boot clock is always believed")
        #expect((limit.wallTime != nil) == isBelieved)
    }

    /// Fails when `AgeLimit.bound(in:)` measures the running start of the system on the wall clock.
    @Test("a wall clock that leaps takes no event with it", arguments: [31, 3650, -3650])
    func leap(days: Int64) async {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.connection.answer { _ in NetworkResponse(status: 503) }
        platform.client.submitClick(stream: "app")
        await platform.client.runCycle()
        platform.clock.setWall(milliseconds: 1_767_225_600_000 + days * 86_400_000)
        platform.client.submitClick(stream: "app")
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.pending == 2)
    }

    /// Fails when the first transaction does not note the time: then the second process believes whatever clock it finds.
    @Test(
        "age of a stored event: after a restart 31 days are believed, a leap is not",
        arguments: [(29, 1), (31, 0), (89, 0), (91, 1), (3650, 1), (-3650, 1)], [false, true])
    func leapAcrossRestarts(leap: (days: Int64, kept: Int), cycleBefore: Bool) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        func platform(_ clock: ManualClock, seed: UInt64) async -> TestPlatform {
            let platform = TestPlatform(
                streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed, clock: clock,
                configure: {
                    $0.store.location = .file(folder.file("events.sqlite"))
                    $0.dispatchMode = .manual
                })
            await platform.loadConfigurations()
            platform.connection.answer { _ in NetworkResponse(status: 503) }
            return platform
        }
        let clock = ManualClock()
        var running = await platform(clock, seed: 1)
        running.client.submitClick(stream: "app")
        await running.client.persist()
        if cycleBefore { await running.client.dispatch() }
        _ = await running.client.shutdown(deadline: .zero)
        clock.restartSystem()
        clock.setWall(milliseconds: clock.wall.milliseconds + leap.days * 86_400_000)
        running = await platform(clock, seed: 2)
        await running.client.dispatch()
        #expect(running.client.ledger.total.pending == leap.kept)
        #expect(running.client.ledger.total.dropped == (leap.kept == 1 ? [:] : [.expired: 1]))
    }

    /// Fails without `prune(_:)` in the dispatcher's cycle.
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
