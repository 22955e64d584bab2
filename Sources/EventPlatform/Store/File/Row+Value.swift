import GRDB

extension Row {
    /// What a column has. A damaged file may have anything there, which GRDB's subscript would end the process for.
    ///
    /// - Throws: `SQLITE_CORRUPT` when it is of another type, or missing.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: String) throws -> Value {
        do { return try decode(Value.self, forColumn: column) } catch { throw damaged(column) }
    }

    /// What a column has, of a type of our own.
    ///
    /// - Throws: `SQLITE_CORRUPT` when it is of another type, or missing.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        do { return try decode(Value.self, forColumn: column) } catch { throw damaged(column) }
    }

    private func damaged(_ column: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the \(column) of a row cannot be read")
    }
}
