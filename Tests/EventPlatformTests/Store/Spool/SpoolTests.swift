import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Clients of other processes beside the owner of a store file.
@Suite(.waitLimit) struct SpoolTests {
    struct Place {
        let folder: TemporaryFolder
        let main: URL
        var namespace: StoreNamespace { StoreNamespace(main) }

        init() throws {
            folder = try TemporaryFolder()
            main = folder.file("events.sqlite")
        }

        func owner() throws -> NamespaceStore { try NamespaceStore(namespace, settings: StoreSettings()) }

        func guest(isEnqueueOnly: Bool = false, maximumEvents: Int = 100_000) throws -> SpoolStore {
            var settings = StoreSettings()
            settings.maximumEvents = maximumEvents
            let store = SpoolStore(namespace, settings: settings, isEnqueueOnly: isEnqueueOnly)
            _ = try store.load()
            return store
        }

        var names: [String] { get throws { try namespace.otherDatabases().map(\.lastPathComponent) } }
    }

    /// Adds events with generated ids, which the store does not check for duplicates: only the import may prevent them.
    static func adding(_ ids: String...) -> StoreTransaction { adding(ids) }

    static func adding(_ ids: [String]) -> StoreTransaction {
        var transaction = StoreTransaction()
        transaction.added = ids.map { EventStoreTests.event($0) }
        for place in transaction.added.indices { transaction.added[place].isIDGenerated = true }
        transaction.ledger.countSubmitted("s", ids.count)
        return transaction
    }

    private static func holding(_ bytes: [UInt8], number: Int64 = 1) -> StoreTransaction {
        var transaction = StoreTransaction()
        transaction.heldSubmissions = [HeldSubmission(number: number, stream: "s", submission: bytes)]
        transaction.ledger.countSubmitted("s")
        return transaction
    }

    private static func ids(in store: any EventStore) throws -> [String] {
        try store.leaseReady(.max).map(\.id)
    }

    /// Fails when the file is read before it is locked: the owner takes the next events for imported ones.
    @Test func `a spool that is replaced has the last claim of the owner`() async throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try guest.commit(Self.adding("1"))
        let spool = try #require(try place.namespace.spools().first)
        let other = try DatabaseQueue(path: spool.path)
        let replacing = Signal()
        let task = try other.inDatabase { database in
            var task: Task<Ledger, any Error>?
            try database.inTransaction(.immediate) {
                try database.execute(sql: "UPDATE store SET claim = 7")
                task = Task.detached {
                    replacing.raise()
                    return try guest.replaceFile(dropping: .consentDeclined, countsHeld: true)
                }
                while replacing.count == 0 { sched_yield() }
                for _ in 0..<100_000 { sched_yield() }  // it waits for this transaction
                return .commit
            }
            return task
        }
        _ = try await task?.value
        try other.close()
        _ = try guest.commit(Self.adding("2"))
        let claim = try await DatabaseQueue(path: spool.path).read { try StoreCounters(reading: $0).claim }
        #expect(claim == 7)
        try guest.close()
        try owner.close()
    }

    /// Fails when a new file does not know what the old one has imported.
    @Test func `a store whose file is replaced imports and counts nothing twice`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try guest.commit(Self.adding("1", "2"))
        _ = try owner.maintainAll()
        #expect(
            try owner.replaceFile(dropping: .consentDeclined, countsHeld: true)["s"].dropped == [.consentDeclined: 2])
        _ = try guest.commit(Self.adding("3"))
        _ = try owner.maintainAll()
        let account = try owner.load().ledger["s"]
        #expect(account.submitted == 3 && account.dropped == [.consentDeclined: 2] && account.pending == 1)
        #expect(try Self.ids(in: owner) == ["3"])
        try guest.close()
        try owner.close()
    }

    /// Fails when a new file does not know which claims the old one has imported.
    @Test func `a store whose file is replaced in the middle of an import imports nothing twice`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try guest.commit(Self.adding("1", "2"))
        // As a process leaves it that is killed before it removes the imported slice from the spool.
        let file = try #require(try place.namespace.otherDatabases().first)
        let spool = try SpoolFile(file, lock: nil, settings: StoreSettings())
        let id = try spool.id()
        let known = try owner.main.importState(of: id)
        _ = try owner.main.add(try spool.claim(after: known.claim), from: id, known)
        try spool.close()
        #expect(
            try owner.replaceFile(dropping: .consentDeclined, countsHeld: true)["s"].dropped == [.consentDeclined: 2])
        _ = try owner.maintainAll()
        #expect(try Self.ids(in: owner) == [])
        let account = try owner.load().ledger["s"]
        #expect(account.submitted == 2 && account.dropped == [.consentDeclined: 2] && account.pending == 0)
        try guest.close()
        try owner.close()
    }

    // MARK: - One spool for each process

    @Test func `the owner imports the spool of a running client and removes it after the end`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try owner.commit(Self.adding("1"))
        for id in ["2", "3"] { _ = try guest.commit(Self.adding(id)) }
        #expect(guest.forwardsToOwner)
        #expect(try guest.leaseReady(9).isEmpty)
        #expect(try place.names.count == 1, "one spool, however many transactions")
        let report = try owner.maintainAll()
        #expect(report.ledger.total.submitted == 2 && report.remarks.isEmpty)
        _ = try guest.commit(Self.adding("4"))
        _ = try owner.maintainAll()
        let imported = try Self.ids(in: owner)
        #expect(imported == ["1", "2", "3", "4"])
        #expect(try owner.load().ledger.total.submitted == 4)
        try guest.close()
        _ = try owner.maintainAll()
        #expect(try place.names.isEmpty)
        try owner.close()
    }

    @Test func `successive enqueue-only clients share one spool`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        for number in 0..<20 {
            let guest = try place.guest(isEnqueueOnly: true)
            _ = try guest.commit(Self.adding("\(number)"))
            try guest.close()
        }
        #expect(try place.names.count == 1)
        let owner = try place.owner()
        #expect(try owner.maintainAll().ledger.total.submitted == 20)
        let imported = try Self.ids(in: owner)
        #expect(imported == (0..<20).map(String.init))
        try owner.close()
    }

    /// Opening must stay fast whatever other processes have left; the first maintenance imports it.
    @Test func `opening the store imports no spool`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let guest = try place.guest(isEnqueueOnly: true)
        _ = try guest.commit(Self.adding("1"))
        try guest.close()
        try Data("no database".utf8).write(to: place.namespace.newSpool())
        let owner = try place.owner()
        #expect(try owner.load().ledger.isEmpty)
        #expect(owner.collectReport() == StoreReport())
        let report = try owner.maintainAll()
        #expect(report.ledger.total.submitted == 1 && report.remarks.count == 1)
        #expect(try owner.maintainAll().remarks.isEmpty, "reported once")
        #expect(try place.names.count == 1, "a file that is not a database stays")
        try owner.close()
    }

    @Test func `the spools of a namespace share one limit`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let first = try place.guest(isEnqueueOnly: true, maximumEvents: 10)
        _ = try first.commit(Self.adding((0..<8).map { "a\($0)" }))
        let second = try place.guest(isEnqueueOnly: true, maximumEvents: 10)
        let counted = try second.commit(Self.adding((0..<8).map { "b\($0)" }))
        #expect(counted.total.dropped == [.storeFull: 6])
        for guest in [first, second] { try guest.close() }
        let owner = try place.owner()
        let report = try owner.maintainAll()
        #expect(report.ledger.total.submitted == 16 && report.ledger.total.pending == 10)
        try owner.close()
    }

    /// Fails when the limits are computed at opening only, or by the number of commits.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `spools of running writers exceed their limit by no more than a sixteenth and one transaction each`(
        seed: UInt64
    ) throws {
        let place = try Place()
        defer { place.folder.remove() }
        var random = SeededGenerator(seed: seed)
        let (limit, largest) = (160, 12)
        let guests = try (0..<4).map { _ in try place.guest(isEnqueueOnly: true, maximumEvents: limit) }
        var total = Ledger()
        for number in 0..<120 {
            let count = Int.random(in: 1...largest, using: &random)
            let guest = try #require(guests.randomElement(using: &random))
            total += try guest.commit(Self.adding((0..<count).map { "\(number)-\($0)" }))
            total.countSubmitted("s", count)
            let pending = total.total.pending
            #expect(pending <= limit + guests.count * (limit / 16 + largest), "\(pending) events")
        }
        #expect(total.total.pending > limit / 2, "the limit is used")
        for guest in guests { try guest.close() }
    }

    /// Fails when the sum ends at the first file that cannot be read.
    @Test func `a spool that cannot be read does not hide the others from the limit`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let first = try place.guest(isEnqueueOnly: true, maximumEvents: 10)
        _ = try first.commit(Self.adding((0..<8).map { "a\($0)" }))
        // The names are random: with one before and one after, one of the two orders has the damaged file first.
        for name in ["00000000", "ffffffff"] {
            try Data("no database".utf8).write(to: place.folder.file("events.spool-\(name).sqlite"))
        }
        let second = try place.guest(isEnqueueOnly: true, maximumEvents: 10)
        #expect(try second.commit(Self.adding((0..<8).map { "b\($0)" })).total.dropped == [.storeFull: 6])
        for guest in [first, second] { try guest.close() }
    }

    @Test func `a second client reports a store file whose values cannot be read`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let owner = try place.owner()
        let guest = try place.guest(isEnqueueOnly: true)
        #expect(guest.collectReport().remarks == [])
        try guest.close()
        try owner.close()
        try Data("no database, but longer than the header of one, which has a hundred bytes".utf8).write(to: place.main)
        let other = try place.guest(isEnqueueOnly: true)
        let remarks = other.collectReport().remarks
        #expect(remarks.count == 1 && remarks[0].contains("the install id and the session in"), "\(remarks)")
        try other.close()
    }

    @Test func `events older than the maximum age are removed from a spool`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let guest = try place.guest(isEnqueueOnly: true)
        _ = try guest.commit(Self.adding("1", "2"))
        let report = try guest.maintain(at: EventStoreTests.time(101), maximumAge: .seconds(100))
        #expect(report.ledger.total.dropped == [.expired: 2])
        #expect(try guest.storedRows(atMost: 9).isEmpty)
        try guest.close()
    }

    /// Fails when row numbers of a spool are used as row numbers of the store file.
    @Test func `a client removes events of its spool until it becomes the owner`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try owner.commit(Self.adding("1"))
        _ = try guest.commit(Self.adding("2", "3"))
        let rows = try guest.storedRows(atMost: 9)
        #expect(rows.count == 2)
        var removal = StoreTransaction()
        removal.finished = [FinishedEvent(row: rows[0], outcome: .dropped(.consentDeclined))]
        #expect(try guest.commit(removal).total.dropped == [.consentDeclined: 1])
        try owner.close()
        removal.finished = [FinishedEvent(row: rows[1], outcome: .dropped(.consentDeclined))]
        let counted = try guest.commit(removal)
        #expect(counted.total.droppedTotal == 0 && counted.total.submitted == 1)
        let left = try Self.ids(in: guest)
        #expect(left == ["1", "3"])
        try guest.close()
    }

    /// Several of SQLite's worst errors need a write-ahead log that two connections write.
    @Test func `a spool has no write-ahead log`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let guest = try place.guest(isEnqueueOnly: true)
        _ = try guest.commit(Self.adding("1"))
        let queue = try DatabaseQueue(path: place.namespace.spools()[0].path)
        #expect(try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } != "wal")
        try queue.close()
        try guest.close()
    }

    // MARK: - Importing

    /// Fails when the number of the claim is not stored in the transaction that adds the events.
    @Test(arguments: 0...2, [false, true])
    func `a spool is imported once when the owner is killed at any step`(steps: Int, isAdopted: Bool) throws {
        let place = try Place()
        defer { place.folder.remove() }
        let count = 2 * SpoolFile.eventsPerSlice + 10
        let guest = try place.guest(isEnqueueOnly: true)
        _ = try guest.commit(Self.adding((0..<count).map(String.init)))
        _ = try guest.commit(Self.holding([7]))
        try guest.close()

        let first = try SQLiteEventStore(path: place.main.path)
        let file = try place.namespace.spools()[0]
        let spool = try SpoolFile(file, lock: StoreLock(file.path), settings: StoreSettings())
        let slice = try spool.claim(after: nil)
        #expect(slice.events.count == SpoolFile.eventsPerSlice && slice.heldSubmissions.count == 1)
        if steps > 0 { _ = try first.add(slice, from: try spool.id(), ImportState()) }
        if steps > 1 { _ = try spool.removeClaimed() }
        try spool.close()
        try first.close()

        if isAdopted {
            let next = try place.guest(isEnqueueOnly: true)
            _ = try next.commit(Self.adding("last"))
            try next.close()
        }
        let second = try place.owner()
        _ = try second.maintainAll()
        let ids = try Self.ids(in: second)
        #expect(ids == (0..<count).map(String.init) + (isAdopted ? ["last"] : []))
        let state = try second.load()
        #expect(state.heldSubmissions.map(\.submission) == [[7]])
        #expect(state.ledger.total.submitted == ids.count + 1 && state.ledger.total.pending == ids.count + 1)
        #expect(try place.names.isEmpty)
        try second.close()
    }

    @Test func `the writer of a spool does not evict events that the owner has claimed`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let guest = try place.guest(isEnqueueOnly: true, maximumEvents: 10)
        _ = try guest.commit(Self.adding((0..<10).map(String.init)))
        let main = try SQLiteEventStore(path: place.main.path)
        let spool = try SpoolFile(try place.namespace.spools()[0], lock: nil, settings: StoreSettings())
        let slice = try spool.claim(after: nil)
        #expect(slice.events.count == 10)
        let counted = try guest.commit(Self.adding("10", "11"))
        #expect(counted.total.dropped == [.storeFull: 2], "only new events may be evicted")
        #expect(try guest.storedRows(atMost: 99).isEmpty)
        _ = try main.add(slice, from: try spool.id(), ImportState())
        _ = try spool.removeClaimed()
        try spool.close()
        try main.close()
        try guest.close()
        let owner = try place.owner()
        _ = try owner.maintainAll()
        let ledger = try owner.load().ledger.total
        #expect(ledger.submitted == 12 && ledger.pending == 10 && ledger.dropped == [.storeFull: 2])
        try owner.close()
    }

    /// Fails when the writer uses cached counters, which the owner's import has changed in the file.
    @Test func `the ledger is exact after every import while a writer adds to the spool`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest(isEnqueueOnly: true, maximumEvents: 700))
        var (account, sent) = (Ledger(), 0)
        for round in 0..<12 {
            let ids = (0..<(round % 3 == 2 ? 900 : 150)).map { "\(round)-\($0)" }
            _ = try guest.commit(Self.adding(ids))
            sent += ids.count
            account += try owner.maintain().ledger
            #expect(try owner.load().ledger == account)
            #expect(try StoreInspector(path: place.main.path).findings() == [])
        }
        account += try owner.maintainAll().ledger
        let imported = try Self.ids(in: owner)
        #expect(account.total.submitted == sent)
        #expect(account.total.pending == imported.count && Set(imported).count == imported.count)
        #expect(account.total.dropped[.storeFull] ?? 0 > 0)
        try guest.close()
        #expect(try owner.maintainAll().ledger.isEmpty)
        #expect(try place.names.isEmpty)
        try owner.close()
    }

    @Test func `a damaged event of a spool is counted and reported, and the others are imported`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let guest = try place.guest(isEnqueueOnly: true)
        _ = try guest.commit(Self.adding("1", "2", "3"))
        try guest.close()
        try DatabaseQueue(path: place.namespace.spools()[0].path).write {
            try $0.execute(sql: "UPDATE event SET body = x'7b00' WHERE row = 2")
        }
        let owner = try place.owner()
        let report = try owner.maintainAll()
        #expect(report.remarks.count == 1 && report.remarks[0].contains("event 2"))
        #expect(report.ledger.total.dropped == [.damaged: 1] && report.ledger.total.submitted == 3)
        let imported = try Self.ids(in: owner)
        #expect(imported == ["1", "3"])
        #expect(try place.names.isEmpty)
        try owner.close()
    }

    @Test func `an imported event still awaits its schema`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        var transaction = Self.adding("1")
        transaction.added[0].awaitedSchema = "schema"
        _ = try guest.commit(transaction)
        #expect(try guest.awaitedSchemas().isEmpty, "decided by the owner")
        _ = try owner.maintainAll()
        #expect(try owner.events(awaiting: "schema", atMost: 9).map(\.id) == ["1"])
        #expect(try Self.ids(in: owner).isEmpty)
        try guest.close()
        try owner.close()
    }

    /// The states of a file whose process was killed while it created the file.
    private static let unfinished = [
        "", "PRAGMA application_id = \(StoreSchema.applicationID)",
        "PRAGMA application_id = \(StoreSchema.applicationID); CREATE TABLE grdb_migrations (identifier TEXT NOT NULL "
            + "PRIMARY KEY)",
    ]

    /// A file with a table but without the id would be refused as another program's after a kill in between.
    @Test func `the application id of a new file is committed before its first table is created`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let queue = try DatabaseQueue(path: place.main.path)
        let statements = Locked<[String]>([])
        queue.inDatabase { database in
            database.trace { event in statements.withLock { [text = "\(event)"] in $0.append(text) } }
        }
        try StoreSchema.migrate(queue, path: place.main.path)
        queue.inDatabase { $0.trace(nil) }
        let seen = statements.withLock(\.self)
        let mark = try #require(seen.firstIndex { $0.hasPrefix("PRAGMA application_id =") })
        let table = try #require(seen.firstIndex { $0.hasPrefix("CREATE TABLE") })
        #expect(mark < table)
        #expect(seen[mark..<table].contains { $0.hasPrefix("COMMIT") })
    }

    @Test(arguments: unfinished)
    func `a store file left unfinished by a kill can be opened`(sql: String) throws {
        let place = try Place()
        defer { place.folder.remove() }
        try DatabaseQueue(path: place.main.path).write {
            try $0.execute(sql: sql)
        }
        let owner = try place.owner()
        _ = try owner.commit(Self.adding("1"))
        #expect(try Self.ids(in: owner) == ["1"])
        try owner.close()
    }

    /// Fails when a spool under creation is treated as another program's file and ignored from then on.
    @Test(arguments: unfinished)
    func `an unfinished spool is skipped while its writer lives and removed afterwards`(sql: String) throws {
        let place = try Place()
        defer { place.folder.remove() }
        let file = place.namespace.newSpool()
        let lock = try StoreLock(file.path)
        try DatabaseQueue(path: file.path).write { try $0.execute(sql: sql) }
        let owner = try place.owner()
        #expect(try owner.maintainAll() == StoreReport())
        #expect(try place.names.count == 1)
        lock.release()
        #expect(try owner.maintainAll() == StoreReport())
        #expect(try place.names.isEmpty)
        try owner.close()
    }

    // MARK: - Held submissions

    @Test func `held submissions of a spool are imported once its client has closed`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try guest.commit(Self.holding([7]))
        #expect(try owner.maintainAll().heldSubmissions.isEmpty)
        try guest.close()  // as if it had been killed
        let left = [HeldSubmission(number: 0, stream: "s", submission: [7])]
        #expect(try owner.maintainAll().heldSubmissions == left)
        #expect(try owner.load().heldSubmissions == left)
        #expect(try owner.maintainAll().heldSubmissions.isEmpty, "reported once")
        try owner.close()
    }

    @Test func `a client that adopts a spool decides the submissions held in it`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let first = try place.guest(isEnqueueOnly: true)
        _ = try first.commit(Self.adding("1"))
        _ = try first.commit(Self.holding([7], number: 5))
        try first.close()
        let second = SpoolStore(place.namespace, settings: StoreSettings(), isEnqueueOnly: true)
        let state = try second.load()
        #expect(state.heldSubmissions.map(\.number) == [5])
        #expect(state.ledger.total.submitted == 1, "only those of the adopted spool")
        var decision = StoreTransaction()
        decision.removedSubmissions = [5]
        decision.ledger.countDropped("s", .outOfSample)
        _ = try second.commit(decision)
        try second.close()
        let owner = try place.owner()
        let report = try owner.maintainAll()
        #expect(report.heldSubmissions.isEmpty)
        #expect(report.ledger.total.submitted == 2 && report.ledger.total.dropped == [.outOfSample: 1])
        try owner.close()
    }

    // MARK: - Becoming the owner

    @Test func `a second client becomes the owner after the first has closed, and reports its ledger`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try owner.commit(Self.adding("1"))
        let before = try guest.commit(Self.adding("2"))
        #expect(before.isEmpty)
        try owner.close()
        let restored = try guest.commit(Self.adding("3"))
        #expect(restored.total.submitted == 1, "only those of the other client")
        #expect(!guest.forwardsToOwner)
        let found = try Self.ids(in: guest)
        #expect(found == ["1", "2", "3"])
        try guest.close()
    }

    @Test func `an enqueue-only client does not become the owner`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let guest = try place.guest(isEnqueueOnly: true)
        _ = try guest.commit(Self.adding("1"))
        #expect(guest.forwardsToOwner)
        #expect(!FileManager.default.fileExists(atPath: place.main.path))
        let owner = try place.owner()
        _ = try owner.maintainAll()
        let imported = try Self.ids(in: owner)
        #expect(imported == ["1"])
        try guest.close()
        try owner.close()
    }

    @Test func `alternative files are imported, and those of a newer version are left alone and reported once`() throws
    {
        let place = try Place()
        defer { place.folder.remove() }
        for (number, file) in place.namespace.alternatives.enumerated() {
            let store = try SQLiteEventStore(
                path: file.path, settings: StoreSettings(), lock: try StoreLock(file.path),
                partOf: place.namespace)
            _ = try store.commit(Self.adding("\(number)"))
            if number == 1 {
                try store.file.withDatabase { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
            }
            try store.close()
        }
        let owner = try place.owner()
        let remarks = try owner.maintainAll().remarks
        let imported = try Self.ids(in: owner)
        #expect(imported == ["0", "2"])
        #expect(try place.names == ["events-3.sqlite"])
        #expect(remarks.count == 1 && remarks[0].contains("events-3.sqlite") && remarks[0].contains("another version"))
        #expect(try owner.maintainAll().remarks.isEmpty, "reported once")
        try owner.close()
    }

    /// Somebody's own store, and a copy of the store file, have the names of alternative files.
    @Test func `stores that only have the name of an alternative file are left alone`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let own = try SQLiteEventStore(path: place.namespace.alternatives[0].path)
        _ = try own.commit(Self.adding("own"))
        try own.close()
        let first = try place.owner()
        _ = try first.commit(Self.adding("first"))
        try first.close()
        try FileManager.default.copyItem(at: place.main, to: place.namespace.alternatives[1])
        let owner = try place.owner()
        #expect(try owner.maintainAll().remarks == [])
        #expect(try Self.ids(in: owner) == ["first"])
        try owner.close()
        let report = try StoreEditor.purge(path: place.main.path)
        #expect(report["purged"] == 1 && report["filesRemoved"] == [])
        for alternative in place.namespace.alternatives[..<2] {
            #expect(try StoreInspector(path: alternative.path).findings() == [])
            #expect(try SQLiteEventStore(path: alternative.path).totals().events == 1)
        }
    }

    @Test func `a client with an unusable store file does not change a store with the name of an alternative file`()
        throws
    {
        let place = try Place()
        defer { place.folder.remove() }
        let own = place.namespace.alternatives[0]
        try SQLiteEventStore(path: own.path).close()
        let location = StoreLocation.file(place.main)
        #expect { try StoreFactory.open(.file(own), StoreSettings(), insteadOf: location) } throws: {
            ($0 as? StoreError)?.code == .foreignDatabase
        }
        let next = StoreLocation.file(place.namespace.alternatives[1])
        try StoreFactory.open(next, StoreSettings(), insteadOf: location).store.close()
        try StoreFactory.open(next, StoreSettings(), insteadOf: location).store.close()
        #expect(try place.namespace.markedDatabases() == [place.namespace.alternatives[1]])
    }

    #if os(Linux)
        /// Fails when `FileLock` closes its descriptor without unlocking: the copy in the fork would keep the lock.
        @Test func `a closed store can be opened while a forked process has a copy of its descriptors`() throws {
            let place = try Place()
            defer { place.folder.remove() }
            let owner = try place.owner()
            // A forked process has a copy of every descriptor until it executes its own program.
            let lock = try #require(
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.first {
                    var path = [CChar](repeating: 0, count: 4096)
                    let count = readlink("/proc/self/fd/\($0)", &path, path.count)
                    return count > 0
                        && String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
                            .hasSuffix(place.main.path + ".lock")
                })
            let copy = dup(lock)
            defer { close(copy) }
            try owner.close()
            try place.owner().close()
        }

        /// Fails when a child that runs no other program keeps the lock after the end of its parent.
        @Test func `a forked process has no copy of a lock`() throws {
            let place = try Place()
            defer { place.folder.remove() }
            let owner = try place.owner()
            let address = try #require(dlsym(nil, "fork"))  // Swift hides it
            let fork = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            let child = fork()
            if child == 0 {
                write(ends[1], "x", 1)  // it runs, and has closed what it was to close
                while true { pause() }
            }
            var byte: UInt8 = 0
            #expect(read(ends[0], &byte, 1) == 1)
            defer {
                for end in ends { close(end) }
                kill(child, SIGKILL)
                waitpid(child, nil, 0)
            }
            let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child)/fd/\($0)")
            }
            #expect(links.contains { $0.hasSuffix(place.main.path) })
            #expect(!links.contains { $0.hasSuffix(place.main.path + ".lock") })
            #expect(throws: StoreError.self, "the parent keeps it") { try place.owner() }
            try owner.close()
        }
    #endif

    @Test func `a client keeps writing to its spool when the store file of a closed owner cannot be read`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try owner.commit(Self.adding("1"))
        try owner.main.file.withDatabase { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
        try owner.close()
        for id in ["2", "3"] { _ = try guest.commit(Self.adding(id)) }
        #expect(guest.forwardsToOwner)
        #expect(try guest.maintain().remarks.first?.contains("another version") == true, "reported")
        #expect(try guest.maintain().remarks.isEmpty, "once")
        try guest.close()
        try DatabaseQueue(path: place.main.path).write {
            try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '99'")
        }
        let next = try place.owner()
        _ = try next.maintainAll()
        let found = try Self.ids(in: next)
        #expect(found == ["1", "2", "3"])
        try next.close()
    }

    @Test
    func `a client that became the owner is notified of events of other processes`() async throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, second, third) = (try place.owner(), try place.guest(), try place.guest(isEnqueueOnly: true))
        let heard = AsyncStream.makeStream(of: Void.self)
        second.setExternalEventsHandler { heard.continuation.yield() }
        try owner.close()
        _ = try second.commit(Self.adding("1"))
        _ = try third.commit(Self.adding("2"))
        for await _ in heard.stream { break }
        _ = try second.maintainAll()
        let found = try Self.ids(in: second)
        #expect(found == ["1", "2"])
        try second.close()
    }

    @Test func `the ledger of an adopted file is returned by the first commit that succeeds`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try owner.commit(Self.adding("1"))
        try owner.close()
        var broken = Self.adding("2")
        broken.heldSubmissions = [1, 1].map { HeldSubmission(number: $0, stream: "s", submission: []) }
        let error = #expect(throws: StoreError.self) { try guest.commit(broken) }
        #expect(error?.code == .unwritable)
        let restored = try guest.commit(Self.adding("2"))
        #expect(restored.total.submitted == 1)
        let again = try guest.commit(Self.adding("3"))
        #expect(again.isEmpty)
        try guest.close()
    }
}
