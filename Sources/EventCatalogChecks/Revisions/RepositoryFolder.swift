import EventCatalog
import EventSupport
import Foundation

/// A folder of a working tree, and its place in the repository.
struct RepositoryFolder {
    /// The root of the repository.
    let root: String
    /// The folder's path below the root; empty for the root itself.
    let path: String

    /// - Parameter folder: the folder, which may be gone.
    /// - Throws: ``RevisionError`` when the folder is in no repository.
    init(_ folder: String) throws(RevisionError) {
        // A folder that is gone is found from the one around it.
        let isThere = FileKind(at: folder) == .directory
        let git = GitFolder(isThere ? folder : FolderPath.above(FolderPath.normal(folder)))
        guard let root = try git.output("rev-parse", "--show-toplevel"),
            let slashed = try git.output("rev-parse", "--show-prefix")
        else {
            let reason = try git.errorText(of: ["rev-parse", "--show-toplevel"])
            throw RevisionError(description: "git reads no repository in \(folder): \(reason)")
        }
        self.root = root
        let path = isThere ? slashed : slashed + URL(fileURLWithPath: folder).lastPathComponent
        self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Runs git at the root.
    var git: GitFolder { GitFolder(root) }

    /// The hash of a commit; `nil` when the repository does not have it.
    func commit(_ name: String) throws(RevisionError) -> String? {
        try git.output("rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}")
    }
}
