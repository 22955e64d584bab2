import GRDB

/// Reads the rows of a table in the order of their numbers, each once. What SQLite cannot read of a damaged file is read
/// of a copy that is rebuilt.
struct RowReading {
    /// A query whose first column is the number of the row.
    let sql: String
    /// What the rows are, for a message.
    let name: String

    /// The rows that were given.
    private(set) var given: Set<Int64> = []
    /// A message for each failure.
    private(set) var failures: [String] = []

    init(_ name: String, sql: String) { (self.name, self.sql) = (name, sql) }

    /// Calls `body` with each row that can be read, until it returns that it has given the row.
    ///
    /// - Parameters:
    ///   - expected: how many there are, if that can be read.
    ///   - copy: opens a rebuilt copy of the file.
    /// - Throws: the error of `body`.
    mutating func forEachRow(
        in database: Database, expected: Int?, copy: () throws -> DatabaseQueue,
        _ body: (Row, inout StoreSideTables) throws -> Bool
    ) throws {
        do { try read(database, body) } catch let failure as BodyError { throw failure.error } catch {
            failures.append("\(name): \((error as? DatabaseError)?.message ?? "\(error)")")
        }
        // Damage can hide rows without an error.
        guard !failures.isEmpty || expected.map({ $0 != given.count }) ?? false else { return }
        if failures.isEmpty { failures.append("\(name): SQLite does not find all of them") }
        do {
            let copy = try copy()
            try copy.read { try read($0, body) }
            try copy.close()
        } catch let failure as BodyError {
            throw failure.error
        } catch {
            failures.append("\(name): a copy cannot be rebuilt: \(error)")
        }
        guard let expected, expected != given.count else { return }
        failures.insert("of \(expected) \(name) that wait, \(given.count) could be read", at: 0)
    }

    private mutating func read(
        _ database: Database, _ body: (Row, inout StoreSideTables) throws -> Bool
    ) throws {
        var tables = StoreSideTables(database)
        let rows = try Row.fetchCursor(database, sql: sql)
        while let row = try rows.next() {
            let number = try row.integer(at: 0)
            if given.contains(number) { continue }
            do { if try body(row, &tables) { given.insert(number) } } catch { throw BodyError(error: error) }
        }
        failures += tables.unreadable
    }

    /// An error of the caller, which is no failure of a read.
    private struct BodyError: Error {
        let error: any Error
    }
}
