import GRDB

/// The events to evict, in order: lower priorities first, within a priority the oldest first.
///
/// Each queue and state has a cursor over the index, so that finding the next row needs no scan of the table.
struct EvictionOrder {
    private struct QueueCursor {
        let priority: EventPriority
        let rows: RowCursor
        var row: Int64
        var bytes: Int
    }
    private let cache: StoreCache
    private var cursors: [QueueCursor] = []

    /// Finds the first row of each queue. Rows up to `claimed` are not evicted, since another file imports them.
    init(_ database: Database, _ cache: StoreCache, above claimed: Int64) throws {
        self.cache = cache
        for state in StoredEventState.allCases {
            for (queue, name) in cache.queues {
                let rows = try Row.fetchCursor(
                    database,
                    sql: """
                        SELECT row, length(body) AS bytes FROM event
                        WHERE state = ? AND queue = ? AND row > ? ORDER BY row
                        """, arguments: [state.rawValue, queue, claimed])
                if let cursor = try next(rows, name.priority) { cursors.append(cursor) }
            }
        }
    }

    /// A cursor on the next row that is not leased; `nil` at the end of the queue.
    private func next(_ rows: RowCursor, _ priority: EventPriority) throws -> QueueCursor? {
        while let found = try rows.next() {
            let row: Int64 = try found.value("row")
            guard !cache.leases.holds(row) else { continue }
            return QueueCursor(
                priority: priority, rows: rows, row: row, bytes: Int.fromDatabaseValue(found["bytes"]) ?? 0)
        }
        return nil
    }

    /// The rows to evict until a store with these totals is within its limits, at most
    /// ``StoreTransaction/maximumEvictions``.
    mutating func rows(for settings: StoreSettings, _ totals: StoreTotals) throws -> [Int64] {
        var (totals, rows) = (totals, [] as [Int64])
        while settings.isExceeded(by: totals), rows.count < StoreTransaction.maximumEvictions,
            let index = cursors.indices.min(by: {
                (cursors[$0].priority, cursors[$0].row) < (cursors[$1].priority, cursors[$1].row)
            })
        {
            let cursor = cursors[index]
            rows.append(cursor.row)
            totals.events -= 1
            totals.bytes -= cursor.bytes
            if let next = try next(cursor.rows, cursor.priority) {
                cursors[index] = next
            } else {
                cursors.remove(at: index)
            }
        }
        return rows
    }
}
