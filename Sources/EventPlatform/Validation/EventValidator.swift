import EventSchema
import EventStreams

/// Validates an event as the intake does: with the fields that the intake adds.
struct EventValidator: Sendable {
    let mode: ValidationMode
    /// The fields whose values are known, of an event that lacks properties of the app; `nil` for a whole event.
    var fields: [[String]]?

    /// Why the event is invalid, in words without values; `nil` when it is valid or the mode is ``ValidationMode/off``.
    ///
    /// `schema` is `nil` when no source has it; then only the title in its id is compared with the title that the
    /// stream accepts.
    func failure(
        of event: EventDocument, _ schema: CompiledSchema?, named id: SchemaID, for stream: StreamConfiguration
    ) -> String? {
        guard mode != .off else { return nil }
        if let mismatch = Self.titleMismatch(title: schema?.schema.title ?? id.title, streamTitle: stream.schemaTitle) {
            return mismatch
        }
        guard let schema, !Self.isValid(event.received, schema, for: stream) else { return nil }
        let findings = findings(in: event, schema.schema, for: stream)
        return findings.isEmpty ? nil : findings.prefix(3).map(\.description).joined(separator: "; ")
    }

    /// What the schema objects to in the event with the fields that the intake adds.
    private func findings(in event: EventDocument, _ schema: Schema, for stream: StreamConfiguration) -> [Finding] {
        let all = schema.findings(in: Self.completed(event.received, schema, for: stream))
        guard let fields else { return all }
        let known = fields.map { $0.map { "/" + JSONPointer.escape($0) }.joined() + "/" }
        return all.filter { finding in known.contains { (finding.instanceLocation + "/").hasPrefix($0) } }
    }

    /// Why a stream does not accept events of a schema; `nil` when it does.
    static func titleMismatch(title: String, streamTitle: String?) -> String? {
        guard let streamTitle, streamTitle != title else { return nil }
        let bases = [SchemaID.appBase, .serverBase].map(\.title)
        let isOfOtherPlatform = bases.contains(title) && bases.contains(streamTitle)
        return "the schema's title is \(title), the stream takes \(streamTitle) only"
            + (isOfOtherPlatform ? ": set the client platform in the context, or name the schema in the call" : "")
    }

    /// Whether the schema allows a value at a path of this event.
    static func allows(
        _ value: JSONValue, at path: [String], of event: EventDocument, _ schema: CompiledSchema,
        for stream: StreamConfiguration
    ) -> Bool {
        isValid(event.received(with: value, at: path), schema, for: stream)
    }

    /// Whether the event is valid with the fields that the intake adds. Most schemas require `meta.dt` and no other of
    /// them, so the others are added, which takes longer, only where the event is invalid without them.
    private static func isValid(
        _ event: JSON, _ compiled: CompiledSchema, for stream: StreamConfiguration
    ) -> Bool {
        let schema = compiled.schema
        return schema.isValid(schema.fillingDefaults(in: event))
            || schema.isValid(completed(event, schema, for: stream))
    }

    /// The event with the fields and the defaults that the intake adds.
    private static func completed(_ event: JSON, _ schema: Schema, for stream: StreamConfiguration) -> JSONValue {
        IntakeFields(stream).completing(JSONValue(event), by: schema)
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
