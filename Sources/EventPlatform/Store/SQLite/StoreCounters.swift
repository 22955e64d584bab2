import GRDB

/// The counters of a file, in a table of one row. Every transaction reads them anew, since two processes change those
/// of a spool: its writer and the owner of the namespace. What each transaction changes is in as few tables as
/// possible, since SQLite writes a page of the log for each.
struct StoreCounters: Sendable, Hashable {
    /// The number of the row that was added last. It rises only, so that no number is used twice.
    var lastRow: Int64 = 0
    /// Number and size of the stored events.
    var totals = StoreTotals()
    /// The number of the last claim; see `SpoolImporter`.
    var claim = 0
    /// Events up to this row are being imported into another file. The writer of the file does not change them.
    var claimedRow: Int64 = 0

    init(reading database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT last_row, events, bytes, claim, claimed_row FROM store")
        guard let row = try Row.fetchOne(statement) else { throw DatabaseError.damaged("the counters are missing") }
        lastRow = Int64(try row.count(at: 0))
        totals = StoreTotals(events: try row.count(at: 1), bytes: try row.count(at: 2))
        claim = try row.count(at: 3)
        claimedRow = try row.value(at: 4)
    }

    func write(to database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "UPDATE store SET last_row = ?, events = ?, bytes = ?, claim = ?, claimed_row = ?")
        try statement.execute(
            arguments: [lastRow, max(0, totals.events), max(0, totals.bytes), claim, claimedRow])
    }
}
