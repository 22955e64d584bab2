import EventCatalog
import EventSupport
import Foundation

/// The states that are compared, as a command's `REF` names them: a commit `A`, two commits `A..B` or `A...B`, or a
/// folder.
///
/// `A` and `A...B` begin at the newest commit that both sides have in common, so that later changes of `A` are not
/// taken for removals. An empty side is `HEAD`. A folder comes first if a commit has the same name.
package struct RevisionRange: Sendable, Hashable {
    private let base: String
    /// The later commit; `nil` for the working tree.
    package let end: String?
    private let beginsAtCommonCommit: Bool

    /// Reads a name.
    package init(_ text: String) {
        func side(_ text: Substring) -> String { text.isEmpty ? "HEAD" : String(text) }
        let isFolder = FileKind(at: text) == .directory
        guard !isFolder, let dots = text.range(of: "...") ?? text.range(of: "..") else {
            (base, end, beginsAtCommonCommit) = (text, nil, !isFolder)
            return
        }
        base = side(text[..<dots.lowerBound])
        end = side(text[dots.upperBound...])
        beginsAtCommonCommit = text[dots] == "..."
    }

    /// The name of the earlier state.
    ///
    /// - Parameter folder: a folder of the repository.
    /// - Returns: the name of the commit or folder in the range; the beginning of the hash of the common commit if
    ///   that is another one, or if the name is a whole hash.
    /// - Throws: ``RevisionError`` if there is no such commit, or the two have none in common.
    package func start(in folder: String) throws(RevisionError) -> String {
        guard beginsAtCommonCommit else { return base }
        let repository = try RepositoryFolder(folder, forCommit: base)
        let (one, other) = (try repository.requireCommit(base), try repository.requireCommit(end ?? "HEAD"))
        guard let common = try repository.git.output("merge-base", one, other) else {
            throw RevisionError(
                description:
                    "“\(base)” and “\(end ?? "HEAD")” have no commit in common here; "
                    + "\(try repository.remedyForMissing), or compare the two commits: "
                    + "“\(base)..\(end ?? "HEAD")”")
        }
        return common == one && base != one ? base : String(common.prefix(12))
    }

    /// The folder in whose repository the name of a commit is looked up, the same for every command.
    ///
    /// - Parameters:
    ///   - project: the folder of the project; `nil` where there is none.
    ///   - folders: what is compared. Below the current directory's repository it belongs to that, also in a submodule.
    /// - Returns: the path of the folder.
    /// - Throws: ``RevisionError`` if git may not read a repository.
    package static func home(of project: String?, _ folders: [String]) throws(RevisionError) -> String {
        if let project, try RepositoryFolder.existing(project) != nil { return project }
        if let current = try RepositoryFolder.existing("."), let first = folders.first {
            var paths = RealPaths()
            let place = RealPaths.relative(paths.path(of: first), to: paths.path(of: current.root))
            if !FolderPath.isOutside(place) { return "." }
        }
        for folder in folders where try RepositoryFolder.existing(folder) != nil { return folder }
        return folders.last ?? "."
    }

    /// Checks that the later state is what the working tree of a folder is based on.
    ///
    /// - Throws: ``RevisionError`` if it is another commit.
    func requireEndAtHead(of folder: String) throws(RevisionError) {
        guard let end, end != "HEAD" else { return }
        let repository = try RepositoryFolder(folder, forCommit: end)
        guard try repository.requireCommit(end) != repository.requireCommit("HEAD") else { return }
        throw RevisionError(
            description: "the working tree is checked, and “\(end)” is not its commit; check it out, or leave it out")
    }
}
