import GRDB

/// Which events make room first: the less important, then the older. Walks through each queue and state by the index, so
/// that what is found costs no scan.
struct EvictionOrder {
    private struct Walk {
        let priority: EventPriority
        let cursor: RowCursor
        var row: Int64
        var bytes: Int
    }
    private let cache: StoreCache
    private var walks: [Walk] = []

    /// - Parameter claimed: rows up to this one stay.
    init(_ database: Database, _ cache: StoreCache, above claimed: Int64) throws {
        self.cache = cache
        for state in StoredEventState.allCases {
            for (queue, name) in cache.queues {
                let cursor = try Row.fetchCursor(
                    database,
                    sql: """
                        SELECT row, length(body) AS bytes FROM event
                        WHERE state = ? AND queue = ? AND row > ? ORDER BY row
                        """, arguments: [state.rawValue, queue, claimed])
                if let walk = try next(cursor, name.priority) { walks.append(walk) }
            }
        }
    }

    /// The next row of a queue that is not leased.
    private func next(_ cursor: RowCursor, _ priority: EventPriority) throws -> Walk? {
        while let found = try cursor.next() {
            let row: Int64 = try found.value("row")
            guard !cache.leases.holds(row) else { continue }
            return Walk(
                priority: priority, cursor: cursor, row: row, bytes: Int.fromDatabaseValue(found["bytes"]) ?? 0)
        }
        return nil
    }

    /// The rows to evict until a store of that size is within its limits, at most one slice.
    mutating func rows(for settings: StoreSettings, _ totals: StoreTotals) throws -> [Int64] {
        var (totals, rows) = (totals, [] as [Int64])
        while settings.isExceeded(by: totals), rows.count < StoreTransaction.evictionLimit,
            let index = walks.indices.min(by: {
                (walks[$0].priority, walks[$0].row) < (walks[$1].priority, walks[$1].row)
            })
        {
            let walk = walks[index]
            rows.append(walk.row)
            totals.events -= 1
            totals.bytes -= walk.bytes
            if let next = try next(walk.cursor, walk.priority) { walks[index] = next } else { walks.remove(at: index) }
        }
        return rows
    }
}
