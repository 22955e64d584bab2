import EventCatalog

/// The commits of a project's repositories that belong to one commit of its own repository.
struct ProjectCommits {
    /// Where a folder is read from.
    enum Source {
        case commit(CommitFolder)
        /// A submodule that the commit does not have.
        case absent
        /// A folder of another repository, or of none.
        case unversioned
    }

    private let name: String
    private let root: String
    private let commit: String

    /// - Parameters:
    ///   - name: the name of the commit, such as `origin/main`.
    ///   - folder: a folder of the project's own repository.
    /// - Throws: ``RevisionError`` if the folder is in no repository, or the commit does not exist.
    init(_ name: String, of folder: String) throws(RevisionError) {
        let home = try RepositoryFolder(folder, forCommit: name)
        (self.name, root, commit) = (name, home.root, try home.requireCommit(name))
    }

    /// - Throws: ``RevisionError`` if git cannot read the folder's repository, or a submodule lacks its commit.
    func source(of folder: String) throws(RevisionError) -> Source {
        guard let folder = try RepositoryFolder.existing(folder) else { return .unversioned }
        switch try recorded(for: folder.root) {
        case .hash(let hash): return .commit(CommitFolder(folder, in: hash))
        case .none: return .absent
        case .foreign: return .unversioned
        }
    }

    private enum Recorded {
        case hash(String)
        case none
        case foreign
    }

    /// The commit of a repository.
    private func recorded(for repository: String) throws(RevisionError) -> Recorded {
        if repository == root { return .hash(commit) }
        let git = GitFolder(repository)
        guard let above = try git.output("rev-parse", "--show-superproject-working-tree"), !above.isEmpty else {
            return .foreign
        }
        guard case .hash(let outer) = try recorded(for: above) else { return try recorded(for: above) }
        let path = RealPaths.relative(repository, to: above)
        let entry = try GitFolder(above).output("ls-tree", outer, "--", path)?.split(whereSeparator: \.isWhitespace)
        guard let entry, entry.count > 2, entry[1] == "commit" else { return .none }
        guard try git.output("cat-file", "-t", String(entry[2])) == "commit" else {
            throw RevisionError(
                description:
                    "the submodule \(path) lacks the commit \(entry[2].prefix(12)), which “\(name)” has there; "
                    + "run “git -C \(path) fetch”")
        }
        return .hash(String(entry[2]))
    }
}
