import EventSchema
import GRDB

/// What a store counts, read from its file: the ledger, and the counters of ``StoreCounter``.
///
/// A commit that only adds events leaves the table `tally` alone, which would cost it a page of the log: the last of its
/// events carries what the commit adds to the ledger, and the counters follow from the rows themselves. The table is
/// written by every commit that removes an event, so the events behind its `next_arrival` are all there.
struct StoreAccount: Sendable {
    private(set) var ledger = Ledger()
    /// How many events of each stream have come into the store.
    private(set) var sequences: [String: Int64] = [:]
    private(set) var nextArrival: Int64 = 1
    private(set) var totals = StoreTotals()
    /// What of it the table does not have.
    private(set) var carried = CarriedAccount()

    /// Reads a file whose streams and destinations are known.
    init(reading database: Database, _ memory: StoreMemory) throws {
        try readTable(database)
        let first = nextArrival
        for lane in memory.lanes {
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT row, id, flags, stream, number, coalesce(size, length(body)) AS bytes, account FROM event
                    WHERE row BETWEEN ? AND ?
                    """,
                arguments: [
                    RowNumber(lane, arrival: first).value,
                    RowNumber.range(of: lane.destination, lane.priority).upperBound,
                ])
            while let row = try rows.next() { try add(row, memory) }
        }
        ledger += carried.ledger
    }

    private mutating func readTable(_ database: Database) throws {
        var entries: [Ledger.Entry] = []
        for row in try Row.fetchAll(database, sql: "SELECT stream, outcome, count FROM tally") {
            switch StoreCounter(rawValue: try row.value("outcome")) {
            case .stored: sequences[try row.value("stream")] = Int64(try row.count("count"))
            case .nextArrival: nextArrival = Int64(try row.count("count"))
            case .events: totals.events = try row.count("count")
            case .bytes: totals.bytes = try row.count("count")
            case nil:
                entries.append(
                    Ledger.Entry(
                        stream: try row.value("stream"), outcome: try row.value("outcome"),
                        count: try row.count("count")))
            }
        }
        ledger = Ledger(entries)
    }

    private mutating func add(_ row: Row, _ memory: StoreMemory) throws {
        let stream = try memory.stream(try row.value("stream"))
        nextArrival = max(nextArrival, try RowNumber(row.value("row")).arrival + 1)
        totals.events += 1
        totals.bytes += try row.count("bytes")
        sequences[stream] = max(sequences[stream] ?? 0, Int64(try row.count("number")))
        if EventFlags(rawValue: try row.value("flags")).contains(.givenID) {
            carried.givenIDs.insert(try row.value("id"))
        }
        carried.add(try (row.value("account") as String?).map(Ledger.init(carried:)) ?? Ledger(), events: 1, [stream])
    }
}

/// What the newest events say that the tables `tally` and `given` do not.
struct CarriedAccount: Sendable {
    /// How many events may carry an account: what opening a file reads.
    static let limit = 1024

    private(set) var ledger = Ledger()
    private(set) var streams: Set<String> = []
    private(set) var events = 0
    /// The ids that the app chose. In their table each would cost a page of its own in every commit; a thousand at a time
    /// share pages.
    var givenIDs: Set<StoredID> = []

    mutating func add(_ ledger: Ledger, events: Int, _ streams: some Sequence<String>) {
        self.ledger += ledger
        self.streams.formUnion(streams)
        self.events += events
    }
}

extension Ledger {
    /// The counts as an event carries them: `[["stream","outcome",count], …]`.
    var carriedText: String {
        JSONValue.array(entries.map { .array([.string($0.stream), .string($0.outcome), .number($0.count)]) }).jsonText
    }

    /// - Throws: `SQLITE_CORRUPT` when it is no such text.
    init(carried text: String) throws {
        let parsed: JSONValue
        do { parsed = try JSONValue(parsing: text) } catch { throw Self.unreadable("\(error)") }
        guard let entries = parsed.array else { throw Self.unreadable(text) }
        self.init(
            try entries.map { entry in
                guard let part = entry.array, part.count == 3, let stream = part[0].string,
                    let outcome = part[1].string, let count = part[2].number?.int64.map({ Int($0) }),
                    Row.counts.contains(count)
                else { throw Self.unreadable(entry.jsonText) }
                return Entry(stream: stream, outcome: outcome, count: count)
            })
    }

    private static func unreadable(_ what: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the account of an event cannot be read: \(what)")
    }
}
