import EventCatalog
import EventCatalogChecks
import EventSupport

/// The project of a folder of streams in a commit. Its file may be gone today, or name other folders.
struct FormerProject {
    /// The path that the file has in the working tree, where it may be gone.
    private let file: String
    private let project: Project

    /// `nil` if the commit has no file of the project.
    ///
    /// - Parameters:
    ///   - streams: the folder of streams of today, which may be gone.
    ///   - commit: the commit.
    /// - Throws: `RevisionError` if the commit cannot be read.
    init?(of streams: String, in commit: Revision) throws {
        let places = Project(of: streams).file.map { [$0] } ?? Self.places(around: streams)
        let found = try commit.withCopies(of: [], files: places) { copies in
            places.lazy.compactMap { place in copies[place].map { (file: place, project: Project(file: $0)) } }
                .first { places.count == 1 || Self.isProject($0.project, in: $0.file, of: streams) }
        }
        guard let found else { return nil }
        (file, project) = found
    }

    /// The paths that the file of a project may have: in the folder of streams and above it, up to the repository's
    /// root.
    private static func places(around streams: String) -> [String] {
        var folder = FolderPath.normal(streams)
        var places = [FolderPath.entry(Project.fileName, in: folder)]
        repeat {
            folder = FolderPath.above(folder)
            places.append(FolderPath.entry(Project.fileName, in: folder))
        } while !isRoot(folder)
        return places
    }

    private static func isRoot(_ folder: String) -> Bool {
        FileKind(ofEntry: FolderPath.entry(".git", in: folder)) != .missing || RealPaths.resolved(folder) ?? "/" == "/"
    }

    /// Whether a folder of streams is the project's, by its file or by its customary name. One whose file cannot be
    /// read is taken for it, so that its mistake is not silent.
    private static func isProject(_ project: Project, in file: String, of streams: String) -> Bool {
        var paths = RealPaths()
        let target = paths.path(of: streams)
        let names = [project.streams, project.experiments, Project.platform.streams] + project.schemas
        return project.document == nil
            || names.contains { paths.path(of: FolderPath.joined(FolderPath.above(file), $0)) == target }
    }

    /// The folders in the commit, by their paths in the working tree.
    ///
    /// - Parameters:
    ///   - streams: the folder of streams of today. If it is that of the project, the one of the commit is meant.
    ///   - experiments: the folder of experiments that the user has named.
    /// - Returns: the folders, which the commit may lack.
    func folders(_ streams: String, _ experiments: String?) -> CatalogFolders {
        func path(_ name: String) -> String { FolderPath.joined(FolderPath.above(file), name) }
        var paths = RealPaths()
        let today = Project(of: streams).streams
        let isOwn = paths.path(of: path(today)) == paths.path(of: streams)
        var folders = CatalogFolders(
            streams: isOwn ? path(project.streams) : streams, schemaRoots: project.schemas.map(path),
            experiments: experiments ?? path(project.experiments))
        folders.projectFile = file
        return folders
    }
}
