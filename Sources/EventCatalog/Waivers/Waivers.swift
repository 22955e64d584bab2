import EventStreams

/// The waivers of all files that are checked.
struct Waivers: Sendable {
    private var byFile: [String: [Waiver]] = [:]
    private var findings: [CatalogFinding] = []

    /// Reads the YAML files among the files. A file that cannot be read has no waivers.
    init(files: [String]) {
        let results = concurrentMap(files.filter(SourceText.isYAML)) { file in
            (file: file, result: Result { () throws(CatalogError) in WaiverReader(try SourceText(file: file)) })
        }
        for (file, result) in results {
            guard case .success(let reader) = result else { continue }
            findings += reader.findings
            if !reader.waivers.isEmpty { byFile[file] = reader.waivers }
        }
    }

    /// Divides findings into those that count and those that are waived, and adds the findings about waivers.
    func applied(
        to all: [CatalogFinding], asOf: UTCInstant?
    ) -> (findings: [CatalogFinding], waived: [WaivedFinding]) {
        var counting = findings
        var waived: [WaivedFinding] = []
        var used: Set<SourceLocation> = []
        for finding in all.inOrder() {
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
        counting += byFile.values.joined().compactMap { $0.finding(isUsed: used.contains($0.location), asOf: asOf) }
        return (counting.inOrder(), waived)
    }
}

extension Waiver {
    /// What is wrong with the waiver itself.
    fileprivate func finding(isUsed: Bool, asOf: UTCInstant?) -> CatalogFinding? {
        if hasEnded(by: asOf) {
            return CatalogFinding(
                .expiredWaiver, location, "The waiver of \(rule.id) ended with \(until).",
                remedy: "Mend what it covers and remove it, or give it a new date if the reason still holds.")
        }
        guard !isUsed else { return nil }
        return CatalogFinding(
            .unusedWaiver, location,
            lines == nil ? "No item follows the waiver." : "The item has no finding of \(rule.id).",
            remedy: "Remove the waiver, or move it directly above the item that has the finding.")
    }
}
