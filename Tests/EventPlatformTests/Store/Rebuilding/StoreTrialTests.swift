import EventPlatformTesting
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Damage and files that a trial from outside has found.
@Suite struct StoreTrialTests {
    private static func reopened(_ damaged: DamagedFile) throws -> DamagedFile.Outcome {
        let store = try SQLiteEventStore(path: damaged.file.path)
        let outcome = try DamagedFile.outcome(of: store)
        try store.close()
        return outcome
    }

    /// Fails when SQLite opens a file for reading only, or one of another version, before anything looks at its bytes.
    @Test(arguments: ["18", "19", "free list", "version"])
    func `a file whose damage SQLite takes for something else is rebuilt`(what: String) throws {
        let damaged = try DamagedFile(events: 200)
        defer { damaged.folder.remove() }
        try damaged.write { bytes in
            switch what {
            case "18", "19": bytes[Int(what) ?? 0] = 192
            case "free list": bytes[39] &+= 5
            default:
                let pages = try DatabasePages(path: damaged.file.path)
                let page = try #require(pages.roots()["grdb_migrations"])
                bytes[page * DamagedFile.pageSize - 1] = UInt8(ascii: "9")  // the only row is at the end of its page
            }
        }
        let outcome = try Self.reopened(damaged)
        #expect(outcome.bodies == damaged.bodies && outcome.wasRebuilt, "\(outcome.remarks)")
        #expect(outcome.ledger == damaged.ledger)
    }

    /// Fails when the pages of an older list of free pages are believed to be free, or all others to be in use.
    @Test(arguments: [false, true])
    func `an older list of free pages brings back nothing that is over`(isTrunk: Bool) throws {
        let damaged = try DamagedFile(events: 400)
        defer { damaged.folder.remove() }
        try damaged.write { bytes in
            let trunk = Array(bytes[32..<36]).bigEndian32(at: 0)
            let place = isTrunk ? DamagedFile.range(ofPage: trunk).lowerBound + 8 : 32
            // A page in use is listed, or none at all.
            bytes.replaceSubrange(
                place..<place + (isTrunk ? 4 : 8), with: isTrunk ? Data([0, 0, 0, 20]) : Data(count: 8))
            bytes[18] = 192  // so that the file is rebuilt
        }
        let outcome = try Self.reopened(damaged)
        #expect(outcome.bodies == damaged.bodies && outcome.wasRebuilt)
    }

    @Test func `a newer version's file with a mark of damage is left as it is`() throws {
        let damaged = try DamagedFile(events: 50)
        defer { damaged.folder.remove() }
        let queue = try DatabaseQueue(path: damaged.file.path)
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
        try queue.close()
        let bytes = try Data(contentsOf: damaged.file)
        DamageMark(of: damaged.file.path).set()
        let error = #expect(throws: StoreError.self) { try SQLiteEventStore(path: damaged.file.path) }
        #expect(error?.code == .newerVersion)
        #expect(try Data(contentsOf: damaged.file) == bytes)
    }

    @Test func `the log of another program's database is not applied`() throws {
        let damaged = try DamagedFile(events: 100)
        defer { damaged.folder.remove() }
        for pageSize in [4096, DamagedFile.pageSize] {
            let other = try DatabaseQueue(path: damaged.folder.path("other-\(pageSize).sqlite"))
            try other.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA page_size = \(pageSize); PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
            }
            try damaged.write { _ in }
            try FileManager.default.copyItem(
                atPath: damaged.folder.path("other-\(pageSize).sqlite-wal"), toPath: damaged.file.path + "-wal")
            try other.close()
            var exported = 0
            do { try StoreInspector(path: damaged.file.path).forEachEvent { _, _ in exported += 1 } } catch {}
            #expect(exported == damaged.bodies.count)
            let outcome = try Self.reopened(damaged)
            #expect(outcome.bodies == damaged.bodies && outcome.wasRebuilt, "\(outcome.remarks)")
        }
    }

    /// Fails when only events tell a store that has lost its header.
    @Test func `a store with held submissions alone is recognized without its header`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("s.sqlite")
        let store = try SQLiteEventStore(path: file.path)
        var transaction = StoreTransaction()
        transaction.heldSubmissions = [HeldSubmission(number: 1, stream: "s", submission: Array("held".utf8))]
        transaction.ledger.countSubmitted("s")
        _ = try store.commit(transaction)
        try store.close()
        var bytes = try Data(contentsOf: file)
        bytes.replaceSubrange(0..<8192, with: Data(repeating: 0xA5, count: 8192))
        try bytes.write(to: file)
        let next = try SQLiteEventStore(path: file.path)
        #expect(try next.load().heldSubmissions.map(\.submission) == [Array("held".utf8)])
        #expect(try next.ledger()["s"].pending == 1)
        try next.close()
    }

    /// Fails when an export reads pages that a client does not.
    @Test func `an export has no event that a refusal covers`() throws {
        let damaged = try DamagedFile(events: 200)
        defer { damaged.folder.remove() }
        let store = try SQLiteEventStore(path: damaged.file.path)
        _ = try store.replaceFile(dropping: .consentDeclined, countsHeld: true)
        var transaction = StoreTransaction()
        transaction.added = (0..<200).map { EventStoreTests.event("after \($0)") }
        transaction.ledger.countSubmitted("s", 200)
        _ = try store.commit(transaction)
        try store.close()
        var bytes = try Data(contentsOf: damaged.file)
        let leaf = try #require(damaged.pages.values.first { $0.count == 1 }?.first)
        let pages = try DatabasePages(path: damaged.file.path)
        let root = try #require(pages.roots()["event"])
        let place = try #require(pages.tree(from: root).numbers.last)
        bytes.replaceSubrange(
            DamagedFile.range(ofPage: place), with: damaged.bytes[DamagedFile.range(ofPage: leaf)])
        try bytes.write(to: damaged.file)
        var ids: [String] = []
        #expect(throws: StoreError.self) {
            try StoreInspector(path: damaged.file.path).forEachEvent { item, _ in ids.append(item.id) }
        }
        #expect(ids.allSatisfy { $0.hasPrefix("after") })
    }

    // MARK: - Files of others

    @Test func `what others keep under the names of an exchange is left or named`() throws {
        let damaged = try DamagedFile(events: 50)
        defer { damaged.folder.remove() }
        let (path, notes) = (damaged.file.path, damaged.folder.file("notes"))
        try Data("notes".utf8).write(to: notes)
        // A store that is in use is not replaced.
        try damaged.write { _ in }
        let other = try SQLiteEventStore(path: path + ".rebuilt")
        try other.close()
        #expect(try Self.reopened(damaged).bodies == damaged.bodies)
        for part in StoreNamespace.parts(of: URL(fileURLWithPath: path + ".rebuilt")) {
            try FileManager.default.removeItem(at: part)
        }
        // A link is not followed.
        try FileManager.default.createSymbolicLink(atPath: path + ".set-aside", withDestinationPath: notes.path)
        let store = try SQLiteEventStore(path: path)
        _ = try store.replaceFile(dropping: .consentDeclined, countsHeld: true)
        try store.close()
        #expect(try String(contentsOf: notes, encoding: .utf8) == "notes")
        // What is in the way is named, and stays.
        for name in [".set-aside", ".rebuilding", ".rebuilt"] {
            try damaged.write { $0.replaceSubrange(0..<8192, with: Data(count: 8192)) }
            unlink(path + ".set-aside")
            let folder = URL(fileURLWithPath: path + name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try Data("notes".utf8).write(to: folder.appendingPathComponent("notes"))
            let error = #expect(throws: StoreError.self) { try SQLiteEventStore(path: path) }
            #expect(error?.description.contains("\(path + name) is in the way") == true, "\(String(describing: error))")
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("notes").path))
            try FileManager.default.removeItem(at: folder)
            #expect(try Self.reopened(damaged).bodies == damaged.bodies, "\(name)")
        }
    }

    // MARK: - Spools

    private struct Place {
        let folder: TemporaryFolder
        let namespace: StoreNamespace
        let owner: NamespaceStore
        let guest: SpoolStore

        init() throws {
            folder = try TemporaryFolder()
            namespace = StoreNamespace(folder.file("events.sqlite"))
            owner = try NamespaceStore(namespace, settings: StoreSettings())
            guest = SpoolStore(namespace, settings: StoreSettings(), isEnqueueOnly: false)
        }

        func close() throws {
            try guest.close()
            try owner.close()
            folder.remove()
        }
    }

    /// Fails when a spool that was replaced begins its claims anew: the owner takes later events for imported ones.
    @Test func `events that a client stores after a refusal are imported`() throws {
        let place = try Place()
        _ = try place.guest.commit(SpoolTests.adding("1", "2"))
        _ = try place.owner.maintainAll()
        _ = try place.guest.commit(SpoolTests.adding("3"))
        #expect(
            try place.guest.replaceFile(dropping: .consentDeclined, countsHeld: true)["s"].dropped
                == [.consentDeclined: 1])
        _ = try place.guest.commit(SpoolTests.adding("4"))
        _ = try place.owner.maintainAll()
        #expect(try place.owner.leaseReady(.max).map(\.id) == ["1", "2", "4"])
        let account = try place.owner.load().ledger["s"]
        #expect(account.submitted == 4 && account.dropped == [.consentDeclined: 1])
        try place.close()
    }

    /// Fails when events that another file has taken over count as lost.
    @Test(arguments: [false, true])
    func `a spool that was imported in part is rebuilt with the rest, and loses nothing else`(
        losesPage: Bool
    ) throws {
        let place = try Place()
        _ = try place.guest.commit(SpoolTests.adding((0..<700).map { "\($0)" }))
        let report = try place.owner.maintain()
        #expect(report.hasMore)
        try place.guest.close()
        let spool = try #require(try place.namespace.spools().first)
        let pages = try DatabasePages(path: spool.path)
        let root = try #require(pages.roots()["event"])
        let leaf = try #require(pages.tree(from: root).numbers.last)
        let handle = try FileHandle(forUpdating: spool)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 100))
        if losesPage {
            try handle.seek(toOffset: UInt64(DamagedFile.range(ofPage: leaf).lowerBound))
            try handle.write(contentsOf: Data(count: DamagedFile.pageSize))
        }
        try handle.close()
        let rest = try place.owner.maintainAll()
        let lost = try 700 - place.owner.leaseReady(.max).count
        #expect(rest.remarks.contains { $0.contains(" \(lost) lost") }, "\(rest.remarks)")
        #expect(losesPage ? (1...100).contains(lost) : lost == 0)
        let account = try place.owner.load().ledger["s"]
        #expect(account.submitted == 700 && account.pending == 700 - lost, "\(account)")
        #expect(account.dropped[.damaged] ?? 0 == lost)
        try place.owner.close()
        place.folder.remove()
    }
}
