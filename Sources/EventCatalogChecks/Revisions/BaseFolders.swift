import EventCatalog
import EventSchemaTools
import EventSupport

/// The folders of a project as they were before a change, also those that the change renames or removes.
///
/// Which folders there were is in the project's file of that time: otherwise a change of the file would take a folder
/// out of the comparison.
struct BaseFolders {
    /// The folders of now.
    private let folders: CatalogFolders
    /// Those of the earlier file that are not among them.
    private let former: CatalogFolders
    /// The project's file, where it is or was.
    let projectFile: String?

    /// - Parameters:
    ///   - folders: the folders of now.
    ///   - project: the folder of the project; `nil` if it is not known.
    ///   - file: the project's file of now.
    ///   - others: further folders of now, or other names of the same ones. The default is none.
    ///   - revision: the earlier state.
    /// - Throws: ``RevisionError`` if the state cannot be read.
    init(
        _ folders: CatalogFolders, of project: String?, projectFile file: String?, besides others: [String] = [],
        in revision: Revision
    ) throws {
        self.folders = folders
        guard let project else {
            (projectFile, former) = (file, CatalogFolders())
            return
        }
        let place = FolderPath.entry(Project.fileName, in: project)
        let earlier = try revision.withCopies(of: [], files: [place]) { copies in
            copies[place].map { Project(file: $0) }
        }
        projectFile = file ?? earlier.map { _ in place }
        // Without an earlier file, the folders had their usual names.
        let named = (earlier ?? (file == nil ? nil : .platform))?.named(in: project)
        former = named.map { $0.without(folders.all + others) } ?? CatalogFolders()
    }

    /// Whether the folders had the same names.
    var isSame: Bool { former.all.isEmpty }

    /// The folders to copy from the earlier state.
    var all: [String] { folders.all + former.all }

    /// The copies of a state under the paths of now, and the former roots of schemas that no root of now continues.
    ///
    /// A folder of now that the state lacks has the copy of the one whose place it takes: of a root of schemas, that
    /// with most of its titles.
    func paired(
        _ copies: [String: String], from before: SourceFiles, to now: SourceFiles
    ) -> (copies: [String: String], removed: [String]) {
        var copies = copies
        func take(_ former: String, for folder: String) {
            copies[folder] = copies[former]
            copies[former] = nil
        }
        for (folder, former) in [(folders.streams, former.streams), (folders.experiments, former.experiments)] {
            if let folder, let former, copies[folder] == nil { take(former, for: folder) }
        }
        var new = folders.schemaRoots.filter { copies[$0] == nil }
        var removed: [String] = []
        for root in former.schemaRoots {
            guard let copy = copies[root] else { continue }
            let titles = Self.titles(of: copy, in: before)
            let shared = new.map { (root: $0, count: Self.titles(of: $0, in: now).intersection(titles).count) }
            if let best = shared.max(by: { $0.count < $1.count }), best.count > 0 {
                take(root, for: best.root)
                new.removeAll { $0 == best.root }
            } else {
                removed.append(root)
            }
        }
        return (copies, removed)
    }

    /// The titles of a root; none if it cannot be read, which the check of the schemas reports.
    private static func titles(of root: String, in sources: SourceFiles) -> Set<String> {
        do { return Set(try SchemaTree(directory: root, in: sources).titles.map(\.path)) } catch { return [] }
    }
}

extension Project {
    /// The folders that a copy of the file names, below the folder of the file itself.
    fileprivate func named(in folder: String) -> CatalogFolders {
        func path(_ name: String) -> String { FolderPath.joined(folder, name) }
        return CatalogFolders(
            streams: path(streams), schemaRoots: schemas.map(path), experiments: path(experiments))
    }
}

extension CatalogFolders {
    /// The folders that are not among others.
    fileprivate func without(_ others: [String]) -> CatalogFolders { moved { others.contains($0) ? nil : $0 } }
}
