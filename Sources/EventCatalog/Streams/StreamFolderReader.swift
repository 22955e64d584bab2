import EventSchema
import EventStreams
import EventSupport

/// The files of a streams folder, read, and what is wrong with them.
struct StreamFolderReader {
    private var defaults: SourceDocument?
    private var files: [StreamFile] = []
    /// Which file has a stream.
    private var home: [String: StreamFile] = [:]
    /// What is wrong with the files themselves.
    private(set) var findings: [CatalogFinding] = []

    init(directory: String) throws(CatalogError) {
        let folder = try YAMLFolder(directory, holding: "stream")
        findings += folder.findings
        for name in folder.names {
            do {
                let document = try SourceDocument(file: "\(directory)/\(name)")
                if ["defaults.yaml", "defaults.yml"].contains(name) { addDefaults(document) } else { add(document) }
            } catch {
                findings += error.findings
            }
        }
    }

    // MARK: - Files

    private mutating func addDefaults(_ document: SourceDocument) {
        guard isMap(document.value, at: [], of: document, "the default settings") else { return }
        defaults = document
        findings += StreamSettingNames.findings(in: document.value, at: [], of: document)
    }

    private mutating func add(_ document: SourceDocument) {
        guard isMap(document.value, at: [], of: document, "a map from stream names to settings") else { return }
        let file = StreamFile(document: document)
        files.append(file)
        for (name, settings) in file.entries {
            guard isMap(settings, at: [name], of: document, "the settings of a stream") else { continue }
            findings += StreamSettingNames.findings(in: settings, at: [name], of: document)
            if let first = home[name] {
                findings.append(
                    CatalogFinding(
                        document.location(at: [name]),
                        "The stream “\(name)” is in \(first.location(of: "", in: name)) too.",
                        remedy: "Keep it in one file."))
            } else {
                home[name] = file
            }
        }
    }

    private mutating func isMap(
        _ value: JSONValue, at path: [String], of document: SourceDocument, _ what: String
    ) -> Bool {
        guard value.object == nil else { return true }
        findings.append(
            CatalogFinding(
                document.location(at: path), "This must be \(what); it is of type \(value.typeName).",
                remedy: "Write names and values, one under the other."))
        return false
    }

    // MARK: - Streams

    /// The settings of every stream, completed by the defaults, and `stream`, which is always the name.
    var effectiveSettings: JSONObject {
        var all = JSONObject()
        for file in files {
            for (name, settings) in file.entries {
                guard let own = settings.object else { continue }
                var effective = (defaults?.value.object ?? [:]).merged(with: own)
                effective["stream"] = .string(name)
                all.insert(.object(effective), forNewName: name)
            }
        }
        return all
    }

    /// What is wrong with the streams as clients read them, and with their schema titles.
    func findings(for configurations: StreamConfigurations, _ schemas: SchemaRepository?) -> [CatalogFinding] {
        let issues = configurations.quarantined.flatMap(\.issues) + configurations.diagnostics
        let titles = configurations.streams.compactMap { stream in schemas.flatMap { titleFinding(for: stream, $0) } }
        let checks = configurations.streams.flatMap { stream in
            StreamChecks.issues(of: stream).map { path, problem, remedy in
                CatalogFinding(location(of: path, in: stream.name), problem, remedy: remedy)
            }
        }
        return issues.map(finding) + titles + checks
    }

    private func finding(for issue: StreamIssue) -> CatalogFinding {
        let setting = issue.path.isEmpty ? "The stream" : issue.path
        return CatalogFinding(
            location(of: issue.path, in: issue.stream), "\(setting) \(issue.message).",
            remedy: "Mend it in the stream “\(issue.stream)”.")
    }

    private func titleFinding(for stream: StreamConfiguration, _ schemas: SchemaRepository) -> CatalogFinding? {
        guard let title = stream.schemaTitle, !schemas.mayHave(title: title) else { return nil }
        let meant = title.hasPrefix("/") ? String(title.dropFirst()) : schemas.titles.sorted().nearest(to: title)
        return CatalogFinding(
            location(of: "schema_title", in: stream.name), "No schema has the title “\(title)”.",
            remedy: meant.map { "Did you mean “\($0)”?" }
                ?? "Add the schema below \(schemas.roots.joined(separator: " or ")).")
    }

    /// A setting stands in the stream's own file, or else in the defaults.
    private func location(of path: String, in stream: String) -> SourceLocation {
        guard let file = home[stream] else { return SourceLocation(file: stream) }
        let names = path.split(separator: ".").map(String.init)
        if !file.has(path, in: stream), let defaults, defaults.existing(names).count == names.count {
            return defaults.location(at: names)
        }
        return file.location(of: path, in: stream)
    }
}

extension JSONObject {
    /// This object with another's members in place of its own: maps merged at every depth, everything else replaced.
    fileprivate func merged(with other: JSONObject) -> JSONObject {
        var result = self
        for (name, value) in other {
            if let own = result[name]?.object, let members = value.object {
                result[name] = .object(own.merged(with: members))
            } else {
                result[name] = value
            }
        }
        return result
    }
}
