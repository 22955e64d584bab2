import EventPlatformTesting
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Faults beside a damaged store: of other files, of what a client has in memory, and of what others put in its place.
@Suite struct StoreMendsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes to a file that another connection has open.
    private static func execute(_ sql: String, in file: URL) throws {
        let queue = try DatabaseQueue(path: file.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Ends the processes' share of a rollback journal: the file as it is.
    private static func damage(_ file: URL) throws {
        let handle = try FileHandle(forUpdating: file)
        for page in [1, 4] {
            try handle.seek(toOffset: UInt64((page - 1) * 8192))
            try handle.write(contentsOf: Data(repeating: 0xA5, count: page == 1 ? 100 : 8192))
        }
        try handle.close()
    }

    // MARK: - Spools

    /// Fails when the counts of a slice are dropped because the slice cannot be removed from its spool.
    @Test func `what was imported is counted, also if it cannot be removed from its spool`() throws {
        defer { folder.remove() }
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try guest.commit(SpoolTests.adding("1", "2"))
        let spool = try #require(try place.namespace.spools().first)
        try Self.execute(
            "CREATE TRIGGER stop BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'stopped'); END", in: spool)
        let report = try owner.maintain()
        #expect(report.ledger["s"].submitted == 2, "\(report)")
        #expect(report.remarks.contains { $0.contains("imported in part") }, "\(report.remarks)")
        #expect(try owner.leaseReady(.max).map(\.id) == ["1", "2"])
        try Self.execute("DROP TRIGGER stop", in: spool)
        #expect(try owner.maintainAll().ledger.isEmpty)
        #expect(try owner.load().ledger["s"].submitted == 2)
        try guest.close()
        try owner.close()
    }

    /// Fails when a spool is left for good because the store file could not be written once.
    @Test func `a spool is imported once the store file can be written again`() throws {
        defer { folder.remove() }
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try guest.commit(SpoolTests.adding("1", "2"))
        try guest.close()
        try owner.main.file.withDatabase {
            try $0.execute(
                sql: "CREATE TRIGGER stop BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        }
        let report = try owner.maintain()
        #expect(report.remarks.contains { $0.contains("cannot be imported now") }, "\(report.remarks)")
        try owner.main.file.withDatabase { try $0.execute(sql: "DROP TRIGGER stop") }
        _ = try owner.maintainAll()
        #expect(try owner.leaseReady(.max).map(\.id) == ["1", "2"])
        #expect(try place.names == [])
        try owner.close()
    }

    /// Fails when the client counts the events of the spool that it left a second time.
    @Test func `a client that left a damaged spool and becomes the owner counts each event once`() throws {
        defer { folder.remove() }
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        var counted = Ledger()
        counted.countSubmitted("s", 3)  // by the client, before its commits
        counted += try guest.commit(SpoolTests.adding("1"))
        try Self.damage(try #require(try place.namespace.spools().first))
        counted += try guest.commit(SpoolTests.adding("2"))
        #expect(guest.collectReport().remarks.contains { $0.contains("continues in another file") })
        try owner.close()
        counted += try guest.commit(SpoolTests.adding("3"))
        let report = try guest.maintainAll()
        counted += report.ledger
        #expect(!guest.forwardsToOwner)
        try guest.close()
        let next = try place.owner()
        #expect(try next.load().ledger == counted, "\(counted), \(report.remarks)")
        #expect(counted["s"].submitted == 3 && counted["s"].dropped == [.damaged: 1], "its only page was damaged")
        #expect(try place.names == [])
        try next.close()
    }

    /// Fails when the client is taken to have it in memory.
    @Test func `a held submission that is damaged is counted, and the others are decided`() throws {
        defer { folder.remove() }
        let file = folder.file("s.sqlite")
        let store = try SQLiteEventStore(path: file.path)
        var transaction = StoreTransaction()
        transaction.heldSubmissions = (1...3).map {
            HeldSubmission(number: $0, stream: "s", submission: Array("held \($0)".utf8))
        }
        transaction.ledger.countSubmitted("s", 3)
        _ = try store.commit(transaction)
        try store.close()
        try Self.execute("UPDATE held SET submission = X'00' WHERE number = 2", in: file)
        let next = try SQLiteEventStore(path: file.path)
        let state = try next.load()
        #expect(state.heldSubmissions.map(\.number) == [1, 3])
        #expect(state.ledger["s"].pending == 2 && state.ledger["s"].dropped == [.damaged: 1], "\(state.ledger)")
        try next.close()
    }

    // MARK: - Other files of the namespace

    /// Fails when only a store file that exists is looked at.
    @Test func `a refusal removes what a process has left that was killed within an exchange`() throws {
        defer { folder.remove() }
        let main = folder.file("events.sqlite")
        let store = try SQLiteEventStore(path: main.path)
        _ = try store.commit(SpoolTests.adding("1"))
        try store.close()
        try FileManager.default.moveItem(atPath: main.path, toPath: main.path + ".set-aside")
        let result = try RefusedFiles(of: StoreNamespace(main), besides: folder.file("events-2.sqlite")).remove()
        #expect(result.removed == [main] && result.inUse == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    /// Fails when a purge looks for what was kept aside beside the link.
    @Test func `a purge through a link removes what is kept aside beside the file`() throws {
        let damaged = try DamagedFile(events: 50)
        defer {
            damaged.folder.remove()
            folder.remove()
        }
        try damaged.write { $0.replaceSubrange(0..<100, with: Data(count: 100)) }
        _ = try damaged.open("header")
        let aside = StoreFileExchange(of: damaged.file.path).aside
        #expect(FileManager.default.fileExists(atPath: aside))
        let link = folder.file("link.sqlite")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: damaged.file)
        _ = try StoreEditor.purge(path: link.path)
        #expect(!FileManager.default.fileExists(atPath: aside))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["link.sqlite"])
    }

    // MARK: - What others put in the place of a store

    @Test func `a file that somebody puts in the place of an open store stays as it is`() throws {
        defer { folder.remove() }
        let file = folder.file("s.sqlite")
        let store = try SQLiteEventStore(path: file.path)
        _ = try store.commit(SpoolTests.adding("1"))
        try FileManager.default.removeItem(at: file)
        try Data("notes".utf8).write(to: file)
        _ = try store.commit(SpoolTests.adding("2"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "notes")
        #expect(!store.isInPlace)
        #expect(try store.leaseReady(.max).count == 2, "they are sent")
        do { try store.close() } catch {}
    }

    /// Fails when the log of a store makes the file beside it one.
    @Test func `another program's database beside the log of a store stays as it is`() throws {
        defer { folder.remove() }
        let (file, ours) = (folder.file("s.sqlite"), folder.path("ours.sqlite"))
        let store = try SQLiteEventStore(path: ours)
        _ = try store.commit(SpoolTests.adding("1"))
        let other = try DatabaseQueue(path: file.path)
        try other.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA page_size = 8192; CREATE TABLE t (a); PRAGMA user_version = 7")
        }
        try other.close()
        let bytes = try Data(contentsOf: file)
        try FileManager.default.copyItem(atPath: ours + "-wal", toPath: file.path + "-wal")
        #expect(throws: StoreError.self) { try SQLiteEventStore(path: file.path) }
        #expect(try Data(contentsOf: file) == bytes)
        try store.close()
    }

    /// Fails when pages count that the file has only until the next checkpoint.
    @Test func `pages behind the end of a file that its log shortens are not in use`() throws {
        defer { folder.remove() }
        let (file, copy) = (folder.file("s.sqlite"), folder.file("copy.sqlite"))
        let store = try SQLiteEventStore(path: file.path)
        _ = try store.commit(SpoolTests.adding((0..<500).map { "\($0)" }))
        var count = 0
        try store.file.withDatabase { database in
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0")
            let sql = "DELETE FROM event; UPDATE store SET events = 0, bytes = 0; DELETE FROM ledger; VACUUM"
            try database.execute(sql: sql)
            count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
        }
        try store.close()
        let pages = try DatabasePages(path: copy.path)
        #expect(pages.count == count)
        #expect(try Data(contentsOf: copy).count > count * 8192)
        #expect(try DamagedStore(path: copy.path).events(after: 0, nil).isEmpty)
    }
}
