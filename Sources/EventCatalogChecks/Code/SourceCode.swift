import EventCatalog
import EventSupport
import Foundation

/// The source files of some folders, and the quoted names in them.
///
/// Hidden files and folders, links to folders, and folders of fetched packages (`node_modules`, `Pods`) are left out.
struct SourceCode: Sendable {
    /// A source file, as far as names of streams may be in it.
    struct File: Sendable {
        /// The quoted names, each once.
        let names: Set<String>
        /// The names that the code gives as those of streams, each once a line.
        let streams: [StreamName]

        init(_ source: SourceText) {
            let found = QuotedNames(source.bytes).all
            names = Set(found.map(\.text))
            var seen: Set<[String]> = []
            streams = found.filter { $0.isStream && seen.insert(["\($0.position.line)", $0.text]).inserted }
                .map { StreamName(text: $0.text, location: $0.position.location(in: source)) }
        }
    }

    /// A name that code gives as that of a stream.
    struct StreamName: Sendable {
        let text: String
        let location: SourceLocation
    }

    private(set) var files: [File] = []
    /// The files and folders that cannot be read, and the folders without source files.
    private(set) var findings: [CatalogFinding] = []

    private static let endings: Set = [
        "swift", "m", "mm", "h", "c", "cc", "cpp", "kt", "kts", "java", "scala", "js", "mjs", "cjs", "jsx", "ts", "tsx",
        "vue", "svelte", "php", "py", "rb", "go", "rs", "cs", "dart", "lua",
    ]
    private static let packageFolders: Set = ["node_modules", "Pods"]

    /// Reads folders. A file that is in two of them is read once.
    ///
    /// - Parameters:
    ///   - folders: the folders.
    ///   - sources: the files of the command.
    ///   - progress: called with what begins. The default ignores it.
    init(folders: [String], in sources: SourceFiles, _ progress: (String) -> Void = { _ in }) {
        progress("reading code")
        var paths: [String] = []
        for folder in folders {
            let known = findings.count
            let found = visit(folder, sources)
            if found.isEmpty, findings.count == known {
                findings.add(
                    .unreadableFile, SourceLocation(file: folder), "There are no source files.",
                    remedy: "Name a folder with the code that sends events.")
            }
            paths += found
        }
        let results = concurrentMap(paths.distinct) { path in
            Result { () throws(CatalogError) in File(try sources.text(of: path)) }
        }
        for result in results {
            do { files.append(try result.get()) } catch { findings += error.findings }
        }
    }

    /// The paths of the source files of a folder and of those in it.
    private mutating func visit(_ folder: String, _ sources: SourceFiles) -> [String] {
        let names: [String]
        do { names = try sources.listing(of: folder).names } catch {
            findings.add(
                .unreadableFile, SourceLocation(file: folder), "Cannot be listed: \(error.reasonText).",
                remedy: "Check that you may read the directory.")
            return []
        }
        return names.filter { !$0.hasPrefix(".") }.flatMap { name in
            let path = FolderPath.entry(name, in: folder)
            if Self.endings.contains(String(name.split(separator: ".").dropFirst().last ?? "")) {
                if FileKind(at: path) != .directory { return [path] }
            }
            return Self.packageFolders.contains(name) || !DirectoryListing.isFolder(path) ? [] : visit(path, sources)
        }
    }
}
