import EventCatalog

/// All checks of streams.
extension StreamCheckContext {
    /// Everything that is wrong with the folder, in no order. A mistake in the defaults is found in every stream.
    var findings: [CatalogFinding] {
        folder.project.judged(all)
    }

    private var all: [CatalogFinding] {
        let found =
            folder.findings + readingFindings + Self.folderChecks.flatMap { $0(self) }
            + concurrentMap(folder.streams) { stream in Self.checks.flatMap { $0(stream, self) } }.joined()
        return found + StreamTextChecks.findings(in: self, beside: found)
    }

    /// What clients find when they read the settings. A setting that is misspelt has a finding of its own.
    private var readingFindings: [CatalogFinding] {
        ReadingChecks.findings(in: folder) { path, stream in stream.isAbsentForKnownReason(path) }
    }

    /// The checks of streams against each other, and those that look at a value of many streams once.
    private static let folderChecks: [@Sendable (StreamCheckContext) -> [CatalogFinding]] = [
        SettingNameChecks.findings, SettingTypeChecks.findings, SimilarNameChecks.findings,
        PatternChecks.findings, SchemaTitleChecks.findings,
        DestinationChecks.findings, TopicChecks.findings, OwnershipChecks.findings, EmptySettingChecks.findings,
        ConsumerChecks.findings, RequirementChecks.findings,
        SchemaFieldChecks.findings(inDefaultsOf:),
    ]

    private static let checks: [@Sendable (AuthoredStream, StreamCheckContext) -> [CatalogFinding]] = [
        StreamNameChecks.findings, SamplingChecks.findings, CanaryChecks.findings, SchemaFieldChecks.findings,
        EmptyDefaultChecks.findings, LinkChecks.findings, ListedWordChecks.findings, AttributeChecks.findings,
        SensitivityChecks.findings, CurationChecks.findings, SchemaDialectChecks.findings,
    ]
}
