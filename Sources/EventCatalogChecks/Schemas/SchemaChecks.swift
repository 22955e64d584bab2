import EventCatalog
import EventSchema
import EventSchemaTools

/// All checks of the schemas of repositories, beyond those that are made when versions are compiled.
///
/// What people can act on is reported, and once. A mistake that `current` has and the versions made from it have too is
/// reported in `current`, also one of a case that looks at versions only; one that several versions have, in the newest
/// of them; one that a `$ref` brings, where it comes from. Versions are not edited any more, so that of a title with a
/// `current`, the versions before the newest are held to the cases of jsonschema-tools only, which can be skipped for
/// them.
struct SchemaChecks: Sendable {
    private let trees: [SchemaTree]
    /// Whether a mistake of several places is reported at each of them: one that references bring, and types that
    /// differ. Later, when one place is corrected or another comes, the others have not brought it.
    let namesEachPlace: Bool
    let compiled: [String: Schema]
    let references: ReferenceChecks
    /// What is wrong with the repositories themselves.
    private let readingFindings: [CatalogFinding]

    /// - Parameters:
    ///   - roots: the roots of schema repositories.
    ///   - repository: their versions, compiled; `nil` when they could not be read.
    ///   - sources: the files of the command.
    ///   - namesEachPlace: whether these are the findings of a base.
    init(
        roots: [String], _ repository: SchemaRepository?, in sources: SourceFiles, namesEachPlace: Bool = false
    ) {
        self.namesEachPlace = namesEachPlace
        var trees: [SchemaTree] = []
        var findings: [CatalogFinding] = []
        for root in roots {
            do { trees.append(try SchemaTree(directory: root, in: sources)) } catch {
                findings += error.findings
            }
        }
        self.trees = trees
        readingFindings = findings + trees.flatMap(\.findings)
        compiled = Dictionary(repository?.versions.map { ($0.file, $0.schema) } ?? []) { first, _ in first }
        let known = (repository?.uris ?? []).compactMap { uri in repository?[uri].map { (uri, $0.document) } }
        references = ReferenceChecks(
            library: ReferenceLibrary(trees.flatMap(\.titles), others: Dictionary(known) { first, _ in first }))
        check()
    }

    /// Everything that is wrong, in no order.
    private(set) var findings: [CatalogFinding] = []
    /// The versions that no file has yet.
    private(set) var expected = ExpectedVersions()

    private mutating func check() {
        let checked = trees.map { tree in
            let made = materialization(of: tree)
            return (tree: tree, made: made, titles: titles(in: tree, made))
        }
        let inherited = inheritedMistakes(of: checked.flatMap(\.titles))
        findings =
            readingFindings + checked.flatMap { tree, made, titles in findings(in: tree, made, titles, inherited) }
        for (tree, made, titles) in checked { expected.add(titles, made, tree.settings) }
    }

    private func findings(
        in tree: SchemaTree, _ made: Materialization?, _ titles: [CheckedSchemaFolder], _ inherited: InheritedMistakes
    ) -> [CatalogFinding] {
        let schemas = titles.flatMap { $0.documents.map(\.schema) }
        let newest = titles.compactMap { title in
            (title.newestVersion ?? title.current).map { (path: title.folder.path, newest: $0) }
        }
        let paths = Set(titles.map(\.folder.path))
        var findings = concurrentMap(titles) { title in
            let structure = StructureCase(tree: tree, title: title.folder)
            return title.findings(inherited)
                + (tree.isInLayoutOfTools ? structure.findings : structure.identityFindings(beside: paths))
        }.flatMap { $0 }
        if let made {
            // Whether versions are what their `current` gives.
            findings += made.titles.flatMap(\.findings) + UncomparedVersions(made, in: tree).findings(beside: findings)
        }
        findings += SkippedCases(tree.settings).findings(ids: schemas.map(\.id))
        findings += SiblingChecks.differingTypes(newest, namesEachPlace: namesEachPlace)
        findings += SiblingChecks.duplicateIDs(schemas.filter { !$0.isCurrent })
        findings += TitleChecks.capitals(in: titles)
        return findings + SiblingChecks.collidingPaths(in: tree)
    }

    /// The versions that the files people edit give; `nil` if there are none.
    private func materialization(of tree: SchemaTree) -> Materialization? {
        guard tree.isInLayoutOfTools, tree.titles.contains(where: { $0.current != nil }) else { return nil }
        let others = trees.filter { $0.root != tree.root }.map { SchemaBase(url: nil, folder: $0.root) }
        return Materialization(tree, bases: others)
    }

    /// The files whose schema is invalid because their `current` has a mistake, which is the one to correct.
    var filesMadeFromInvalid: Set<String> {
        let invalid: [Rule] = [.schemaIsValid, .unknownFormat]
        let currents = Set(findings.filter { invalid.contains($0.rule) }.map(\.location.file))
        return Set(
            trees.flatMap(\.titles).filter { currents.contains($0.current?.file ?? "") }
                .compactMap { $0.versions.last?.document.file })
    }
}

extension SchemaTree {
    /// Whether the repository is kept with jsonschema-tools: it has settings, or a file that versions are made from.
    var isInLayoutOfTools: Bool {
        settings.document != nil || titles.contains { $0.names.contains(settings.currentName) }
    }
}
