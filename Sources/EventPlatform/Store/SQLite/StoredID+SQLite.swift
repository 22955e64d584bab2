import Foundation
import GRDB
import GRDBSQLite

/// An event's id in the table: a lower-case UUID as a blob of 16 bytes instead of 36 characters, any other id as text.
/// An id with a NUL, at which a text of SQLite ends, is a blob with a terminator.
extension StoredID: DatabaseValueConvertible, StatementColumnConvertible {
    /// Ends an id that is stored as bytes; UTF-8 has no such byte. It is doubled where one would make the blob as long
    /// as a UUID.
    private static let terminator: UInt8 = 0xFF
    private static let uuidCount = 16
    private static let textCount = 36

    var databaseValue: DatabaseValue {
        if let uuid { return withUnsafeBytes(of: uuid) { Data($0).databaseValue } }
        guard text.utf8.contains(0) else { return text.databaseValue }
        let bytes = Data(text.utf8) + [Self.terminator]
        return (bytes.count == Self.uuidCount ? bytes + [Self.terminator] : bytes).databaseValue
    }

    /// Binds a UUID without a `DatabaseValue` around it.
    func bind(to sqliteStatement: SQLiteStatement, at index: CInt) -> CInt {
        guard let uuid else { return databaseValue.bind(to: sqliteStatement, at: index) }
        return withUnsafeBytes(of: uuid) { StatementBytes.bind($0, to: sqliteStatement, at: index) }
    }

    /// Reads a UUID without a `DatabaseValue` around it.
    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        if sqlite3_column_type(sqliteStatement, index) == SQLITE_BLOB,
            sqlite3_column_bytes(sqliteStatement, index) == Self.uuidCount
        {
            self.init(StatementBytes.column(index, of: sqliteStatement, Self.text(ofUUID:)))
        } else {
            let value = DatabaseValue(sqliteStatement: sqliteStatement, index: index)
            guard let id = Self.fromDatabaseValue(value) else { return nil }
            self = id
        }
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredID? {
        guard case .blob(let bytes) = value.storage else { return String.fromDatabaseValue(value).map { StoredID($0) } }
        if bytes.count == uuidCount { return StoredID(bytes.withUnsafeBytes(text(ofUUID:))) }
        guard bytes.last == terminator else { return nil }
        let text = bytes.prefix { $0 != terminator }
        return StoredID(String(decoding: text, as: UTF8.self))
    }

    /// The bytes of a UUID of 36 lower-case characters, in two numbers; `nil` for any other id. Parsed by hand, since
    /// with Foundation's parser a commit of 64 events took a third longer (measured on Linux).
    private var uuid: (high: UInt64, low: UInt64)? {
        guard text.utf8.count == Self.textCount else { return nil }
        var text = text
        return text.withUTF8 { characters in
            var (high, low): (UInt64, UInt64) = (0, 0)
            for index in characters.indices {
                if Self.isHyphen(index) {
                    guard characters[index] == UInt8(ascii: "-") else { return nil }
                    continue
                }
                guard let digit = Self.value(ofHexDigit: characters[index]) else { return nil }
                high = high << 4 | low >> 60
                low = low << 4 | digit
            }
            return (high.bigEndian, low.bigEndian)
        }
    }

    private static func text(ofUUID bytes: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: textCount) { text in
            var count = 0
            for byte in bytes {
                if isHyphen(count) {
                    text[count] = UInt8(ascii: "-")
                    count += 1
                }
                text[count] = hexDigit(byte >> 4)
                text[count + 1] = hexDigit(byte & 15)
                count += 2
            }
            return count
        }
    }

    private static func isHyphen(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }

    private static func value(ofHexDigit character: UInt8) -> UInt64? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
