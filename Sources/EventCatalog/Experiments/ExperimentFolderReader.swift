import EventSchema
import EventStreams
import EventSupport

/// The two lists of a file, and what their entries may say.
enum ExperimentList: String, CaseIterable {
    case experiments, instruments

    var names: [String] {
        let common = ["name", "start", "end", "stream_name", "contextual_attributes", "sample_rate"]
        return switch self {
        case .experiments: common + ["schema_id", "version", "phase_index", "user_identifier_type", "groups"]
        case .instruments: common + ["schema_title", "sample_unit"]
        }
    }
}

/// The files of an experiments folder, read, and what is wrong with them.
struct ExperimentFolderReader {
    /// An entry, and where it was written.
    private struct Entry {
        let value: JSONValue
        let document: SourceDocument
        let path: [String]
    }

    private var entries: [ExperimentList: [Entry]] = [:]
    private(set) var findings: [CatalogFinding] = []

    init(directory: String) throws(CatalogError) {
        let folder = try YAMLFolder(directory, holding: "experiment")
        findings += folder.findings
        for name in folder.names {
            do { read(try SourceDocument(file: "\(directory)/\(name)")) } catch { findings += error.findings }
        }
        do {
            let experiments = try ConfigurationList(experiments: .array(values(of: .experiments)))
            note(experiments.quarantined, experiments.diagnostics, in: .experiments)
            let instruments = try ConfigurationList(instruments: .array(values(of: .instruments)))
            note(instruments.quarantined, instruments.diagnostics, in: .instruments)
        } catch {
            throw CatalogError(
                .invalidExperiment, SourceLocation(file: directory), "\(error).", remedy: "Mend the lists.")
        }
    }

    func values(of list: ExperimentList) -> [JSONValue] { (entries[list] ?? []).map(\.value) }

    // MARK: - Files

    private mutating func read(_ document: SourceDocument) {
        guard let lists = document.value.object else {
            return note(
                .invalidExperiment, document, at: [], "This must be a map; it is of type \(document.value.typeName).",
                "Write a list under “experiments” or “instruments”.")
        }
        for (name, value) in lists {
            guard let list = ExperimentList(rawValue: name) else {
                unknown(name, document, at: [name], "an experiment file", ExperimentList.allCases.map(\.rawValue))
                continue
            }
            guard let elements = value.array else {
                note(
                    .invalidExperiment, document, at: [name],
                    "“\(name)” must be a list; it is of type \(value.typeName).",
                    "Write each entry behind a dash.")
                continue
            }
            for (position, element) in elements.enumerated() {
                add(element, to: list, document, at: [name, "\(position)"])
            }
        }
    }

    private mutating func add(
        _ value: JSONValue, to list: ExperimentList, _ document: SourceDocument, at path: [String]
    ) {
        for name in (value.object ?? [:]).names where !list.names.contains(name) {
            unknown(name, document, at: path + [name], "an entry of “\(list.rawValue)”", list.names)
        }
        entries[list, default: []].append(Entry(value: value, document: document, path: path))
    }

    private mutating func unknown(
        _ name: String, _ document: SourceDocument, at path: [String], _ what: String, _ known: [String]
    ) {
        let meant = known.nearest(to: name)
        note(
            .unknownExperimentSetting, document, at: path, "“\(name)” is no setting of \(what).",
            meant.map { "Did you mean “\($0)”?" } ?? "Known are \(known.joined(separator: ", ")).")
    }

    private mutating func note(
        _ rule: Rule, _ document: SourceDocument, at path: [String], _ problem: String, _ remedy: String
    ) {
        findings.append(CatalogFinding(rule, document.location(at: path), problem, remedy: remedy))
    }

    // MARK: - Entries

    /// Notes what clients, who read the list, would leave out or wonder about.
    private mutating func note(
        _ quarantined: [QuarantinedEntry], _ diagnostics: [StreamIssue], in list: ExperimentList
    ) {
        let entries = entries[list] ?? []
        for broken in quarantined {
            for issue in broken.issues { note(issue, in: entries[broken.position]) }
        }
        for issue in diagnostics {
            if let entry = entries.first(where: { $0.value["name"]?.string == issue.stream }) { note(issue, in: entry) }
        }
    }

    private mutating func note(_ issue: StreamIssue, in entry: Entry) {
        let subject = issue.path.isEmpty ? "The entry" : issue.path
        note(
            .invalidExperiment, entry.document, at: entry.path + Self.names(of: issue.path),
            "\(subject) \(issue.message).",
            "Mend it in “\(issue.stream)”.")
    }

    /// The steps of a path such as `contextual_attributes[2]`.
    private static func names(of path: String) -> [String] {
        path.split { ".[]".contains($0) }.map(String.init)
    }
}
