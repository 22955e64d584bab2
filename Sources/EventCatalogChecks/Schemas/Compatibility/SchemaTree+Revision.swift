package import EventCatalog
package import EventStreams
import EventSupport

extension SchemaTree {
    /// Calls `body` with the repository as it was in a commit of git, or as it is in a folder; `nil` when the commit
    /// lacks it.
    ///
    /// - Throws: ``RevisionError`` when the state cannot be read, `CatalogError` when its settings cannot be, or the
    ///   error of `body`.
    package func withCopy<Result>(at revision: String, _ body: (SchemaTree?) throws -> Result) throws -> Result {
        try Revision(revision).withCopies(of: [repository]) { copies in
            do { return try body(try copies[repository].map { try SchemaTree(directory: $0) }) } catch {
                guard let error = error as? CatalogError else { throw error }
                throw CatalogError(error.findings.map { $0.moved(copies, from: revision) })
            }
        }
    }
}

extension CompatibilityCheck {
    /// Compares the states of a range, of which the second is the working tree or a commit.
    ///
    /// - Parameters:
    ///   - tree: the repository as it is in the working tree.
    ///   - range: the states.
    ///   - options: how the check is made.
    ///   - asOf: the date by which waivers may have ended.
    /// - Throws: ``RevisionError`` when a commit cannot be read or lacks the folder, `CatalogError` when the settings
    ///   of one cannot be.
    package init(
        _ tree: SchemaTree, _ range: RevisionRange, options: Options, asOf: UTCInstant?
    ) throws {
        let start = try range.start(in: tree.repository)
        self = try tree.withCopy(at: start) { published in
            let base = published.map { (tree: $0, commit: start) }
            guard let end = range.end else { return Self(tree, since: base, options: options, asOf: asOf) }
            return try tree.withCopy(at: end) { copy in
                guard let copy else {
                    throw RevisionError(description: "“\(end)” has no folder \(tree.repository)")
                }
                var project = Project(of: tree)
                project.copies = [tree.repository: copy.repository]
                return Self(copy, since: base, options: options, in: project, asOf: asOf)
                    .moved([tree.repository: copy.repository])
            }
        }
    }

    /// The numbers as a line, such as `55 pairs of versions compared; 2 exempt by .jsonschema-tools.yaml: …`.
    package var summary: String {
        let pairs = pairCount.countedInGroups("pair") + " of versions compared"
        guard !skipped.isEmpty else { return pairs }
        return "\(pairs); \(skipped.count) exempt by \(SchemaToolsSettings.fileName): "
            + skipped.joined(separator: ", ")
    }
}

extension Project {
    /// The project that has a repository of schemas.
    init(of tree: SchemaTree) {
        let projects = [tree.root, tree.repository].lazy.map { Project(of: $0, in: tree.sources) }
        self = projects.first { $0.file != nil } ?? .platform
    }
}

extension CatalogFinding {
    /// A finding about a file of a copy, with the path of the file itself and the commit.
    fileprivate func moved(_ copies: [String: String], from revision: String) -> CatalogFinding {
        let moved = self.moved(copies)
        guard moved.location != location else { return self }
        return CatalogFinding(rule, moved.location, "\(moved.problem) (in \(revision))", remedy: moved.remedy)
    }
}
