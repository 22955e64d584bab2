import EventCatalog
import EventSupport

/// The file of a version as it was published, and the command that puts it back.
struct PublishedFile {
    private let file: String
    private let original: String
    private let base: String

    /// - Parameters:
    ///   - file: the path of the version now, which may be gone.
    ///   - original: the path of the version in the base.
    ///   - base: the base as the caller named it, a commit or a folder.
    init(_ file: String, from original: String, in base: String) {
        (self.file, self.original, self.base) = (file, original, base)
    }

    /// The command, in the working folder.
    var restoringCommand: String {
        // A folder comes first if a commit has the same name.
        if FileKind(at: base) == .directory { return "cp \(original) \(file)" }
        let top = GitFolders.top(around: FolderPath.above(file))
        guard let top, top != GitFolders.top(around: "."), let above = GitFolders.above(submodule: top) else {
            return "git checkout \(base) -- \(file)"
        }
        // The commit is one of the repository around the submodule, which records that of the submodule.
        var paths = RealPaths()
        let (module, place) = (RealPaths.relative(top, to: above), RealPaths.relative(paths.path(of: file), to: top))
        let folder = RealPaths.relative(top, to: paths.path(of: "."))
        return "git -C \(folder) checkout $(git rev-parse \(base):\(module)) -- \(place)"
    }
}
