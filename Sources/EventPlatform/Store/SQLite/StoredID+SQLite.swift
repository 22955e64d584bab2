import Foundation
import GRDB

/// An event's id in the table: a lower-case UUID as a blob of 16 bytes instead of 36 characters, any other id as text.
/// An id with a NUL, at which a text of SQLite ends, is a blob with a terminator.
extension StoredID: DatabaseValueConvertible {
    /// Ends an id that is stored as bytes; UTF-8 has no such byte. It is doubled where one would make the blob as long
    /// as a UUID.
    private static let terminator: UInt8 = 0xFF
    private static let uuidCount = 16

    var databaseValue: DatabaseValue {
        if let uuid = uuidBytes { return uuid.databaseValue }
        guard text.utf8.contains(0) else { return text.databaseValue }
        let bytes = Data(text.utf8) + [Self.terminator]
        return (bytes.count == Self.uuidCount ? bytes + [Self.terminator] : bytes).databaseValue
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredID? {
        guard case .blob(let bytes) = value.storage else { return String.fromDatabaseValue(value).map { StoredID($0) } }
        if bytes.count == uuidCount { return StoredID(text(ofUUID: bytes)) }
        guard bytes.last == terminator else { return nil }
        let text = bytes.prefix { $0 != terminator }
        return StoredID(String(decoding: text, as: UTF8.self))
    }

    /// The bytes of a UUID of 36 lower-case characters; `nil` for any other id. Parsed by hand, since with Foundation's
    /// parser a commit of 64 events took a third longer (measured on Linux).
    private var uuidBytes: Data? {
        guard text.utf8.count == 36 else { return nil }
        var bytes = Data(capacity: Self.uuidCount)
        var high: UInt8?
        for (index, character) in text.utf8.enumerated() {
            if Self.hyphens.contains(index) {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Self.hexDigits.firstIndex(of: character).map({ UInt8($0) }) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }

    private static func text(ofUUID bytes: Data) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for byte in bytes {
            if hyphens.contains(text.count) { text.append(UInt8(ascii: "-")) }
            text.append(hexDigits[Int(byte >> 4)])
            text.append(hexDigits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
    private static let hyphens = [8, 13, 18, 23]
}
