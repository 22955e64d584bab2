import Foundation
import GRDB

/// Takes the tables of earlier versions over into those of this one, within the transaction of the caller.
enum StoreMigration {
    /// Version 1 had text for everything, and an index for each order.
    static func fromVersion1(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE event RENAME TO event_1;
                ALTER TABLE held RENAME TO held_1;
                ALTER TABLE finished RENAME TO finished_1;
                ALTER TABLE setting RENAME TO setting_1;
                \(StoreSchema.tables)
                INSERT INTO held SELECT number, stream, json FROM held_1;
                INSERT INTO finished SELECT id FROM finished_1;
                INSERT INTO setting SELECT name, value FROM setting_1;
                INSERT INTO tally SELECT stream, outcome, count FROM ledger;
                """)
        try takeOverEvents(database)
        try database.execute(
            sql: """
                DROP TABLE event_1; DROP TABLE held_1; DROP TABLE finished_1; DROP TABLE setting_1; DROP TABLE ledger;
                \(StoreSchema.mark)
                """)
        try StoreSchema.nameFile(database)
    }

    /// Version 2 had bodies of any length as they are, every account in the table `tally`, and an index of given ids.
    static func fromVersion2(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE event ADD COLUMN size INTEGER; ALTER TABLE event ADD COLUMN account TEXT;
                CREATE TABLE given (id PRIMARY KEY) WITHOUT ROWID;
                INSERT INTO given SELECT id FROM event WHERE flags & 1;
                DROP INDEX event_by_given_id;
                \(StoreSchema.mark)
                """)
    }

    private static func takeOverEvents(_ database: Database) throws {
        var writer = StoreWriter(database, .unlimited, StoreMemory())
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM event_1 ORDER BY row")
        while let row = try rows.next() {
            var transaction = StoreTransaction()
            transaction.added = [try event(row)]
            try writer.carryOut(transaction)
            let attempts = try row.value("attempts") as Int
            guard attempts > 0, let last = try Int64.fetchOne(database, sql: "SELECT last_insert_rowid()") else {
                continue
            }
            try database.execute(sql: "UPDATE event SET attempts = ? WHERE row = ?", arguments: [attempts, last])
        }
    }

    private static func event(_ row: Row) throws -> NewEvent {
        NewEvent(
            id: try row.value("id"), stream: try row.value("stream"), destination: try row.value("destination"),
            storedAt: StorageTime(
                wall: Timestamp(milliseconds: try row.value("stored_at")), bootID: try row.value("boot_id"),
                sinceBoot: try row.value("since_boot")),
            body: Array(try row.value("body") as Data))
    }
}
