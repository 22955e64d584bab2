import EventSchema
package import EventStreams

extension Rule {
    package static let invalidExperiment = Rule(
        "invalid-experiment", .error, "An experiment or an instrument has a value that clients cannot read.",
        reason: "Clients leave it out: nobody is enrolled.",
        mistake: .experiment(["groups": "control"]), corrected: .experiment(["groups": "[control, treatment]"]))
}

/// The mistakes that clients find when they read the lists.
package enum ExperimentReading {
    /// The mistakes in the entries of a folder.
    static func findings(in folder: ExperimentFolder) -> [CatalogFinding] {
        ExperimentList.allCases.flatMap { list in
            let entries = folder.entries(of: list)
            let issues = issues(in: entries, of: list)
            return entries.indices.flatMap { position in
                findings(issues[position] ?? [], in: entries[position], exceptFor: entries[position].misspelt)
            }
        }
    }

    /// The reasons for which a client leaves entries out, by the position of the entry.
    package static func issues(in entries: [AuthoredExperiment], of list: ExperimentList) -> [Int: [StreamIssue]] {
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
    /// Elements of a list with the same mistake are one finding.
    package static func findings(
        _ issues: [StreamIssue], in entry: AuthoredExperiment, exceptFor covered: Set<String>
    ) -> [CatalogFinding] {
        var seen = covered
        // What is not a map has no settings that could be missing.
        let whole = issues.filter(\.path.isEmpty)
        return (whole.isEmpty ? issues : whole).filter { issue in
            let isElement = issue.path.count > 1
            return seen.insert(isElement ? "\(issue.path[0]) \(issue.message)" : issue.setting).inserted
        }.map { issue in
            CatalogFinding(
                .invalidExperiment, entry.document.location(at: entry.path + issue.path),
                issue.sentences(about: "The entry"), remedy: remedy(for: issue, in: entry))
        }
    }

    // MARK: - Remedies

    private static func remedy(for issue: StreamIssue, in entry: AuthoredExperiment) -> String {
        let value = issue.path.reduce(JSONValue?.some(entry.value)) { $0?.element(named: $1) }
        guard let name = issue.path.first else {
            return "Write the settings of the entry, each in a line, such as “name: search-suggestions”."
        }
        guard let value, !value.isNull else { return "Add a line such as “\(name): \(examples[name] ?? "…")”." }
        if name == "sample_rate", let rate = value.number, (0...1).contains(rate.double) {
            return "Write “sample_rate: {default: \(rate)}”."
        }
        if name == "groups", issue.path.count == 2, value.object != nil {
            return "Write the names alone, such as “groups: [control, treatment]”: all groups have equal shares."
        }
        if issue.path.count == 1, value.object != nil || name == "sample_rate" {
            return "Write a value such as “\(name): \(examples[name] ?? "…")”."
        }
        return ReadingRemedy(issue, value).expected
    }

    /// A value of each setting that an entry must have.
    private static let examples = [
        "name": "search-suggestions", "start": "2026-03-01", "end": "2026-06-30", "stream_name": "app.search",
        "user_identifier_type": "session", "groups": "[control, treatment]", "sample_rate": "{default: 0.1}",
        "version": "'1.0'", "schema_id": "/analytics/product_metrics/app/base/1.3.0",
        "schema_title": "analytics/product_metrics/app/base", "sample_unit": "session",
        "contextual_attributes": "[page_id]",
    ]
}
