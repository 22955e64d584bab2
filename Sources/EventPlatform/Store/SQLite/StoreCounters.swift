import GRDB

/// The counters of a file, in a table of one row. Every transaction reads them anew, since two processes change those
/// of a spool: its writer and the owner of the namespace.
struct StoreCounters: Sendable, Hashable {
    /// Number and size of the stored events.
    var totals = StoreTotals()
    /// The number of the last claim; see `SpoolImporter`.
    var claim = 0
    /// Events up to this row are being imported into another file. The writer of the file does not change them.
    var claimedRow: Int64 = 0

    init(reading database: Database) throws {
        let statement = try database.cachedStatement(sql: "SELECT events, bytes, claim, claimed_row FROM store")
        guard let row = try Row.fetchOne(statement) else { throw DatabaseError.damaged("the counters are missing") }
        totals = StoreTotals(events: try row.count(at: 0), bytes: try row.count(at: 1))
        claim = try row.count(at: 2)
        claimedRow = try row.value(at: 3)
    }

    func write(to database: Database) throws {
        try database.cachedStatement(sql: "UPDATE store SET events = ?, bytes = ?, claim = ?, claimed_row = ?")
            .execute(arguments: [max(0, totals.events), max(0, totals.bytes), claim, claimedRow])
    }
}
