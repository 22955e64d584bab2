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
    ///   - file: the project's file of now.
    ///   - revision: the earlier state.
    /// - Throws: ``RevisionError`` if the state cannot be read.
    init(_ folders: CatalogFolders, projectFile file: String?, in revision: Revision) throws {
        self.folders = folders
        let place = folders.projectFolder.map { FolderPath.entry(Project.fileName, in: $0) }
        let files = [place].compactMap(\.self)
        let names = try revision.withCopies(of: [], files: files) { copies in
            place.flatMap { copies[$0] }.map { Project(file: $0).named(in: folders.projectFolder ?? ".") }
        }
        projectFile = file ?? (names == nil ? nil : place)
        former = names.map { $0.without(folders) } ?? CatalogFolders()
    }

    /// What is copied from the earlier state.
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
    fileprivate func without(_ others: CatalogFolders) -> CatalogFolders {
        moved { others.all.contains($0) ? nil : $0 }
    }
}
