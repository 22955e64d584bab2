import GRDB

extension StoreWriter {
    /// Removes events and counts their verdicts. Consecutive rows with the same verdict are removed together.
    mutating func finish(_ events: [FinishedEvent]) throws {
        var rest = events.filter { $0.row > counters.claimedRow }[...]
        while let first = rest.first {
            let group = rest.enumerated().prefix {
                $0.element.row == first.row &+ Int64($0.offset) && $0.element.outcome == first.outcome
            }
            rest = rest.dropFirst(group.count)
            for (stream, count) in try remove(first.row...first.row &+ Int64(group.count - 1)) {
                switch first.outcome {
                case .delivered: counted.countDelivered(stream, count)
                case .dropped(let reason): counted.countDropped(stream, reason, count)
                }
            }
        }
        cache.leases.end(events.lazy.map(\.row))
    }

    /// Removes the rows in a range that are stored.
    ///
    /// - Returns: how many there were of each stream.
    /// - Throws: `SQLITE_CORRUPT` when an event that was leased is missing, or more events are found than removed: the
    ///   index or a page of the table belongs to another time. Otherwise they would be sent again and again.
    private mutating func remove(_ rows: ClosedRange<Int64>) throws -> [String: Int] {
        let (counts, found) = try subtractFromTotals(rows)
        guard found.count == rows.count || !rows.contains(where: { cache.leases.holds($0) && !found.contains($0) })
        else { throw DatabaseError.damaged("an event that was leased is missing") }
        cache.leases.end(rows)
        guard !found.isEmpty else { return [:] }
        try run("DELETE FROM event WHERE row BETWEEN ? AND ?", [rows.lowerBound, rows.upperBound])
        guard database.changesCount == found.count else {
            throw DatabaseError.damaged("\(found.count) events were found, and \(database.changesCount) removed")
        }
        try run("DELETE FROM retry WHERE row BETWEEN ? AND ?", [rows.lowerBound, rows.upperBound])
        removed += found
        return counts
    }

    /// Subtracts the number and the bytes of the rows in a range from the totals.
    ///
    /// - Returns: how many there are of each stream, and the rows.
    private mutating func subtractFromTotals(
        _ rows: ClosedRange<Int64>
    ) throws -> (counts: [String: Int], found: [Int64]) {
        let statement = try database.cachedStatement(
            sql: "SELECT row, stream, length(body) FROM event WHERE row BETWEEN ? AND ?")
        let events = try Row.fetchCursor(statement, arguments: [rows.lowerBound, rows.upperBound])
        var (counts, found) = ([Int64: Int](), [Int64]())
        while let row = try events.next() {
            found.append(try row.integer(at: 0))
            // A number that is damaged is that of no stream, as 0 is.
            counts[(row[1] as Int64?) ?? 0, default: 0] += 1
            counters.totals.events -= 1
            counters.totals.bytes -= Int((row[2] as Int64?) ?? 0)
        }
        let names = counts.map { (cache.streams[$0.key] ?? StoreCache.unknownStream, $0.value) }
        return (Dictionary(names) { $0 + $1 }, found)
    }

    mutating func keepDeliveredID(_ id: String) throws {
        try run("INSERT OR IGNORE INTO finished (id) VALUES (?)", [StoredID(id)])
        cache.hasDeliveredIDs = true
    }

    /// Drops events in the order of ``EvictionOrder`` until the store is within its limits, at most
    /// ``StoreTransaction/maximumEvictions``. Leased events are not dropped.
    mutating func evict() throws {
        guard settings.isExceeded(by: counters.totals) else { return }
        var order = try EvictionOrder(database, cache, above: counters.claimedRow)
        let rows = try order.rows(for: settings, counters.totals)
        try finish(rows.map { FinishedEvent(row: $0, outcome: .dropped(.storeFull)) })
    }

    /// Moves rows that do not match their checksum to the table `damaged`, and counts them.
    ///
    /// - Returns: a message for each.
    mutating func setAside(_ rows: [Int64]) throws -> [String] {
        try rows.compactMap { row in
            let found = try Row.fetchOne(database, sql: "SELECT id FROM event WHERE row = ?", arguments: [row])
            guard let found else { return nil }
            try run(
                """
                INSERT OR REPLACE INTO damaged
                SELECT \(StoredRow.columns) FROM event WHERE row = ?
                """, [row])
            cache.leases.end([row])
            guard let stream = try remove(row...row).keys.first else { return nil }
            counted.countDropped(stream, .damaged)
            try run("DELETE FROM damaged WHERE row NOT IN (SELECT row FROM damaged ORDER BY row DESC LIMIT ?)", [100])
            let id = StoredID.fromDatabaseValue(found["id"])?.text ?? "unknown"
            return "event \(id) of stream \(stream) (row \(row)) is damaged and was moved to the table damaged"
        }
    }

    /// Notes the lowest row that is left; without any, that of the next event.
    mutating func raiseFirstRow() throws {
        let statement = try database.cachedStatement(sql: "SELECT min(row) FROM event")
        counters.firstRow = try Int64.fetchOne(statement) ?? counters.lastRow + 1
    }

    /// Deletes the arrivals of removed rows that no stored event belongs to. The newest arrival stays, since later
    /// events may belong to it.
    func deleteUnusedArrivals(of rows: [Int64]) throws {
        let first = try database.cachedStatement(sql: "SELECT max(row) FROM arrival WHERE row <= ?")
        let next = try database.cachedStatement(sql: "SELECT min(row) FROM arrival WHERE row > ?")
        let isUsed = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM event WHERE row >= ? AND row < ?)")
        var end: Int64 = .min
        for row in rows.sorted() where row >= end {
            guard let following = try Int64.fetchOne(next, arguments: [row]) else { return }
            end = following
            guard let arrival = try Int64.fetchOne(first, arguments: [row]),
                try Bool.fetchOne(isUsed, arguments: [arrival, end]) == false
            else { continue }
            try run("DELETE FROM arrival WHERE row = ?", [arrival])
        }
    }
}
