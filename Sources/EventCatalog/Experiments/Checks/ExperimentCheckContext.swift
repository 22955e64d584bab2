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

    /// Everything that is wrong with the folder, in no order.
    var findings: [CatalogFinding] {
        folder.findings + ExperimentList.allCases.flatMap { list in findings(in: folder.entries(of: list), of: list) }
    }

    /// The checks of one entry.
    private static let checks: [@Sendable (AuthoredExperiment, ExperimentCheckContext) -> [ExperimentFinding]] = [
        ExperimentNameChecks.findings, PeriodChecks.findings, SampleRateChecks.findings, GroupChecks.findings,
        ExperimentValueChecks.findings, ExperimentReferenceChecks.findings,
    ]

    private func findings(in entries: [AuthoredExperiment], of list: ExperimentList) -> [CatalogFinding] {
        let issues = ExperimentReading.issues(in: entries, of: list)
        let repeated = DuplicateExperimentChecks.findings(in: entries)
        return entries.indices.flatMap { position -> [CatalogFinding] in
            let entry = entries[position]
            let found = Self.checks.flatMap { $0(entry, self) } + (repeated[position].map { [$0] } ?? [])
            let covered = Set(found.map(\.setting))
            let attributes = AuthoredAttributes(at: entry.path + ["contextual_attributes"], of: entry.document)
            return found.map(\.finding) + attributes.findings
                + ExperimentReading.findings(issues[position] ?? [], in: entry, exceptFor: covered)
        }
    }
}
