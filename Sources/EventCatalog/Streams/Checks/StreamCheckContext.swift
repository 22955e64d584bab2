import EventSchema
import EventStreams

/// A folder of streams and what its streams are checked against.
struct StreamCheckContext {
    let folder: StreamFolder
    let configurations: StreamConfigurations
    /// The repository of the streams' schemas; `nil` when there is none.
    let schemas: SchemaRepository?
    /// The date of the check; `nil` when nothing depends on it.
    let asOf: UTCInstant?

    init(_ folder: StreamFolder, _ configurations: StreamConfigurations, schemas: SchemaRepository?, asOf: UTCInstant?)
    {
        (self.folder, self.configurations, self.schemas, self.asOf) = (folder, configurations, schemas, asOf)
    }

    /// Everything that is wrong with the folder, in no order. A mistake in the defaults is found in every stream.
    var findings: [CatalogFinding] {
        folder.findings + Self.folderChecks.flatMap { $0(self) }
            + concurrentMap(folder.streams) { stream in Self.checks.flatMap { $0(stream, self) } }.joined()
    }

    /// The checks of streams against each other, and those that look at a value of many streams once.
    private static let folderChecks: [@Sendable (StreamCheckContext) -> [CatalogFinding]] = [
        ReadingChecks.findings, SimilarNameChecks.findings, PatternChecks.findings, SchemaTitleChecks.findings,
        DestinationChecks.findings, TopicChecks.findings, OwnershipChecks.findings,
    ]

    /// The checks of one stream.
    private static let checks: [@Sendable (AuthoredStream, StreamCheckContext) -> [CatalogFinding]] = [
        StreamNameChecks.findings, SamplingChecks.findings, CanaryChecks.findings, SchemaFieldChecks.findings,
        EmptyDefaultChecks.findings, AttributeChecks.findings,
    ]
}

extension Rule {
    static let streamRules: [Rule] =
        [settingType, defaultNotEmptied, unknownAttribute, repeatedAttribute, curationWithoutAttribute]
        + readingRules + nameRules + patternRules + schemaTitleRules + destinationRules + samplingRules + topicRules
        + canaryRules + schemaFieldRules + settingNameRules + ownershipRules
}
