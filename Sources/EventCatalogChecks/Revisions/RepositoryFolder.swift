import EventCatalog
import EventSupport

/// A folder of a working tree, and its place in the repository.
struct RepositoryFolder {
    /// The root of the repository.
    let root: String
    /// The folder's path below the root; empty for the root itself.
    let path: String

    /// - Parameter folder: the folder, which may be gone.
    /// - Throws: ``RevisionError`` when the folder is in no repository, or git may not read it.
    init(_ folder: String) throws(RevisionError) {
        let (place, rest) = Self.nearest(to: folder)
        let git = GitFolder(place)
        guard let root = try git.output("rev-parse", "--show-toplevel"),
            let slashed = try git.output("rev-parse", "--show-prefix")
        else {
            guard GitFolders.top(around: folder) != nil else {
                throw RevisionError(description: "\(folder) is in no repository of git", isUnknownName: true)
            }
            let reason = try git.errorText(of: ["rev-parse", "--show-toplevel"])
            throw RevisionError(description: "git reads no repository in \(folder): \(reason)")
        }
        self.root = root
        let path = slashed + rest.joined(separator: "/")
        self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The folder, to look a commit up.
    ///
    /// - Throws: ``RevisionError`` when the folder is in no repository, or git may not read it.
    init(_ folder: String, forCommit name: String) throws(RevisionError) {
        guard GitFolders.top(around: folder) != nil else {
            throw RevisionError(
                description:
                    "\(folder) is in no repository of git, so that “\(name)” is no commit; name a folder with a "
                    + "copy of the project", isUnknownName: true)
        }
        try self.init(folder)
    }

    /// The folder; `nil` if it is in no repository.
    ///
    /// - Throws: ``RevisionError`` if git may not read the repository.
    static func existing(_ folder: String) throws(RevisionError) -> RepositoryFolder? {
        GitFolders.top(around: folder) == nil ? nil : try RepositoryFolder(folder)
    }

    /// A folder if it is there, otherwise the nearest one around it, with the names that lead from that to the folder.
    private static func nearest(to folder: String) -> (folder: String, rest: [String]) {
        var (place, rest): (String, [String]) = (folder, [])
        while FileKind(at: place) != .directory, let name = FolderPath.normal(place).split(separator: "/").last {
            rest.insert(String(name), at: 0)
            place = FolderPath.above(FolderPath.normal(place))
        }
        return (place, rest)
    }

    /// Runs git at the root.
    var git: GitFolder { GitFolder(root) }

    /// The hash of a commit; `nil` if the repository does not have it.
    func commit(_ name: String) throws(RevisionError) -> String? {
        try git.output("rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}")
    }

    /// The hash of a commit.
    ///
    /// - Throws: ``RevisionError`` if the repository does not have it.
    func requireCommit(_ name: String) throws(RevisionError) -> String {
        if let commit = try commit(name) { return commit }
        throw RevisionError(
            description: "the repository \(root) has no commit “\(name)”; \(try remedy(for: name)), or name another",
            isUnknownName: true)
    }

    /// How to get a commit that the repository lacks.
    private func remedy(for name: String) throws(RevisionError) -> String {
        let remotes = try git.output("remote")?.split(separator: "\n") ?? []
        guard let remote = remotes.first(where: { name.hasPrefix("\($0)/") }) else { return try remedyForMissing }
        // A clone of one branch fetches no other one under a name, unless it is told the name.
        let branch = name.dropFirst(remote.count + 1)
        return "run “git fetch \(remote) \(branch):refs/remotes/\(name)”"
    }

    /// Whether the repository has no commit yet.
    var isEmpty: Bool { get throws(RevisionError) { try git.output("rev-list", "--all", "--max-count=1") == "" } }

    /// How to get commits that the repository lacks.
    var remedyForMissing: String {
        get throws(RevisionError) {
            guard try git.output("rev-parse", "--is-shallow-repository") == "true" else { return "fetch it" }
            return "the clone is shallow and has the newest commits only: run “git fetch --unshallow”, or clone all of "
                + "the history (fetch-depth: 0 for GitHub, GIT_DEPTH: 0 for GitLab)"
        }
    }
}
