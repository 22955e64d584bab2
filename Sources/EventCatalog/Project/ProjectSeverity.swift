/// What a project says of the findings of a rule: how serious they are, where, and why.
package struct ProjectSeverity: Sendable {
    /// The id of the rule, which need not exist.
    package let rule: String
    /// How serious the findings are; `nil` for findings that are left out.
    package let severity: Severity?
    /// The files in which that is so, below the folder of the project; `nil` for all.
    package let path: String?
    package let reason: String
    package let location: SourceLocation

    /// The severity as it is written.
    package var word: String { severity?.rawValue ?? Self.off }

    static let off = "off"
    static let words = [off] + Severity.allCases.reversed().map(\.rawValue)
}

extension Project {
    /// The severity of a rule's findings in a file as the project sets it: the last setting that is about both.
    private func setting(of rule: Rule, in file: String, _ paths: inout RealPaths) -> ProjectSeverity? {
        severities.last { setting in
            guard setting.rule == rule.id else { return false }
            guard let pattern = setting.path else { return true }
            let folder = FolderPath.above((self.file ?? Self.fileName).moved(copies))
            let place = RealPaths.relative(paths.path(of: file.moved(copies)), to: paths.path(of: folder))
            return PathPattern(pattern).matches(place)
        }
    }

    /// Findings with the severities that the project sets, without those that it leaves out.
    package func judged(_ findings: [CatalogFinding]) -> [CatalogFinding] {
        guard !severities.isEmpty else { return findings }
        var paths = RealPaths()
        return findings.compactMap { finding in
            guard let setting = setting(of: finding.rule, in: finding.location.file, &paths) else { return finding }
            return setting.severity.map(finding.with)
        }
    }
}
