import EventCatalog
import EventSchema
import Foundation

/// Fills in what the intake adds to an event before it is validated: `meta.id`, `meta.dt`, and `dt` for legacy schemas,
/// each only where the schema has the property and the event lacks it.
struct FieldFilling: Sendable {
    func fill(_ event: JSONValue, _ version: SchemaVersion) -> JSONValue {
        guard var fields = event.object else { return event }
        let now = Date()
        if var meta = (fields["meta"] ?? [:]).object, version.schema.declares(["meta"]) {
            fill("id", of: &meta, at: ["meta"], version) { .string(EventID.make(at: now)) }
            fill("dt", of: &meta, at: ["meta"], version) { .string(now.intakeTime) }
            fields["meta"] = .object(meta)
        }
        if version.title.hasPrefix("analytics/legacy") {
            fill("dt", of: &fields, at: [], version) { .string(now.intakeTime) }
        }
        return .object(fields)
    }

    private func fill(
        _ name: String, of object: inout JSONObject, at path: [String], _ version: SchemaVersion,
        with value: () -> JSONValue
    ) {
        guard object[name] == nil, version.schema.declares(path + [name]) else { return }
        object[name] = value()
    }
}

extension Date {
    /// The time as the intake writes it: UTC with milliseconds and `Z`, such as `2026-01-31T12:00:00.000Z`.
    var intakeTime: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

/// Makes the ids of events that come without: UUIDs of version 7 (RFC 9562 §5.7), which sort by time.
enum EventID {
    static func make(at time: Date) -> String {
        let milliseconds = UInt64(max(0, time.timeIntervalSince1970) * 1000)
        var bytes = UUID().uuid
        bytes.0 = UInt8(truncatingIfNeeded: milliseconds >> 40)
        bytes.1 = UInt8(truncatingIfNeeded: milliseconds >> 32)
        bytes.2 = UInt8(truncatingIfNeeded: milliseconds >> 24)
        bytes.3 = UInt8(truncatingIfNeeded: milliseconds >> 16)
        bytes.4 = UInt8(truncatingIfNeeded: milliseconds >> 8)
        bytes.5 = UInt8(truncatingIfNeeded: milliseconds)
        bytes.6 = bytes.6 & 0x0F | 0x70
        return UUID(uuid: bytes).uuidString.lowercased()
    }
}
