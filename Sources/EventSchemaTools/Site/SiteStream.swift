import EventCatalog
import EventSchema
import EventStreams

/// A stream that uses a schema, with what the site shows of it.
struct SiteStream: Sendable {
    let name: String
    let description: String
    /// The settings that the page shows, by heading, in the order of the page.
    let facts: [(heading: String, text: String)]

    /// The streams of a folder by the title of their schema, ordered by name.
    static func byTitle(in folder: StreamFolder) -> [String: [SiteStream]] {
        var streams: [String: [SiteStream]] = [:]
        for stream in folder.streams.sorted(by: { $0.name < $1.name }) {
            guard let title = stream.setting("schema_title")?.string else { continue }
            streams[title, default: []].append(SiteStream(stream, folder.configurations.exactly(stream.name)))
        }
        return streams
    }

    private init(_ stream: AuthoredStream, _ configuration: StreamConfiguration?) {
        name = stream.name
        description = stream.setting("description")?.string ?? ""
        let attributes = configuration?.contextualAttributes.map(\.name) ?? []
        facts = [
            ("Who is in sample", configuration?.sampling.audience ?? "unknown: the entry cannot be read"),
            ("What is collected", configuration?.curationSentence ?? ""),
            ("Attributes that clients add", attributes.joined(separator: ", ")),
            (
                "Destination",
                stream.setting("destination_event_service")?.string.map(stream.vocabulary.place(of:)) ?? ""
            ),
            ("Owner", stream.setting("owner")?.string ?? ""),
            ("Sensitivity", stream.setting("sensitivity")?.string ?? ""),
            ("Expires", stream.setting("expires")?.string ?? ""),
        ].filter { !$0.1.isEmpty }
    }
}

extension Vocabulary {
    /// A service with its URLs, where the project says them: `shop-intake (production https://…)`.
    fileprivate func place(of service: String) -> String {
        let urls = urls(of: service).map { "\($0) \($1)" }.joined(separator: ", ")
        return urls.isEmpty ? service : "\(service) (\(urls))"
    }
}
