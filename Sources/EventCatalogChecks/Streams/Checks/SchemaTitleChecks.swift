import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let unknownSchemaTitle = Rule(
        "unknown-schema-title", .error, "No schema has the title that a stream names.",
        reason: "The intake refuses every event of the stream: it compares titles letter by letter.",
        mistake: "app.search:\n  schema_title: /analytics/product_metrics/app/base\n", corrected: .search)
}

extension Rule {
    static let fragmentOfStream = Rule(
        "fragment-of-stream", .warning, "A stream names a fragment as the schema of its events.",
        reason: "Fragments are parts of other schemas: they need not have the envelope that every event has.",
        mistake: fragment("fragment/tap"), corrected: fragment("app/tap"))

    private static func fragment(_ title: String) -> RuleExample {
        [
            "Streams/example.yaml": "app.taps:\n  schema_title: \(title)\n",
            "Schemas/\(title)/1.0.0.yaml": "title: \(title)\n$id: /\(title)/1.0.0\ntype: object\n",
        ]
    }
}

/// Checks of `schema_title` against the repository.
///
/// Without a folder of schemas, only the base schemas are known. Titles that are like none of them are then one
/// finding, since the folder is missing and not each schema.
enum SchemaTitleChecks {
    private struct UnknownTitle {
        let title: String
        let stream: AuthoredStream
        let correction: TitleCorrection?
    }

    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        guard let schemas = context.schemas else { return [] }
        let unknown = unknownTitles(in: context.folder.streams, schemas)
        let uncompared = schemas.roots.isEmpty ? unknown.filter { $0.correction == nil } : []
        let compared = schemas.roots.isEmpty ? unknown.filter { $0.correction != nil } : unknown
        return compared.map { finding(for: $0.title, in: $0.stream, $0.correction, schemas) }
            + shortened(in: context.folder.streams, schemas) + fragments(in: context.folder.streams, schemas)
            + (uncompared.isEmpty ? [] : [missingSchemas(of: uncompared, in: context.folder)])
    }

    /// Streams whose schema is a fragment, a part of others. It lacks what every event has.
    private static func fragments(in streams: [AuthoredStream], _ schemas: SchemaRepository) -> [CatalogFinding] {
        streams.compactMap { stream in
            guard let title = stream.setting("schema_title")?.string, title.hasPrefix("fragment/"),
                schemas.latest(title: title) != nil
            else { return nil }
            return stream.finding(
                .fragmentOfStream, at: ["schema_title"],
                "The schema “\(title)” is a fragment, a part of other schemas.",
                remedy: "Name a schema that includes it, or begin one with “eventctl schemas new”.")
        }
    }

    /// Streams whose schema is not found by its own `$id`, which stands deeper than that says. It can be read, and an
    /// event that names the `$id` is refused nevertheless.
    private static func shortened(in streams: [AuthoredStream], _ schemas: SchemaRepository) -> [CatalogFinding] {
        streams.compactMap { stream in
            guard let title = stream.setting("schema_title")?.string, let version = schemas.latest(title: title),
                let id = version.shortenedID
            else { return nil }
            return stream.finding(
                .shortenedID, at: ["schema_title"],
                "The schema “\(title)” has the $id “\(id)” and is found as “\(version.uri)” only.",
                remedy: "Move its folder to the path of the $id, or write the whole path in $id and title."
            ).with(.error)
        }
    }

    /// - Complexity: one search for the nearest title for each unknown title, however many streams have it.
    private static func unknownTitles(in streams: [AuthoredStream], _ schemas: SchemaRepository) -> [UnknownTitle] {
        let titles = schemas.titles.sorted()
        var corrections: [String: TitleCorrection?] = [:]
        return streams.compactMap { stream in
            guard let title = stream.setting("schema_title")?.string, !schemas.mayHave(title: title) else { return nil }
            let known = corrections[title]
            let correction = known ?? TitleCorrection(of: title, titles, limit: schemas.roots.isEmpty ? 2 : .max)
            corrections[title] = correction
            return UnknownTitle(title: title, stream: stream, correction: correction)
        }
    }

    /// One finding about the folder of streams. The remedy names the titles, so that the problem stays the same when
    /// streams are added and removed.
    private static func missingSchemas(of unknown: [UnknownTitle], in folder: StreamFolder) -> CatalogFinding {
        let first = unknown[0]
        let count = Set(unknown.map(\.title)).count
        let others = count == 1 ? "" : " and \((count - 1).counted("other title"))"
        let place = first.stream.location(of: ["schema_title"])
        return CatalogFinding(
            .unknownSchemaTitle, SourceLocation(file: place.file, line: place.line, column: place.column),
            "No schemas were given, and titles of streams are not among the base schemas.",
            remedy: "Give the folder of schemas with --schemas, or add the folder Schemas: it must have "
                + "“\(first.title)”\(others).",
            about: folder.directory)
    }

    private static func finding(
        for title: String, in stream: AuthoredStream, _ correction: TitleCorrection?, _ schemas: SchemaRepository
    ) -> CatalogFinding {
        let isCertain = correction?.isCertain == true
        let certain = isCertain ? correction?.title : nil
        let edits = certain.map { stream.edits(replacing: title, with: $0, at: ["schema_title"]) }
        if !isCertain, let folder = schemas.folderWithoutVersions(of: title) {
            return stream.finding(
                .unknownSchemaTitle, at: ["schema_title"], "No schema has the title “\(title)”.",
                remedy: "Add a file to \(folder) whose name is a version, such as 1.0.0.yaml.")
        }
        let places = schemas.roots.isEmpty ? "the folder of schemas" : schemas.roots.joined(separator: " or ")
        return stream.finding(
            .unknownSchemaTitle, at: ["schema_title"],
            "No schema has the title “\(title)”.\(isCertain ? " \(correction?.reason ?? "")" : "")",
            remedy: correction.map { "Did you mean “\($0.title)”?" } ?? "Add the schema below \(places).",
            edits: edits ?? [])
    }
}

extension SchemaVersion {
    /// The `$id` if it is the end of the path only; otherwise `nil`.
    fileprivate var shortenedID: String? {
        guard let id = document["$id"]?.string else { return nil }
        let path = id.prefix { $0 != "#" }.split(separator: "/").joined(separator: "/")
        return !path.isEmpty && uri != "/\(path)" && uri.hasSuffix("/\(path)") ? id : nil
    }
}

extension SchemaRepository {
    /// The folder of an unknown title, in which some file is there, but no version.
    fileprivate func folderWithoutVersions(of title: String) -> String? {
        roots.flatMap { ["\($0)/\(title)", "\($0)/jsonschema/\(title)"] }.first { folder in
            findings.contains { $0.rule == .unreadFile && $0.location.file.hasPrefix(folder + "/") }
        }
    }
}
