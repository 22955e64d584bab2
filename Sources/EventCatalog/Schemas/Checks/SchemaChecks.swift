import EventSchema

/// All checks of the schemas of repositories, beyond those that are made when versions are compiled.
///
/// What people can act on is reported, and once. A mistake that `current` has and the versions made from it have too is
/// reported in `current`, also one of a case that looks at versions only; one that several versions have, in the newest
/// of them; one that a `$ref` brings, where it comes from. Versions are not edited any more, so that of a title with a
/// `current`, the versions before the newest are held to the cases of jsonschema-tools only, which can be skipped for
/// them.
struct SchemaChecks: Sendable {
    private let trees: [SchemaTree]
    private let compiled: [String: Schema]
    private let references: ReferenceChecks
    /// What is wrong with the repositories themselves.
    private let readingFindings: [CatalogFinding]

    /// A title's documents, `current` and then the versions from the newest to the oldest, and what is wrong with each.
    private struct CheckedTitle: Sendable {
        let folder: SchemaTitleFolder
        let documents: [(schema: CheckedSchema, mistakes: [SchemaMistake])]

        var newestVersion: CheckedSchema? { documents.first { !$0.schema.isCurrent }?.schema }
        var current: CheckedSchema? { documents.first { $0.schema.isCurrent }?.schema }
    }

    /// - Parameters:
    ///   - roots: the roots of schema repositories.
    ///   - repository: their versions, compiled; `nil` when they could not be read.
    ///   - documents: the version files that have been read, by path; others are read.
    init(roots: [String], _ repository: SchemaRepository?, documents: [String: SourceDocument]) {
        var trees: [SchemaTree] = []
        var findings: [CatalogFinding] = []
        for root in roots {
            do { trees.append(try SchemaTree(directory: root, documents: documents)) } catch {
                findings += error.findings
            }
        }
        self.trees = trees
        readingFindings = findings + trees.flatMap(\.findings)
        compiled = Dictionary(repository?.versions.map { ($0.file, $0.schema) } ?? []) { first, _ in first }
        let known = (repository?.uris ?? []).compactMap { uri in repository?[uri].map { (uri, $0.document) } }
        references = ReferenceChecks(
            library: ReferenceLibrary(trees.flatMap(\.titles), others: Dictionary(known) { first, _ in first }))
        self.findings = allFindings
    }

    /// Everything that is wrong, in no order.
    private(set) var findings: [CatalogFinding] = []

    private var allFindings: [CatalogFinding] {
        let checked = trees.map { tree in (tree: tree, titles: titles(in: tree)) }
        let inherited = inheritedMistakes(of: checked.flatMap(\.titles))
        return readingFindings + checked.flatMap { tree, titles in findings(in: tree, titles, inherited) }
    }

    private func findings(
        in tree: SchemaTree, _ titles: [CheckedTitle], _ inherited: InheritedMistakes
    ) -> [CatalogFinding] {
        let schemas = titles.flatMap { $0.documents.map(\.schema) }
        let newest = titles.compactMap { title in
            (title.newestVersion ?? title.current).map { (path: title.folder.path, newest: $0) }
        }
        var findings = materialization(of: tree)
        findings += concurrentMap(titles) { title in
            Self.findings(of: title, inherited)
                + (tree.isInLayoutOfTools ? StructureCase(tree: tree, title: title.folder).findings : [])
        }.flatMap { $0 }
        findings += SkippedCases(tree.settings).findings(ids: schemas.map(\.id))
        findings += SiblingChecks.differingTypes(newest)
        findings += SiblingChecks.duplicateIDs(schemas.filter { !$0.isCurrent })
        return findings + SiblingChecks.collidingPaths(in: tree)
    }

    /// Whether versions are what their `current` gives. References have checks of their own, which know when a
    /// repository that is not here may have the schema.
    private func materialization(of tree: SchemaTree) -> [CatalogFinding] {
        guard tree.isInLayoutOfTools, tree.titles.contains(where: { $0.current != nil }) else { return [] }
        let others = trees.filter { $0.root != tree.root }.map { SchemaBase(url: nil, folder: $0.root) }
        let made = Materialization(tree, bases: others)
        return made.titles.flatMap(\.findings)
            + made.errors.filter { [.incompatibleParts, .currentIdentity].contains($0.rule) }
    }

    /// The files whose schema is invalid because their `current` has a mistake, which is the one to correct.
    var filesMadeFromInvalid: Set<String> {
        let invalid: [Rule] = [.schemaIsValid, .unknownFormat]
        let currents = Set(findings.filter { invalid.contains($0.rule) }.map(\.location.file))
        return Set(
            trees.flatMap(\.titles).filter { currents.contains($0.current?.file ?? "") }
                .compactMap { $0.versions.last?.document.file })
    }

    // MARK: - Documents

    private func titles(in tree: SchemaTree) -> [CheckedTitle] {
        let skipped = SkippedCases(tree.settings)
        let isLayout = tree.isInLayoutOfTools
        return concurrentMap(tree.titles) { folder in
            let current = folder.current.map {
                [CheckedSchema(.current, $0, compiled: nil, settings: tree.settings)]
            }
            let versions = folder.versions.reversed().map { version, document in
                CheckedSchema(
                    .version(version), document, compiled: compiled[document.file], settings: tree.settings)
            }
            let schemas = (current ?? []) + versions
            return CheckedTitle(
                folder: folder,
                documents: schemas.map { schema in
                    let ofCases = isLayout ? Self.mistakesOfCases(in: schema, skipped) : []
                    let isActionable = current == nil || schema.isCurrent || schema.kind == versions.first?.kind
                    let others = isActionable ? mistakes(in: schema) : []
                    // What current does not say, the versions do not say either.
                    let hasGaps = isLayout && (current == nil || schema.isCurrent)
                    return (schema, ofCases + others + (hasGaps ? PropertyChecks.gaps(in: schema) : []))
                })
        }
    }

    private static func mistakesOfCases(in schema: CheckedSchema, _ skipped: SkippedCases) -> [SchemaMistake] {
        RobustnessCases.all.filter { $0.includesCurrent || !schema.isCurrent }
            .filter { !skipped.skips($0.name, for: schema.id) }.flatMap { $0.mistakes(schema) }
    }

    private func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        Self.checks.flatMap { $0(schema) } + references.mistakes(in: schema)
    }

    private static let checks: [@Sendable (CheckedSchema) -> [SchemaMistake]] = [
        KeywordChecks.mistakes, LimitChecks.mistakes, ValueChecks.mistakes, RequiredChecks.mistakes,
        PatternTextChecks.mistakes, PropertyChecks.mistakes, YAMLTextChecks.mistakes, ExampleChecks.mistakes,
    ]

    // MARK: - Causes

    /// The causes in the documents that references lead to.
    private func inheritedMistakes(of titles: [CheckedTitle]) -> InheritedMistakes {
        let wanted = Set(titles.compactMap(\.current).flatMap { SchemaReference.all(in: $0.document.value) }.map(\.uri))
        let targets = titles.flatMap { title in
            title.documents.filter { !$0.schema.isCurrent }.map { (path: title.folder.path, document: $0) }
        }.compactMap { path, document -> (uri: String, schema: CheckedSchema, mistakes: [SchemaMistake])? in
            guard case .version(let version) = document.schema.kind, wanted.contains("/\(path)/\(version)") else {
                return nil
            }
            return ("/\(path)/\(version)", document.schema, document.mistakes)
        }
        let causes = concurrentMap(targets) { target in
            Set((target.mistakes + mistakes(in: target.schema)).map(\.cause))
        }
        let reported = titles.map { title in
            (title.folder.path, Set(title.documents.flatMap(\.mistakes).map(\.cause)))
        }
        return InheritedMistakes(
            causes: Dictionary(zip(targets.map(\.uri), causes)) { $0.union($1) },
            reported: Dictionary(reported) { $0.union($1) })
    }

    /// The mistakes as findings, each cause in the first document that has it.
    private static func findings(of title: CheckedTitle, _ inherited: InheritedMistakes) -> [CatalogFinding] {
        var seen: Set<SchemaMistakeCause> = []
        let references = title.current.map { SchemaReference.all(in: $0.document.value) } ?? []
        return title.documents.flatMap { schema, mistakes in
            // Within a document, one cause may have several mistakes.
            let new = mistakes.filter { !seen.contains($0.cause) }
            seen.formUnion(new.map(\.cause))
            return new.compactMap { mistake -> CatalogFinding? in
                guard !schema.isCurrent, let current = title.current else { return schema.finding(of: mistake) }
                switch inherited.place(of: mistake, references) {
                case .version:
                    let isEdited = schema.kind == title.newestVersion?.kind && current.has(mistake.path)
                    return (isEdited && mistake.edits.isEmpty ? current : schema).finding(of: mistake)
                case .reference(let reference): return current.finding(of: mistake.brought(by: reference))
                case .elsewhere: return nil
                }
            }
        }
    }
}

extension CheckedSchema {
    /// Whether the document has a value at the path; the whole document is no place to point to.
    fileprivate func has(_ path: [String]) -> Bool { !path.isEmpty && document.existing(path) == path }

    fileprivate func finding(of mistake: SchemaMistake) -> CatalogFinding {
        CatalogFinding(
            mistake.rule, document.location(at: mistake.path), mistake.problem, remedy: mistake.remedy,
            edits: mistake.edits)
    }
}

extension SchemaTree {
    /// Whether the repository is kept with jsonschema-tools: it has settings, or a file that versions are made from.
    fileprivate var isInLayoutOfTools: Bool {
        settings.document != nil || titles.contains { $0.names.contains(settings.currentName) }
    }
}
