import EventCatalog
import EventSchema
import Foundation

/// Fills in what the intake adds to an event before it is validated: `meta.id`, `meta.dt`, and `dt` for legacy schemas,
/// each only where the schema has the property and the event lacks it.
struct FieldFilling: Sendable {
    func fill(_ event: JSONValue, _ version: SchemaVersion) -> JSONValue {
        guard var fields = event.object else { return event }
        if var meta = (fields["meta"] ?? [:]).object, version.schema.declares(["meta"]) {
            fill("id", of: &meta, at: ["meta"], version) { .string(UUID().uuidString.lowercased()) }
            fill("dt", of: &meta, at: ["meta"], version, with: now)
            fields["meta"] = .object(meta)
        }
        if version.title.hasPrefix("analytics/legacy") { fill("dt", of: &fields, at: [], version, with: now) }
        return .object(fields)
    }

    private func fill(
        _ name: String, of object: inout JSONObject, at path: [String], _ version: SchemaVersion,
        with value: () -> JSONValue
    ) {
        guard object[name] == nil, version.schema.declares(path + [name]) else { return }
        object[name] = value()
    }

    /// The time, in UTC with milliseconds.
    private func now() -> JSONValue { .string(Date().formatted(.iso8601WithMilliseconds)) }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
    /// `2026-01-31T12:00:00.000Z`
    static var iso8601WithMilliseconds: Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    }
}
