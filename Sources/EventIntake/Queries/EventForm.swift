import EventSchema
import GRDB

/// The columns that a query reads of each event, and what it makes of them.
struct EventForm<Event: Sendable>: Sendable {
    private let columns: [String]
    let read: @Sendable (StoredRecord) throws -> Event

    /// - Parameters:
    ///   - columns: the columns beside those of every form. Without the event there is much less to read.
    ///   - read: makes an event of a row.
    init(_ columns: [String] = [], _ read: @escaping @Sendable (StoredRecord) throws -> Event) {
        self.columns = ["id", "stream", "schema", "received_at", "test"] + columns
        self.read = read
    }

    /// The columns of accepted events, and the same of rejected ones. A store of an earlier version lacks some when it
    /// is only read.
    func columns(in database: Database) throws -> (accepted: String, rejected: String) {
        let present = try database.columns(in: "event").map(\.name)
        let missing = StoreFile.addedColumns.map(\.name).filter { !present.contains($0) }
        let common = columns.map { missing.contains($0) ? "NULL AS \($0)" : $0 }.joined(separator: ", ")
        // No event is both rejected and repeated.
        return ("\(common), repeats, NULL AS status, NULL AS context", "\(common), 0 AS repeats, status, context")
    }
}

extension EventForm<ReceivedEvent> {
    /// Whole events.
    static var received: Self { Self(["body", "sent_at", "attempt"]) { try ReceivedEvent($0, body: $0.json("body")) } }
}

extension EventForm<JSONValue> {
    /// Whole events, as `GET /events` responds with them.
    static var whole: Self {
        Self(["body", "sent_at", "attempt"]) { try ReceivedEvent($0, body: $0.json("body")).json }
    }

    /// Events as `form=summary` has them. Without fields no event is parsed, and of its text only the length is read.
    static func summary(of fields: [EventField]) -> Self {
        guard !fields.isEmpty else {
            return Self(["length(CAST(body AS BLOB)) AS bytes"]) { try summary($0, bytes: $0.count("bytes"), [:]) }
        }
        return Self(["body"]) { record in
            let body = try record.document("body")
            let texts = fields.compactMap { field in
                field.value(in: body).map { (field.name, JSONValue.string($0.fieldText.cut(to: maximumFieldLength))) }
            }
            return try summary(record, bytes: record.text("body").utf8.count, JSONObject(texts))
        }
    }

    private static var maximumFieldLength: Int { 200 }
    private static var maximumReasonLength: Int { 300 }

    private static func summary(_ record: StoredRecord, bytes: Int, _ fields: JSONObject) throws -> JSONValue {
        let event = try ReceivedEvent(record, body: .null)
        var object = event.head
        if let rejection = event.rejection { object["status"] = .string(rejection.status.rawValue) }
        object["bytes"] = .number(bytes)
        let reason = event.rejection.map { _ in RejectionGroups.Entry(event).words.cut(to: maximumReasonLength) }
        object["reason"] = reason.map(JSONValue.string) ?? .null
        object["fields"] = .object(fields)
        return .object(object)
    }
}
