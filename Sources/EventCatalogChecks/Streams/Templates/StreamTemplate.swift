public import EventCatalog
import EventSchema
import EventStreams

/// A stream to begin with, explained by its comments.
public struct StreamTemplate: Sendable {
    /// The stream as YAML. `eventctl check` has no findings in it, except that settings and links that the project
    /// requires are left to be filled in.
    public let text: String

    /// Creates the text of a stream.
    ///
    /// Settings that some streams of a folder have in common are written if the folder keeps them: a destination where
    /// the defaults have one is not repeated. An owner that is not known is left to be filled in.
    ///
    /// - Parameters:
    ///   - name: the stream's name.
    ///   - schemaTitle: the title of its events' schema.
    ///   - owner: the team or person that owns the stream; `nil` when that is not known yet.
    ///   - folder: the folder that the stream is for; otherwise `nil` yet.
    ///   - schemas: the repository of the schema; without a version of the title, attributes are left to be filled in.
    /// - Throws: ``InvalidStreamName`` when the name cannot be used, and `CatalogError` when files of the folder
    ///   cannot be listed.
    public init(
        name: String, schemaTitle: String, owner: String? = nil, folder: String? = nil, schemas: SchemaRepository
    ) throws {
        try self.init(
            name: name, schemaTitle: schemaTitle, owner: owner, folder: folder, schemas: schemas, project: .platform,
            file: nil)
    }

    /// Creates the text of a stream, with the words of a project where the folder is not there yet. The project may
    /// require more of streams in the file that the stream is for.
    package init(
        name: String, schemaTitle: String, owner: String?, folder: String?, schemas: SchemaRepository, project: Project,
        file: String?
    ) throws {
        if let error = InvalidStreamName(name) { throw error }
        let streams = try folder.map { directory throws(CatalogError) in
            try StreamFolder(directory: directory, mayBeEmpty: true)
        }
        if let other = streams?.stream(named: name) {
            throw InvalidStreamName(name: name, reason: "is in \(other.location(of: [])) already")
        }
        let conventions = FolderConventions(streams?.streams ?? [])
        let project = streams?.project ?? project
        let vocabulary = project.vocabulary
        let needs = StreamNeeds(of: project, in: file, conventions)
        let offered = schemas["/\(schemaTitle)/latest"].map { Self.attributes(of: $0, in: vocabulary) }
        let attributes = Self.recommended.compactMap { known in offered?.first { $0.attribute == known } }
        text =
            [
                "# `eventctl streams show \(name)` shows the final settings, and `eventctl check` checks them.",
                "\(YAMLScalarText.text(of: name)):",
                "  # The title of the events' schema: its path in \(project.schemaFolders), without a version.",
                "  schema_title: \(YAMLScalarText.text(of: schemaTitle))",
            ]
            .joined(separator: "\n") + "\n" + Self.people(owner: owner, conventions, needs) + Self.links(needs.links)
            + Self.sensitivity(of: attributes, conventions)
            + Self.destination(vocabulary.usualDestination, conventions) + Self.sample
            + Self.client(attributes, offered: offered)
    }

    // MARK: - Parts

    private static func people(owner: String?, _ conventions: FolderConventions, _ needs: StreamNeeds) -> String {
        let description = "description: Say in a sentence which events are collected, and which question they answer."
        let person = owner.map { "owner: \(YAMLScalarText.text(of: $0))" } ?? "# owner: the team that answers for it"
        let open = needs.settings.filter { $0 != "owner" || owner == nil }
        // A sentence that says nothing must not pass for one that is required.
        let isWritten = conventions.usesSetting("description") && !open.contains("description")
        let need =
            open.isEmpty ? "" : "  # The project requires these, to be filled in: \(open.joined(separator: ", ")).\n"
        return """
              # For authors; clients are not given these.
            \(need)  \(isWritten ? "" : "# ")\(description)
              \(person)
              # The last day on which the events are needed, as year-month-day.
              # expires:

            """
    }

    /// The links that the project requires, to be filled in.
    private static func links(_ links: [ProjectLink]) -> String {
        guard !links.isEmpty else { return "" }
        let lines = links.map { link in
            let value = link.pattern.map { "a text that matches \($0.shown)" } ?? "https://…"
            return "  #   \(YAMLScalarText.text(of: link.name)): \(value)\n"
        }
        return "  # What the stream is for; the project requires these links.\n  # links:\n" + lines.joined()
    }

    /// The level that the attributes need, where the folder's streams state theirs and the default is too low.
    private static func sensitivity(of attributes: [AttributeWord], _ conventions: FolderConventions) -> String {
        let needed = attributes.map(\.sensitivity).max() ?? .low
        let isAllowed = conventions.defaultSensitivity.map { $0 >= needed } ?? !conventions.usesSetting("sensitivity")
        return """
              # How much the events may reveal about a person: low, moderate or high.
              \(isAllowed ? "# " : "")sensitivity: \(needed.rawValue)

            """
    }

    /// The service, as a comment where the stream needs none, and where no service is known.
    private static func destination(_ service: String?, _ conventions: FolderConventions) -> String {
        let name = "destination_event_service"
        let isNeeded = service != nil && conventions.needsSetting(name)
        return """
              # The intake that takes the events\(conventions.hasDefault(name) ? ", if another than the default" : "").
              \(isNeeded ? "" : "# ")\(name):\(service.map { " \(YAMLScalarText.text(of: $0))" } ?? "")

            """
    }

    private static let sample = """
          # Who is in sample: one session in ten. By device, all events of one installation are here or missing.
          # Without this block, everybody is in sample.
          sample:
            unit: session
            rate: 0.1

        """

    private static func client(_ attributes: [AttributeWord], offered: [AttributeWord]?) -> String {
        guard !attributes.isEmpty else {
            return noAttributes(offered: offered ?? [AttributeWord(.performerSessionID)])
        }
        let own = (offered ?? []).filter(\.attribute.isOwn)
        let names = (attributes.map { "        - \($0.name)\n" } + own.map { "        # \(item($0))" }).joined()
        return """
              producers:
                metrics_platform_client:
                  # The contextual attributes that are added to each event. No other leaves the device: ask only for
                  # what the question needs.
                  provide_values:
            \(names)\(curation(of: attributes))
            """
    }

    /// An attribute as an item of the list; of the project's own, with its sensitivity and what the value is.
    private static func item(_ word: AttributeWord) -> String {
        guard word.attribute.isOwn else { return "- \(word.name)\n" }
        let words = word.description?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "- \(word.name)  # \(word.sensitivity)\(words.map { ": \($0)" } ?? "")\n"
    }

    /// The end of the stream where the schema has none of the recommended attributes.
    private static func noAttributes(offered: [AttributeWord]) -> String {
        guard !offered.isEmpty else {
            return "  # The schema has the fields of no contextual attributes, so none is added to the events.\n"
        }
        let own = offered.filter(\.attribute.isOwn)
        let names = (own + offered.filter { !$0.attribute.isOwn }).prefix(max(maximumOffered, own.count)).map {
            "  #       \(item($0))"
        }.joined()
        return """
              # The contextual attributes that are added to each event; the schema must have them.
              # producers:
              #   metrics_platform_client:
              #     provide_values:
            \(names)
            """
    }

    private static func curation(of attributes: [AttributeWord]) -> String {
        guard let condition = attributes.first(where: { $0.attribute.type == .boolean }) else { return "" }
        return """
                  # Conditions on these attributes that an event must satisfy to be collected.
                  # curation:
                  #   \(condition.name):
                  #     equals: true

            """
    }

    /// Attributes that many analyses need and that reveal little about a person.
    private static let recommended: [ContextualAttribute] = [.performerIsLoggedIn, .performerSessionID]
    /// The maximum number of other attributes that are listed, as comments.
    private static let maximumOffered = 3

    /// The attributes that the schema has a field for.
    private static func attributes(of version: SchemaVersion, in vocabulary: Vocabulary) -> [AttributeWord] {
        vocabulary.attributes.filter { word in
            version.document[path: word.attribute.path.flatMap { ["properties", $0] }] != nil
        }
    }
}

/// What a project requires of a new stream and the defaults of its folder lack.
private struct StreamNeeds {
    let settings: [String]
    let links: [ProjectLink]

    init(of project: Project, in file: String?, _ conventions: FolderConventions) {
        let required = project.required(in: file)
        settings = required.settings.map(\.name).filter { !conventions.hasDefault($0) }
        let names = Set(required.links.map(\.name))
        let known = project.links.filter { $0.isRequired || names.contains($0.name) }
        let others = required.links.map(\.name).filter { name in !known.contains { $0.name == name } }
        links = (known + others.map { ProjectLink($0, pattern: nil, isRequired: true) })
            .filter { !conventions.hasDefault(link: $0.name) }
    }
}

/// Which settings the streams of a folder have.
private struct FolderConventions {
    private let streams: [AuthoredStream]

    init(_ streams: [AuthoredStream]) { self.streams = streams }

    /// Whether streams of the folder have the setting; true for an empty folder.
    func usesSetting(_ setting: String) -> Bool { streams.isEmpty || streams.contains { $0.setting(setting) != nil } }

    /// Whether the setting has a default.
    func hasDefault(_ setting: String) -> Bool { streams.first?.defaults?.value[setting] != nil }

    /// Whether the defaults have the link.
    func hasDefault(link: String) -> Bool { streams.first?.defaults?.value[path: ["links", link]] != nil }

    /// The sensitivity of streams that state none.
    var defaultSensitivity: Sensitivity? {
        streams.first?.defaults?.value["sensitivity"]?.string.flatMap(Sensitivity.init)
    }

    /// Whether a new stream needs the setting of its own: other streams have it, and the defaults lack it.
    func needsSetting(_ setting: String) -> Bool { usesSetting(setting) && !hasDefault(setting) }
}

extension Project {
    /// The folders of schemas in a sentence: `Schemas/`.
    fileprivate var schemaFolders: String { schemas.map { "\($0)/" }.joined(separator: " or ") }
}
