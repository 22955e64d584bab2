import EventSchema
import EventSupport

/// The version files of repositories, read and compiled, and what is wrong with them.
package struct SchemaFolderReader {
    /// The versions by URI, among them the base schemas that no root has.
    private(set) var versions: [String: SchemaVersion] = [:]
    /// What is wrong with the files.
    private(set) var findings: [CatalogFinding] = []
    /// The schemas that cannot be used, by URI.
    private(set) var missing: [String: MissingSchema] = [:]
    private let isCheck: Bool
    /// The versions to take instead of reading their files again; `nil` when every file is read.
    private let earlier: EarlierVersions?
    /// The dialects that versions may have beside those of the intake, by root.
    private var dialects: [String: [Dialect]] = [:]

    /// - Parameters:
    ///   - roots: the folders, searched in order.
    ///   - isCheck: whether a file whose text has mistakes is read as far as it can be. Otherwise its schema is
    ///     missing.
    ///   - isForTools: whether versions may have the dialects that the settings of their repository allow. Otherwise
    ///     only those of the intake.
    ///   - sources: the files of the command.
    ///   - earlier: the versions of an earlier reading, which are taken where their texts have not changed; only with
    ///     `sources` of which none is read. `nil` to read every file.
    /// - Throws: ``CatalogError`` when a root cannot be listed, has no schemas, or is a folder above repositories.
    package init(
        roots: [String], isCheck: Bool, isForTools: Bool, in sources: SourceFiles, earlier: EarlierVersions? = nil
    ) throws(CatalogError) {
        (self.isCheck, self.earlier) = (isCheck, earlier)
        let finders = try Self.files(in: roots, sources)
        if isForTools { dialects = Dictionary(finders.map { ($0.root, $0.dialects) }) { $1 } }
        let schemas = read(finders, sources)
        try Self.check(schemas)
        compile(schemas)
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

    private static func check(_ schemas: [ReadSchema]) throws(CatalogError) {
        let ids = schemas.compactMap { schema in schema.value["$id"]?.string.map { (file: schema.file, id: $0) } }
        let nested = Dictionary(grouping: ids, by: \.file.root).compactMap { NestedRoots($0.key, $0.value)?.finding }
        guard nested.isEmpty else { throw CatalogError(nested) }
    }

    private mutating func read(_ finders: [SchemaFileFinder], _ sources: SourceFiles) -> [ReadSchema] {
        findings += finders.flatMap(\.findings)
        let (isCheck, earlier) = (isCheck, earlier)
        let results = concurrentMap(finders.flatMap(\.files)) { file in
            let schema = Result { () throws(CatalogError) in
                // Taken before the file is read, so that an edit during the reading is one.
                let text = earlier?.text(of: file)
                if let text, let version = earlier?.version(of: text) { return ReadSchema(file, of: version, text) }
                let document = try sources.checkedDocument(in: file.path)
                return ReadSchema(file, isCheck ? document : try document.faultless(), text)
            }
            return (file: file, schema: schema)
        }
        var schemas: [ReadSchema] = []
        for (file, result) in results {
            do {
                let schema = try result.get()
                schemas.append(schema)
                if isCheck { findings += try schema.document.findings }
            } catch {
                addMissing(file, error)
            }
        }
        return schemas
    }

    private mutating func compile(_ schemas: [ReadSchema]) {
        let schemas = schemas + builtIn()
        let sources = Dictionary(schemas.map { ($0.file.uri, $0) }) { first, _ in first }
        let registry = sources.mapValues(\.value)
        let dialects = self.dialects
        let results = concurrentMap(schemas) { schema in
            let compiler = SchemaVersionCompiler(
                read: schema, sources: sources, registry: registry, dialects: dialects[schema.file.root] ?? [])
            return (file: schema.file, result: compiler.result)
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
    private mutating func builtIn() -> [ReadSchema] {
        var schemas: [ReadSchema] = []
        for (uri, text) in BaseSchemas.documents {
            let version = String(uri.split(separator: "/").last ?? "")
            let file = SchemaFile(root: SchemaVersion.builtInRoot, place: "\(uri.dropFirst()).json", version: version)
            do {
                let document = try SourceDocument(bytes: Array(text.utf8), file: file.path)
                let text = SchemaText(builtIn: file.path)
                schemas.append(ReadSchema(file, document, text, earlier: earlier?.version(of: text)))
            } catch {
                addMissing(file, error)
            }
        }
        return schemas
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
