package import EventCatalog
import EventSchema

extension Rule {
    /// The rules on the versions that are made from what people edit.
    package static let materializationRules = [
        missingReference, referenceLoop, oversizedVersion, incompatibleParts, unmaterializedKeyword, currentIdentity,
        versionNotMaterialized, versionDiffers, versionForm, versionLink,
    ]
}

/// The versions that the current files of a repository give, compared with the files that are there.
package struct Materialization: Sendable {
    /// The versions that can be made, ordered by title.
    package let titles: [MaterializedTitle]
    /// What keeps versions from being made, and what cannot be read.
    package let errors: [CatalogFinding]
    /// The number of files that were read.
    package let fileCount: Int
    private let isForced: Bool
    /// The error that there is no file that people edit, which ``errors`` has too; `nil` if there is one.
    private let absence: CatalogFinding?

    /// Makes the versions in memory. Nothing is written.
    ///
    /// - Parameters:
    ///   - tree: the repository.
    ///   - bases: more folders in which references are searched. Empty by default.
    ///   - title: the title to make a version of. The default, `nil`, is all.
    ///   - isForced: whether ``write()`` replaces files with other content too, and those that are written in another
    ///     way. The default is `false`.
    /// - Complexity: linear in the size of the schemas with what they refer to; they are made on all cores.
    package init(_ tree: SchemaTree, bases: [SchemaBase] = [], title: String? = nil, isForced: Bool = false) {
        self.isForced = isForced
        let materializer = SchemaMaterializer(tree, bases: bases, isForced: isForced)
        let folders = tree.titles.filter { title == nil || $0.path == title }
        let results = concurrentMap(folders) { folder in
            folder.current.map { current in
                Result { () throws(CatalogError) in try MaterializedTitle(folder, current, in: tree, materializer) }
            }
        }
        var (titles, errors): ([MaterializedTitle], [CatalogFinding]) = ([], tree.findings)
        for result in results {
            switch result {
            case .success(let title): titles.append(title)
            case .failure(let error): errors += error.findings
            case nil: break  // versions alone, of which none is made
            }
        }
        // What cannot be read is not missing.
        let isAbsent =
            title == nil && !errors.contains { $0.severity == .error } && results.allSatisfy { $0 == nil }
        absence = isAbsent ? .nothingToMaterialize(tree) : nil
        errors += [absence].compactMap(\.self)
        (self.titles, self.errors) = (titles, errors.sortedWithoutDuplicates())
        fileCount = folders.reduce(0) { $0 + $1.versions.count + ($1.current == nil ? 0 : 1) }
    }

    /// Several repositories as one. One that has only versions is no error beside others.
    package init(_ parts: [Materialization]) {
        titles = parts.flatMap(\.titles)
        absence = parts.allSatisfy { $0.absence != nil } ? parts.first?.absence : nil
        let isAbsent = absence != nil
        errors = parts.flatMap { part in part.errors.filter { isAbsent || $0 != part.absence } }
            .sortedWithoutDuplicates()
        fileCount = parts.reduce(0) { $0 + $1.fileCount }
        isForced = parts.contains(where: \.isForced)
    }

    /// Everything that is wrong, ordered by place.
    package var findings: [CatalogFinding] { (errors + titles.flatMap(\.findings)).sortedWithoutDuplicates() }

    /// What would change in the files of versions that have other content, in the order of the titles.
    package var differences: [FileChange] {
        titles.flatMap(\.files).filter { $0.state == .different }.map(\.change)
    }

    /// What is complete, such as `57 versions are as current.yaml gives them`.
    package var summary: String {
        titles.count == 1
            ? "\(titles[0].title) \(titles[0].version) is what current.yaml gives"
            : "\(titles.count) versions are what current.yaml gives"
    }

    /// Writes the files and links that are missing.
    ///
    /// - Returns: the paths that were written, in order, and what keeps the others from being written.
    /// - Throws: `FileWriteError`; earlier files are written then.
    package func write() throws(FileWriteError) -> (paths: [String], findings: [CatalogFinding]) {
        var (paths, findings): ([String], [CatalogFinding]) = ([], errors)
        for title in titles {
            let blocked = title.files.filter { isForced ? $0.state.isUnreadable : !$0.state.canBeWritten }
            findings += blocked.compactMap { $0.finding(title.title, current: title.place) }
            guard blocked.isEmpty else { continue }
            for file in title.files where file.state == .missing || isForced && file.state != .same {
                try AtomicFile.write(file.expected, to: file.path)
                paths.append(file.path)
            }
            for link in title.links where link.state != .right {
                try link.make()
                paths.append(link.path)
            }
        }
        return (paths, findings.sortedWithoutDuplicates())
    }
}

extension VersionFile.State {
    /// Whether nothing is lost when what should be there is written, or is left out because it is there.
    fileprivate var canBeWritten: Bool { self != .different && !isUnreadable }

    fileprivate var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
}

extension CatalogFinding {
    /// Without it, a mistyped folder passes every check.
    fileprivate static func nothingToMaterialize(_ tree: SchemaTree) -> CatalogFinding {
        CatalogFinding(
            .unreadableFile, SourceLocation(file: tree.root), "There is no \(tree.settings.currentName) in any folder.",
            remedy: "Name a repository of schemas, or begin one with “eventctl schemas new TITLE”.")
    }
}
