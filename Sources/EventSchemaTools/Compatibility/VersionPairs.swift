package import EventCatalog
import EventSchema

/// The pairs of versions of a repository that are compared: each version with the one before it in its major, and the
/// file that people edit with the newest version.
package struct VersionPairs {
    package private(set) var pairs: [VersionPair] = []
    /// What is wrong with the references of files that are not materialized.
    package private(set) var findings: [CatalogFinding] = []
    private let tree: SchemaTree
    private let materializer: SchemaMaterializer
    private let isByName: Bool

    /// - Parameters:
    ///   - tree: the repository.
    ///   - base: the repository at an earlier commit: versions that it has are published, and only what comes after
    ///     them is compared. The default is `nil`, and every pair is compared.
    ///   - bases: more folders in which references are searched.
    ///   - isByName: whether the versions of a major follow each other by name, `1.10.0` before `1.2.0`, as those that
    ///     jsonschema-tools compares do. The default is `false`: by number.
    package init(_ tree: SchemaTree, base: SchemaTree? = nil, bases: [SchemaBase] = [], isByName: Bool = false) {
        (self.tree, self.isByName) = (tree, isByName)
        materializer = SchemaMaterializer(tree, bases: bases)
        let earlier = Dictionary((base?.titles ?? []).map { ($0.path, $0) }) { first, _ in first }
        for folder in tree.titles { add(folder, earlier[folder.path], isLimited: base != nil) }
    }

    private mutating func add(_ folder: SchemaTitleFolder, _ earlier: SchemaTitleFolder?, isLimited: Bool) {
        let known = (earlier?.versions ?? []).map(\.version)
        // What was published counts, also where it was edited or removed since.
        let added = folder.versions.filter { !known.contains($0.version) }
        let isCurrentKnown = isLimited && earlier?.current?.value == folder.current?.value
        // What did not change needs no references.
        guard !isLimited || !added.isEmpty || !isCurrentKnown else { return }
        let versions = ((earlier?.versions ?? []) + added).compactMap { published($0.version, $0.document) }
            .sorted { isByName ? $0.number.precedesByName($1.number) : $0.number < $1.number }
        let current = isCurrentKnown ? nil : folder.current.flatMap { edited($0) }
        for (old, new) in zip(versions, versions.dropFirst()) where old.number.major == new.number.major {
            guard !known.contains(new.number) else { continue }
            pairs.append(
                VersionPair(
                    title: folder.path, old: old, new: new, authored: folder.current,
                    earlier: versions.filter { $0.number.major == old.number.major && $0.number < old.number }))
        }
        guard let current, let newest = versions.last, current.number.major <= newest.number.major else { return }
        let older = versions.dropLast().filter { $0.number.major == newest.number.major }
        pairs.append(
            VersionPair(title: folder.path, old: newest, new: current, authored: folder.current, earlier: older))
    }

    private mutating func published(_ number: SemanticVersion, _ document: SourceDocument) -> ComparedVersion? {
        let schema = collected { [materializer] () throws(CatalogError) in
            try materializer.schema(ofPublished: document)
        }
        return schema.map { ComparedVersion(number: number, document: document, schema: $0, isCurrent: false) }
    }

    private mutating func edited(_ document: SourceDocument) -> ComparedVersion? {
        guard
            let number = document.value[tree.settings.schemaVersionField]?.string.flatMap(SemanticVersion.init(endOf:)),
            let schema = collected({ [materializer] () throws(CatalogError) in try materializer.schema(of: document) })
        else { return nil }
        return ComparedVersion(number: number, document: document, schema: schema, isCurrent: true)
    }

    private mutating func collected(_ make: () throws(CatalogError) -> JSONValue) -> JSONValue? {
        do { return try make() } catch {
            findings += error.findings
            return nil
        }
    }
}

extension SemanticVersion {
    /// Whether the version comes first within its major by the name of its file.
    fileprivate func precedesByName(_ other: SemanticVersion) -> Bool {
        (major, "\(self)") < (other.major, "\(other)")
    }
}
