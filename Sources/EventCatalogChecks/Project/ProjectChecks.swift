import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let undeclaredAttributeField = Rule(
        "undeclared-attribute-field", .error, "A project declares an attribute in a field that no schema has.",
        reason: "Clients that compare an event with its schema leave the attribute out, so that no event has it.",
        mistake: .basket("basket.sise", "integer"), corrected: .basket("basket.size", "integer"))

    static let attributeFieldType = Rule(
        "attribute-field-type", .error, "A project declares an attribute of a type that no schema takes in its field.",
        reason: "The intake refuses every event that has the attribute.",
        mistake: .basket("basket.size", "string"), corrected: .basket("basket.size", "integer"))

    static let unmatchedPath = Rule(
        "unmatched-path", .warning, "A project sets a severity, or requires settings, for a path that no file has.",
        reason: "The entry has no effect: the path is misspelt, or the files have moved.",
        mistake: .project(path("Streams/exmaple.yaml")), corrected: .project(path("Streams/example.yaml")))

    static let unencryptedDestination = Rule(
        "unencrypted-destination", .warning, "A project sends the events of production over http.",
        reason: "Everybody on the way can read the events and change them.",
        mistake: .project("destinations: {shop-intake: {production: 'http://events.example.org/v1/events'}}\n"),
        corrected: .project("destinations: {shop-intake: {production: 'https://events.example.org/v1/events'}}\n"))

    private static func path(_ path: String) -> String {
        "rules:\n  - {rule: unread-setting, path: \(path), severity: off, reason: Another program reads them.}\n"
    }
}

/// Checks of the file of a project against the rules, the files and the schemas that there are.
enum ProjectChecks {
    /// The findings; the schemas are `nil` when there are none to compare with. The files are those that are read, the
    /// folders those that have them.
    static func findings(
        in project: Project, _ schemas: SchemaRepository?, files: [String], of folders: [String]
    ) -> [CatalogFinding] {
        guard let document = project.document else { return [] }
        let attributes = schemas.map { schemas in
            project.vocabulary.own.compactMap { finding(for: $0, in: schemas, document) }
        }
        let severities = project.severities.compactMap { finding(for: $0, document) }
        return project.missingFolders + project.misspeltFolders + unencrypted(in: document) + severities
            + (attributes ?? [])
            + paths(in: project, document, files, folders) + ambiguousTexts(in: document, beside: project.findings)
    }

    /// The names and texts that other readers of YAML do not take for texts. The severity `off` is a word of the file
    /// itself, which no other program reads.
    private static func ambiguousTexts(
        in document: SourceDocument, beside others: [CatalogFinding]
    ) -> [CatalogFinding] {
        AmbiguousText.all(in: document).filter { text in
            !(text.path.first == "rules" && text.path.last == "severity" && ProjectSeverity.words.contains(text.text))
        }.findings(beside: others)
    }

    // MARK: - Destinations

    /// The URLs of environments called production that are not encrypted, unless they are on the machine itself.
    private static func unencrypted(in document: SourceDocument) -> [CatalogFinding] {
        (document.value["destinations"]?.object ?? [:]).flatMap { service, urls in
            (urls.object ?? [:]).compactMap { environment, url -> CatalogFinding? in
                guard environment.lowercased().hasPrefix("prod"), let text = url.string,
                    text.lowercased().hasPrefix("http://"), !isOfMachine(text)
                else { return nil }
                return CatalogFinding(
                    .unencryptedDestination, document.location(at: ["destinations", service, environment]),
                    "“\(service)” takes the events of \(environment) over http.", remedy: "Write an https URL.")
            }
        }
    }

    private static func isOfMachine(_ url: String) -> Bool {
        let host = url.dropFirst("http://".count).prefix { !"/?#".contains($0) }
        return ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host.hasPrefix("\($0):") }
    }

    // MARK: - Severities

    private static func finding(
        for setting: ProjectSeverity, _ document: SourceDocument
    ) -> CatalogFinding? {
        let location = document.location(at: setting.place + ["rule"])
        guard let rule = Rule.withID(setting.rule) else {
            return CatalogFinding(
                .invalidProject, location, "There is no rule “\(setting.rule)”.",
                remedy: requirement(meantBy: setting.rule) ?? Rule.all.map(\.id).suggestion(for: setting.rule)
                    ?? "“eventctl rules” lists all rules.")
        }
        guard Rule.fixedSeverities.contains(rule), setting.severity != rule.severity else { return nil }
        return CatalogFinding(
            .invalidProject, location,
            "The severity of \(rule.id) cannot be changed: it says that a file cannot be used.",
            remedy: "Remove the entry, and correct what the finding is about.")
    }

    /// The remedy for a rule such as missing-owner, which people expect to require a setting.
    private static func requirement(meantBy rule: String) -> String? {
        let setting = ProjectRequirement.settingNames.first { rule == "missing-\($0)" || rule == "no-\($0)" }
        return setting.map {
            "To require the setting of streams, write “requires: [{settings: [\($0)], reason: …}]” in place of the "
                + "entry."
        }
    }

    // MARK: - Paths

    /// The findings in the paths of severities and requirements.
    private static func paths(
        in project: Project, _ document: SourceDocument, _ files: [String], _ folders: [String]
    ) -> [CatalogFinding] {
        func finding(_ rule: Rule, _ entry: [String], _ problem: String, _ remedy: String) -> CatalogFinding {
            CatalogFinding(rule, document.location(at: entry + ["path"]), problem, remedy: remedy)
        }
        let entries =
            project.severities.map { (path: $0.path, place: $0.place) }
            + project.requirements.map { (path: $0.path, place: $0.place) }
        let outside = entries.filter { isOutside($0.path) }.map { entry in
            finding(
                .invalidProject, entry.place,
                "“\(entry.path ?? "")” is not below the folder of \(Project.fileName).",
                "Write a path from that folder, such as \(project.streams)/search.yaml.")
        }
        let severities = project.severitiesWithoutFile(among: files, in: folders).filter { !isOutside($0.path) }.map {
            finding(
                .unmatchedPath, $0.place, "No file that is read here has the path “\($0.path ?? "")”.",
                "Correct the path, or remove the entry.")
        }
        let requirements = project.requirementsWithoutFile(among: files, in: folders).filter { !isOutside($0.path) }
        return outside + severities
            + requirements.map {
                finding(
                    .unmatchedPath, $0.place, "No file of streams that is read here has the path “\($0.path ?? "")”.",
                    "Correct the path, or remove the entry.")
            }
    }

    private static func isOutside(_ path: String?) -> Bool { path.map(FolderPath.isOutside) ?? false }

    // MARK: - Attributes

    /// The finding when no version of a schema takes the attribute.
    private static func finding(
        for attribute: ContextualAttribute, in schemas: SchemaRepository, _ document: SourceDocument
    ) -> CatalogFinding? {
        let having = schemas.versions.filter { $0.schema.declares(attribute.path) }
        let place = ["attributes", attribute.name]
        let field = attribute.path.joined(separator: ".")
        guard !having.isEmpty else {
            // A schema that cannot be used may have the field.
            guard schemas.missingURIs.isEmpty else { return nil }
            return CatalogFinding(
                .undeclaredAttributeField, document.location(at: place + ["field"]),
                "No schema has the field \(field) of “\(attribute.name)”.",
                remedy: "Add the field to a schema, or name one that a schema has.")
        }
        let values = AttributeValues([attribute])
        guard having.allSatisfy({ AttributeFields([$0.schema], values).problem(with: attribute) == .wrongType }) else {
            return nil
        }
        return CatalogFinding(
            .attributeFieldType, document.location(at: place + ["type"]),
            "“\(attribute.name)” is \(attribute.type.phrase), which no schema takes in the field \(field).",
            remedy: "Write the type that the schemas have: \(having[0].uri) has the field.")
    }
}

extension Rule {
    /// The rules whose severity a project cannot change: they leave in doubt what a file says.
    static let fixedSeverities: Set<Rule> = Set(doubtRules + projectReadingRules)
}

extension RuleExample {
    /// A project that declares the attribute `basket_size`, and a schema with the field `basket.size`.
    fileprivate static func basket(_ field: String, _ type: String) -> RuleExample {
        let declared = declaring("basket_size", "{field: \(field), type: \(type), sensitivity: low}")
        let keywords = "properties: {basket: {type: object, properties: {size: {type: integer}}}}"
        return RuleExample(
            files: declared.files.merging(["Schemas/app/tap/1.0.0.yaml": tap(keywords)]) { first, _ in first })
    }
}
