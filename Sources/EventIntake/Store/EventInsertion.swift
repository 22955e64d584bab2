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
                INSERT INTO event (rowid, id, stream, schema, received_at, body, test, sent_at, attempt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET repeats = repeats + 1, test = coalesce(excluded.test, test)
                """)
    }

    /// Inserts an event, or counts a duplicate of a stored event.
    ///
    /// - Returns: whether the event was inserted.
    func insert(
        _ row: SinkEvent, at position: Int64, _ time: String, _ sent: ReceivedEvent.Sent?
    ) throws -> Bool {
        let length = row.textCount + time.utf8.count + (sent?.at.utf8.count ?? 0)
        let code = BindingMemory.with(byteCount: length) { memory in
            row.json.withUnsafeBytes { body in
                sqlite3_bind_int64(statement, 1, position)
                bind(row.id, at: 2, in: &memory)
                bind(row.stream, at: 3, in: &memory)
                bind(row.schema, at: 4, in: &memory)
                bind(time, at: 5, in: &memory)
                bind(body, at: 6)
                bind(row.test, at: 7, in: &memory)
                bind(sent?.at, at: 8, in: &memory)
                bind(sent?.attempt, at: 9)
                let code = sqlite3_step(statement)
                sqlite3_reset(statement)
                return code
            }
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
        // An update for a duplicate does not change the last inserted row id.
        return database.lastInsertedRowID == position
    }

    private func bind(_ number: Int?, at place: Int32) {
        if let number {
            sqlite3_bind_int64(statement, place, Int64(number))
        } else {
            sqlite3_bind_null(statement, place)
        }
    }

    private func bind(_ text: String?, at place: Int32, in memory: inout BindingMemory) {
        guard var text else {
            sqlite3_bind_null(statement, place)
            return
        }
        bind(text.withUTF8 { memory.copy(UnsafeRawBufferPointer($0)) }, at: place)
    }

    /// Binds a text, which must stay where it is until the statement was executed.
    private func bind(_ bytes: UnsafeRawBufferPointer, at place: Int32) {
        let text = bytes.assumingMemoryBound(to: CChar.self)
        _ = sqlite3_bind_text(statement, place, text.baseAddress, Int32(text.count), SQLiteBinding.inPlace)
    }
}

extension SinkEvent {
    /// The number of bytes of its texts besides the event.
    fileprivate var textCount: Int {
        id.utf8.count + stream.utf8.count + schema.utf8.count + (test?.utf8.count ?? 0)
    }
}
