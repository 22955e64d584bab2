import EventSchema

/// Findings that were there before, counted by rule, file and problem. Their lines are not compared, so that an edit
/// elsewhere in the file does not bring them back.
public struct Baseline: Sendable {
    /// The properties that the findings of one entry share.
    struct Key: Sendable, Hashable {
        let rule: String
        let file: String
        let problem: String

        init(rule: String, file: String, problem: String) {
            (self.rule, self.file, self.problem) = (rule, file, problem)
        }

        init(_ finding: CatalogFinding) {
            let problem = finding.problem
            self.init(
                rule: finding.rule.id, file: finding.location.file,
                problem: problem.utf8.contains(UInt8(ascii: ":")) ? Self.withoutPlaces(problem) : problem)
        }

        /// A problem may name a place in another file, which moves with every edit there.
        private static func withoutPlaces(_ problem: String) -> String {
            problem.replacing(/(\.ya?ml|\.json):\d+(:\d+)?/) { "\($0.output.1)" }
        }
    }

    /// The number of findings of each entry, and where its file has the entry.
    private(set) var entries: [Key: (count: Int, location: SourceLocation?)] = [:]

    /// Creates a baseline of findings.
    public init(_ findings: [CatalogFinding]) {
        for finding in findings { entries[Key(finding), default: (0, nil)].count += 1 }
    }

    init(_ entries: [Key: (count: Int, location: SourceLocation?)]) { self.entries = entries }

    /// The findings that are in the baseline, and those that are not. Of several that agree in rule, file and problem,
    /// the first are in it.
    func divide(_ findings: [CatalogFinding]) -> (known: [CatalogFinding], new: [CatalogFinding]) {
        var rest = entries.mapValues(\.count)
        var (known, new): ([CatalogFinding], [CatalogFinding]) = ([], [])
        for finding in findings {
            let key = Key(finding)
            if let count = rest[key], count > 0 {
                rest[key] = count - 1
                known.append(finding)
            } else {
                new.append(finding)
            }
        }
        return (known, new)
    }

    /// A note for each entry that counts more findings than there are.
    func stale(beside known: [CatalogFinding]) -> [CatalogFinding] {
        let counts = Dictionary(known.map { (Key($0), 1) }, uniquingKeysWith: +)
        return entries.compactMap { key, entry in
            guard let location = entry.location, entry.count > counts[key] ?? 0 else { return nil }
            return CatalogFinding(
                .staleBaseline, location,
                "\(key.file) has \(counts[key] ?? 0) of \(entry.count.counted("finding")) of \(key.rule): "
                    + key.problem,
                remedy: "Write the baseline anew with --write-baseline.")
        }
    }

    /// The text of the baseline's file: JSON with one entry on each line, in order.
    public var text: String {
        let keys = entries.keys.sorted { ($0.file, $0.rule, $0.problem) < ($1.file, $1.rule, $1.problem) }
        let lines = keys.map { key in
            let entry: JSONObject = [
                "rule": .string(key.rule), "file": .string(key.file), "problem": .string(key.problem),
                "count": .number(entries[key]?.count ?? 0),
            ]
            return "  " + JSONValue.object(entry).jsonText
        }
        let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]"
        return #"{"version": 1, "findings": \#(list)}"# + "\n"
    }
}
