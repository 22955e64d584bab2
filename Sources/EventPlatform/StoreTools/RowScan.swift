import GRDB

/// Reads the rows of a table in the order of their ids, and goes on behind pages that cannot be read: the ids that are
/// left are halved, until the rows of a half can be read or it is a single id.
struct RowScan {
    /// The table, and the column of its ids.
    let table: (name: String, id: String)
    /// A query of the rows whose ids are between its two arguments, in the order of the ids, its first column.
    let sql: String
    /// A query of the highest id that was given; `nil` where the file does not have it.
    private let highestGiven: String?

    /// How many reads have failed.
    private(set) var failures = 0
    /// The first id that could not be read, and the error.
    private(set) var firstFailure: (id: Int64, error: any Error)?

    /// The maximum number of failures after which a range is no longer halved. A page has some hundred rows, and each
    /// takes two failures.
    private static let maximumFailures = 10_000

    init(table: (name: String, id: String), highestGiven: String? = nil, sql: String) {
        (self.table, self.highestGiven, self.sql) = (table, highestGiven, sql)
    }

    /// Calls `body` with each row that can be read.
    ///
    /// - Throws: the error of `body`.
    mutating func forEachRow(in database: Database, _ body: (Row) throws -> Void) throws {
        let bounds = (lowest(in: database), highest(in: database))
        guard let first = bounds.0, let last = bounds.1, first <= last else { return }
        var ranges = [first...last]
        while let range = ranges.popLast() {
            guard let next = try read(range, in: database, body) else { continue }
            guard next < range.upperBound, failures < Self.maximumFailures else { continue }
            // The difference of two ids can exceed their type.
            let middle = next &+ Int64(UInt64(bitPattern: range.upperBound &- next) / 2)
            ranges.append(middle + 1...range.upperBound)
            ranges.append(next...middle)
        }
    }

    /// Reads the rows of a range until one cannot be read.
    ///
    /// - Returns: the first id that was not read; `nil` when all rows were.
    private mutating func read(
        _ range: ClosedRange<Int64>, in database: Database, _ body: (Row) throws -> Void
    ) throws -> Int64? {
        var next = range.lowerBound
        do {
            let statement = try database.cachedStatement(sql: sql)
            let rows = try Row.fetchCursor(statement, arguments: [range.lowerBound, range.upperBound])
            while let row = try rows.next() {
                do { try body(row) } catch { throw BodyError(error: error) }
                guard let id = Int64.fromDatabaseValue(row[0]), id < range.upperBound else { return nil }
                next = id + 1
            }
            return nil
        } catch let failure as BodyError {
            throw failure.error
        } catch {
            failures += 1
            firstFailure = firstFailure ?? (next, error)
            return next
        }
    }

    /// An error of the caller, which is no failure of a read.
    private struct BodyError: Error {
        let error: any Error
    }

    // MARK: - The ids

    /// The lowest id; 1, with which ids begin, where it cannot be read; `nil` in an empty table.
    private func lowest(in database: Database) -> Int64? {
        do { return try Int64.fetchOne(database, sql: "SELECT min(\(table.id)) FROM \(table.name)") } catch { return 1 }
    }

    /// The highest id; where it cannot be read, the highest that was given, or that there can be.
    private func highest(in database: Database) -> Int64? {
        do { return try Int64.fetchOne(database, sql: "SELECT max(\(table.id)) FROM \(table.name)") } catch {
            guard let highestGiven else { return .max }
            do { return try Int64.fetchOne(database, sql: highestGiven) ?? .max } catch { return .max }
        }
    }
}
