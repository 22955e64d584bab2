import GRDB

/// The ledger in the store: a row for each stream and outcome, which is `submitted`, `delivered` or the reason of a
/// drop.
extension Ledger {
    var rows: [(stream: String, outcome: String, count: Int)] {
        streams.flatMap { stream, account in
            [(stream, "submitted", account.submitted), (stream, "delivered", account.delivered)].filter { $0.2 != 0 }
                + account.dropped.map { (stream, $0.key.rawValue, $0.value) }
        }
    }

    /// Reads the ledger of a store.
    init(rows database: Database) throws {
        self.init()
        for row in try Row.fetchAll(database, sql: "SELECT stream, outcome, count FROM ledger") {
            count(row["stream"], outcome: row["outcome"], row["count"])
        }
    }

    private mutating func count(_ stream: String, outcome: String, _ count: Int) {
        switch outcome {
        case "submitted": countSubmitted(stream, count)
        case "delivered": countDelivered(stream, count)
        default: if let reason = DropReason(rawValue: outcome) { countDropped(stream, reason, count) }
        }
    }
}
