import EventSchema
import GRDB

extension ReceivedEvent {
    /// Reads an event out of the tables.
    ///
    /// - Throws: ``StoredRecord/Damage`` when the row cannot be an event.
    init(_ row: Row) throws {
        let record = StoredRecord(row: row)
        try self.init(record, body: record.json("body"))
    }

    /// Reads an event whose body the caller has read, or does without.
    ///
    /// - Throws: ``StoredRecord/Damage`` when the row cannot be an event.
    init(_ record: StoredRecord, body: JSONValue) throws {
        position = try record.position("position")
        id = try record.text("id")
        stream = try record.text("stream")
        schema = try record.text("schema")
        receivedAt = try record.text("received_at")
        repeats = try record.count("repeats")
        test = try record.optionalText("test")
        sent = try record.optionalText("sent_at").map { Sent(at: $0, attempt: try record.count("attempt")) }
        self.body = body
        rejection = try record.optionalText("status").map { text in
            guard let status = Rejection.Status(rawValue: text) else {
                throw record.damage("status", "is not known")
            }
            return Rejection(status: status, context: try record.json("context"))
        }
    }
}
