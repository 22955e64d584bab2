import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let staleBaseline = Rule(
        "stale-baseline", .note, "A baseline has a finding that does not occur any more.",
        reason: "If the mistake came back, the baseline would hide it.",
        mistake: [
            "Streams/example.yaml": RuleExample.stream(),
            "baseline.json": """
            {"version": 3, "findings": [
              {"rule": "\(missingSchemaTitle.id)", "file": "Streams/example.yaml", "item": ["app.search", \
            "schema_title"], "problem": "It is missing.", "count": 1}
            ], "files": {}}
            """,
        ],
        corrected: [
            "Streams/example.yaml": RuleExample.stream(),
            "baseline.json": #"{"version": 3, "findings": [], "files": {}}"#,
        ])
}

/// Findings that were there before. A finding is known by its rule, by its title, stream or file, and by its item; if
/// an item has several problems, the one with the same words comes first.
public struct Baseline: Sendable {
    /// The number of findings with one key, and where the file of the baseline has them.
    struct Entry: Sendable {
        var count: Int
        let location: SourceLocation?
    }

    private(set) var entries: [FindingKey: Entry]
    /// The files that were there, by their absolute paths, with the sketches of those with findings.
    let files: [String: LineSketch]

    /// Creates a baseline of the findings in a report.
    public init(_ report: CheckReport) { self.init(report.findings, in: report.folders, files: report.sketches) }

    /// - Parameters:
    ///   - findings: the findings.
    ///   - folders: the folders that were checked.
    ///   - files: the files that were there, with the sketches of those with findings. None by default.
    init(_ findings: [CatalogFinding], in folders: [String], files: [String: LineSketch] = [:]) {
        var keys = FindingKeys(in: folders)
        var paths = RealPaths()
        let entries = findings.map { (keys.key(of: $0), Entry(count: 1, location: nil)) }
        self.init(entries, files: files.map { (paths.path(of: $0), $1) })
    }

    /// - Parameters:
    ///   - entries: the entries; of those with one key, the counts are added.
    ///   - files: the files that were there by their absolute paths.
    init(_ entries: [(FindingKey, Entry)], files: [(String, LineSketch)]) {
        self.entries = Dictionary(entries) { Entry(count: $0.count + $1.count, location: $0.location) }
        self.files = Dictionary(files) { first, _ in first }
    }

    /// Divides the findings of a report into those that are in the baseline and those that are not. Of several with one
    /// key, the first are in it. The findings of a file that was renamed are those that it had under its old name.
    ///
    /// - Returns: the findings, and a note for each entry of the baseline's file with more findings than there are.
    func divide(
        _ report: CheckReport
    ) -> (known: [CatalogFinding], new: [CatalogFinding], stale: [CatalogFinding]) {
        var rest = entries.mapValues(\.count)
        func takes(_ key: FindingKey) -> Bool {
            guard let count = rest[key], count > 0 else { return false }
            rest[key] = count - 1
            return true
        }
        var keys = FindingKeys(in: report.folders)
        let all = report.findings.map { (finding: $0, key: keys.key(of: $0)) }
        var isKnown = all.map { takes($0.key) }
        let unknown = all.indices.filter { !isKnown[$0] }
        let renamed = renamedFiles(
            missing: rest.filter { $0.value > 0 }.map(\.key), new: unknown.map { all[$0].key }, in: report)
        for index in unknown {
            var key = all[index].key
            guard let old = renamed[key.file] else { continue }
            key.file = old
            isKnown[index] = takes(key)
        }
        let left = rest.filter { $0.value > 0 }.keys
        let others = Dictionary(grouping: left, by: \.identity)
        for index in unknown where !isKnown[index] {
            isKnown[index] = others[all[index].key.identity]?.contains(where: takes) ?? false
        }
        let divided = zip(all, isKnown)
        return (
            divided.filter(\.1).map(\.0.finding), divided.filter { !$0.1 }.map(\.0.finding),
            rest.compactMap { staleEntry($0, missing: $1) }
        )
    }

    private func renamedFiles(
        missing: [FindingKey], new: [FindingKey], in report: CheckReport
    ) -> RenamedFiles {
        guard !missing.isEmpty, !new.isEmpty else {
            return RenamedFiles(missing: [], [:], new: []) { _ in LineSketch() }
        }
        var paths = RealPaths()
        let present = Dictionary(report.files.map { (paths.path(of: $0), $0) }) { first, _ in first }
        let added = new.filter { present[$0.file] != nil && files[$0.file] == nil }
        return RenamedFiles(missing: missing, files, new: added) { report.sketch(of: present[$0] ?? $0) }
    }

    private func staleEntry(_ key: FindingKey, missing count: Int) -> CatalogFinding? {
        guard count > 0, let entry = entries[key], let location = entry.location else { return nil }
        let file = RealPaths.relative(key.file, to: RealPaths.folder(of: location.file))
        let subject = key.subject
        let item = subject.item.isEmpty ? "" : " at \(subject.item.settingText)"
        return CatalogFinding(
            .staleBaseline, location,
            "\(file) has \(entry.count - count) of \(entry.count.counted("finding")) of \(subject.rule)\(item): "
                + subject.problem,
            remedy: "Rewrite the baseline with --write-baseline.")
    }
}
