import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let uncomparedVersion = Rule(
        "uncompared-version", .warning, "Versions are not compared with what people edit: a schema is not here.",
        reason: "A version that was edited, or is not the one that current.yaml gives, is not found.",
        mistake: elsewhere([:]),
        corrected: elsewhere(["Schemas/part/1.0.0.yaml": part, "Schemas/part/current.yaml": part]))

    private static let part = RuleExample.madeText(RuleExample.tapSchema([], path: "part"))

    /// A schema that refers to a part, which another repository may have.
    private static func elsewhere(_ files: [String: String]) -> RuleExample {
        let site = "schemaBaseUris: [./, 'https://schemas.example.org/']\n"
        return RuleExample.current(more: "allOf: [{$ref: /part/1.0.0}]\n").with(files)
            .with(["Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings + site])
    }
}

/// The titles whose version cannot be made, so that it is not compared with its `current`: each has a finding, or is
/// part of one.
struct UncomparedVersions {
    private let made: Materialization
    private let tree: SchemaTree

    /// - Parameters:
    ///   - made: the versions that can be made, and what keeps the others from being made.
    ///   - tree: the repository.
    init(_ made: Materialization, in tree: SchemaTree) { (self.made, self.tree) = (made, tree) }

    /// The findings beside those of the checks of each title, which have remedies of their own for references.
    func findings(beside found: [CatalogFinding]) -> [CatalogFinding] {
        let explained = Set(found.filter { Self.ofReferences.contains($0.rule) }.map(\.location.file))
        let isAbsent = { (finding: CatalogFinding) in
            finding.rule == .missingReference && !tree.settings.sites.isEmpty
        }
        let errors = made.errors.filter { finding in
            if [.incompatibleParts, .unmaterializedKeyword, .currentIdentity].contains(finding.rule) { return true }
            return Self.ofReferences.contains(finding.rule) && !explained.contains(finding.location.file)
        }
        return errors.filter { !isAbsent($0) } + [absent(errors.filter(isAbsent))].compactMap { $0 }
    }

    private static let ofReferences: [Rule] = [
        .missingReference, .referenceLoop, .oversizedVersion, .referenceToCurrent,
    ]

    /// One finding for all titles that refer to a repository that is not here: what corrects it, corrects it for all.
    private func absent(_ errors: [CatalogFinding]) -> CatalogFinding? {
        guard let first = errors.min(by: { $0.location < $1.location }), let site = tree.settings.sites.first,
            let settings = tree.settings.document
        else { return nil }
        let count = Set(errors.map(\.location.file)).count
        let uncompared = count == 1 ? "One version is" : "\(count) versions are"
        let place = settings.existing(["schemaBaseUris", "\(tree.settings.schemaBaseUris?.firstIndex(of: site) ?? 0)"])
        return CatalogFinding(
            .uncomparedVersion, settings.location(at: place),
            "\(uncompared) not compared with \(tree.settings.currentName), since \(first.location) refers to a schema "
                + "that is not here.",
            remedy: "Name a copy of \(site) as another root.")
    }
}
