import EventSchema
import EventStreams

/// The mistakes that clients find when they read the lists, as far as no other check has found them.
enum ExperimentReading {
    /// The reasons for which a client leaves entries out, by the position of the entry.
    static func issues(in entries: [AuthoredExperiment], of list: ExperimentList) -> [Int: [StreamIssue]] {
        let response = JSONValue.array(entries.map(\.value))
        // The response is a list, so that reading it cannot fail as a whole.
        let result = Result {
            switch list {
            case .experiments: try ConfigurationList(experiments: response).quarantined
            case .instruments: try ConfigurationList(instruments: response).quarantined
            }
        }
        guard case .success(let quarantined) = result else { return [:] }
        return Dictionary(quarantined.map { ($0.position, $0.issues) }) { first, _ in first }
    }

    /// A finding for each setting with issues, but for the settings in `covered`, which have a finding already.
    static func findings(
        _ issues: [StreamIssue], in entry: AuthoredExperiment, exceptFor covered: Set<String>
    ) -> [CatalogFinding] {
        var seen = covered
        return issues.filter { seen.insert($0.path).inserted }.map { issue in
            let subject = issue.path.isEmpty ? "The entry" : issue.path
            let path = issue.path.split { ".[]".contains($0) }.map(String.init)
            return CatalogFinding(
                .invalidExperiment, entry.document.location(at: entry.path + path), "\(subject) \(issue.message).",
                remedy: "Mend it in “\(issue.stream)”.")
        }
    }
}
