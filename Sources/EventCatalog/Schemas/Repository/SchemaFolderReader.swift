import EventSchema
import EventSupport

/// The version files of repositories, read and compiled, and what is wrong with them.
package struct SchemaFolderReader {
    private typealias Documents = [(file: SchemaFile, document: SourceDocument)]

    /// The versions by URI, among them the base schemas that no root has.
    private(set) var versions: [String: SchemaVersion] = [:]
    /// What is wrong with the files.
    private(set) var findings: [CatalogFinding] = []
    /// The schemas that cannot be used, by URI.
    private(set) var missing: [String: MissingSchema] = [:]
    private let isCheck: Bool
    /// The dialects that versions may have beside those of the intake, by root.
    private var dialects: [String: [Dialect]] = [:]

    /// - Parameters:
    ///   - roots: the folders, searched in order.
    ///   - isCheck: whether a file whose text has mistakes is read as far as it can be. Otherwise its schema is
    ///     missing.
    ///   - isForTools: whether versions may have the dialects that the settings of their repository allow. Otherwise
    ///     only those of the intake.
    ///   - sources: the files of the command.
    /// - Throws: ``CatalogError`` when a root cannot be listed, has no schemas, or is a folder above repositories.
    package init(
        roots: [String], isCheck: Bool, isForTools: Bool, in sources: SourceFiles
    ) throws(CatalogError) {
        self.isCheck = isCheck
        let finders = try Self.files(in: roots, sources)
        if isForTools { dialects = Dictionary(finders.map { ($0.root, $0.dialects) }) { $1 } }
        let documents = read(finders, sources)
        try Self.check(documents)
        compile(documents)
        for uri in versions.keys { missing[uri] = nil }
    }

    private static func files(in roots: [String], _ sources: SourceFiles) throws(CatalogError) -> [SchemaFileFinder] {
        var finders: [SchemaFileFinder] = []
        var findings: [CatalogFinding] = []
        for root in roots {
            do {
                let finder = try SchemaFileFinder(root: root, in: sources)
                finders.append(finder)
                let isEmpty = finder.files.isEmpty && finder.currentFiles.isEmpty
                if isEmpty, finder.findings.isEmpty { findings.append(.noSchemas(below: root)) }
            } catch {
                findings += error.findings
            }
        }
        guard findings.isEmpty else { throw CatalogError(findings) }
        return finders
    }

    private static func check(_ documents: Documents) throws(CatalogError) {
        let ids = documents.compactMap { file, document in
            document.value["$id"]?.string.map { (file: file, id: $0) }
        }
        let nested = Dictionary(grouping: ids, by: \.file.root).compactMap { NestedRoots($0.key, $0.value)?.finding }
        guard nested.isEmpty else { throw CatalogError(nested) }
    }

    private mutating func read(_ finders: [SchemaFileFinder], _ sources: SourceFiles) -> Documents {
        findings += finders.flatMap(\.findings)
        let files = finders.flatMap(\.files)
        var documents: Documents = []
        for (file, result) in zip(files, sources.checkedDocuments(in: files.map(\.path))) {
            do {
                let document = try result.get()
                documents.append((file, isCheck ? document : try document.faultless()))
                findings += document.findings
            } catch {
                addMissing(file, error)
            }
        }
        return documents
    }

    private mutating func compile(_ documents: Documents) {
        let documents = documents + builtIn()
        let sources = Dictionary(documents.map { ($0.file.uri, $0.document) }) { first, _ in first }
        let registry = sources.mapValues(\.value)
        let dialects = self.dialects
        let results = concurrentMap(documents) { file, document in
            let compiler = SchemaVersionCompiler(
                file: file, document: document, sources: sources, registry: registry,
                dialects: dialects[file.root] ?? [])
            return (file: file, result: compiler.result)
        }
        for (file, result) in results {
            switch result {
            case .success(let version): if versions[version.uri] == nil { versions[version.uri] = version }
            case .failure(let error): addMissing(file, error)
            }
        }
    }

    private mutating func addMissing(_ file: SchemaFile, _ error: CatalogError) {
        findings += error.findings
        missing[file.uri] = MissingSchema(folder: file.folder, mistake: error.findings.first)
    }

    /// The base schemas, which a root may have too.
    private mutating func builtIn() -> Documents {
        var documents: Documents = []
        for (uri, text) in BaseSchemas.documents {
            let version = String(uri.split(separator: "/").last ?? "")
            let file = SchemaFile(root: SchemaVersion.builtInRoot, place: "\(uri.dropFirst()).json", version: version)
            do { documents.append((file, try SourceDocument(bytes: Array(text.utf8), file: file.path))) } catch {
                addMissing(file, error)
            }
        }
        return documents
    }
}

/// A schema whose file cannot be used.
struct MissingSchema: Sendable {
    let folder: String
    /// What is wrong with the file, the first of it.
    let mistake: CatalogFinding?
}

extension SchemaFileFinder {
    /// The dialects that the settings allow; all dialects if the settings cannot be read.
    fileprivate var dialects: [Dialect] { settings?.schemaDialects ?? Dialect.ofRepositories.map(\.dialect) }
}

extension CatalogFinding {
    /// Without it, a mistyped root passes every check, and each stream has a title that no schema has.
    fileprivate static func noSchemas(below root: String) -> CatalogFinding {
        if let submodule = GitFolders.absentSubmodule(having: root) {
            return CatalogFinding(
                .unreadableFile, SourceLocation(file: root), "The submodule \(submodule) is not checked out.",
                remedy: submoduleRemedy)
        }
        return CatalogFinding(
            .unreadableFile, SourceLocation(file: root), "There are no schema files.",
            remedy: "Add a version such as title/1.0.0.yaml, or name the root of a repository.")
    }
}
