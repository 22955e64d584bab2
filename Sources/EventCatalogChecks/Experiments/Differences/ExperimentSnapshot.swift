package import EventCatalog
import EventSchema
import EventStreams

/// The experiments and instruments of a folder at one time, to be compared with those of another.
package struct ExperimentSnapshot: Sendable {
    /// The entries that have a name; of two with the same name in a list, the first.
    let entries: [ExperimentEntry]
    /// Where the entries begin.
    private(set) var places = EntryPlaces()
    private let positions: [ExperimentKey: Int]
    private let project: Project
    private let waivers: Waivers
    /// The paths of the folder by its names in locations; none if it is called by its path.
    private let names: [String: String]

    private init(
        _ entries: [ExperimentEntry] = [], of project: Project = .platform, _ waivers: Waivers = Waivers(),
        names: [String: String] = [:]
    ) {
        var positions: [ExperimentKey: Int] = [:]
        var first: [ExperimentEntry] = []
        for entry in entries where positions[entry.key] == nil {
            positions[entry.key] = first.count
            first.append(entry)
        }
        (self.entries, self.positions) = (first, positions)
        (self.project, self.waivers, self.names) = (project, waivers, names)
        for entry in entries { places.add(entry.key.words, at: entry.location) }
    }

    /// The words of the project.
    var vocabulary: Vocabulary { project.vocabulary }

    /// No experiments, as before the first.
    package static let empty = ExperimentSnapshot()

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - directory: the folder. It may have no files.
    ///   - name: the name of the folder in locations. The default is its path.
    ///   - project: the project that the folder belongs to. The default is the one whose file names it.
    /// - Throws: `CatalogError` with the files that cannot be read. Of those, no experiment can be compared.
    package init(
        directory: String, named name: String? = nil, of project: Project? = nil
    ) throws(CatalogError) {
        let sources = SourceFiles()
        let folder = try ExperimentFolder(directory: directory, mayBeEmpty: true, of: project, in: sources)
        let unreadable = folder.findings.filter { Rule.doubtRules.contains($0.rule) }
        guard unreadable.isEmpty else { throw CatalogError(unreadable) }
        self.init(folder, sources, names: name.map { [$0: directory] } ?? [:])
    }

    /// Reads the files of a project's folder that can be read; `nil` if there is no folder or it cannot be listed. The
    /// check of the folder has a finding for what cannot be read.
    init?(readableIn folders: CatalogFolders, _ sources: SourceFiles) {
        guard let directory = folders.experiments else { return nil }
        do {
            let project = folders.project(in: sources)
            let folder = try ExperimentFolder(directory: directory, mayBeEmpty: true, of: project, in: sources)
            self.init(folder, sources)
        } catch { return nil }
    }

    private init(_ folder: ExperimentFolder, _ sources: SourceFiles, names: [String: String] = [:]) {
        let entries = ExperimentList.allCases.flatMap { list in
            let entries = folder.entries(of: list)
            let reading = ReadExperiments(entries, of: list)
            return entries.compactMap { ExperimentEntry($0, reading, folder.project.vocabulary) }
        }
        let files = folder.entries.map(\.document.file).distinct
        self.init(entries, of: folder.project, Waivers(in: files, of: sources), names: names)
    }

    subscript(key: ExperimentKey) -> ExperimentEntry? { positions[key].map { entries[$0] } }

    /// The errors among findings in the folder: with the severities of the project, without those that are waived, and
    /// with the folder's name in locations.
    func errors(among findings: [CatalogFinding], asOf: UTCInstant) -> [CatalogFinding] {
        waivers.applied(to: project.judged(findings), asOf: asOf) { _ in false }.findings
            .filter { $0.severity == .error }.map { names.isEmpty ? $0 : $0.moved(names) }
    }
}

/// What an entry is found by: names of experiments and of instruments are independent.
struct ExperimentKey: Sendable, Hashable {
    let list: ExperimentList
    let name: String

    /// `experiment search-suggestions`.
    var words: String { "\(list.entry) \(name)" }
}

/// An experiment or an instrument, as written and as clients read it.
struct ExperimentEntry: Sendable {
    let key: ExperimentKey
    /// As clients read it; `nil` when they leave it out.
    let configuration: ReadExperiment?
    /// Why clients leave it out.
    let issues: [StreamIssue]
    /// The words of the project.
    let vocabulary: Vocabulary
    private let authored: AuthoredExperiment

    fileprivate init?(_ authored: AuthoredExperiment, _ reading: ReadExperiments, _ vocabulary: Vocabulary) {
        guard let name = authored.setting("name")?.string else { return nil }
        key = ExperimentKey(list: authored.list, name: name)
        (configuration, issues) = (reading.usable[name], reading.issues[name] ?? [])
        (self.authored, self.vocabulary) = (authored, vocabulary)
    }

    /// The names of the settings that are not null.
    var settings: [String] { (authored.value.object ?? [:]).names.filter { setting($0) != nil } }

    /// The value of a setting; `nil` where it is absent or null.
    func setting(_ name: String) -> JSONValue? { authored.setting(name) }

    /// Where the entry begins.
    fileprivate var location: SourceLocation { authored.location() }

    /// The file, line and column of a setting.
    func location(of setting: String) -> SourceLocation { authored.location(of: setting) }
}
