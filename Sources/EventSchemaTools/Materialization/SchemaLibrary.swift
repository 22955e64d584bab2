package import EventCatalog
import EventSchema
import EventSupport

/// The documents that `$ref`s can name: the files of a tree, and of the other bases.
struct SchemaLibrary: Sendable {
    /// Where documents are searched, in order.
    let bases: [SchemaBase]
    /// The sites that the settings name, and that no folder is a copy of.
    let missingSites: [String]
    /// The versions of the tree by path: `/title/X.Y.Z`.
    private var versions: [String: SourceDocument] = [:]
    /// What people edit, by the path of the version that is to be written from it.
    private(set) var sources: [String: SourceDocument] = [:]
    private let files: SourceFiles

    /// Creates a library without documents, for a file on its own.
    init() { (bases, missingSites, files) = ([], [], SourceFiles()) }

    /// Creates a library of a tree and of the folders that the user has given beside those of the settings.
    ///
    /// If `isForced`, versions that are there are to be written anew.
    init(_ tree: SchemaTree, bases given: [SchemaBase], isForced: Bool) {
        files = tree.sources
        bases = tree.bases(given)
        missingSites = tree.missingSites(given)
        for folder in tree.titles {
            for (version, document) in folder.versions { versions["/\(folder.path)/\(version)"] = document }
            guard let current = folder.current, let version = folder.currentVersion(tree.settings) else { continue }
            let path = "/\(folder.path)/\(version)"
            guard isForced || versions[path] == nil else { continue }
            (versions[path], sources[path]) = (nil, current)
        }
    }

    /// Takes a version for the one at a path: what others find there once it is written.
    mutating func add(_ version: SourceDocument, at path: String) { versions[path] = version }

    /// The document at a path such as `/title/X.Y.Z`: a version, else the file that people edit if it says that it is
    /// this version, else a file of another base, else a base schema that clients have built in.
    ///
    /// - Returns: `nil` when there is none.
    /// - Throws: `CatalogError` when it cannot be read.
    func document(at path: String) throws(CatalogError) -> SourceDocument? {
        if let document = versions[path] ?? sources[path] { return try document.faultless() }
        for base in bases {
            if let document = try document(at: path, in: base) { return document }
        }
        // Clients have these without a file.
        return try BaseSchemas.documents[path].map { text throws(CatalogError) in
            try SourceDocument(bytes: Array(text.utf8), file: "\(SchemaVersion.builtInRoot)\(path).json")
        }
    }

    /// The document that a URL leads to: in a folder that is a copy of the URL's site, or at a path that the URL ends
    /// with.
    func document(atURL url: String) throws(CatalogError) -> SourceDocument? {
        for base in bases {
            if let path = base.path(of: url), let document = try document(at: path, in: base) { return document }
        }
        let parts = url.split(separator: "/").dropFirst(2)
        for start in parts.indices {
            if let document = try document(at: "/" + parts[start...].joined(separator: "/")) { return document }
        }
        return nil
    }

    private func document(at path: String, in base: SchemaBase) throws(CatalogError) -> SourceDocument? {
        guard !path.split(separator: "/").contains("..") else { return nil }
        for ending in SchemaTitleFolder.endings.map({ ".\($0)" }) + [""] {
            let file = base.folder + path + ending
            guard FileKind(at: file) == .regular else { continue }
            let document = try files.document(in: file)
            // A checkout without links has the name of the target in place of a link.
            guard let target = document.value.string, SchemaTitleFolder.version(inName: target) != nil else {
                return document
            }
            return try files.document(in: FolderPath.joined(FolderPath.above(file), target))
        }
        return nil
    }
}

extension SchemaTitleFolder {
    /// The version in the `$id` of the file that people edit; `nil` when there is none.
    package func currentVersion(_ settings: SchemaToolsSettings) -> SemanticVersion? {
        current?.value[path: settings.schemaVersionField.split(separator: ".").map(String.init)]?.string
            .flatMap { SemanticVersion(endOf: $0) }
    }
}
