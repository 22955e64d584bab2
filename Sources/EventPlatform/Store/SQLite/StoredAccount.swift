import GRDB

/// The account as a file has it: the counts of a ``Ledger``, and others that only the file knows.
struct StoredAccount: Sendable {
    /// The outcome that counts the sequence numbers of a stream.
    static let numbered = "numbered"
    /// The outcome that counts the events that another file has taken over.
    static let imported = "imported"

    /// The counts of each stream, by outcome. An outcome of another version is kept.
    private var counts: [String: [String: Int]] = [:]

    init() {}

    init(_ entries: some Sequence<Ledger.Entry>) { for entry in entries { add(entry) } }

    init(reading database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT stream, outcome, count FROM ledger") {
            add(
                Ledger.Entry(
                    stream: try row.value("stream"), outcome: try row.value("outcome"), count: try row.count("count")))
        }
    }

    /// Adds the count of a transaction.
    mutating func add(_ entry: Ledger.Entry) {
        counts[entry.stream, default: [:]][entry.outcome, default: 0] += entry.count
    }

    /// Adds the counts of a transaction.
    mutating func add(_ ledger: Ledger) { for entry in ledger.entries { add(entry) } }

    /// Raises the last sequence number of a stream.
    mutating func raise(_ stream: String, toSequenceNumber last: Int64) {
        counts[stream, default: [:]][Self.numbered] = max(counts[stream]?[Self.numbered] ?? 0, Int(last))
    }

    var streams: Set<String> { Set(counts.keys) }

    var entries: [Ledger.Entry] {
        counts.flatMap { stream, outcomes in
            outcomes.map { Ledger.Entry(stream: stream, outcome: $0.key, count: $0.value) }
        }
    }

    /// The counts that a ``Ledger`` has.
    var ledger: Ledger { Ledger(entries) }

    /// How many events and held submissions of a stream the file must have.
    func pending(_ stream: String) -> Int {
        (counts[stream] ?? [:]).reduce(0) { sum, count in
            switch count.key {
            case "submitted": sum + count.value
            case "unvalidated", Self.numbered: sum
            default: sum - count.value
            }
        }
    }

    /// How many events and held submissions the file must have.
    var pending: Int { counts.keys.reduce(0) { $0 + pending($1) } }
}
