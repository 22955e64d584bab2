import Foundation
import GRDBSQLite

/// How many rows a second SQLite takes from a program that does nothing else: the intake's table, bodies as long as the
/// load's, one prepared statement, WAL, a commit for every so many rows.
struct SQLiteFloor {
    let folder: String
    private let body = String(repeating: "x", count: 430)

    func measure() throws {
        for rows in [100, 1000] {
            let seconds = try insert(600_000, committingEvery: rows)
            print("floor\t\(rows)\t\(Int(600_000 / seconds))")
        }
    }

    private func insert(_ count: Int, committingEvery rows: Int) throws -> Double {
        let path = folder + "/floor-\(rows).sqlite"
        var database: OpaquePointer?
        try check(sqlite3_open(path, &database))
        defer { sqlite3_close(database) }
        let sql = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
            CREATE TABLE event (id TEXT NOT NULL PRIMARY KEY, stream TEXT NOT NULL, schema TEXT NOT NULL,
                received_at TEXT NOT NULL, repeats INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL, test TEXT);
            """
        try check(sqlite3_exec(database, sql, nil, nil, nil))
        var statement: OpaquePointer?
        let insert = "INSERT INTO event (rowid, id, stream, schema, received_at, body) VALUES (?, ?, ?, ?, ?, ?)"
        try check(sqlite3_prepare_v3(database, insert, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        defer { sqlite3_finalize(statement) }
        let ids = (0..<count).map { String(format: "0190f3b0-%04x-7%03x-8000-%012x", $0 >> 12, $0 & 0xFFF, $0) }
        let start = ContinuousClock.now
        for (number, id) in ids.enumerated() {
            if number.isMultiple(of: rows) { try check(sqlite3_exec(database, "BEGIN", nil, nil, nil)) }
            sqlite3_bind_int64(statement, 1, Int64(number))
            let texts = [
                id, "app.interactions", "/analytics/product_metrics/app/base/1.3.0", "2026-01-31T12:00:00.000Z", body,
            ]
            for (place, text) in texts.enumerated() {
                _ = text.withCString {
                    sqlite3_bind_text(statement, Int32(place + 2), $0, Int32(text.utf8.count), transient)
                }
            }
            guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure() }
            sqlite3_reset(statement)
            if number % rows == rows - 1 { try check(sqlite3_exec(database, "COMMIT", nil, nil, nil)) }
        }
        let elapsed = start.duration(to: .now).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    }

    private var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    private func check(_ code: Int32) throws { if code != SQLITE_OK { throw Failure() } }

    private struct Failure: Error {}
}
