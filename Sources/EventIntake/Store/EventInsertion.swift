import EventSupport
import GRDB
import GRDBSQLite

/// The statement that inserts an accepted event. It uses SQLite directly: GRDB's value conversions would take four
/// fifths of the time of this statement, the most frequent one.
struct EventInsertion {
    private let database: Database
    private let cached: Statement
    private var statement: OpaquePointer { cached.sqliteStatement }

    init(_ database: Database) throws {
        self.database = database
        cached = try database.cachedStatement(
            sql: """
                INSERT INTO event (rowid, id, stream, schema, received_at, body, test) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET repeats = repeats + 1, test = coalesce(excluded.test, test)
                """)
    }

    /// Inserts an event, or counts a duplicate of a stored event.
    ///
    /// - Returns: whether the event was inserted.
    func insert(_ row: SinkEvent, at position: Int64, _ time: String) throws -> Bool {
        sqlite3_bind_int64(statement, 1, position)
        bind(row.id, at: 2)
        bind(row.stream, at: 3)
        bind(row.schema, at: 4)
        bind(time, at: 5)
        row.json.withUnsafeBufferPointer { bind($0, at: 6) }
        bind(row.test, at: 7)
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
        // An update for a duplicate does not change the last inserted row id.
        return database.lastInsertedRowID == position
    }

    /// Binds a text; SQLite copies it.
    private func bind(_ text: String?, at place: Int32) {
        guard var text else {
            sqlite3_bind_null(statement, place)
            return
        }
        text.withUTF8 { bind($0, at: place) }
    }

    private func bind(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int32) {
        bytes.withMemoryRebound(to: CChar.self) {
            // The buffer of an empty text may have no address, which SQLite would treat as NULL.
            _ = sqlite3_bind_text(
                statement, place, $0.baseAddress ?? Self.emptyBuffer, Int32($0.count), SQLiteBinding.copied)
        }
    }

    private static var emptyBuffer: UnsafePointer<CChar> {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
