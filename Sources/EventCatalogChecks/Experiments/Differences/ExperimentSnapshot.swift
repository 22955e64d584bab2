package import EventCatalog
import EventSchema
import EventStreams

/// The experiments and instruments of a folder at one time, to be compared with those of another.
package struct ExperimentSnapshot: Sendable {
    /// The entries that have a name; of two with the same name in a list, the first.
    let entries: [ExperimentEntry]
    private let positions: [ExperimentKey: Int]

    private init(_ entries: [ExperimentEntry]) {
        var positions: [ExperimentKey: Int] = [:]
        var first: [ExperimentEntry] = []
        for entry in entries where positions[entry.key] == nil {
            positions[entry.key] = first.count
            first.append(entry)
        }
        (self.entries, self.positions) = (first, positions)
    }

    /// No experiments, as before the first.
    package static let empty = ExperimentSnapshot([])

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
        let folder = try ExperimentFolder(directory: directory, mayBeEmpty: true, of: project)
        let unreadable = folder.findings.filter { Rule.doubtRules.contains($0.rule) }
        guard unreadable.isEmpty else { throw CatalogError(unreadable) }
        let entries = ExperimentList.allCases.flatMap { list in
            let entries = folder.entries(of: list)
            let reading = ReadExperiments(entries, of: list)
            return entries.compactMap {
                ExperimentEntry($0, reading, folder.project.vocabulary, in: directory, named: name ?? directory)
            }
        }
        self.init(entries)
    }

    subscript(key: ExperimentKey) -> ExperimentEntry? { positions[key].map { entries[$0] } }
}

/// What an entry is found by: names of experiments and of instruments are independent.
struct ExperimentKey: Sendable, Hashable {
    let list: ExperimentList
    let name: String
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
    private let directory: String
    private let folderName: String

    fileprivate init?(
        _ authored: AuthoredExperiment, _ reading: ReadExperiments, _ vocabulary: Vocabulary, in directory: String,
        named folderName: String
    ) {
        guard let name = authored.setting("name")?.string else { return nil }
        key = ExperimentKey(list: authored.list, name: name)
        (configuration, issues) = (reading.usable[name], reading.issues[name] ?? [])
        (self.authored, self.directory, self.folderName) = (authored, directory, folderName)
        self.vocabulary = vocabulary
    }

    /// The names of the settings that are not null.
    var settings: [String] { (authored.value.object ?? [:]).names.filter { setting($0) != nil } }

    /// The value of a setting; `nil` where it is absent or null.
    func setting(_ name: String) -> JSONValue? { authored.setting(name) }

    /// The file, line and column of a setting.
    func location(of setting: String) -> String {
        "\(authored.location(of: setting))".replacing(directory, with: folderName)
    }
}
