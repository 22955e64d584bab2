import EventCatalog

/// The folders of a project by the repository of git that has them.
package struct KeptFolders {
    /// Those in the project's own repository; if the project is in none, those in none.
    package let own: [String]
    /// Those in another repository, such as a submodule, which somebody else may keep.
    package let others: [String]

    /// - Parameters:
    ///   - folders: the folders.
    ///   - project: the folder of the project.
    package init(_ folders: [String], of project: String) {
        let home = GitFolders.top(around: project)
        let isOwn = folders.map { GitFolders.top(around: $0) == home }
        own = zip(folders, isOwn).filter(\.1).map(\.0)
        others = zip(folders, isOwn).filter { !$0.1 }.map(\.0)
    }
}
