package import EventSchema
import EventSupport

/// A project's own words, from the file `Project.yaml` beside its folders: contextual attributes, destinations, how
/// serious findings are, and what its streams have beside the platform's settings.
///
/// Without the file, the words are the platform's.
package struct Project: Sendable {
    /// The name of the file.
    package static let fileName = ProjectFileName.right

    /// The path of the file; `nil` where there is none.
    package private(set) var file: String?
    /// The folder of the file, or the one that has none.
    private(set) var folder = "."
    package internal(set) var vocabulary = Vocabulary.platform
    /// The names of the folders, below that of the file.
    package internal(set) var streams = "Streams"
    package internal(set) var schemas = [SchemaRepositoryFolder.inProject]
    package internal(set) var experiments = "Experiments"
    /// Whether the names of the folders are known. They are not where the file cannot be read, or a name in it.
    var hasKnownFolders = true
    /// The severities of findings, in the order of the file.
    package internal(set) var severities: [ProjectSeverity] = []
    package internal(set) var links: [ProjectLink] = []
    /// What streams must have, in the order of the file.
    package internal(set) var requirements: [ProjectRequirement] = []
    /// How many days before a stream expires a check warns of it; `nil` for no warning.
    package var expiryNoticeDays: Int?

    /// The numbers that ``expiryNoticeDays`` may be.
    package static let noticeDays = 1...366
    /// The settings of streams that are another program's: a name, or a path such as `producers.acme`.
    package internal(set) var ignoredSettings: Set<String> = []
    /// What is wrong with the file.
    package internal(set) var findings: [CatalogFinding] = []
    /// Where the file and the folders are copies of a commit: the paths of what was copied, with those of the copies.
    package var copies: [String: String] = [:]
    /// The file's content; `nil` where there is none or it cannot be read.
    package internal(set) var document: SourceDocument?

    /// The project without a file.
    package static let platform = Project()

    private init() {}

    /// Reads a file.
    package init(file: String, in sources: SourceFiles = SourceFiles()) {
        (self.file, folder) = (file, FolderPath.above(file))
        do {
            var reader = ProjectReader(try sources.checkedDocument(in: file))
            reader.read(into: &self)
            if document?.value["schemas"] == nil { schemas = Self.defaultSchemas(in: folder) }
        } catch {
            findings = error.findings
            vocabulary.isComplete = false
            hasKnownFolders = false
        }
    }

    /// Reads the file that has a folder among its own, which may be missing: the nearest in the folder or above it. A
    /// file whose folders are not known is taken for that file: otherwise its mistake would be silent.
    package init(of folder: String, in sources: SourceFiles = SourceFiles()) {
        self = Self.nearest(to: FolderPath.normal(folder), in: sources) ?? .platform
    }

    /// Reads the file in a folder, whatever it is: what cannot be read is a finding. Without one, the words are the
    /// platform's.
    package init(at folder: String, in sources: SourceFiles = SourceFiles()) {
        let file = FolderPath.entry(Self.fileName, in: folder)
        guard FileKind(ofEntry: file) == .missing else {
            self = Project(file: file, in: sources)
            return
        }
        self.folder = folder
        schemas = Self.defaultSchemas(in: folder)
    }

    /// The project of the current directory.
    package static var inCurrentDirectory: Project { Project(at: ".") }

    /// Takes words that are not here for words that may be declared in a file that is not read, so that they are no
    /// findings.
    package mutating func doubtWords() { vocabulary.isComplete = false }

    /// The words, and the other settings of the file, in the form of a file that has them and no others.
    package var settings: JSONObject {
        var settings = vocabulary.settings
        for (name, value) in document?.value.object ?? [:] { settings.insert(value, forNewName: name) }
        return settings
    }

    /// The names of the folders of schemas, unless the file names others: the folder itself if it is a repository.
    private static func defaultSchemas(in folder: String) -> [String] {
        let own = SchemaRepositoryFolder.inProject
        let hasOwn = FileKind(at: FolderPath.entry(own, in: folder)) == .directory
        return hasOwn || !SchemaRepositoryFolder.isRepository(folder) ? [own] : ["."]
    }

    /// The paths of the folders.
    package var folders: (streams: String, schemas: [String], experiments: String) {
        func path(_ name: String) -> String { FolderPath.joined(folder, name) }
        return (path(streams), schemas.map(path), path(experiments))
    }

    private static func nearest(to folder: String, in sources: SourceFiles) -> Project? {
        var paths = RealPaths()
        let target = paths.path(of: folder)
        var place = folder
        while true {
            let project = Project(at: place, in: sources)
            let (streams, schemas, experiments) = project.folders
            let own = [streams, experiments] + schemas
            let isFound = !project.hasKnownFolders || own.contains { paths.path(of: $0) == target }
            if project.file != nil, isFound { return project }
            let isAtEnd = place != folder && RealPaths.resolved(place).map { $0 == "/" } ?? true
            if isAtEnd { return nil }
            place = FolderPath.above(place)
        }
    }
}

extension CatalogFolders {
    /// The project that has one of the folders.
    package func project(in sources: SourceFiles = SourceFiles()) -> Project {
        if let projectFile {
            var project = Project(file: projectFile, in: sources)
            project.copies = copies
            return project
        }
        return checked.lazy.map { Project(of: $0, in: sources) }.first { $0.file != nil } ?? .platform
    }
}
