import EventSchema

/// Judges an event as the intake will: on a copy, after filling in what the intake fills in.
struct ValidationStage: Sendable {
    let mode: ValidationMode

    /// The findings against an event, or none when it is fine.
    func findings(in event: Event, against schema: Schema) -> [Finding] {
        guard mode != .off else { return [] }
        var copy = JSONValue.object(event.properties)
        if case .object(var properties) = copy, case .object(var meta)? = properties["meta"], meta["dt"] == nil,
            schema.declares(["meta", "dt"])
        {
            meta["dt"] = .string(event.submission.time.iso8601)
            properties["meta"] = .object(meta)
            copy = .object(properties)
        }
        return schema.findings(in: schema.fillingDefaults(in: copy))
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
