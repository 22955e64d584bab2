import EventSupport
import Foundation
import GRDB

/// An event's row: what the checksum is over.
struct StoredRow: Sendable {
    var id: StoredID
    var stream: Int64
    var queue: Int64
    /// The schema that the event awaits.
    var schema: String?
    /// Whether the app's cipher has sealed the body.
    var isSealed: Bool
    /// What stands in the table: the event, or the submission.
    var body: [UInt8]

    /// The CRC-32 of all of it.
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

    /// The columns that ``init(_:)`` reads.
    static let columns = "row, id, stream, queue, schema, is_sealed, checksum, body"
}

extension StoredRow {
    /// Reads a row.
    ///
    /// - Throws: `SQLITE_CORRUPT` when it does not match its checksum, or a column has another type.
    init(_ row: Row) throws {
        self.init(
            id: try row.value("id"), stream: try row.value("stream"), queue: try row.value("queue"),
            schema: try row.valueIfAny("schema"), isSealed: try row.value("is_sealed"), body: try row.bytes("body"))
        guard checksum == (try row.value("checksum") as Int64) else {
            throw DatabaseError.damaged("the row does not match its checksum")
        }
    }

    /// The event or the submission itself.
    ///
    /// - Throws: what the cipher throws, and ``StoreError`` when there is no cipher.
    func unsealedBody(_ cipher: EventCipher?) throws -> [UInt8] {
        guard isSealed else { return body }
        guard let cipher else {
            throw StoreError(
                .unavailable, description: "an event is sealed; give the store the cipher that has sealed it")
        }
        return try cipher.open(body)
    }
}
