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

    /// The CRC-32 of all columns.
    var checksum: Int64 {
        var sum = CRC32()
        sum.add(id.text)
        sum.add(stream)
        sum.add(queue)
        if let schema { sum.add(schema) }
        sum.add(isSealed ? 1 : 0)
        sum.add(body)
        return Int64(Int32(bitPattern: sum.value))  // four bytes in the table
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
        guard try checksum == row.integer(at: Index.checksum) else {
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
