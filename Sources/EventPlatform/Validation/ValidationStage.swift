import EventSchema

/// Judges an event as the intake will: on a copy, after filling in what the intake fills in.
struct ValidationStage: Sendable {
    let mode: ValidationMode

    /// Why the event does not follow its schema, in words without values; `nil` when it does, or nothing is validated.
    ///
    /// - Parameters:
    ///   - schema: the schema; where no source has it, only the title in its id is compared.
    ///   - streamTitle: the schema title that the stream takes; `nil` where it names none.
    func failure(
        of event: EventDocument, submittedAt time: Timestamp, _ schema: Schema?, named id: SchemaID,
        streamTitle: String?
    ) -> String? {
        guard mode != .off else { return nil }
        if let mismatch = Self.titleMismatch(title: schema?.title ?? id.title, streamTitle: streamTitle) {
            return mismatch
        }
        guard let schema else { return nil }
        let copy = Self.completed(event.json, time, schema)
        guard !schema.isValid(copy) else { return nil }
        let findings = schema.findings(in: copy)
        return findings.isEmpty ? nil : findings.prefix(3).map(\.description).joined(separator: "; ")
    }

    /// Why a stream does not take events of a schema; `nil` when it does.
    static func titleMismatch(title: String, streamTitle: String?) -> String? {
        guard let streamTitle, streamTitle != title else { return nil }
        return "the schema's title is \(title), the stream takes \(streamTitle) only"
    }

    /// Whether the schema allows a value at a path of this event.
    static func allows(
        _ value: JSONValue, at path: [String], of event: EventDocument, submittedAt time: Timestamp, _ schema: Schema
    ) -> Bool {
        var changed = event
        changed.set(value, at: path)
        return schema.isValid(completed(changed.json, time, schema))
    }

    /// The event as the intake completes it: `meta.dt` and the schema's defaults.
    private static func completed(_ event: JSONValue, _ time: Timestamp, _ schema: Schema) -> JSONValue {
        guard case .object(var properties) = event, case .object(var meta)? = properties["meta"], meta["dt"] == nil,
            schema.declares(["meta", "dt"])
        else { return schema.fillingDefaults(in: event) }
        meta["dt"] = .string(time.iso8601)
        properties["meta"] = .object(meta)
        return schema.fillingDefaults(in: .object(properties))
    }
}

/// What happens to events that do not follow their schema.
public enum ValidationMode: String, Sendable, Hashable, CaseIterable {
    /// They are dropped, counted and reported with reasons. The default.
    case enforce
    /// They are reported with reasons and go on.
    case warn
    /// Nothing is validated.
    case off
}
