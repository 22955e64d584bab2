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

    /// Everything that is wrong with the folder, in no order.
    var findings: [CatalogFinding] {
        folder.findings + ReadingChecks.findings(in: self)
            + concurrentMap(folder.streams) { stream in Self.checks.flatMap { $0(stream, self) } }.joined()
    }

    /// The checks of one stream.
    private static let checks: [@Sendable (AuthoredStream, StreamCheckContext) -> [CatalogFinding]] = [
        StreamNameChecks.findings, SchemaTitleChecks.findings, DestinationChecks.findings, AttributeChecks.findings,
    ]
}

extension Rule {
    static let streamRules = [
        invalidSetting, duplicateStream, unknownSetting, missingStreamName, unknownSchemaTitle, missingSchemaTitle,
        unknownDestination, unknownAttribute, repeatedAttribute, invalidSampling, invalidCuration,
        curationWithoutAttribute,
    ]
}
