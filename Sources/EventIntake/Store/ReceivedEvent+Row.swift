import EventSchema
import GRDB

extension ReceivedEvent {
    /// Reads an event out of the tables.
    init(_ row: Row) throws {
        position = row["position"]
        id = row["id"]
        stream = row["stream"]
        schema = row["schema"]
        receivedAt = row["received_at"]
        repeats = row["repeats"]
        test = row["test"]
        body = try JSONValue(parsing: row["body"] as String)
        let status = (row["status"] as String?).flatMap(Rejection.Status.init)
        rejection = try status.map { Rejection(status: $0, context: try JSONValue(parsing: row["context"] as String)) }
    }
}
