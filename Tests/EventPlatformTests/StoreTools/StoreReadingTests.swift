import EventPlatformTesting
import EventSchema
import EventStreams
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Tools that only read a store.
@Suite struct StoreReadingTests {
    @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
    func `a store in a folder that cannot be written is read with what its log holds`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let files = FileManager.default
        try files.createDirectory(at: folder.file("there"), withIntermediateDirectories: false)
        let open = try SQLiteEventStore(path: folder.path("store.sqlite"))
        _ = try open.commit(SpoolTests.adding("1", "2"))
        for suffix in ["", "-wal"] {
            try files.copyItem(atPath: folder.path("store.sqlite" + suffix), toPath: folder.path("there/s" + suffix))
        }
        try open.close()
        try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path("there"))
        defer { chmod(folder.path("there"), 0o700) }
        let inspector = try StoreInspector(path: folder.path("there/s"))
        #expect(try inspector.findings() == [])
        #expect(try inspector.statistics(now: Timestamp(milliseconds: 0))["waiting"] == 2)
        try files.setAttributes([.posixPermissions: 0o000], ofItemAtPath: folder.path("there"))
        let error = #expect(throws: StoreError.self) { try StoreInspector(path: folder.path("there/s")) }
        #expect(error?.description.contains("Permission denied") == true)
    }

    /// SQLite makes a log and its index beside a database in WAL mode even to read it.
    @Test(arguments: ["tool", "check", "client"])
    func `a database of another program is refused with nothing beside it`(opener: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("other.sqlite")
        let other = try DatabaseQueue(path: path)
        try other.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE event (id)") }
        try other.close()
        let error = #expect(throws: StoreError.self) {
            switch opener {
            case "tool": _ = try StoreInspector(path: path)
            case "check": try StoreInspector.requireNoOtherFile(at: path)
            default: _ = try SQLiteEventStore(path: path)
            }
        }
        #expect(error?.code == .foreignDatabase)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["other.sqlite"])
    }

    // MARK: - Export

    private static let settings = {
        var settings = StoreSettings()
        settings.cipher = EventCipher(seal: { $0.map { ~$0 } }, open: { $0.map { ~$0 } })
        return settings
    }()

    /// A submission of a button's click, with an attribute that only some streams list.
    private static func submission(_ id: String, isAdmitted: Bool) -> Submission {
        var context = Context.empty
        context[.agentClientPlatform] = "ios"
        context[.performerName] = "whale"
        return Submission(
            .init(
                stream: "s", schema: SchemaID("/t/1.0.0"), id: id, time: Timestamp(milliseconds: 0), context: context,
                content: .interaction(JSON(["action": "click"])), isAdmitted: isAdmitted))
    }

    private static func transaction() -> StoreTransaction {
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("ready"), EventStoreTests.event("awaiting")]
        transaction.added[1].awaitedSchema = "/t/1.0.0"
        transaction.added[1].body = submission("awaiting", isAdmitted: true).encoded()
        transaction.heldSubmissions = [
            HeldSubmission(number: 1, stream: "s", submission: submission("held", isAdmitted: false).encoded())
        ]
        return transaction
    }

    private static func export(_ path: String) throws -> (events: [JSONValue], sealed: Int) {
        var (events, sealed) = ([JSONValue](), 0)
        try StoreInspector(path: path).export { event in
            if let event { events.append(try JSONValue(parsing: event)) } else { sealed += 1 }
        }
        return (events, sealed)
    }

    /// Fails when the row of an event that awaits its schema is given as it is stored: no JSON.
    @Test func `an export has events in every state, as events`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("store.sqlite")
        let store = try SQLiteEventStore(path: path)
        _ = try store.commit(Self.transaction())
        try store.close()
        let (events, sealed) = try Self.export(path)
        #expect(events.count == 3 && sealed == 0)
        #expect(events.dropFirst().map { $0["meta"]?["id"] } == ["awaiting", "held"])
        for event in events.dropFirst() {
            #expect(event["$schema"] == "/t/1.0.0" && event["meta"]?["stream"] == "s" && event["action"] == "click")
            #expect(event["dt"] == "1970-01-01T00:00:00.000Z" && event["agent"]?["client_platform"] == "ios")
        }
        #expect(events.map { $0["performer"] } == [nil, ["name": "whale"], nil], "no stream lists it for a held event")
        var sizes: [Int] = []
        try StoreInspector(path: path).forEachEvent { item, event in
            #expect(item.bytes == event?.count)
            sizes.append(item.bytes)
        }
        #expect(sizes.count == 2)
    }

    /// Fails when a tool's event gets what the client would not add to it.
    @Test func `an export has a tool's event unchanged`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("store.sqlite")
        let text = ##"{"$schema":"/t/1.0.0","meta":{"stream":"s","id":"mine"},"number":1}"##
        var transaction = StoreTransaction()
        for number: Int64 in 1...2 {
            let submission = Self.submission("mine", isAdmitted: number == 1).changed {
                $0.content = .written(Array(text.utf8))
                $0.isVerbatim = true
            }
            transaction.heldSubmissions.append(
                HeldSubmission(number: number, stream: "s", submission: submission.encoded()))
        }
        let store = try SQLiteEventStore(path: path)
        _ = try store.commit(transaction)
        try store.close()
        let event = try JSONValue(parsing: Array(text.utf8))
        #expect(try Self.export(path).events == [event, event])
    }

    @Test func `sealed events and submissions are counted and not given`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("store.sqlite")
        let store = try SQLiteEventStore(path: path, settings: Self.settings)
        _ = try store.commit(Self.transaction())
        try store.close()
        let (events, sealed) = try Self.export(path)
        #expect(events.isEmpty && sealed == 3)
    }

    @Test func `a submission that is damaged is reported, after every event that can be read`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("store.sqlite")
        let store = try SQLiteEventStore(path: path)
        var transaction = Self.transaction()
        transaction.added[1].body = [0xFF, 0xFE]
        transaction.heldSubmissions.insert(HeldSubmission(number: 0, stream: "s", submission: [9]), at: 0)
        _ = try store.commit(transaction)
        try store.close()
        var count = 0
        let error = #expect(throws: StoreError.self) {
            try StoreInspector(path: path).export { _ in count += 1 }
        }
        #expect(count == 2 && error?.description.contains("2 findings") == true)
    }

    /// Fails when an event is found through another table than its own.
    @Test(arguments: ["retry", "finished", "arrival", "stream", "queue", "grdb_migrations"])
    func `a damaged table beside the events hides none of them from an export`(table: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("store.sqlite")
        let store = try SQLiteEventStore(path: path)
        var transaction = StoreTransaction()
        transaction.added = (0..<9).map { EventStoreTests.event("\($0)") }
        _ = try store.commit(transaction)
        transaction = StoreTransaction()
        transaction.failed = try store.leaseReady(3, for: "d").map {
            let time = StorageTime(
                wall: Timestamp(milliseconds: 60_000), bootID: "boot", millisecondsSinceBoot: 60_000)
            return FailedEvent(row: $0.row, retryAt: time)
        }
        _ = try store.commit(transaction)
        let (root, size) = try store.file.withDatabase { database in
            let root = "SELECT rootpage FROM sqlite_master WHERE name = ?"
            return (
                try #require(try Int.fetchOne(database, sql: root, arguments: [table])),
                try #require(try Int.fetchOne(database, sql: "PRAGMA page_size"))
            )
        }
        try store.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64((root - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xA5, count: size))
        try file.close()
        var count = 0
        do { try StoreInspector(path: path).export { _ in count += 1 } } catch {
            #expect("\(error)".contains("is damaged"), "\(error)")
        }
        #expect(count == 9)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a file system takes the rights of root"))
    func `a store on a full disk is read, also where SQLite has no room for an index of the log`() throws {
        let disk = try SmallDisk(bytes: 4 << 20)
        let store = try SQLiteEventStore(path: disk.file("store.sqlite").path)
        var transaction = StoreTransaction()
        transaction.added = (0..<9).map { EventStoreTests.event("\($0)") }
        _ = try store.commit(transaction)
        try store.close()
        try disk.fill()
        var count = 0
        try StoreInspector(path: disk.file("store.sqlite").path).export { _ in count += 1 }
        #expect(count == 9)
        try disk.remove()
    }

    @Test func `a store behind a path that cannot be looked up names the reason`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("", to: "file")
        let error = #expect(throws: StoreError.self) { try StoreInspector(path: file + "/store.sqlite") }
        #expect(error?.code == .unavailable && error?.description.contains("Not a directory") == true)
    }
}
