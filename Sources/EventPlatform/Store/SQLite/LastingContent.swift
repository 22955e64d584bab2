import GRDB

/// What outlasts the events of a store file when the file is replaced.
struct LastingContent {
    /// The rows of these tables are copied.
    private static let tables = ["ledger", "setting", "spool", "spool_ledger"]

    private var rows: [String: [Row]] = [:]
    /// The number of stored events of each stream.
    private let events: [(stream: String, count: Int)]
    private let lastRow: Int64

    init(reading database: Database) throws {
        for table in Self.tables { rows[table] = try Row.fetchAll(database, sql: "SELECT * FROM \(table)") }
        events = try Row.fetchAll(
            database,
            sql: """
                SELECT coalesce(name, ?) AS name, count(*) AS events
                FROM event LEFT JOIN stream ON stream.number = event.stream GROUP BY 1
                """,
            arguments: [StoreCache.unknownStream]
        ).map { (try $0.value("name"), try $0.count("events")) }
        lastRow = try Int64.fetchOne(database, sql: "SELECT last_row FROM store") ?? 0
    }

    /// The stored events, as dropped.
    func dropped(for reason: DropReason) -> Ledger {
        events.reduce(into: Ledger()) { $0.countDropped($1.stream, reason, $1.count) }
    }

    /// Writes the content to a new file.
    func write(to database: Database) throws {
        for (table, rows) in rows {
            for row in rows {
                let places = row.map { _ in "?" }.joined(separator: ", ")
                try database.execute(
                    sql: "INSERT INTO \(table) VALUES (\(places))", arguments: StatementArguments(row.databaseValues))
            }
        }
        try database.execute(sql: "UPDATE store SET last_row = ?", arguments: [lastRow])
    }
}
