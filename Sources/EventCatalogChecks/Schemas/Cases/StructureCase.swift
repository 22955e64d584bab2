import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let schemaStructure = Rule(
        "schema-structure", .error, "The files of a schema are not in the layout of jsonschema-tools.",
        reason: "The tools make and find versions by these paths. The case cannot be skipped.",
        mistake: RuleExample.version().with(["Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings]),
        corrected: .made())

    static let shortenedID = Rule(
        "shortened-id", .warning, "The $id of a schema is the end of its path only.",
        reason: "No reader finds the schema by its $id, so that the events that name it in $schema are refused.",
        mistake: deep("app/tap"), corrected: deep("dev/app/tap"))

    /// A schema in a folder `dev`.
    private static func deep(_ title: String) -> RuleExample {
        let text = RuleExample.madeText(RuleExample.tapSchema([], path: title))
        return RuleExample(files: [
            "Schemas/dev/app/tap/current.yaml": text, "Schemas/dev/app/tap/1.0.0.yaml": text,
            "Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings,
        ])
    }
}

/// The case on the files of a title. It cannot be skipped.
struct StructureCase {
    let tree: SchemaTree
    let title: SchemaTitleFolder

    private var folder: String { title.path.isEmpty ? tree.root : "\(tree.root)/\(title.path)" }
    private var settings: SchemaToolsSettings { tree.settings }

    var findings: [CatalogFinding] {
        currentFindings + identityFindings() + versionFindings + formFindings + linkFindings
    }

    private func finding(
        _ name: String?, _ problem: String, _ remedy: String, at location: SourceLocation? = nil
    ) -> CatalogFinding {
        let file = name.map { "\(folder)/\($0)" } ?? folder
        return CatalogFinding(.schemaStructure, location ?? SourceLocation(file: file), problem, remedy: remedy)
    }

    // MARK: - The file that people edit

    private var currentFindings: [CatalogFinding] {
        var findings: [CatalogFinding] = []
        if title.names.contains("current") {
            findings.append(
                finding(
                    "current", "There is a file “current” without an ending.", "Remove it; only versions have links."))
        }
        guard !title.names.contains(settings.currentName) else { return findings + titleFindings }
        let misnamed = title.names.first { $0.lowercased().hasPrefix("current.") }
        findings.append(
            finding(
                misnamed,
                misnamed.map { "“\($0)” is not read: the file that people edit is “\(settings.currentName)”." }
                    ?? "The folder has no \(settings.currentName), so that no new version can be made.",
                misnamed == nil
                    ? "Copy the newest version to \(settings.currentName), and edit it from then on."
                    : "Rename it to “\(settings.currentName)”."))
        return findings
    }

    private var titleFindings: [CatalogFinding] {
        guard let current = title.current else { return [] }
        let name = current.value[settings.schemaTitleField]?.string
        guard name != title.path, name.map({ !title.path.hasSuffix("/\($0)") || $0.isEmpty }) ?? true else { return [] }
        return [
            finding(
                nil,
                "\(settings.schemaTitleField) is \(name.map { "“\($0)”" } ?? "missing"), and the folder is "
                    + "“\(title.path)”.",
                "Set it to “\(title.path)”, or move the folder.",
                at: current.location(at: [settings.schemaTitleField]))
        ]
    }

    /// jsonschema-tools, and the readers of versions that are written by hand, let an `$id` be the end of the path. If
    /// it is the path of another title, it is found as one of two files with the same `$id`.
    func identityFindings(beside others: Set<String> = []) -> [CatalogFinding] {
        guard settings.schemaVersionField == "$id", let document = title.current ?? title.versions.last?.document,
            let id = document.value["$id"]?.string
        else { return [] }
        let own = id.prefix { $0 != "#" }.split(separator: "/").dropLast().joined(separator: "/")
        guard !own.isEmpty, title.path.hasSuffix("/\(own)"), !others.contains(own) else { return [] }
        return [
            CatalogFinding(
                .shortenedID, document.location(at: ["$id"]),
                "“\(id)” is the end of the path only: the schema is found as “/\(title.path)/…”.",
                remedy: "Write the whole path, or move the folder.")
        ]
    }

    // MARK: - Versions

    /// That the version of `current` has a file is what materializing finds.
    private var versionFindings: [CatalogFinding] {
        let field = settings.schemaVersionField
        guard let current = title.current, let newest = title.versions.last?.version,
            let version = SemanticVersion(endOf: current.value[field]?.string ?? ""), version < newest
        else { return [] }
        return [
            finding(
                nil, "\(field) says \(version), and \(newest) is there already.",
                "Set it to \(newest), or to the version that is due if something changes.",
                at: current.location(at: [field]))
        ]
    }

    // MARK: - Forms and links

    /// Each version in each form, where settings say which.
    private var formFindings: [CatalogFinding] {
        guard settings.document != nil else { return [] }
        let own = SemanticVersion(endOf: title.current?.value[settings.schemaVersionField]?.string ?? "")
        return title.versions.filter { $0.version != own }.flatMap { version, _ in
            settings.contentTypes.map { "\(version).\($0)" }.filter { !title.names.contains($0) }.map {
                finding(
                    $0, "The version has no file “\($0)”, which contentTypes asks for.",
                    "Run “eventctl schemas materialize”.")
            }
        }
    }

    /// The links to versions before that of `current`, which has its own checked when it is made.
    private var linkFindings: [CatalogFinding] {
        guard let form = settings.contentTypes.first, settings.shouldSymlinkExtensionless else { return [] }
        let own = SemanticVersion(endOf: title.current?.value[settings.schemaVersionField]?.string ?? "")
        return title.versions.map(\.version).filter { $0 != own }.compactMap { version in
            VersionLink("\(folder)/\(version)", to: "\(version).\(form)").finding
        }
    }
}
