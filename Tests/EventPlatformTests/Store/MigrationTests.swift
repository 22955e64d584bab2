import EventPlatformTesting
import EventSchema
import Foundation
import GRDB
import Testing

@testable import EventPlatform

@Suite struct MigrationTests {
    /// A file as version 1 wrote it.
    private static func writeVersion1(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = WAL;
                    PRAGMA application_id = 0x4576506C;
                    PRAGMA user_version = 1;
                    CREATE TABLE event (
                        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, stream TEXT NOT NULL,
                        destination TEXT NOT NULL, stored_at INTEGER NOT NULL, boot_id TEXT NOT NULL,
                        since_boot INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, body BLOB NOT NULL
                    );
                    CREATE INDEX event_by_destination ON event (destination, row);
                    CREATE INDEX event_by_wall_age ON event (stored_at);
                    CREATE INDEX event_by_boot_age ON event (boot_id, since_boot);
                    CREATE TABLE held (number INTEGER PRIMARY KEY, stream TEXT NOT NULL, json BLOB NOT NULL);
                    CREATE TABLE finished (id TEXT PRIMARY KEY) WITHOUT ROWID;
                    CREATE TABLE ledger (
                        stream TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL,
                        PRIMARY KEY (stream, outcome)
                    ) WITHOUT ROWID;
                    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                    INSERT INTO event VALUES (5, 'a', 's', 'd', 1000, 'boot', 10, 0, x'7B7D');
                    INSERT INTO event VALUES (6, '0191f3b2-7c44-7d0e-8a5b-3f64c1d2e907', 't', 'e', 2000, 'boot', 20, 3, x'7B7D');
                    INSERT INTO event VALUES (9, 'c', 's', 'd', 500, 'other', 5, 0, x'7B7D');
                    INSERT INTO held VALUES (4, 's', x'01');
                    INSERT INTO finished VALUES ('z');
                    INSERT INTO ledger VALUES ('s', 'submitted', 4), ('t', 'submitted', 1), ('s', 'delivered', 1);
                    INSERT INTO setting VALUES ('app_install_id', 'x');
                    """)
        }
        try queue.close()
    }

    /// Fails without `takeOverEvents(_:)`, or a table that it forgets.
    @Test func `a file of version 1 is taken over whole`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        try Self.writeVersion1(path)
        let store = try SQLiteEventStore(path: path)
        let state = try store.load()
        #expect(state.values == ["app_install_id": "x"])
        #expect(state.heldSubmissions == [HeldSubmission(number: 4, stream: "s", json: [1])])
        #expect(state.ledger.total.submitted == 5 && state.ledger.total.delivered == 1)
        #expect(try store.destinations() == ["d", "e"])
        let taken = try store.take(9, for: "d", after: 0, lease: EventStoreTests.lease)
        #expect(taken.map(\.id) == ["a", "c"])
        let other = try store.take(9, for: "e", after: 0, lease: EventStoreTests.lease)
        #expect(other.map(\.id) == ["0191f3b2-7c44-7d0e-8a5b-3f64c1d2e907"] && other.map(\.attempts) == [3])
        let old = try store.expired(
            by: AgeLimit(bootID: "boot", bootTime: 15, wallTime: Timestamp(milliseconds: 600)), atMost: 9)
        #expect(Set(old) == Set(taken.map(\.row)))
        var again = StoreTransaction()
        again.added = [EventStoreTests.event("z"), EventStoreTests.event("a")]
        let counted = try store.commit(again)
        #expect(counted.total.dropped == [.duplicate: 2])
        try store.close()
        let findings = try StoreInspector(path: path).findings()
        #expect(findings == ["stream s: the ledger has 1 pending events, the store has 3"], "\(findings)")
    }

    /// Fails without the columns that version 3 has added.
    @Test func `a file of version 2 is taken over whole`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        var store = try SQLiteEventStore(path: path)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("a"), EventStoreTests.event("b")]
        transaction.ledger.countSubmitted("s", 2)
        _ = try store.commit(transaction)
        var removal = StoreTransaction()  // brings the account into its table, where version 2 has all of it
        removal.finished = [
            FinishedEvent(row: try store.waiting(atMost: 1)[0], outcome: .delivered)
        ]
        _ = try store.commit(removal)
        try store.onFile {
            try $0.execute(
                sql: """
                    ALTER TABLE event DROP COLUMN size; ALTER TABLE event DROP COLUMN account; DROP TABLE given;
                    CREATE UNIQUE INDEX event_by_given_id ON event (id) WHERE flags & 1;
                    PRAGMA user_version = 2
                    """
            )
        }
        try store.close()
        #expect { try StoreInspector(path: path) } throws: { ($0 as? StoreError)?.code == .olderVersion }
        store = try SQLiteEventStore(path: path)
        let total = try store.load().ledger.total
        #expect(total.submitted == 2 && total.delivered == 1)
        #expect(try store.take(9, for: "d", after: 0, lease: EventStoreTests.lease).map(\.id) == ["b"])
        transaction.added = [EventStoreTests.event("c")]
        _ = try store.commit(transaction)
        #expect(store.known.totals.events == 2)
        transaction.added = [EventStoreTests.event("b")]
        let counted = try store.commit(transaction)
        #expect(counted.total.dropped == [.duplicate: 1])
        try store.close()
        #expect(try StoreInspector(path: path).findings().allSatisfy { $0.hasPrefix("stream s: the ledger") })
    }

    /// Fails when the migration is not one transaction.
    @Test func `a migration that cannot end leaves the file as it was`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        try Self.writeVersion1(path)
        let spoil = try DatabaseQueue(path: path)
        try spoil.write { try $0.execute(sql: "DROP TABLE finished; UPDATE setting SET value = 'y'") }
        try spoil.close()
        #expect(throws: StoreError.self) { try SQLiteEventStore(path: path) }
        let check = try DatabaseQueue(path: path)
        let version = try check.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
        let events = try check.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM event WHERE boot_id <> ''") }
        #expect(version == 1 && events == 3)
    }

    /// Fails without the comparison of versions in `StoreSchema.migrate(_:path:)`.
    @Test func `a file of a newer version is left alone, and a client goes on beside it`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        let store = try SQLiteEventStore(path: file.path)
        try store.onFile { try $0.execute(sql: "PRAGMA user_version = 99") }
        try store.close()
        let before = try Data(contentsOf: file)
        #expect { try SQLiteEventStore(path: file.path) } throws: { ($0 as? StoreError)?.code == .newerVersion }
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.location = .file(file)
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        #expect(await platform.sentEvents().count == 1)
        #expect(platform.client.diagnostics.contains { "\($0)".contains("newer version") })
        #expect(try Data(contentsOf: file) == before)
        #expect(FileManager.default.fileExists(atPath: folder.file("events-2.sqlite").path))
    }
}
