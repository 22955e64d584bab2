import EventCatalog

extension CheckReport {
    /// The findings as commands of a GitHub workflow, which become annotations beside the lines of a change.
    ///
    /// Source: GitHub's documentation, “Workflow commands for GitHub Actions”.
    public var gitHubCommands: [String] {
        findings.map { finding in
            let (rule, severity, location) = (finding.rule, finding.severity, finding.location)
            var properties = [("file", location.file)]
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
