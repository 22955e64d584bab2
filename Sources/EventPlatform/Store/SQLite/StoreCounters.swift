import GRDB

/// What the file counts of itself, in a table of one row. It is read by every transaction: the owner of a namespace and
/// the writer of a spool both change the spool's.
struct StoreCounters: Sendable, Hashable {
    /// How much waits.
    var totals = StoreTotals()
    /// The number of the last claim; see `SpoolImporter`.
    var claim = 0
    /// Events up to this row are being imported into another file, and stay as they are.
    var claimedRow: Int64 = 0

    init(reading database: Database) throws {
        let statement = try database.cachedStatement(sql: "SELECT events, bytes, claim, claimed_row FROM store")
        guard let row = try Row.fetchOne(statement) else { throw DatabaseError.damaged("the counters are missing") }
        totals = StoreTotals(events: try row.count("events"), bytes: try row.count("bytes"))
        claim = try row.count("claim")
        claimedRow = try row.value("claimed_row")
    }

    func write(to database: Database) throws {
        try database.cachedStatement(sql: "UPDATE store SET events = ?, bytes = ?, claim = ?, claimed_row = ?")
            .execute(arguments: [max(0, totals.events), max(0, totals.bytes), claim, claimedRow])
    }
}
