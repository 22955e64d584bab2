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
}

/// Checks of the file of a project against the rules and the schemas that there are.
enum ProjectChecks {
    /// The findings; the schemas are `nil` when there are none to compare with.
    static func findings(in project: Project, _ schemas: SchemaRepository?) -> [CatalogFinding] {
        guard let document = project.document else { return [] }
        let attributes = schemas.map { schemas in
            project.vocabulary.own.compactMap { finding(for: $0, in: schemas, document) }
        }
        let severities = project.severities.enumerated().compactMap { finding(for: $1, at: $0, document) }
        return project.missingFolders + severities + (attributes ?? [])
    }

    // MARK: - Severities

    private static func finding(
        for setting: ProjectSeverity, at position: Int, _ document: SourceDocument
    ) -> CatalogFinding? {
        let location = document.location(at: ["rules", "\(position)", "rule"])
        guard let rule = Rule.withID(setting.rule) else {
            return CatalogFinding(
                .invalidProject, location, "There is no rule “\(setting.rule)”.",
                remedy: Rule.all.map(\.id).suggestion(for: setting.rule) ?? "“eventctl check --rules” lists all rules.")
        }
        guard Rule.fixedSeverities.contains(rule), setting.severity != rule.severity else { return nil }
        return CatalogFinding(
            .invalidProject, location,
            "The severity of \(rule.id) cannot be changed: it says that a file cannot be used.",
            remedy: "Remove the entry, and correct what the finding is about.")
    }

    // MARK: - Attributes

    /// The finding when no version of a schema takes the attribute.
    private static func finding(
        for attribute: ContextualAttribute, in schemas: SchemaRepository, _ document: SourceDocument
    ) -> CatalogFinding? {
        let having = schemas.versions.filter { $0.schema.declares(attribute.path) }
        let place = ["attributes", attribute.name]
        let field = attribute.path.joined(separator: ".")
        guard !having.isEmpty else {
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
