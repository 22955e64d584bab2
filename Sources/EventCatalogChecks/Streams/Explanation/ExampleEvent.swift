import EventCatalog
package import EventSchema
package import EventStreams
import EventSupport

/// An event as the client would send it for a stream, made from the schema and the settings alone.
package struct ExampleEvent: Sendable {
    /// The event as JSON, without what the intake adds.
    package internal(set) var event: JSONValue
    /// What is wrong with the event by its schema, after the intake has added its fields; empty for a valid event.
    package internal(set) var findings: [Finding] = []
    /// What the schema has against every event of the stream: against the envelope, which the client writes, and what
    /// it requires and forbids at once. Other findings may come from values that were made up.
    package internal(set) var refusals: [Finding] = []
    /// The attributes that the stream lists and the schema has no property for: they are not sent.
    package internal(set) var notInSchema: [ContextualAttribute] = []
    /// The attributes that the schema requires and the stream does not list: the app has to write them itself.
    package internal(set) var requiredOnly: [ContextualAttribute] = []
    /// Whether the stream's curation lets the event through.
    package internal(set) var passesCuration = true

    /// The size of the event's JSON in bytes, as it is sent without compression.
    package var bytes: Int { event.jsonText.utf8.count }

    /// Whether the event satisfies its schema.
    package var isValid: Bool { findings.isEmpty }

    var json: JSONValue {
        [
            "event": event, "bytes": .number(bytes), "valid": .bool(isValid),
            "errors": .array(findings.map { .string($0.description) }), "passes_curation": .bool(passesCuration),
            "not_in_schema": .array(notInSchema.map { .string($0.name) }),
            "required_by_schema_only": .array(requiredOnly.map { .string($0.name) }),
        ]
    }

    var lines: [String] {
        var lines = ["example event, \(bytes.grouped) bytes:", "  \(event.jsonText)"]
        lines += findings.map { "  the schema refuses it: \($0)" }
        if !passesCuration { lines.append("  curation drops it: no plausible values satisfy the rules") }
        if !notInSchema.isEmpty {
            lines.append("  not sent, since the schema has no such property: \(Self.names(notInSchema))")
        }
        if !requiredOnly.isEmpty {
            lines.append(
                "  required by the schema, and not in provide_values: \(Self.names(requiredOnly)); without it in "
                    + "provide_values, the app has to write the property itself")
        }
        return lines
    }

    private static func names(_ attributes: [ContextualAttribute]) -> String {
        attributes.map(\.name).joined(separator: ", ")
    }
}
