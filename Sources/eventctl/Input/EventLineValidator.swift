import EventCatalog
import EventSchema
import EventStreams

/// Validates an event of a file as an intake would.
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
    func errors(in item: EventReader.Item) -> [Failure] {
        let bytes: [UInt8]
        switch item {
        case .refused(let reason): return [Failure(message: reason)]
        case .event(let text): bytes = text
        }
        let event: JSONValue
        do { event = try JSONValue(parsingLeniently: bytes) } catch { return [Failure(message: "not JSON: \(error)")] }
        guard event.object != nil else {
            let advice = event.array == nil ? "" : "; “jq -c '.[]'” writes the events of a list one a line"
            return [Failure(message: "an event must be an object; this is of type \(event.typeName)\(advice)")]
        }
        guard let id = event["$schema"]?.string else {
            return [Failure(message: "the event has no $schema; add its schema's path")]
        }
        guard let version = repository[id] else {
            return [Failure(instanceLocation: "/$schema", message: reason(forMissing: id))]
        }
        return failures(of: event, version.schema)
    }

    private func reason(forMissing id: String) -> String {
        guard let mistake = repository.mistake(inSchema: id) else { return "no schema \(id) in the repositories" }
        return "the schema \(id) cannot be used: \(mistake.problem) (\(mistake.location))"
    }

    private func failures(of event: JSONValue, _ schema: Schema) -> [Failure] {
        func completed() -> JSONValue { IntakeFields.standard.completing(event, by: schema) }
        let found = schema.eventFindings(in: addsIntakeFields ? completed() : event)
        guard !found.isEmpty, !addsIntakeFields else { return found.map { Failure($0) } }
        let remaining = Set(schema.findings(in: completed()))
        return found.map { Failure($0, isGoneWithFields: !remaining.contains($0.finding)) }
    }
}

extension EventLineValidator.Failure {
    /// - Parameters:
    ///   - found: what is wrong.
    ///   - isGoneWithFields: whether the event with the fields that an intake adds lacks it. The default is `false`.
    fileprivate init(_ found: EventFinding, isGoneWithFields: Bool = false) {
        let finding = found.finding
        // Another finding may change with the fields, and is not corrected by them.
        let isAdded = isGoneWithFields && finding.keywordLocation.hasSuffix("/required")
        let suggestion = found.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        let hint = isAdded ? "; an intake adds it, and --fill does so here" : suggestion
        self.init(
            instanceLocation: finding.instanceLocation, keywordLocation: finding.keywordLocation,
            message: finding.message + hint)
    }
}
