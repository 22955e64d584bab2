import EventSupport
import EventPlatformTesting
import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// What is left on disk after a purge, and who may read it.
@Suite struct StorePrivacyTests {
    static let secret = "a word that nobody may read"

    /// The names of the files in a folder that contain the secret as plain text.
    static func readable(_ folder: TemporaryFolder) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("").path)
        return try names.filter { try Data(contentsOf: folder.file($0)).range(of: Data(secret.utf8)) != nil }.sorted()
    }

    private static func fill(_ store: any EventStore, _ ids: Range<Int>) throws {
        var transaction = StoreTransaction()
        transaction.added = ids.map { number in
            var event = EventStoreTests.event("\(number)")
            event.body = Array("{\"x\":\"\(secret) \(number)\"}".utf8)
            return event
        }
        transaction.heldSubmissions = [
            HeldSubmission(number: Int64(ids.lowerBound) + 1, stream: "s", submission: Array(secret.utf8))
        ]
        transaction.values = ["name\(ids.lowerBound)": secret]
        transaction.deliveredIDs = ["\(secret) \(ids.lowerBound)"]
        transaction.ledger.countSubmitted("s", ids.count + 1)
        _ = try store.commit(transaction)
    }

    /// Covers the store file, a spool, the alternative files, a newer version, a damaged file and a leftover log.
    @Test func `a purge leaves no byte of an event in any file of the namespace`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let main = folder.file("events.sqlite")
        let namespace = StoreNamespace(main)
        for (number, file) in ([main, namespace.newSpool()] + namespace.alternatives).enumerated() {
            let store = try SQLiteEventStore(
                path: file.path, settings: StoreSettings(), lock: try StoreLock(file.path),
                partOf: number == 0 ? nil : namespace)
            try Self.fill(store, number * 300..<number * 300 + 300)
            // Part of the bytes are in free pages.
            var removal = StoreTransaction()
            removal.finished = try store.leaseReady(200, for: "d").map {
                FinishedEvent(row: $0.row, outcome: .delivered)
            }
            _ = try store.commit(removal)
            if number == 3 {
                try store.file.withDatabase { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
            }
            try store.close()
        }
        // A damaged file with a write-ahead log that was not checkpointed.
        try Data(Self.secret.utf8).write(to: URL(fileURLWithPath: namespace.alternatives[2].path + "-wal"))
        try SidecarFile(beside: main, "install-id").write(UUID().uuidString.lowercased())
        // A file of another program stays.
        try Data("notes".utf8).write(to: folder.file("events-notes.sqlite"))
        #expect(try Self.readable(folder).count >= 5)
        let hardLink = folder.file("link")
        try FileManager.default.linkItem(at: namespace.alternatives[1], to: hardLink)

        let report = try StoreEditor.purge(path: main.path)
        #expect(try Self.readable(folder) == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("").path).sorted()
        #expect(
            names == ["events-notes.sqlite", "events.sqlite", "events.sqlite-reserve", "events.sqlite.lock", "link"])
        #expect(report["filesRemoved"]?.array?.compactMap(\.string) == ["events-3.sqlite"], "the others were imported")
        let total = try SQLiteEventStore(path: main.path).load().ledger.total
        #expect(total.pending == 0 && total.dropped[.purged] ?? 0 > 0)
    }

    /// Fails when `erase()` ignores that the checkpoint was blocked.
    @Test func `a purge fails while another connection reads the file`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let main = folder.file("events.sqlite")
        let store = try SQLiteEventStore(path: main.path)
        try Self.fill(store, 0..<300)
        try store.close()
        let reader = try StoreInspector(path: main.path)
        try reader.read { database in
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM event")
            let error = #expect(throws: StoreError.self) { try StoreEditor.purge(path: main.path) }
            #expect(error?.description.contains("read by another program") == true)
        }
        _ = try StoreEditor.purge(path: main.path)
        #expect(try Self.readable(folder) == [])
    }

    /// Fails when `purge(path:isForced:)` opens the store file before it removes the files beside it.
    @Test(arguments: [false, true])
    func `a purge removes the files beside a store file that is missing or not a store`(isThere: Bool) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let main = folder.file("events.sqlite")
        let path = StoreNamespace(main).alternatives[0].path
        let second = try SQLiteEventStore(
            path: path, settings: StoreSettings(), lock: try StoreLock(path), partOf: StoreNamespace(main))
        try Self.fill(second, 0..<30)
        try second.close()
        try SidecarFile(beside: main, "install-id").write(UUID().uuidString)
        if isThere {
            // A store that lost its first page.
            try SQLiteEventStore(path: main.path).close()
            let size = try Data(contentsOf: main).count
            try (Data(Self.secret.utf8) + Data(count: size - Self.secret.utf8.count)).write(to: main)
            let error = #expect(throws: StoreError.self) { try StoreEditor.purge(path: main.path) }
            #expect(error?.description.contains("--force") == true)
            #expect(try Self.readable(folder) == ["events.sqlite"], "without --force a file that is not a store stays")
        } else {
            // A log without its store file, and a file of another program.
            try Data(Self.secret.utf8).write(to: URL(fileURLWithPath: main.path + "-wal"))
            try Data("notes".utf8).write(to: StoreNamespace(main).alternatives[1])
        }
        _ = try StoreEditor.purge(path: main.path, isForced: isThere)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("").path)
        #expect(left == (isThere ? [] : ["events-3.sqlite"]))
    }

    @Test func `a purge is refused while a client has any file of the namespace open`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let main = folder.file("events.sqlite")
        try SQLiteEventStore(path: main.path).close()
        let guest = SpoolStore(StoreNamespace(main), settings: StoreSettings(), isEnqueueOnly: true)
        try Self.fill(guest, 0..<1)  // holds a submission, so its file stays open
        #expect { try StoreEditor.purge(path: main.path) } throws: { ($0 as? StoreError)?.code == .owned }
        #expect(!(try Self.readable(folder)).isEmpty)
        try guest.close()
    }

    /// Fails when a sealed body is read as plain text.
    @Test func `a sealed event is not leased without a cipher`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        var settings = StoreSettings()
        settings.cipher = EventCipher(seal: { $0.map { ~$0 } }, open: { $0.map { ~$0 } })
        let sealing = try SQLiteEventStore(path: path, settings: settings)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("1")]
        _ = try sealing.commit(transaction)
        try sealing.close()
        let store = try SQLiteEventStore(path: path)
        #expect(throws: StoreError.self) { try store.leaseReady(9, for: "d") }
        transaction.added = [EventStoreTests.event("2")]
        _ = try store.commit(transaction)
        let taken = try store.leaseReady(9, for: "d")
        #expect(taken.map(\.id) == ["2"])
        try store.close()
    }

    /// Fails when SQLite creates the file, with the default permissions of the process.
    @Test func `the files of a store are readable by their owner only`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteEventStore(path: folder.file("s.sqlite").path)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("1")]
        _ = try store.commit(transaction)
        try SidecarFile(beside: folder.file("s.sqlite"), "install-id").write(UUID().uuidString)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("").path)
        #expect(names.count >= 5, "\(names)")
        for name in names {
            let rights = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)[.posixPermissions]
            #expect((rights as? NSNumber)?.intValue == 0o600, "\(name)")
        }
        try store.close()
    }

    /// Fails when a tool creates its lock file before it has checked the store file.
    @Test func `a tool refuses a file that is not a store and creates no file beside it`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Data().write(to: folder.file("empty.sqlite"))
        try Data("text".utf8).write(to: folder.file("text.sqlite"))
        try DatabaseQueue(path: folder.file("other.sqlite").path).write { try $0.execute(sql: "CREATE TABLE t (a)") }
        try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.file("").path).sorted()
        for name in ["empty.sqlite", "text.sqlite", "other.sqlite", "folder", "missing.sqlite"] {
            #expect(throws: StoreError.self, "\(name)") { try StoreEditor.purge(path: folder.file(name).path) }
            #expect(throws: StoreError.self, "\(name)") { try StoreEditor(path: folder.file(name).path) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("").path).sorted() == before)
    }

    @Test func `an event that the cipher cannot open is kept and does not stop the lease of others`() throws {
        struct NoKey: Error {}
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var settings = StoreSettings()
        settings.cipher = EventCipher(seal: { $0 }) { bytes in
            guard bytes != [1] else { throw NoKey() }
            return bytes
        }
        let store = try SQLiteEventStore(path: folder.file("s.sqlite").path, settings: settings)
        var transaction = StoreTransaction()
        transaction.added = ["1", "2"].map { EventStoreTests.event($0) }
        transaction.added[0].body = [1]
        _ = try store.commit(transaction)
        let taken = try store.leaseReady(9, for: "d")
        #expect(taken.map(\.id) == ["2"])
        #expect(throws: NoKey.self) { try store.leaseReady(9, for: "d") }
        #expect(try store.storedRows(atMost: 9).count == 2)
        try store.close()
    }
}
