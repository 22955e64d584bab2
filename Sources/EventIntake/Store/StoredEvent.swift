public import EventSchema
import Foundation
import GRDB

/// An event in an intake's store.
public struct StoredEvent: Sendable, Hashable {
    /// Its `meta.id`.
    public let id: String
    /// Its `meta.stream`.
    public let stream: String
    /// Its `$schema`.
    public let schema: String
    /// When its first copy arrived: UTC, with milliseconds and `Z`.
    public let receivedAt: String
    /// How many further copies arrived.
    public let repeats: Int
    /// The event, with what the intake filled in.
    public let body: JSONValue

    init(_ row: Row) throws {
        id = row["id"]
        stream = row["stream"]
        schema = row["schema"]
        receivedAt = row["received_at"]
        repeats = row["repeats"]
        body = try JSONValue(parsing: row["body"] as String)
    }
}

extension AcceptedEvent {
    /// What one copy is kept for: `meta.id`, or a new name where the schema has no such field.
    var id: String {
        switch event[path: ["meta", "id"]] {
        case .string(let text): text
        case nil, .null: UUID().uuidString.lowercased()
        case let other?: other.jsonText
        }
    }
}
