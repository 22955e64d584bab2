import EventSupport

/// The folders of a project that are checked together.
public struct CatalogFolders: Sendable, Hashable {
    /// The folder of streams; `nil` when there are no streams to check.
    public var streams: String?
    /// The roots of schema repositories, searched in order. Without roots, streams may name base schemas only.
    public var schemaRoots: [String]
    /// The folder of experiments and instruments; `nil` when there are no experiments to check.
    public var experiments: String?
    /// The file with a remote configuration of clients, as JSON; `nil` to check no such file.
    public var clientConfiguration: String?
    /// The folders of source code that streams are compared with; none when they are compared with no code.
    public var code: [String]
    /// The folder of the project whose folders these are; `nil` if a caller has named them one by one.
    package private(set) var projectFolder: String?
    /// The file of the project; `nil` for the one that has one of the folders, where there is one.
    package var projectFile: String?
    /// The file of filters; `nil` for the one beside the folder of streams, where there is one.
    package var filtersFile: String?
    /// Where these are copies of a commit: the paths of what was copied, with those of the copies.
    package var copies: [String: String] = [:]

    /// The name of the file with a remote configuration in a project.
    package static let defaultClientConfiguration = "client-config.json"

    /// Creates a list of folders. Each path gets one spelling: without `.`, and without a slash at the end. The folder
    /// of a project as a root of schemas stands for its folder `Schemas`.
    public init(
        streams: String? = nil, schemaRoots: [String] = [], experiments: String? = nil,
        clientConfiguration: String? = nil, code: [String] = []
    ) {
        self.streams = streams.map(FolderPath.normal)
        self.schemaRoots = schemaRoots.map(SchemaRepositoryFolder.of)
        self.experiments = experiments.map(FolderPath.normal)
        self.clientConfiguration = clientConfiguration.map(FolderPath.normal)
        self.code = code.map(FolderPath.normal)
    }

    /// The folders `Streams`, `Schemas` and `Experiments` of a project, or those that its `Project.yaml` names, and the
    /// file `client-config.json`, where they exist, with `Project.yaml` itself. A repository of schemas is its root. A
    /// folder of experiments from which the last file was removed is left out: git keeps no empty folder.
    package init(ofProject folder: String) {
        func existing(_ path: String, _ kind: FileKind = .directory) -> String? {
            FileKind(at: path) == kind ? path : nil
        }
        let folder = FolderPath.normal(folder)
        let project = Project(at: folder)
        let (streams, schemas, experiments) = project.folders
        self.init(
            streams: existing(streams), schemaRoots: schemas.compactMap { existing($0) },
            experiments: existing(experiments).flatMap { Self.isEmpty($0) ? nil : $0 },
            clientConfiguration: existing(FolderPath.joined(folder, Self.defaultClientConfiguration), .regular))
        (projectFile, projectFolder) = (project.file, folder)
    }

    /// Whether a folder has hidden entries only. A folder that cannot be listed is reported when it is read.
    private static func isEmpty(_ folder: String) -> Bool {
        do { return try SourceFiles().listing(of: folder).names.allSatisfy { $0.hasPrefix(".") } } catch {
            return false
        }
    }

    /// Those of the project, or the repository, in the current directory.
    public static var inCurrentDirectory: CatalogFolders { CatalogFolders(ofProject: ".") }

    /// All folders: streams, schemas, experiments, code.
    public var all: [String] { checked + code }

    /// The folders without code, which only streams are compared with.
    package var checked: [String] { [streams].compactMap { $0 } + schemaRoots + [experiments].compactMap { $0 } }

    /// The file of filters of the folder of streams; `nil` where there is none.
    package var filters: String? {
        if let filtersFile { return filtersFile }
        return streams.map(NamedFilters.file(beside:)).flatMap { FileKind(at: $0) == .missing ? nil : $0 }
    }

    /// Whether there is nothing to check. Code alone is nothing to check.
    public var isEmpty: Bool { checked.isEmpty && clientConfiguration == nil && projectFile == nil }

    /// Checks that every folder can be listed, and that the file is there.
    ///
    /// - Throws: ``CatalogError`` with a finding for each that cannot be read.
    public func requireReadable() throws(CatalogError) { try requireReadable(in: SourceFiles()) }

    /// ``requireReadable()``, with the files of a command.
    package func requireReadable(in sources: SourceFiles) throws(CatalogError) {
        var findings: [CatalogFinding] = []
        for folder in all {
            do { _ = try sources.listing(of: folder) } catch {
                findings.add(
                    .unreadableFile, SourceLocation(file: folder), "Cannot be listed: \(error.reasonText).",
                    remedy: "Name a directory that exists and that you may read.")
            }
        }
        if let clientConfiguration {
            do { _ = try sources.text(of: clientConfiguration) } catch { findings += error.findings }
        }
        // A project's file that cannot be read may name other folders.
        guard findings.isEmpty else { throw CatalogError(project(in: sources).findings + findings) }
    }

    /// The same folders in other places; a folder without a place is left out.
    package func moved(_ place: (String) -> String?) -> CatalogFolders {
        CatalogFolders(
            streams: streams.flatMap(place), schemaRoots: schemaRoots.compactMap(place),
            experiments: experiments.flatMap(place), clientConfiguration: clientConfiguration.flatMap(place),
            code: code.compactMap(place))
    }

    /// The files that are read, each once. Folders that cannot be listed have no files here.
    package func files(in sources: SourceFiles = SourceFiles()) -> [String] {
        var files = [clientConfiguration, project(in: sources).file, filters].compactMap { $0 }
        for folder in [streams, experiments].compactMap({ $0 }) {
            do {
                files += try YAMLFolder(folder, holding: "YAML", in: sources).paths
            } catch {
                // The check of the folder has this finding.
            }
        }
        for root in schemaRoots {
            do {
                let finder = try SchemaFileFinder(root: root, in: sources)
                files += finder.files.map(\.path) + finder.currentFiles
            } catch {
                // The check of the root has this finding.
            }
        }
        return files.distinct
    }
}
