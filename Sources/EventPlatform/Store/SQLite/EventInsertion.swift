import EventSupport
import GRDB

/// Events to be added to the table, which SQLite does with half of the instructions when one statement adds several.
struct EventInsertion {
    /// An event, and the columns of its row that ``StoredRow`` does not have.
    struct Entry {
        let number: Int64
        let row: StoredRow
        let isIDFromApp: Bool
        let sequenceNumber: Int64?
    }

    private var entries: ContiguousArray<Entry> = []
    /// Whether an event is left out whose row or id the table has already, as a damaged file may have it.
    private let ignoresConflicts: Bool
    var isFull: Bool { entries.count == Self.rowsPerStatement }

    init(ignoringConflicts: Bool = false) { ignoresConflicts = ignoringConflicts }

    private static let rowsPerStatement = 16
    private static let columns = [
        "row", "id", "is_given", "stream", "queue", "state", "number", "schema", "is_sealed", "checksum", "body",
    ]
    private static let singleRow = sql("INSERT", rows: 1)
    private static let allRows = sql("INSERT", rows: rowsPerStatement)

    private static func sql(_ verb: String, rows: Int) -> String {
        let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
        let values = Array(repeating: row, count: rows).joined(separator: ", ")
        return "\(verb) INTO event (\(columns.joined(separator: ", "))) VALUES \(values)"
    }

    mutating func append(_ entry: consuming Entry) { entries.append(entry) }
    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    /// Inserts the events.
    func execute(in database: Database) throws {
        guard !ignoresConflicts else {
            let sql = Self.sql("INSERT OR IGNORE", rows: 1)
            for position in entries.indices { try insert(position..<position + 1, sql, in: database) }
            return
        }
        if isFull { return try insert(entries.indices, Self.allRows, in: database) }
        for position in entries.indices { try insert(position..<position + 1, Self.singleRow, in: database) }
    }

    private func insert(_ positions: Range<Int>, _ sql: String, in database: Database) throws {
        // By position in a span, since a loop over the entries would copy each.
        let entries = entries.span
        let byteCount = positions.reduce(0) { $0 + StoredID.uuidCount + entries[$1].row.body.count }
        try BindingMemory.with(byteCount: byteCount) { memory in
            var values = BoundValues(for: try database.cachedStatement(sql: sql), in: memory)
            for position in positions { try bind(entries[position], to: &values) }
            try values.statement.execute()
        }
    }

    private func bind(_ entry: borrowing Entry, to values: inout BoundValues) throws {
        let state: StoredEventState = entry.row.schema == nil ? .ready : .awaitingSchema
        try values.append(entry.number)
        try values.append(entry.row.id)
        try values.append(entry.isIDFromApp)
        try values.append(entry.row.stream)
        try values.append(entry.row.queue)
        try values.append(state.rawValue)
        try values.append(entry.sequenceNumber)
        try values.append(entry.row.schema)
        try values.append(entry.row.isSealed)
        try values.append(entry.row.checksum(ofRow: entry.number))
        try values.append(entry.row.body)
    }
}

/// The arguments of a statement, bound one after the other. GRDB's `StatementArguments`, an array of boxed values,
/// takes as many instructions as the insertion of a row.
private struct BoundValues {
    let statement: Statement
    private var memory: BindingMemory
    private var count: CInt = 0

    /// Ids and bodies are bound in `memory`, which must be there until the statement has run.
    init(for statement: Statement, in memory: BindingMemory) {
        (self.statement, self.memory) = (statement, memory)
        // Unbinds all arguments. Then `execute()` neither checks nor binds any.
        statement.setUncheckedArguments([])
    }

    mutating func append(_ id: StoredID) throws {
        if let bytes = id.bytesOfUUID(in: &memory) { return try append(inPlace: bytes) }
        try append { id.bind(to: $0, at: $1) }
    }

    mutating func append(_ bytes: [UInt8]) throws {
        try append(inPlace: bytes.withUnsafeBytes { memory.copy($0) })
    }

    private mutating func append(inPlace bytes: UnsafeRawBufferPointer) throws {
        try append { StatementBytes.bind(bytes, to: $0, at: $1, as: SQLiteBinding.inPlace) }
    }

    /// Binds the next argument. SQLite copies it.
    mutating func append(_ value: some StatementBinding) throws { try append { value.bind(to: $0, at: $1) } }

    private mutating func append(_ bind: (SQLiteStatement, CInt) -> CInt) throws {
        count += 1
        let code = bind(statement.sqliteStatement, count)
        guard code == ResultCode.SQLITE_OK.rawValue else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
