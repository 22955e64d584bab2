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
    /// The service that takes the events, with its URLs by environment; empty where the project says none.
    private let destination: (service: String, urls: [(environment: String, url: String)])?
    private let audience: String?
    private let curation: String?

    /// Describes a stream; `nil` when no stream of the folder has the name and no pattern matches it.
    ///
    /// - Parameters:
    ///   - name: the stream.
    ///   - folder: the streams.
    ///   - schemas: the schemas of their events.
    package init?(of name: String, in folder: StreamFolder, _ schemas: SchemaRepository) {
        guard let authored = folder.stream(for: name) else { return nil }
        let stream = folder.configurations[name]
        let schema = stream.flatMap(schemas.schema)
        (self.name, self.schema) = (name, schema)
        location = authored.location(of: [])
        configuration = authored.settings
        schemaTitle = stream?.schemaTitle
        destination = authored.setting("destination_event_service")?.string.map { service in
            (service, folder.project.vocabulary.urls(of: service))
        }
        audience = stream?.sampling.audience
        curation = stream?.curationSentence
        example = stream.flatMap { stream in
            schema.map {
                ExampleEventBuilder.example(of: stream, named: name, $0, in: schemas, folder.project.vocabulary)
            }
        }
        settings = authored.explainedSettings(for: name)
    }

    /// The description as members of a JSON object: `location`, `configuration`, `settings`, `schema`,
    /// `destination_urls`, `sampled`, `curated` and `example`.
    package var json: JSONObject {
        [
            "location": .string("\(location)"), "configuration": .object(configuration),
            "settings": .array(settings.map(\.json)),
            "schema": schema.map { ["uri": .string($0.uri), "title": .string($0.title), "file": .string($0.file)] }
                ?? .null,
            "destination_urls": .object(JSONObject((destination?.urls ?? []).map { ($0, .string($1)) })),
            "sampled": audience.map(JSONValue.string) ?? .null, "curated": curation.map(JSONValue.string) ?? .null,
            "example": example?.json ?? .null,
        ]
    }

    /// The description in words, without who is sampled.
    package var lines: [String] {
        ["settings of \(name), whose entry is at \(location):"] + settings.map { "  \($0.line)" }
            + [schemaLine, destinationLine, curation.map { "what curation lets through: \($0)" }].compactMap { $0 }
            + (example?.lines ?? [])
    }

    private var destinationLine: String? {
        guard let destination, !destination.urls.isEmpty else { return nil }
        let urls = destination.urls.map { "\($0) \($1)" }.joined(separator: ", ")
        return "URLs of \(destination.service) by \(Project.fileName): \(urls)"
    }

    private var schemaLine: String? {
        if let schema { return "schema: \(schema.uri), in \(schema.file)" }
        return schemaTitle.map {
            "schema: no usable schema has the title “\($0)”, so there is no example event; name its repository with "
                + "--schemas"
        }
    }
}

extension SchemaRepository {
    /// The schema that an event of the stream would follow: the highest version of its title.
    func schema(of stream: StreamConfiguration) -> SchemaVersion? {
        guard let title = stream.schemaTitle else { return nil }
        if let latest = self["/\(title)/latest"] { return latest }
        return versions.filter { $0.title == title }.max { $0.isOlder(than: $1) }
    }
}
