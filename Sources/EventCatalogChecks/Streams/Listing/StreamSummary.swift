package import EventCatalog
package import EventSchema
import EventSchemaTools
import EventStreams

/// One row of `eventctl streams list`.
package struct StreamSummary: Sendable, Hashable {
    /// The name, or the pattern.
    package let name: String
    /// The title of the events' schema; `nil` when absent.
    package let schemaTitle: String?
    /// The intake service; `nil` when absent.
    package let destination: String?
    /// Who is in sample, such as `10 % of sessions`; `nil` when clients cannot read the stream.
    package let sample: String?
    /// The owner; `nil` when absent.
    package let owner: String?
    /// The date of expiry as written; `nil` when absent.
    package let expires: String?
    /// Who reads the events.
    package let consumers: StreamConsumers
    /// The location in the files.
    package let location: SourceLocation

    init(_ stream: AuthoredStream, _ configuration: StreamConfiguration?) {
        name = stream.name
        schemaTitle = stream.setting("schema_title")?.string
        destination = stream.setting("destination_event_service")?.string
        sample = configuration?.sampling.words
        owner = stream.setting("owner")?.string
        expires = stream.setting("expires")?.string
        consumers = stream.consumers
        location = stream.location(of: [])
        (unit, rate) = (configuration?.sampling.unit, configuration?.sampling.rate)
    }

    private let unit: SamplingUnit?
    private let rate: Double?

    /// The summary as an object; what is absent is null. `unit` and `rate` are null where everybody is in sample.
    package var json: JSONObject {
        [
            "name": .string(name), "schema_title": .string(orNull: schemaTitle),
            "destination_event_service": .string(orNull: destination), "sample": .string(orNull: sample),
            "unit": .string(orNull: unit?.rawValue), "rate": rate.map { .number($0) } ?? .null,
            "owner": .string(orNull: owner), "expires": .string(orNull: expires), "consumers": consumers.json,
            "location": .string("\(location)"),
        ]
    }

    /// The heads of ``cells``.
    static let heads = ["STREAM", "SCHEMA", "DESTINATION", "SAMPLE", "OWNER", "EXPIRES", "CONSUMERS"]

    /// The texts of a line in a table.
    var cells: [String] {
        let consumers = consumers.isEmpty ? nil : consumers.words(upTo: .max)
        return [name] + [schemaTitle, destination, sample ?? "unreadable", owner, expires, consumers].map { $0 ?? "-" }
    }
}

extension JSONValue {
    static func string(orNull text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
