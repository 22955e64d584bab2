import Foundation
import GRDB

extension Row {
    /// What a column has. A damaged file may have anything there: GRDB's subscript would end the process for it, and its
    /// fast decoding takes a text for the number 0.
    ///
    /// - Throws: `SQLITE_CORRUPT` when it is of another type, or missing.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard hasColumn(column), let value = Value.fromDatabaseValue(self[column] as DatabaseValue) else {
            throw damaged(column)
        }
        return value
    }

    /// What a column has that may be null.
    ///
    /// - Throws: `SQLITE_CORRUPT` when it is of another type, or missing.
    func valueIfAny<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
        guard hasColumn(column) else { throw damaged(column) }
        let stored: DatabaseValue = self[column]
        return stored.isNull ? nil : try value(column) as Value
    }

    /// The bytes that a column has.
    ///
    /// - Throws: `SQLITE_CORRUPT` when there are none.
    func bytes(_ column: String) throws -> [UInt8] {
        let bytes = try withUnsafeData(named: column) { data in data.map { Array($0) } }
        guard let bytes else { throw damaged(column) }
        return bytes
    }

    /// How many there are of something, in a column that may be null. A damaged file may have any number there, also
    /// one with which nobody can reckon.
    ///
    /// - Throws: `SQLITE_CORRUPT` when it is another type, negative, or beyond everything that a store holds.
    func countIfAny(_ column: String) throws -> Int? {
        guard let count: Int = try valueIfAny(column) else { return nil }
        guard Self.validCounts.contains(count) else { throw damaged(column) }
        return count
    }

    /// How many there are of something.
    ///
    /// - Throws: `SQLITE_CORRUPT`, as ``countIfAny(_:)`` does.
    func count(_ column: String) throws -> Int {
        guard let count = try countIfAny(column) else { throw damaged(column) }
        return count
    }

    /// A time of the wall clock, in a column that may be null.
    ///
    /// - Throws: `SQLITE_CORRUPT` when it is another type, or beyond every clock: thousands of years from now.
    func timeIfAny(_ column: String) throws -> Timestamp? {
        guard let milliseconds: Int64 = try valueIfAny(column) else { return nil }
        guard (-(1 << 48)...(1 << 48)).contains(milliseconds) else { throw damaged(column) }
        return Timestamp(milliseconds: milliseconds)
    }

    /// A time of the wall clock.
    ///
    /// - Throws: `SQLITE_CORRUPT`, as ``timeIfAny(_:)`` does.
    func time(_ column: String) throws -> Timestamp {
        guard let time = try timeIfAny(column) else { throw damaged(column) }
        return time
    }

    /// The number of a held submission: any whose neighbours are numbers too.
    var heldNumber: Int64 {
        get throws {
            let number: Int64 = try value("number")
            guard (-(1 << 60)...(1 << 60)).contains(number) else { throw damaged("number") }
            return number
        }
    }

    /// What a store may count.
    static let validCounts = 0...(1 << 41)

    private func damaged(_ column: String) -> DatabaseError { .damaged("the \(column) of a row cannot be read") }
}
