import GRDB

/// Reads and converts the retry times of a file that belong to an earlier boot.
enum RetryTimes {
    /// The retry times of earlier boots, by row. A time that cannot be read counts as `now`, so that its event is
    /// tried.
    static func ofEarlierBoots(in database: Database, _ now: StorageTime) throws -> [Int64: StorageTime] {
        var times: [Int64: StorageTime] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT row, boot, since_boot, wall FROM retry WHERE boot <> ?", arguments: [now.bootID])
        while let row = try rows.next() {
            do {
                times[try row.value("row")] = try StorageTime(row)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                times[try row.value("row")] = now
            }
        }
        return times
    }

    /// Writes retry times.
    static func write(_ times: [Int64: StorageTime], to database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "UPDATE retry SET boot = ?, since_boot = ?, wall = ? WHERE row = ?")
        for (row, time) in times {
            try statement.execute(arguments: [time.bootID, time.millisecondsSinceBoot, time.wall.milliseconds, row])
        }
    }
}
