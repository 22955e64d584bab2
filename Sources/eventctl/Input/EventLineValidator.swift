import EventCatalog
import EventPlatform
import EventSchema
import Foundation

/// Validates the event on a line as an intake would.
struct EventLineValidator {
    let repository: SchemaRepository
    /// Whether `meta.dt` and `meta.id` are added first.
    let fills: Bool

    /// The errors; empty when the event is valid.
    func errors(in line: LineReader.Line) -> [JSONObject] {
        guard case .text(let bytes) = line else {
            return [Self.error("the line is longer than \(LineReader.maximumBytes) bytes")]
        }
        do {
            let event = try JSONValue(parsing: bytes)
            guard let id = event["$schema"]?.string else {
                return [Self.error("the event has no $schema; add its schema's path")]
            }
            guard let schema = repository[id]?.schema else {
                return [Self.error("no schema \(id) in the repositories", at: "/$schema")]
            }
            return schema.findings(in: fills ? Self.filled(event, schema) : event).map { finding in
                [
                    "instanceLocation": .string(finding.instanceLocation),
                    "keywordLocation": .string(finding.keywordLocation), "message": .string(finding.message),
                ]
            }
        } catch {
            return [Self.error("not JSON: \(error)")]
        }
    }

    private static func error(_ message: String, at location: String = "") -> JSONObject {
        ["instanceLocation": .string(location), "keywordLocation": "", "message": .string(message)]
    }

    private static func filled(_ event: JSONValue, _ schema: Schema) -> JSONValue {
        guard var properties = event.object, var meta = (properties["meta"] ?? [:]).object else { return event }
        for (name, value) in [("dt", SystemClocks().wall.iso8601), ("id", UUID().uuidString.lowercased())]
        where meta[name] == nil && schema.declares(["meta", name]) {
            meta[name] = .string(value)
        }
        properties["meta"] = .object(meta)
        return .object(properties)
    }
}
