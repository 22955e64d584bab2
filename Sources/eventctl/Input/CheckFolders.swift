import ArgumentParser
import EventCatalog
import EventSupport

/// The folders that `check` reads.
struct CheckFolders: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The folder of a project, one of its folders, or repositories of schemas.", valueName: "PATH"))
    var paths: [String] = []

    @Option(help: ArgumentHelp("The folder of streams.", valueName: "DIR"))
    var streams: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Roots of schema repositories, searched in order. May be repeated.", valueName: "DIR"))
    var schemas: [String] = []

    @Option(help: ArgumentHelp("The folder of experiments and instruments.", valueName: "DIR"))
    var experiments: String?

    @Option(help: ArgumentHelp("The file with a remote configuration of clients.", valueName: "FILE.json"))
    var clientConfig: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Folders of source code: also find streams that no code uses, and names in it that are not streams. May be "
                + "repeated.",
            valueName: "DIR"))
    var code: [String] = []

    /// The folders and the file of the options.
    private var given: CatalogFolders {
        CatalogFolders(
            streams: streams, schemaRoots: schemas, experiments: experiments, clientConfiguration: clientConfig)
    }

    func validate() throws {
        let options = [streams, experiments, clientConfig].compactMap(\.self) + schemas + code
        guard !(paths + options).contains("") else {
            throw ValidationError("A path is empty; give a folder.")
        }
        if let site = (paths + options).first(where: { $0.contains("://") && !$0.hasPrefix("file://") }) {
            throw ValidationError("'\(site)' is not a folder. Nothing is fetched; give a folder with a copy.")
        }
        guard paths.isEmpty || given.isEmpty else {
            throw ValidationError("'\(paths[0])' comes beside an option with a folder; give paths or such options.")
        }
    }

    /// The folders of the paths or the options, or those of the current directory.
    ///
    /// - Throws: `ValidationError` when there is nothing to check.
    func resolved() throws -> CatalogFolders {
        var folders = given
        if folders.isEmpty { folders = paths.isEmpty ? .inCurrentDirectory : try CheckedPaths(paths).folders }
        folders.code = CatalogFolders(code: code).code
        guard !folders.isEmpty else { throw ValidationError(Self.nothingToCheck) }
        guard folders.code.isEmpty || folders.streams != nil else {
            throw ValidationError("--code compares code with streams; give the folder of streams with --streams.")
        }
        return folders
    }

    private static var nothingToCheck: String {
        for finding in Project.misnamed(in: ".") { Output.errorLine("\(finding)") }
        let above = ["..", "../.."].map { FolderPath.entry(Project.fileName, in: $0) }
        let hint = above.first { FileKind(at: $0) == .regular }.map { "There is \($0). " } ?? ""
        return "There is nothing to check: the current directory has no folder Streams, Schemas or Experiments, "
            + "no file \(Project.fileName) or \(CatalogFolders.defaultClientConfiguration), and is no repository of "
            + "schemas. \(hint)Give the folder of the project or of the repository."
    }
}

/// What the paths of a call stand for.
private struct CheckedPaths {
    private(set) var folders = CatalogFolders()

    /// - Throws: `ValidationError` for a path that is neither a project, nor one of its folders, nor a repository.
    init(_ paths: [String]) throws {
        for path in paths { try add(path) }
    }

    private mutating func add(_ path: String) throws {
        if FileKind(at: path) == .regular {
            throw ValidationError("'\(path)' is a file; give the folder of its project, or of its repository.")
        }
        let own = CatalogFolders(ofProject: path)
        if own.streams ?? own.experiments ?? own.clientConfiguration ?? own.projectFile != nil {
            guard folders.isEmpty else {
                throw ValidationError("'\(path)' is the folder of a project, which is checked by itself.")
            }
            folders = own
            return
        }
        if !own.schemaRoots.isEmpty { return folders.schemaRoots += own.schemaRoots }
        try addFolder(FolderPath.normal(path))
    }

    /// Adds a folder by its place in its project; otherwise one that has schemas, or cannot be read, as a root of them.
    private mutating func addFolder(_ path: String) throws {
        var real = RealPaths()
        let target = real.path(of: path)
        let projects = [Project(of: path), Project(at: FolderPath.above(path))].map(\.folders)
        if projects.contains(where: { real.path(of: $0.streams) == target }) {
            folders.streams = path
        } else if projects.contains(where: { real.path(of: $0.experiments) == target }) {
            folders.experiments = path
        } else {
            let root = CatalogFolders(schemaRoots: [path])
            guard !root.files().isEmpty || FileKind(at: path) != .directory else {
                throw ValidationError(
                    "'\(path)' is not the folder of a project, none of its folders, and has no schemas. If it has "
                        + "streams or experiments, give it with --streams or --experiments.")
            }
            folders.schemaRoots += root.schemaRoots
        }
    }
}
