package import EventCatalog
package import EventSchemaTools
package import EventStreams
import EventSupport

/// Repositories of schemas that are compared with an earlier state together.
///
/// The name of a commit is looked up once, in the repository of git that has the project; a submodule has the commit
/// that is recorded there.
package struct SchemaTrees: Sendable {
    /// The repositories as they are in the working tree.
    package let trees: [SchemaTree]
    /// The folders that they were read from.
    let directories: [String]
    /// The roots of the other repositories of their projects.
    private let others: [String]

    /// A repository in two states.
    package struct States {
        /// `nil` if the earlier state lacks it.
        package let before: SchemaTree?
        package let after: SchemaTree
        /// The paths of copies, by those of what was copied.
        fileprivate let copies: [String: String]
        /// The roots of the other repositories, also of the project, in which references are searched.
        package let bases: [SchemaBase]
    }

    /// Reads repositories.
    ///
    /// - Throws: `CatalogError` when one of them cannot be read.
    package init(directories: [String]) throws(CatalogError) {
        let sources = SourceFiles()
        var trees: [SchemaTree] = []
        for directory in directories { trees.append(try SchemaTree(directory: directory, in: sources)) }
        (self.trees, self.directories) = (trees, directories)
        others = Self.others(than: trees, sources)
    }

    /// The roots of the other repositories of the projects that have some. One that cannot be read is left out: it is
    /// not the one that is worked on.
    private static func others(than trees: [SchemaTree], _ sources: SourceFiles) -> [String] {
        var paths = RealPaths()
        let own = Set(trees.map { paths.path(of: $0.root) })
        let projects = trees.map { Project(of: $0) }.filter { $0.file != nil }
        let folders = projects.flatMap(\.folders.schemas).distinct.filter { FileKind(at: $0) == .directory }
        let roots = folders.compactMap { folder in
            do { return try SchemaTree.root(of: folder, in: sources) } catch { return nil }
        }
        return roots.distinct.filter { !own.contains(paths.path(of: $0)) }
    }

    /// The folder in whose repository of git a commit is looked up.
    private var home: String {
        get throws(RevisionError) {
            let projects = trees.lazy.compactMap { Project(of: $0).file.map(FolderPath.above) }
            return try RevisionRange.home(of: projects.first, trees.map(\.repository))
        }
    }

    /// The roots of the other repositories, also of the project, in which references of one are searched.
    package func bases(of index: Int) -> [SchemaBase] { Self.bases(of: index, in: trees, others) }

    private static func bases(of index: Int, in trees: [SchemaTree], _ others: [String]) -> [SchemaBase] {
        (trees.indices.filter { $0 != index }.map { trees[$0].root } + others).map { SchemaBase(url: nil, folder: $0) }
    }

    /// Calls `body` with each repository as it is in the states of a range.
    ///
    /// - Parameters:
    ///   - range: the states, of which the second is the working tree or a commit.
    ///   - body: gets the states, and the name of the first one.
    /// - Returns: the result of `body`.
    /// - Throws: ``RevisionError`` when a state cannot be read or the second one lacks a repository, `CatalogError`
    ///   when settings cannot be read, or the error of `body`.
    package func withStates<Result>(
        of range: RevisionRange, _ body: (_ states: [States], _ start: String) throws -> Result
    ) throws -> Result {
        let home = try home
        let start = try range.start(in: home)
        return try withFormer(at: start, home) { before in
            guard let end = range.end else { return try body(states(before, trees, copies: [:]), start) }
            return try withCopies(at: end, home, beside: others) { after, copies in
                for (tree, copy) in zip(trees, after) where copy == nil {
                    throw RevisionError(description: "“\(end)” has no folder \(tree.repository)")
                }
                return try body(states(before, after.compactMap(\.self), copies: copies), start)
            }
        }
    }

    private func states(_ before: [SchemaTree?], _ after: [SchemaTree], copies: [String: String]) -> [States] {
        after.indices.map {
            States(
                before: before[$0], after: after[$0], copies: copies,
                bases: Self.bases(of: $0, in: after, others.map { copies[$0] ?? $0 }))
        }
    }

    /// Calls `body` with the repositories before a change. A repository of now that the state lacks is compared with
    /// the one whose place it takes.
    private func withFormer<Result>(
        at revision: String, _ home: String, _ body: ([SchemaTree?]) throws -> Result
    ) throws -> Result {
        let project = trees.lazy.map { Project(of: $0) }.first { $0.file != nil }
        guard let project, let file = project.file else {
            return try withCopies(at: revision, home) { before, _ in try body(before) }
        }
        let folders = CatalogFolders(schemaRoots: trees.map(\.repository))
        let isFolder = FileKind(at: revision) == .directory
        let state = Revision(revision, of: isFolder ? FolderPath.above(file) : home)
        let base = try BaseFolders(
            folders, of: FolderPath.above(file), projectFile: file,
            besides: directories + project.folders.schemas + [project.folders.streams, project.folders.experiments],
            in: state)
        guard !base.isSame else { return try withCopies(at: revision, home) { before, _ in try body(before) } }
        return try state.withCopies(of: base.all, withFileBeside: SchemaToolsSettings.fileName) { copies in
            let (copies, removed) = base.paired(copies, from: SourceFiles(), to: SourceFiles())
            guard removed.isEmpty else {
                throw RevisionError(
                    description: "“\(revision)” has the root of schemas \(removed.joined(separator: ", ")), which the "
                        + "project no longer names; “eventctl check --against \(revision)” says which versions go")
            }
            return try reporting(copies, at: revision) {
                try body(try folders.schemaRoots.map { try copies[$0].map { try SchemaTree(directory: $0) } })
            }
        }
    }

    private func withCopies<Result>(
        at revision: String, _ home: String, beside others: [String] = [],
        _ body: ([SchemaTree?], _ copies: [String: String]) throws -> Result
    ) throws -> Result {
        let folders = trees.map(\.repository)
        let isFolder = FileKind(at: revision) == .directory
        // A folder may be a copy of the one repository itself.
        let project = isFolder && folders.count == 1 ? nil : home
        return try Revision(revision, of: project).withCopies(of: folders + (isFolder ? [] : others)) { copies in
            try reporting(copies, at: revision) {
                try body(try folders.map { try copies[$0].map { try SchemaTree(directory: $0) } }, copies)
            }
        }
    }

    /// Calls `body`. Its errors name the files of a state in place of their copies.
    private func reporting<Result>(
        _ copies: [String: String], at revision: String, _ body: () throws -> Result
    ) throws -> Result {
        do { return try body() } catch let error as CatalogError {
            throw CatalogError(error.findings.map { $0.moved(copies, from: revision) })
        }
    }
}

extension CompatibilityCheck {
    /// Compares the versions of repositories, with those of a range where one is given.
    ///
    /// - Parameters:
    ///   - trees: the repositories as they are in the working tree.
    ///   - range: the states, of which the second is the working tree or a commit; `nil` compares every pair.
    ///   - options: how the check is made.
    ///   - asOf: the date by which waivers may have ended.
    /// - Throws: ``RevisionError`` when a commit cannot be read or lacks the folder, `CatalogError` when the settings
    ///   of one cannot be.
    package init(_ trees: SchemaTrees, _ range: RevisionRange?, options: Options, asOf: UTCInstant?) throws {
        func check(
            _ state: SchemaTrees.States, beside others: [SchemaTree] = [], _ start: String?, in project: Project
        ) -> CompatibilityCheck {
            var options = options
            options.bases += state.bases
            let base = start.flatMap { start in state.before.map { (tree: $0, commit: start) } }
            return Self(state.after, since: base, beside: others, options: options, in: project, asOf: asOf)
        }
        guard let range else {
            self.init(trees.states.map { check($0, nil, in: Project(of: $0.after)) })
            return
        }
        self = try trees.withStates(of: range) { states, start in
            Self(
                zip(states, trees.trees).map { state, tree in
                    var project = Project(of: tree)
                    project.copies = state.copies
                    let others = states.map(\.after).filter { $0.root != state.after.root }
                    return check(state, beside: others, start, in: project).moved(state.copies)
                })
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

extension SchemaTrees {
    /// The repositories without an earlier state.
    fileprivate var states: [States] { states(trees.map { _ in nil }, trees, copies: [:]) }
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
