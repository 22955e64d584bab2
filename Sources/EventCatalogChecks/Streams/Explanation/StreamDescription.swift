package import EventCatalog
package import EventSchema
import EventSchemaTools
import EventStreams

/// A stream in words: every setting with its origin, the schema, an example event, who is sampled, and
/// what curation lets through.
package struct StreamDescription: Sendable {
    /// The name that was asked for.
    package let name: String
    /// The location of the stream's entry.
    package let location: SourceLocation
    /// The schema that an event would follow; `nil` when no schema has the title.
    package let schema: SchemaVersion?
    /// An event as the client would send it; `nil` without a schema.
    package let example: ExampleEvent?
    /// Why the schema refuses every event of the stream; `nil` where it does not.
    package var refusal: String? {
        guard let schema, let refusals = example?.refusals, !refusals.isEmpty else { return nil }
        return "\(schema.uri) refuses every event: \(refusals.map(\.description).joined(separator: "; "))"
    }
    private let settings: [ExplainedSetting]
    /// The settings as clients are given them.
    private let configuration: JSONObject
    private let schemaTitle: String?
    private let audience: String?
    private let curation: String?

    init(name: String, _ authored: AuthoredStream, _ stream: StreamConfiguration?, _ library: StreamLibrary) {
        self.name = name
        location = authored.location(of: [])
        configuration = authored.settings
        schemaTitle = stream?.schemaTitle
        schema = stream.flatMap(library.schema)
        audience = stream?.sampling.audience
        curation = stream?.curationSentence
        example = stream.flatMap { stream in
            library.schema(of: stream).map {
                ExampleEventBuilder.example(of: stream, named: name, $0, in: library.schemas)
            }
        }
        settings = authored.explainedSettings(for: name)
    }

    /// The description as members of a JSON object: `location`, `configuration`, `settings`, `schema`, `sampled`,
    /// `curated` and `example`.
    package var json: JSONObject {
        [
            "location": .string("\(location)"), "configuration": .object(configuration),
            "settings": .array(settings.map(\.json)),
            "schema": schema.map { ["uri": .string($0.uri), "title": .string($0.title), "file": .string($0.file)] }
                ?? .null,
            "sampled": audience.map(JSONValue.string) ?? .null, "curated": curation.map(JSONValue.string) ?? .null,
            "example": example?.json ?? .null,
        ]
    }

    /// The description in words, without who is sampled.
    package var lines: [String] {
        ["settings of \(name), whose entry is at \(location):"] + settings.map { "  \($0.line)" }
            + [schemaLine, curation.map { "what curation lets through: \($0)" }].compactMap { $0 }
            + (example?.lines ?? [])
    }

    private var schemaLine: String? {
        if let schema { return "schema: \(schema.uri), in \(schema.file)" }
        return schemaTitle.map {
            "schema: no usable schema has the title “\($0)”, so there is no example event; name its repository with "
                + "--schemas"
        }
    }
}
