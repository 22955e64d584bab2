import EventSchema
import EventStreams

extension Rule {
    package static let invalidProject = Rule(
        "invalid-project", .error, "The file of a project has a value that cannot be used.",
        reason: """
            It has no effect: clients cannot have the attribute, the service has no URL, a link may be any text, and \
            findings keep the severity of their rule.
            """,
        mistake: .project(
            """
            rules:
              - {rule: similar-stream-names, severity: none, reason: Our names are alike on purpose.}

            """),
        corrected: .project(
            """
            rules:
              - {rule: similar-stream-names, severity: off, reason: Our names are alike on purpose.}

            """))

    package static let unknownProjectSetting = Rule(
        "unknown-project-setting", .error, "The file of a project has a setting that is not known.",
        reason: "It has no effect. A mistyped name leaves the setting that was meant at its default.",
        mistake: .project("ignored_setting: [importance]\n"), corrected: .project("ignored_settings: [importance]\n"))
}

/// Reads the file of a project. What cannot be read is a finding, and is left out.
struct ProjectReader {
    private let document: SourceDocument
    private var findings: [CatalogFinding]

    private static let schema = SettingsSchema(
        ProjectSchema.document, of: "a project", invalid: .invalidProject, unknown: .unknownProjectSetting,
        advice: "The article “A project's own words” has every setting.",
        synonyms: ProjectSchema.synonyms)

    init(_ document: SourceDocument) {
        self.document = document
        findings = document.findings + Self.schema.findings(in: document)
    }

    mutating func read(into project: inout Project) {
        let folders = ProjectFolders(document)
        findings += folders.findings
        project.document = document
        project.streams = folders.streams ?? project.streams
        project.schemas = folders.schemas ?? project.schemas
        project.experiments = folders.experiments ?? project.experiments
        project.hasKnownFolders = folders.areComplete
        project.ignoredSettings = Set(texts("ignored_settings") ?? [])
        project.severities = severities
        project.links = links
        project.requirements = requirements(project.links)
        project.expiryNoticeDays = noticeDays
        project.vocabulary = vocabulary()
        project.findings = findings
    }

    // MARK: - Vocabulary

    private mutating func vocabulary() -> Vocabulary {
        let hasPlatform = text("vocabulary") != "none"
        var words = ProjectAttributes(document, beside: hasPlatform ? Vocabulary.platform.attributes : [])
        words.read()
        findings += words.findings
        let services = hasPlatform ? Vocabulary.platform.destinations : [:]
        var vocabulary = Vocabulary(
            attributes: words.attributes, destinations: services.merged(with: usableDestinations),
            platforms: texts("platforms"), headers: texts("headers"), topicPrefixes: texts("topic_prefixes"))
        vocabulary.unusableNames = Set(map("attributes").map(\.name)).subtracting(words.attributes.map(\.name))
        vocabulary.isComplete = hasAllWords
        return vocabulary
    }

    /// Whether no setting that may have words is misspelt, of another type or missing because it could not be read. The
    /// mistake is a finding; what follows from it in streams is none.
    private var hasAllWords: Bool {
        guard let settings = document.value.object, document.isComplete() else { return false }
        let hasForms = ["attributes", "destinations"].allSatisfy { settings[$0].map { $0.object != nil } ?? true }
        // A service whose name has a blank at its end is one that streams name without it.
        return hasForms && usableDestinations.count == map("destinations").count
            && settings.names.allSatisfy(ProjectSchema.settingNames.contains)
    }

    private var usableDestinations: JSONObject {
        JSONObject(map("destinations").filter { ProjectSchema.isServiceName($0.name) }.map { ($0.name, $0.value) })
    }

    // MARK: - Rules and links

    private var severities: [ProjectSeverity] {
        (document.value["rules"]?.array ?? []).enumerated().compactMap { position, entry in
            let path = entry["path"]
            guard let rule = entry["rule"]?.string, let word = entry["severity"]?.string,
                let reason = entry["reason"]?.string, ProjectSeverity.words.contains(word),
                path == nil || path?.string?.isEmpty == false  // with a mistake there, it must not be about all files
            else { return nil }
            let place = ["rules", "\(position)"]
            return ProjectSeverity(
                rule: rule, severity: Severity(rawValue: word), path: path?.string, reason: reason,
                location: document.location(at: place), place: place)
        }
    }

    private var links: [ProjectLink] {
        map("links").map { name, entry in
            ProjectLink(name, pattern: entry["pattern"]?.string, isRequired: entry["required"]?.bool ?? false)
        }
    }

    /// The entries that can be read; others have a finding by the schema of the file.
    private mutating func requirements(_ links: [ProjectLink]) -> [ProjectRequirement] {
        (document.value["requires"]?.array ?? []).enumerated().compactMap { position, entry in
            let place = ["requires", "\(position)"]
            let (path, settings, names) = (entry["path"], entry["settings"], entry["links"])
            guard entry.object != nil, let reason = entry["reason"]?.string,
                path == nil || path?.string?.isEmpty == false
            else { return nil }
            if (settings == nil || settings == []) && (names == nil || names == []) {
                findings.add(
                    .invalidProject, document.location(at: place), "The entry requires nothing of streams.",
                    remedy: "Add “settings:” or “links:” with a list, such as “settings: [owner]”.")
            }
            return ProjectRequirement(
                settings: (settings?.array ?? []).compactMap(\.string).filter(ProjectRequirement.settingNames.contains),
                links: (names?.array ?? []).enumerated().compactMap { index, name in
                    name.string.flatMap { self.link($0, of: links, at: place + ["links", "\(index)"]) }
                },
                path: path?.string, reason: reason, place: place)
        }
    }

    /// The name of a link that is required; `nil` if the project has links and none of the name.
    private mutating func link(_ name: String, of links: [ProjectLink], at place: [String]) -> String? {
        if links.isEmpty || links.contains(where: { $0.name == name }) { return name }
        findings.add(
            .invalidProject, document.location(at: place), "“\(name)” is not a link of the project.",
            remedy: links.map(\.name).suggestion(for: name) ?? "Add it below “links:”, or remove it here.")
        return nil
    }

    /// A number that is not allowed has a finding by the schema of the file.
    private var noticeDays: Int? {
        let days = document.value["expiry_notice_days"]?.number?.int64.map(Int.init)
        return days.flatMap { Project.noticeDays.contains($0) ? $0 : nil }
    }

    // MARK: - Values

    private func text(_ name: String) -> String? { document.value[name]?.string }

    private func texts(_ name: String) -> [String]? { document.value[name]?.array?.compactMap(\.string) }

    private func map(_ name: String) -> JSONObject { document.value[name]?.object ?? [:] }
}
