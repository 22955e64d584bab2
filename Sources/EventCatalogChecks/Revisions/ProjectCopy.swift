import EventCatalog
import EventSupport

/// A folder with a copy of a project, or of the one folder that a command reads.
struct ProjectCopy {
    private let copy: String
    private let project: String?

    /// - Parameters:
    ///   - copy: the folder with the copy.
    ///   - project: the folder of the project. `nil` stands for the folder around those that are read.
    init(_ copy: String, of project: String?) { (self.copy, self.project) = (copy, project) }

    /// The paths in the copy of what is there. Folders outside of the project are taken as they are.
    ///
    /// - Throws: ``RevisionError`` if the copy has none of the folders.
    func paths(of folders: [String], files: [String]) throws(RevisionError) -> [String: String] {
        var real = RealPaths()
        let home =
            (project.map { real.path(of: $0) } ?? Self.common(folders.map { FolderPath.above(real.path(of: $0)) }))
        var paths: [String: String] = [:]
        for path in folders + files {
            let place = RealPaths.relative(real.path(of: path), to: home)
            guard !FolderPath.isOutside(place) else {
                if folders.contains(path) { paths[path] = path }
                continue
            }
            let other = FolderPath.joined(copy, place)
            if FileKind(at: other) != .missing { paths[path] = other }
        }
        if paths.isEmpty, folders.count == 1 { paths[folders[0]] = copy }
        guard folders.isEmpty || !paths.isEmpty else {
            let names = folders.map { RealPaths.relative(real.path(of: $0), to: home) }.joined(separator: ", ")
            throw RevisionError(
                description: "\(copy) is a folder without \(names); name a copy of the project's folder, or a commit")
        }
        return paths
    }

    /// The deepest folder that has all of some, which are absolute.
    private static func common(_ folders: [String]) -> String {
        guard let first = folders.first?.split(separator: "/") else { return "/" }
        let others = folders.dropFirst().map { $0.split(separator: "/") }
        let count = first.indices.prefix { index in others.allSatisfy { $0.count > index && $0[index] == first[index] }
        }
        return "/" + first.prefix(count.count).joined(separator: "/")
    }
}
