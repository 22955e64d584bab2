import Foundation

/// The two states that are compared, as git names them: `A`, `A..B` or `A...B`.
///
/// `A` and `A...B` begin at the newest commit that both sides have in common, so that what `A` has got since is not
/// taken for removed. An empty side is `HEAD`.
package struct RevisionRange: Sendable, Hashable {
    private let base: String
    /// The commit with what is new; `nil` for the working tree.
    package let end: String?
    private let beginsAtCommonCommit: Bool

    /// Reads a commit or a range.
    package init(_ text: String) {
        func side(_ text: Substring) -> String { text.isEmpty ? "HEAD" : String(text) }
        guard let dots = text.range(of: "...") ?? text.range(of: "..") else {
            (base, end, beginsAtCommonCommit) = (text, nil, true)
            return
        }
        base = side(text[..<dots.lowerBound])
        end = side(text[dots.upperBound...])
        beginsAtCommonCommit = text[dots] == "..."
    }

    /// The commit with what was published.
    ///
    /// - Parameter folder: a folder of the repository.
    /// - Returns: the name of the commit in the range, or the beginning of the hash of the common one.
    /// - Throws: ``RevisionError`` when there is no such commit, or the two have none in common.
    package func start(in folder: String) throws(RevisionError) -> String {
        guard beginsAtCommonCommit else { return base }
        let (one, other) = (
            try CommitFolder(folder, in: base).commit,
            try CommitFolder(folder, in: end ?? "HEAD").commit
        )
        guard let common = try GitFolder(folder).output("merge-base", one, other) else {
            throw RevisionError(
                description:
                    "“\(base)” and “\(end ?? "HEAD")” have no commit in common here; fetch more of the history "
                    + "(a shallow clone has the newest commits only), or compare the two commits: "
                    + "“\(base)..\(end ?? "HEAD")”")
        }
        return common == one ? base : String(common.prefix(12))
    }
}
