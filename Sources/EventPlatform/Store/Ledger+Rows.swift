import GRDB

extension Ledger {
    /// Reads the ledger of a store file, which has a row for each stream and outcome beside the store's counters.
    init(rows database: Database) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT stream, outcome, count FROM tally")
        self.init(rows.map { Entry(stream: $0["stream"], outcome: $0["outcome"], count: $0["count"]) })
    }
}
