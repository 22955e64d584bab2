import GRDB

/// Events to be added to the table, which SQLite does with half of the instructions when one statement adds several.
struct EventInsertion {
    /// An event, and the columns of its row that ``StoredRow`` does not have.
    struct Entry {
        let row: StoredRow
        let isIDFromApp: Bool
        let sequenceNumber: Int64?
        let storedAt: StorageTime
    }

    private(set) var entries: ContiguousArray<Entry> = []
    var isFull: Bool { entries.count == Self.rowsPerStatement }

    private static let rowsPerStatement = 16
    private static let columns = [
        "id", "is_given", "stream", "queue", "state", "number", "schema", "is_sealed", "checksum", "body",
    ]
    private static let singleRow = sql(rows: 1)
    private static let allRows = sql(rows: rowsPerStatement)

    private static func sql(rows: Int) -> String {
        let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
        let values = Array(repeating: row, count: rows).joined(separator: ", ")
        return "INSERT INTO event (\(columns.joined(separator: ", "))) VALUES \(values)"
    }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// Inserts the events.
    ///
    /// - Returns: the number of each event's row, in order.
    func execute(in database: Database) throws -> [Int64] {
        if isFull { return try insert(entries.indices, Self.allRows, in: database) }
        return try entries.indices.flatMap { try insert($0..<$0 + 1, Self.singleRow, in: database) }
    }

    private func insert(_ positions: Range<Int>, _ sql: String, in database: Database) throws -> [Int64] {
        var values = BoundValues(for: try database.cachedStatement(sql: sql))
        // By position in a span, since a loop over the entries would copy each.
        let entries = entries.span
        for position in positions { try bind(entries[position], to: &values) }
        try values.statement.execute()
        // The rows of one statement have consecutive numbers.
        let last = database.lastInsertedRowID
        return Array(last - Int64(positions.count) + 1...last)
    }

    private func bind(_ entry: borrowing Entry, to values: inout BoundValues) throws {
        let state: StoredEventState = entry.row.schema == nil ? .ready : .awaitingSchema
        try values.append(entry.row.id)
        try values.append(entry.isIDFromApp)
        try values.append(entry.row.stream)
        try values.append(entry.row.queue)
        try values.append(state.rawValue)
        try values.append(entry.sequenceNumber)
        try values.append(entry.row.schema)
        try values.append(entry.row.isSealed)
        try values.append(entry.row.checksum)
        try values.append(StatementBytes(bytes: entry.row.body))
    }
}

/// The arguments of a statement, bound one after the other. GRDB's `StatementArguments`, an array of boxed values,
/// takes as many instructions as the insertion of a row.
private struct BoundValues {
    let statement: Statement
    private var count: CInt = 0

    init(for statement: Statement) {
        self.statement = statement
        // Unbinds all arguments. Then `execute()` neither checks nor binds any.
        statement.setUncheckedArguments([])
    }

    /// Binds the next argument. SQLite copies it.
    mutating func append(_ value: some StatementBinding) throws {
        count += 1
        let code = value.bind(to: statement.sqliteStatement, at: count)
        guard code == ResultCode.SQLITE_OK.rawValue else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
