import EventCatalog
import EventStreams

extension Rule {
    static let unusedWaiver = Rule(
        "unused-waiver", .warning, "A waiver covers no finding.",
        reason: "It would hide the next mistake at that place.",
        mistake: .waived(unknownDestination.id), corrected: .search)

    static let expiredWaiver = Rule(
        "expired-waiver", .warning, "The last day of a waiver has passed.",
        reason: "The waiver has no effect any more; what it covers counts again.",
        mistake: .waived(unknownDestination.id, until: "2025-12-31"), corrected: .search)
}

/// The waivers of all files that are checked.
struct Waivers: Sendable {
    private var byFile: [String: [Waiver]] = [:]
    private var findings: [CatalogFinding] = []

    /// No waivers.
    init() {}

    /// Reads the YAML files among the paths. A file that cannot be read has no waivers.
    init(in paths: [String], of files: SourceFiles) {
        let results = concurrentMap(paths.filter(SourceText.isYAML)) { file in
            (file: file, result: Result { () throws(CatalogError) in WaiverReader(try files.text(of: file)) })
        }
        for (file, result) in results {
            guard case .success(let reader) = result else { continue }
            findings += reader.findings
            if !reader.waivers.isEmpty { byFile[file] = reader.waivers }
        }
    }

    /// The waivers, ordered by file and line.
    var all: [Waiver] { byFile.sorted { $0.key < $1.key }.flatMap(\.value) }

    /// Whether a name that is not a setting, or none in its block, is there on purpose.
    func coverName(at place: SourceLocation, asOf: UTCInstant?) -> Bool {
        let rules: [Rule] = [.unknownSetting, .misplacedSetting]
        return byFile[place.file]?.contains { waiver in
            let finding = CatalogFinding(waiver.rule, place, "", remedy: "")
            return rules.contains(waiver.rule) && waiver.covers(finding) && !waiver.hasEnded(by: asOf)
        } ?? false
    }

    /// Divides findings into those that count and those that are waived, and adds the findings about waivers.
    ///
    /// - Parameters:
    ///   - all: the findings.
    ///   - asOf: the date by which a waiver may have ended; `nil` when that is not checked.
    ///   - isCheckedFor: whether findings of a rule were looked for: a waiver of another rule is not unused.
    /// - Returns: the findings that count, in order, and those that are waived.
    func applied(
        to all: [CatalogFinding], asOf: UTCInstant?, isCheckedFor: (Rule) -> Bool
    ) -> (findings: [CatalogFinding], waived: [WaivedFinding]) {
        var counting = isCheckedFor(.malformedWaiver) ? findings : []
        var waived: [WaivedFinding] = []
        var used: Set<SourceLocation> = []
        for finding in all.sortedWithoutDuplicates() {
            let covering = (byFile[finding.location.file] ?? []).filter {
                $0.covers(finding) && !$0.hasEnded(by: asOf)
            }
            used.formUnion(covering.map(\.location))
            if let waiver = covering.first {
                waived.append(
                    WaivedFinding(
                        finding: finding, reason: waiver.reason, until: waiver.until, location: waiver.location))
            } else {
                counting.append(finding)
            }
        }
        let errors = Errors(counting)
        counting += byFile.values.joined().filter { isCheckedFor($0.rule) }.compactMap { waiver in
            // A failed check may hide the finding that it covers.
            waiver.finding(isUsed: used.contains(waiver.location) || errors.affect(waiver), asOf: asOf)
        }
        return (counting.sortedWithoutDuplicates(), waived)
    }
}

/// Errors that may hide other findings.
private struct Errors {
    /// Whether it is in doubt what a file says. Files are also checked against each other.
    private let areInDoubt: Bool
    private let lines: [String: [Int]]

    init(_ findings: [CatalogFinding]) {
        areInDoubt = findings.contains { Rule.doubtRules.contains($0.rule) }
        let errors = findings.filter { $0.severity == .error && $0.rule != .malformedWaiver }
        lines = Dictionary(grouping: errors, by: \.location.file).mapValues { $0.compactMap(\.location.line) }
    }

    /// Whether a finding that the waiver would cover may be missing.
    func affect(_ waiver: Waiver) -> Bool {
        guard let entry = waiver.entry else { return false }
        return areInDoubt || lines[waiver.location.file]?.contains(where: entry.contains) == true
    }
}

extension Waiver {
    /// What is wrong with the waiver itself.
    fileprivate func finding(isUsed: Bool, asOf: UTCInstant?) -> CatalogFinding? {
        if hasEnded(by: asOf) {
            return CatalogFinding(
                .expiredWaiver, location, "The waiver of \(rule.id) ended with \(until).",
                remedy: "Correct what it covers and remove it, or give it a new date if the reason still holds.")
        }
        guard !isUsed else { return nil }
        return CatalogFinding(
            .unusedWaiver, location,
            lines == nil ? "No item follows the waiver." : "The item has no finding of \(rule.id).",
            remedy: "Remove the waiver, or move it directly above the item that has the finding.")
    }
}
