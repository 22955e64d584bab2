import EventCatalog
import EventSchema
import EventStreams

/// Validates the event on a line as an intake would.
struct EventLineValidator {
    /// Why an event is invalid.
    struct Failure: CustomStringConvertible {
        var instanceLocation = ""
        var keywordLocation = ""
        let message: String

        var json: JSONValue {
            [
                "instanceLocation": .string(instanceLocation), "keywordLocation": .string(keywordLocation),
                "message": .string(message),
            ]
        }

        var description: String { instanceLocation.isEmpty ? message : "\(instanceLocation): \(message)" }
    }

    let repository: SchemaRepository
    /// Whether the fields that an intake adds are added first.
    let addsIntakeFields: Bool

    /// The errors; empty when the event is valid.
    func errors(in line: LineReader.Line) -> [Failure] {
        guard case .text(let bytes) = line else {
            return [Failure(message: "the line is longer than \(LineReader.maximumBytes) bytes")]
        }
        let event: JSONValue
        do { event = try JSONValue(parsingLeniently: bytes) } catch { return [Failure(message: "not JSON: \(error)")] }
        guard event.object != nil else {
            return [Failure(message: "an event must be an object; this is of type \(event.typeName)")]
        }
        guard let id = event["$schema"]?.string else {
            return [Failure(message: "the event has no $schema; add its schema's path")]
        }
        guard let version = repository[id] else {
            return [Failure(instanceLocation: "/$schema", message: "no schema \(id) in the repositories")]
        }
        let complete = addsIntakeFields ? IntakeFields.standard.completing(event, by: version.schema) : event
        return version.schema.findings(in: complete).map { finding in
            Failure(
                instanceLocation: finding.instanceLocation, keywordLocation: finding.keywordLocation,
                message: finding.message)
        }
    }
}
