import EventCatalog
import EventSupport

extension CheckReport {
    /// The findings as commands of a GitHub workflow, which become annotations beside the lines of a change.
    ///
    /// Source: GitHub's documentation, “Workflow commands for GitHub Actions”.
    public var gitHubCommands: [String] { gitHubCommands { $0 } }

    /// The same with the paths of files below the root of their repository: GitHub takes them from there, and finds no
    /// line by a path from a folder below it. A file in no repository keeps its path.
    ///
    /// - Throws: ``RevisionError`` when git may not read the repository.
    package func gitHubCommandsFromRoot() throws -> [String] {
        var roots: [String: String?] = [:]
        for file in Set(findings.map(\.location.file)) {
            let folder = FolderPath.above(file)
            if roots[folder] == nil { roots[folder] = .some(try RepositoryFolder.existing(folder)?.root) }
        }
        var paths = RealPaths()
        let places = Set(findings.map(\.location.file)).map { file -> (String, String) in
            guard let root = roots[FolderPath.above(file)] ?? nil else { return (file, file) }
            let place = RealPaths.relative(paths.path(of: file), to: paths.path(of: root))
            return (file, place.hasPrefix("..") ? file : place)
        }
        let byFile = Dictionary(places) { first, _ in first }
        return gitHubCommands { byFile[$0] ?? $0 }
    }

    private func gitHubCommands(_ path: (String) -> String) -> [String] {
        findings.map { finding in
            let (rule, severity, location) = (finding.rule, finding.severity, finding.location)
            var properties = [("file", path(location.file))]
            if let line = location.line { properties.append(("line", "\(line)")) }
            if let column = location.column { properties.append(("col", "\(column)")) }
            properties.append(("title", "\(severity.rawValue): \(rule.id)"))
            let list = properties.map { "\($0.0)=\(Self.property($0.1))" }.joined(separator: ",")
            let command = severity == .note ? "notice" : severity.rawValue
            let lines = [finding.problem, rule.reason, finding.remedy].map(Self.message)
            return "::\(command) \(list)::\(lines.joined(separator: "%0A"))"
        }
    }

    /// A text as the message of a command.
    private static func message(_ text: String) -> String { text.shown.replacing("%", with: "%25") }

    /// A text as the value of a property. It stays the same text when GitHub has decoded it: a file has its real name.
    private static func property(_ text: String) -> String {
        let codes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"]
        return text.unicodeScalars.map { codes[$0] ?? String($0) }.joined()
    }
}
