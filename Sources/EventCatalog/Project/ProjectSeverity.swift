import EventSupport

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
    /// The path of the entry in the file.
    package let place: [String]

    /// The severity as it is written.
    package var word: String { severity?.rawValue ?? Self.off }

    static let off = "off"
    /// The severities as they are written.
    package static let words = [off] + Severity.allCases.reversed().map(\.rawValue)
}

extension Project {
    /// The severity of a rule's findings in a file as the project sets it: the last setting that is about both.
    private func setting(of rule: Rule, in file: String, _ paths: inout RealPaths) -> ProjectSeverity? {
        severities.last { setting in
            guard setting.rule == rule.id else { return false }
            guard let pattern = setting.path else { return true }
            return PathPattern(pattern).matches(place(of: file, &paths))
        }
    }

    /// The path of a file or folder from the folder of the project.
    func place(of path: String, _ paths: inout RealPaths) -> String {
        let folder = FolderPath.above((file ?? Self.fileName).moved(copies))
        return RealPaths.relative(paths.path(of: path.moved(copies)), to: paths.path(of: folder))
    }

    /// The severities for paths that none of the files has which are read. A path outside of the folders that have
    /// them may be that of a file which is not read now.
    package func severitiesWithoutFile(among files: [String], in folders: [String]) -> [ProjectSeverity] {
        entries(severities, withoutFileAt: \.path, among: files, in: folders) { _ in true }
    }

    /// The entries for paths that none of the files has, of those that count.
    func entries<Entry>(
        _ entries: [Entry], withoutFileAt path: (Entry) -> String?, among files: [String], in folders: [String],
        _ counts: (_ place: String) -> Bool
    ) -> [Entry] {
        guard copies.isEmpty, entries.contains(where: { path($0) != nil }) else { return [] }
        var paths = RealPaths()
        let places = files.map { place(of: $0, &paths) }.filter(counts)
        let checked = folders.map { PathPattern(place(of: $0, &paths)) }
        return entries.filter { entry in
            guard let path = path(entry) else { return false }
            let pattern = PathPattern(path)
            let begin = pattern.literalBegin
            let isHere =
                checked.contains { $0.matches(begin) }
                || FileKind(at: FolderPath.joined(folder, begin)) == .missing
            return isHere && !places.contains(where: pattern.matches)
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
