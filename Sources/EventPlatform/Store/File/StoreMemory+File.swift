import GRDB

extension StoreMemory {
    /// Reads only what streams and destinations are called, which says where rows stand and whose they are.
    init(namesIn database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT name FROM stream ORDER BY number") {
            let name: String = try row.value("name")
            streamNumbers[name] = streams.count
            streams.append(name)
        }
        destinations = try Row.fetchAll(database, sql: "SELECT name FROM destination ORDER BY number").map {
            try $0.value("name")
        }
    }

    /// Reads what the owner knows from a file that it has just opened: a few rows, however many events wait.
    init(reading database: Database) throws {
        try self.init(namesIn: database)
        stretches = try Row.fetchAll(database, sql: "SELECT * FROM stretch ORDER BY first_arrival").map {
            ClockStretch(bootID: try $0.value("boot_id"), firstArrival: Int64(try $0.count("first_arrival")))
        }
        remembersIDs = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM finished)") ?? false
        let account = try StoreAccount(reading: database, self)
        (nextArrival, totals, sequences) = (account.nextArrival, account.totals, account.sequences)
        carried = account.carried
        newest = try newestTime(database)
    }

    /// The times of the newest event, unless it is gone.
    private func newestTime(_ database: Database) throws -> StorageTime? {
        guard let stretch = stretches.last else { return nil }
        let rows = try lanes.compactMap { lane in
            let range = RowNumber.range(of: lane.destination, lane.priority)
            return try Int64.fetchOne(
                database, sql: "SELECT max(row) FROM event WHERE row BETWEEN ? AND ?",
                arguments: [range.lowerBound, range.upperBound])
        }
        let newest = rows.map { RowNumber($0) }.max { $0.arrival < $1.arrival }
        guard let newest, newest.arrival >= stretch.firstArrival else { return nil }
        return try Row.fetchOne(
            database, sql: "SELECT stored_at, since_boot FROM event WHERE row = ?", arguments: [newest.value]
        ).map { row in
            StorageTime(
                wall: Timestamp(milliseconds: try row.value("stored_at")), bootID: stretch.bootID,
                sinceBoot: try row.value("since_boot"))
        }
    }
}
