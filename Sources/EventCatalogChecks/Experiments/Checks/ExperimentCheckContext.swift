import EventCatalog
import EventSchema
import EventStreams

/// A folder of experiments and what its entries are checked against.
struct ExperimentCheckContext {
    let folder: ExperimentFolder
    /// The streams that entries name; `nil` when there are none to compare with.
    let streams: StreamCheckContext?
    /// The repository of the entries' schemas; otherwise `nil`.
    let schemas: SchemaRepository?
    /// The date of the check; `nil` when nothing depends on it.
    let asOf: UTCInstant?

    init(
        _ folder: ExperimentFolder, streams: StreamCheckContext? = nil, schemas: SchemaRepository? = nil,
        asOf: UTCInstant? = nil
    ) {
        (self.folder, self.streams, self.schemas, self.asOf) = (folder, streams, schemas, asOf)
    }

    /// The stream that an entry names, or whose pattern matches that name; `nil` when there is none.
    func stream(of entry: AuthoredExperiment) -> AuthoredStream? {
        guard let streams, let name = entry.setting("stream_name")?.string else { return nil }
        return streams.configurations.key(of: name).flatMap { streams.folder.stream(named: $0) }
    }

    /// Everything that is wrong with the folder, in no order.
    var findings: [CatalogFinding] {
        let found =
            folder.findings
            + ExperimentList.allCases.flatMap { list in findings(in: folder.entries(of: list), of: list) }
        return folder.project.judged(found + ExperimentTextChecks.findings(in: folder.entries, beside: found))
    }

    /// The checks of one entry.
    private static let checks: [@Sendable (AuthoredExperiment, ExperimentCheckContext) -> [ExperimentFinding]] = [
        ExperimentNameChecks.findings, PeriodChecks.findings, SampleRateChecks.findings, GroupChecks.findings,
        ExperimentValueChecks.findings, ExperimentReferenceChecks.findings, ExperimentSamplingChecks.findings,
    ]

    private func findings(in entries: [AuthoredExperiment], of list: ExperimentList) -> [CatalogFinding] {
        let issues = ExperimentReading.issues(in: entries, of: list)
        let repeated = DuplicateExperimentChecks.findings(in: entries)
        return entries.indices.flatMap { position -> [CatalogFinding] in
            let entry = entries[position]
            // An entry with the name of an earlier one has a finding of its own.
            let misspelt = entry.misspelt
            let found = (Self.checks.flatMap { $0(entry, self) } + (repeated[position].map { [$0] } ?? []))
                .filter { !misspelt.contains($0.setting) }
            let covered = misspelt.union(found.map(\.setting))
            return found.map(\.finding) + ExperimentAttributeChecks.findings(in: entry, self)
                + ExperimentReading.findings(issues[position] ?? [], in: entry, exceptFor: covered)
        }
    }
}

/// A finding, and the setting of the entry that it is about.
struct ExperimentFinding {
    let setting: String
    let finding: CatalogFinding
}

extension AuthoredExperiment {
    /// A finding about a setting.
    func finding(
        _ rule: Rule, _ setting: String, _ problem: String, _ remedy: String, at further: [String] = []
    ) -> ExperimentFinding {
        let location = document.location(at: path + [setting] + further)
        return ExperimentFinding(
            setting: setting, finding: CatalogFinding(rule, location, problem, remedy: remedy))
    }
}
