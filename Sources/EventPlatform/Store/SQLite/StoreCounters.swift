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
    /// No stored event has a lower row. What a damaged file has of lower rows is over.
    var firstRow: Int64 = 1

    /// How far the numbers of rows are raised when the last one is lost.
    static let margin: Int64 = 1 << 20

    init() {}

    init(reading database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT last_row, events, bytes, claim, claimed_row, first_row FROM store")
        guard let row = try Row.fetchOne(statement) else { throw DatabaseError.damaged("the counters are missing") }
        lastRow = try row.rowNumber(at: 0)
        totals = StoreTotals(events: try row.count(at: 1), bytes: try row.count(at: 2))
        claim = try row.count(at: 3)
        claimedRow = try row.value(at: 4)
        firstRow = try row.rowNumber(at: 5)
    }

    /// The columns of a row of ``StoreTable/store``.
    init(_ row: [DatabaseValue]) {
        let numbers = row.dropFirst().map { Int64.fromDatabaseValue($0) ?? 0 }
        lastRow = numbers[0]
        totals = StoreTotals(events: Int(numbers[1]), bytes: Int(numbers[2]))
        (claim, claimedRow, firstRow) = (Int(numbers[3]), numbers[4], numbers[5])
    }

    func write(to database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE store SET last_row = ?, events = ?, bytes = ?, claim = ?, claimed_row = ?, first_row = ?
                """)
        try statement.execute(
            arguments: [
                lastRow, max(0, totals.events), max(0, totals.bytes), claim, claimedRow, firstRow,
            ])
    }

    /// Whether no row was added since the last refusal.
    var isUnused: Bool { lastRow == RowNumber.last(coveredBy: RowNumber.refusals(before: lastRow)) }

    /// Whether the last row is one of before a refusal.
    func precede(_ refusals: Int64) -> Bool { lastRow < RowNumber.last(coveredBy: refusals) }

    /// Raises the number of the last row, so that the next one begins with the number of refusals.
    mutating func begin(after refusals: Int64) { lastRow = max(lastRow, RowNumber.last(coveredBy: refusals)) }

    /// A refusal covers all rows so far.
    ///
    /// - Parameters:
    ///   - refusals: the number of refusals with this one, as far as it is kept beside the store.
    ///   - isComplete: whether ``lastRow`` is known.
    mutating func refuseAll(_ refusals: Int64, isComplete: Bool) {
        let own = RowNumber.refusals(before: lastRow)
        // A refusal is carried out again where it was not complete.
        begin(after: max(refusals, isComplete && isUnused ? own : own + 1))
        // The number of the claim goes on: by it another file knows what it has imported.
        (totals, claimedRow, firstRow) = (StoreTotals(), 0, lastRow + 1)
    }
}
