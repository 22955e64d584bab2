import Foundation
import GRDB

extension Row {
    /// The value of a column. In a damaged file it may have any type: GRDB's subscript would then end the process, and
    /// its fast decoding would read a text as the number 0.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type, or the column is missing.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard hasColumn(column), let value = Value.fromDatabaseValue(self[column] as DatabaseValue) else {
            throw damaged(column)
        }
        return value
    }

    /// The integer of the column at an index, which takes less time than by name. A value of another type is converted
    /// as SQLite does it: for columns that a checksum covers, or whose integers are only compared.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the column is null, or, in a copy of a row, has another type.
    func integer(at index: Int) throws -> Int64 {
        // GRDB's subscript would end the process for a row that is a copy and has another type.
        do { return try decode(Int64.self, atIndex: index) } catch is RowDecodingError { throw damaged(at: index) }
    }

    /// The value of the column at an index.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type.
    func value<Value: DatabaseValueConvertible>(at index: Int) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[index] as DatabaseValue) else { throw damaged(at: index) }
        return value
    }

    /// The value of the column at an index, which may be null.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type.
    func valueIfAny<Value: DatabaseValueConvertible>(at index: Int) throws -> Value? {
        hasNull(atIndex: index) ? nil : try value(at: index)
    }

    /// The count in the column at an index.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type, or is not in ``validCounts``.
    func count(at index: Int) throws -> Int {
        let count: Int = try value(at: index)
        guard Self.validCounts.contains(count) else { throw damaged(at: index) }
        return count
    }

    /// The number of a row in the column at an index.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type, or is not in ``RowNumber/valid``.
    func rowNumber(at index: Int) throws -> Int64 {
        let number: Int64 = try value(at: index)
        guard RowNumber.valid.contains(number) else { throw damaged(at: index) }
        return number
    }

    /// The bytes of the blob or text in the column at an index.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type.
    func bytes(at index: Int) throws -> [UInt8] { try checked(StatementBytes.self, at: index).bytes }

    /// The id in the column at an index.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type.
    func id(at index: Int) throws -> StoredID { try checked(StoredID.self, at: index) }

    /// The value of the column at an index, by a decoding of ours that checks the type.
    private func checked<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ type: Value.Type, at index: Int
    ) throws -> Value {
        do { return try decode(type, atIndex: index) } catch is RowDecodingError { throw damaged(at: index) }
    }

    /// The value of a column that may be null.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type, or the column is missing.
    func valueIfAny<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
        guard hasColumn(column) else { throw damaged(column) }
        let stored: DatabaseValue = self[column]
        return stored.isNull ? nil : try value(column) as Value
    }

    /// The bytes of a column.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the column is null.
    func bytes(_ column: String) throws -> [UInt8] {
        let bytes = try withUnsafeData(named: column) { data in data.map { Array($0) } }
        guard let bytes else { throw damaged(column) }
        return bytes
    }

    /// A count, in a column that may be null. A damaged file may have a number with which a sum would overflow.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type, or is not in ``validCounts``.
    func countIfAny(_ column: String) throws -> Int? {
        guard let count: Int = try valueIfAny(column) else { return nil }
        guard Self.validCounts.contains(count) else { throw damaged(column) }
        return count
    }

    /// A count.
    ///
    /// - Throws: `SQLITE_CORRUPT`, as ``countIfAny(_:)`` does.
    func count(_ column: String) throws -> Int {
        guard let count = try countIfAny(column) else { throw damaged(column) }
        return count
    }

    /// A time of the wall clock, in a column that may be null.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the value has another type, or is thousands of years away.
    func timeIfAny(_ column: String) throws -> Timestamp? {
        guard let milliseconds: Int64 = try valueIfAny(column) else { return nil }
        guard Self.validTimes.contains(milliseconds) else { throw damaged(column) }
        return Timestamp(milliseconds: milliseconds)
    }

    /// A time of the wall clock.
    ///
    /// - Throws: `SQLITE_CORRUPT`, as ``timeIfAny(_:)`` does.
    func time(_ column: String) throws -> Timestamp {
        guard let time = try timeIfAny(column) else { throw damaged(column) }
        return time
    }

    /// The number of a held submission. It is bounded, so that numbers next to it do not overflow.
    var heldNumber: Int64 {
        get throws {
            let number: Int64 = try value("number")
            guard (-(1 << 60)...(1 << 60)).contains(number) else { throw damaged("number") }
            return number
        }
    }

    /// The times that count as such, in milliseconds: those of some thousand years.
    static let validTimes: ClosedRange<Int64> = -(1 << 48)...(1 << 48)

    /// The counts that a store can reach.
    static let validCounts = 0...(1 << 41)

    private func damaged(at index: Int) -> DatabaseError { damaged(Array(columnNames)[index]) }
    private func damaged(_ column: String) -> DatabaseError { .damaged("the \(column) of a row cannot be read") }
}
