import EventSupport
import Foundation
import GRDB

/// The columns of a table as a client writes them, by which the rows of a damaged file are judged.
struct StoreTable {
    /// What a column may have.
    enum Column {
        /// The number of the row, which is not in its record.
        case row
        case text, id, number
        /// Milliseconds; thousands of years at the most.
        case time
        /// A number that is counted up.
        case count
        /// A ``RowNumber``.
        case rowNumber
        case flag
        case bytes
        case optionalNumber
    }

    let name: String
    let columns: [Column]

    /// The versions of the library that have written the file, by GRDB, and their index.
    static let version = StoreTable(name: "grdb_migrations", columns: [.text])
    static let versionCopy = StoreTable(name: "sqlite_autoindex_grdb_migrations_1", columns: [.text, .number])
    /// The table of the events, whose rows have a checksum.
    static let eventName = "event"
    static let arrival = StoreTable(name: "arrival", columns: [.row, .text, .time, .time])
    static let retry = StoreTable(
        name: "retry", columns: [.row, .number, .count, .flag, .text, .time, .time])
    static let held = StoreTable(name: "held", columns: [.row, .text, .flag, .bytes, .optionalNumber, .number])
    static let finished = StoreTable(name: "finished", columns: [.id])
    static let setting = StoreTable(name: "setting", columns: [.text, .text])
    static let ledger = StoreTable(name: "ledger", columns: [.text, .text, .count])
    static let spool = StoreTable(name: "spool", columns: [.text, .count])
    static let spoolLedger = StoreTable(name: "spool_ledger", columns: [.text, .text, .text, .count])
    static let store = StoreTable(
        name: "store", columns: [.text, .rowNumber, .count, .count, .count, .rowNumber, .rowNumber])
    static let stream = StoreTable(name: "stream", columns: [.row, .text])
    static let queue = StoreTable(name: "queue", columns: [.row, .text, .number])
    /// The indexes have all columns of their tables, and the number of the row last.
    static let streamCopy = StoreTable(name: "stream_copy", columns: [.text, .number])
    static let queueCopy = StoreTable(name: "queue_copy", columns: [.text, .number, .number])
    /// The index that has the row of every event, last.
    static let eventRows = StoreTable(name: "event_by_queue", columns: [.number, .number, .rowNumber])

    /// The values of a record; `nil` if a column has something else.
    func row(_ found: (row: Int64, record: DatabaseRecord)) -> [DatabaseValue]? {
        guard found.record.count == columns.count else { return nil }
        var values: [DatabaseValue] = []
        for (index, column) in columns.enumerated() {
            guard let value = column.value(of: found.record, index, found.row) else { return nil }
            values.append(value)
        }
        return values
    }

    /// The first page of each table and index of a file that this version has made.
    static let roots: [String: Int] = {
        do {
            let database = try DatabaseQueue()
            try StoreConnection.setPageSize(database)
            try StoreSchema.migrate(database, path: "")
            return try database.read { database in
                let rows = try Row.fetchAll(database, sql: "SELECT name, rootpage FROM sqlite_master")
                return Dictionary(try rows.map { (try $0.value("name"), try $0.value("rootpage")) }) { $1 }
            }
        } catch {
            return [:]  // the table of tables of the damaged file is all there is then
        }
    }()
}

extension StoreTable.Column {
    private static let numbers = -RowNumber.valid.upperBound...RowNumber.valid.upperBound

    fileprivate func value(of record: DatabaseRecord, _ index: Int, _ row: Int64) -> DatabaseValue? {
        guard let value = self == .row ? row.databaseValue : record.value(index) else { return nil }
        switch (self, value.storage) {
        case (.text, .string), (.bytes, .blob), (.optionalNumber, .null): return value
        case (.id, _): return StoredID.fromDatabaseValue(value) == nil ? nil : value
        case (.row, .int64(let number)), (.number, .int64(let number)), (.optionalNumber, .int64(let number)):
            return Self.numbers.contains(number) ? value : nil
        case (.time, .int64(let number)): return Row.validTimes.contains(number) ? value : nil
        case (.rowNumber, .int64(let number)): return RowNumber.valid.contains(number) ? value : nil
        case (.count, .int64(let number)): return Row.validCounts.contains(Int(number)) ? value : nil
        case (.flag, .int64(let number)): return (0...1).contains(number) ? value : nil
        default: return nil
        }
    }
}

extension DatabaseRecord {
    /// The value of a column; `nil` for a floating-point number, which no table has.
    func value(_ index: Int) -> DatabaseValue? {
        if isNull(index) { return .null }
        if let number = integer(index) { return number.databaseValue }
        if let text = text(index) { return text.databaseValue }
        return blob(index).map { Data($0).databaseValue }
    }
}
