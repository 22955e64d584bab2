import EventSchema
import EventSupport

extension Rule {
    package static let misplacedEntry = Rule(
        "misplaced-entry", .error, "An entry of a file of streams is not a stream: its level or its file is wrong.",
        reason: "No stream is made of it, so that no client reads its settings.",
        mistake: "streams:\n  app.search:\n    schema_title: analytics/product_metrics/app/base\n", corrected: .search)
}

/// The entries of a file in the folder of streams that stand at the wrong level or in the wrong file.
///
/// Each such mistake would have many findings that do not name it, so that these entries are left out.
struct MisplacedEntries {
    /// The names of the entries.
    private(set) var names: Set<String> = []
    /// What is wrong with the entries: a finding for all that have the same remedy.
    private(set) var findings: [CatalogFinding] = []
    /// Whether the file has the defaults under a wrong name.
    private(set) var areDefaults = false

    private let document: SourceDocument
    private var entries: JSONObject { document.value.object ?? [:] }

    /// The entries that are not streams.
    init(among document: SourceDocument) {
        self.document = document
        addExperiments()
        addWrapper()
        addSettings()
    }

    /// The streams among the default settings.
    init(amongDefaults document: SourceDocument) {
        self.document = document
        let file = document.file.fileName
        for (name, value) in entries where Self.isStream(value, named: name) {
            add([name], "\(file) has the settings of all streams, and no streams.", "Move “\(name)” to another file.")
        }
    }

    /// The entries without the misplaced ones.
    var others: JSONObject { JSONObject(entries.filter { !names.contains($0.name) }.map { ($0.name, $0.value) }) }

    // MARK: - Mistakes

    private mutating func addExperiments() {
        let lists = ["experiments", "instruments"].filter { entries[$0]?.array != nil }
        add(
            lists, "Experiments and instruments are not read in a folder of streams.",
            "Move the file to the folder of experiments.")
    }

    private mutating func addWrapper() {
        guard let streams = entries["streams"]?.object, !streams.isEmpty, !Self.hasSettings(entries["streams"]),
            streams.allSatisfy({ Self.hasSettings($0.value) })
        else { return }
        add(
            ["streams"], "“streams” is read as the name of a stream: the names of streams are the outermost level.",
            "Remove the line, and indent what is below it one level less.")
    }

    private mutating func addSettings() {
        let settings = entries.filter { SettingBlock.stream.names.contains($0.name) && !Self.hasSettings($0.value) }
            .map(\.name)
        guard let first = settings.first else { return }
        let rest = entries.filter { !settings.contains($0.name) && !names.contains($0.name) }
        if rest.isEmpty, let name = document.file.correctedDefaultsName {
            areDefaults = true
            return findings.add(
                .misplacedEntry, SourceLocation(file: document.file),
                "The file has settings without the name of a stream.", remedy: "Did you mean “\(name)”? Rename it.")
        }
        // A name without a value is the stream whose settings are not indented.
        let empty = rest.filter(\.value.isNull).map(\.name)
        let (it, noun) = settings.count == 1 ? ("it", "a setting") : ("them", "settings")
        let more = settings.count == 1 ? " is" : " and \(settings.count - 1) more are"
        add(
            settings, "“\(first)”\(more) \(noun) at the level of the names of streams.",
            empty.first.map { "Indent \(it) below “\($0)”." } ?? "Indent \(it) below the name of a stream.")
        names.formUnion(empty)
    }

    private mutating func add(_ names: [String], _ problem: String, _ remedy: String) {
        guard let first = names.first else { return }
        self.names.formUnion(names)
        findings.add(.misplacedEntry, document.location(at: [first]), problem, remedy: remedy)
    }

    // MARK: - Entries

    /// Whether a value has settings of a stream in it.
    private static func hasSettings(_ value: JSONValue?) -> Bool {
        value?.object?.names.contains(where: SettingBlock.stream.names.contains) ?? false
    }

    /// Whether a default setting is a stream: another program may have a setting with a description.
    private static func isStream(_ value: JSONValue, named name: String) -> Bool {
        guard !SettingBlock.stream.names.contains(name) else { return false }
        return value["schema_title"] != nil || (name.contains(".") && hasSettings(value))
    }
}

extension String {
    fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }

    /// The right name of a file that was probably meant to be the defaults; `nil` for any other file.
    fileprivate var correctedDefaultsName: String? {
        let parts = fileName.split(separator: ".")
        guard let base = parts.first, parts.count == 2 else { return nil }
        return ["defaults"].nearest(to: base.lowercased(), limit: 2).map { "\($0).\(parts[1])" }
    }
}
