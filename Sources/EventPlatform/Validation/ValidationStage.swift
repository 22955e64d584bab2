import EventSchema

/// Validates an event as the intake does: with the fields that the intake adds.
struct ValidationStage: Sendable {
    let mode: ValidationMode

    /// Why the event is invalid, in words without values; `nil` when it is valid or the mode is ``ValidationMode/off``.
    ///
    /// `schema` is `nil` when no source has it; then only the title in its id is compared. `streamTitle` is the schema
    /// title that the stream accepts; `nil` when it names none.
    func failure(
        of event: inout EventDocument, submittedAt time: Timestamp, _ schema: Schema?, named id: SchemaID,
        streamTitle: String?
    ) -> String? {
        guard mode != .off else { return nil }
        if let mismatch = Self.titleMismatch(title: schema?.title ?? id.title, streamTitle: streamTitle) {
            return mismatch
        }
        guard let schema else { return nil }
        return Self.withIntakeFields(in: &event, time, schema) { completed in
            guard !schema.isValid(completed) else { return nil }
            let findings = schema.findings(in: completed)
            return findings.isEmpty ? nil : findings.prefix(3).map(\.description).joined(separator: "; ")
        }
    }

    /// Why a stream does not accept events of a schema; `nil` when it does.
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
        return withIntakeFields(in: &changed, time, schema) { schema.isValid($0) }
    }

    /// Calls `body` with the event and the fields that the intake adds: `meta.dt` and the schema's defaults.
    private static func withIntakeFields<Result>(
        in event: inout EventDocument, _ time: Timestamp, _ schema: Schema, _ body: (JSONValue) -> Result
    ) -> Result {
        guard case .object(let meta)? = event.json["meta"], meta["dt"] == nil, schema.declares(["meta", "dt"]) else {
            return body(schema.fillingDefaults(in: event.json))
        }
        return event.withReceptionTime(time) { body(schema.fillingDefaults(in: $0.json)) }
    }
}

/// What happens to events that do not conform to their schema.
///
/// When no source has the schema of an event, only the title in its `$schema` is compared with the stream's
/// `schema_title`, and the event is counted as ``Ledger/Account/unvalidated``.
public enum ValidationMode: String, Sendable, Hashable, CaseIterable {
    /// They are dropped as ``DropReason/invalid`` and reported as ``Diagnostic/Kind/invalidEvent``. The default.
    case enforce
    /// They are reported as ``Diagnostic/Kind/invalidEvent`` and sent.
    case warn
    /// Events are not validated.
    case off
}
