public import EventCatalog
public import EventSchema
public import EventStreams

/// The streams of a folder or of a compiled response at one time, to be compared with those of another.
public struct StreamSnapshot: Sendable {
    /// The settings by name or pattern. Without `stream` and computed topics, which follow from the name, and without
    /// null, which clients take as absent; empty maps are empty lists, as in a response.
    let streams: JSONObject
    /// The streams as clients read them.
    let configurations: StreamConfigurations
    /// The words of the project; the platform's for a response whose project is not known.
    let vocabulary: Vocabulary
    /// Whether the settings for authors are there: a response has no owners and no dates of expiry.
    let hasAuthoringSettings: Bool
    /// Where the streams begin; of a response, nothing.
    let places: EntryPlaces
    /// The schemas of the events; `nil` if they are not known.
    private let schemas: SchemaRepository?

    private init(
        _ streams: JSONObject, _ vocabulary: Vocabulary = .platform, hasAuthoringSettings: Bool,
        places: EntryPlaces = EntryPlaces(), schemas: SchemaRepository? = nil
    ) {
        (self.streams, self.vocabulary, self.places, self.schemas) = (streams, vocabulary, places, schemas)
        self.hasAuthoringSettings = hasAuthoringSettings
        configurations = StreamConfigurations(streams: streams)
    }

    /// No streams, as before the first.
    public static let empty = StreamSnapshot([:], hasAuthoringSettings: true)

    /// Reads a folder of streams.
    ///
    /// - Throws: `CatalogError` with the files that cannot be read. Of those, no stream can be compared.
    public init(directory: String) throws(CatalogError) { try self.init(directory: directory, of: nil) }

    /// Reads a folder of streams.
    ///
    /// - Parameters:
    ///   - directory: the folder.
    ///   - project: the project that the folder belongs to; `nil` for the one whose file names it.
    ///   - mayBeEmpty: whether the folder may have no files of streams. The default is `false`.
    ///   - schemaRoots: the roots of the schemas of its events. Without any, nothing is known of their fields.
    /// - Throws: `CatalogError` with the files that cannot be read.
    package init(
        directory: String, of project: Project?, mayBeEmpty: Bool = false, schemaRoots: [String] = []
    ) throws(CatalogError) {
        let folder = try StreamFolder(directory: directory, mayBeEmpty: mayBeEmpty, of: project)
        let unreadable = folder.findings.filter { Rule.doubtRules.contains($0.rule) }
        guard unreadable.isEmpty else { throw CatalogError(unreadable) }
        var (streams, places) = (JSONObject(), EntryPlaces())
        for stream in folder.streams {
            places.add(stream.name, at: stream.location(of: []))
            var settings = stream.authored
            settings["stream"] = nil
            streams[stream.name] = JSONValue.object(settings).comparable
        }
        self.init(
            streams, folder.project.vocabulary, hasAuthoringSettings: true, places: places,
            schemas: schemaRoots.isEmpty ? nil : Self.schemas(in: schemaRoots))
    }

    private static func schemas(in roots: [String]) -> SchemaRepository? {
        do { return try SchemaRepository(forToolsIn: roots) } catch {
            return nil  // the check of the schemas has the finding
        }
    }

    /// Reads a response of the stream configuration API, such as one that `eventctl streams compile` wrote.
    ///
    /// - Throws: `StreamConfigurationError` when the document is not a response with streams.
    public init(response: JSONValue) throws(StreamConfigurationError) {
        try self.init(response: response, .platform)
    }

    /// Reads a response of the stream configuration API, in the words of a project.
    package init(response: JSONValue, _ vocabulary: Vocabulary) throws(StreamConfigurationError) {
        let entries = try APIEntries(response: response).entries
        var streams = JSONObject()
        for (name, settings) in entries {
            var settings = settings
            settings["stream"] = nil
            streams[name] = JSONValue.object(settings).comparable
        }
        self.init(streams, vocabulary, hasAuthoringSettings: false)
    }

    /// The settings of a stream; none where it is absent.
    func settings(of name: String) -> JSONObject { streams[name]?.object ?? [:] }

    /// The versions of the schema of a stream, in ascending order; none if they are not all known.
    func versions(ofSchemaOf name: String) -> [SchemaVersion] {
        guard let schemas, let title = settings(of: name)["schema_title"]?.string else { return [] }
        return schemas.completeVersions(of: title)
    }

    /// The pattern that gives a name without an entry of its own its settings; otherwise `nil`.
    func pattern(matching name: String) -> String? {
        if name.hasPrefix("/") || streams[name] != nil { return nil }
        return configurations.key(of: name)
    }
}

extension JSONValue {
    /// The value without members that are null, and with empty maps inside as empty lists.
    fileprivate var comparable: JSONValue {
        switch self {
        case .object(let members):
            .object(
                JSONObject(
                    members.compactMap { name, value in
                        value.isNull ? nil : (name, value.object?.isEmpty == true ? [] : value.comparable)
                    }))
        default: self
        }
    }
}
