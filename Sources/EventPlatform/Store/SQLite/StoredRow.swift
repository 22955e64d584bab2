import EventSchema
import EventSupport
import Foundation
import GRDB

/// The columns of an event's row that its checksum covers.
struct StoredRow: Sendable {
    var id: StoredID
    var stream: Int64
    var queue: Int64
    /// The schema that the event awaits; `nil` when it awaits none.
    var schema: String?
    /// Whether the app's cipher has sealed the body.
    var isSealed: Bool
    /// The event or the submission, sealed where `isSealed`.
    var body: [UInt8]

    /// The checksum of all columns and the number of the row. Its constants are part of the file's layout.
    func checksum(ofRow number: Int64) -> Int64 {
        var hash = WordHash(seed: 0x9E37_79B9_7F4A_7C15, key: 0xD6E8_FEB8_6659_FD93)
        hash.combine(UInt64(bitPattern: number))
        switch id {
        case .uuid(let uuid):
            hash.combine(uuid.high)
            hash.combine(uuid.low)
        case .text(let exact): hash.combine(Array(exact.text.utf8).span)
        }
        hash.combine(UInt64(bitPattern: stream))
        hash.combine(UInt64(bitPattern: queue))
        hash.combine(isSealed ? 1 : 0)
        if let schema { hash.combine(Array(schema.utf8).span) }
        hash.combine(body.span)
        return Int64(Int32(bitPattern: hash.value))  // four bytes in the table
    }

    /// The columns that ``init(_:)`` reads. They are the first of a query.
    static let columns = "row, id, stream, queue, schema, is_sealed, checksum, body"

    /// The indices of ``columns``.
    private enum Index {
        static let (row, id, stream, queue, schema, isSealed, checksum, body) = (0, 1, 2, 3, 4, 5, 6, 7)
    }

    /// The number of the row.
    static func number(of row: Row) throws -> Int64 { try row.integer(at: Index.row) }
}

extension StoredRow {
    /// Reads a row.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the row does not match its checksum, or a column has an unexpected type.
    init(_ row: Row) throws {
        self.init(
            id: try row.id(at: Index.id), stream: try row.integer(at: Index.stream),
            queue: try row.integer(at: Index.queue), schema: try row.valueIfAny(at: Index.schema),
            isSealed: try row.integer(at: Index.isSealed) != 0, body: try row.bytes(at: Index.body))
        guard try checksum(ofRow: row.integer(at: Index.row)) == row.integer(at: Index.checksum) else {
            throw DatabaseError.damaged("the row does not match its checksum")
        }
    }

    /// The event or the submission, decrypted.
    ///
    /// - Throws: the cipher's error, or ``StoreError`` when the row is sealed and there is no cipher.
    func unsealedBody(_ cipher: EventCipher?) throws -> [UInt8] {
        guard isSealed else { return body }
        guard let cipher else {
            throw StoreError(
                .unavailable, "an event is sealed; set the cipher that sealed it")
        }
        return try cipher.open(body)
    }
}
