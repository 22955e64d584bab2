import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventIntake
import EventSchema
import EventStreams

/// The options of `eventctl received --report`.
struct ArrivalReportOptions: ParsableArguments {
    @Flag(help: "Compare what has arrived with what is configured, instead of printing events.")
    var report = false

    @Option(help: "text or json.")
    var format: ReportFormat?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of installations that send: compare the number of events a day with the forecast.",
            valueName: "N"))
    var clients: Int?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("A rule whose findings are left out. May be repeated.", valueName: "RULE"))
    var off: [ArrivalReport.Rule] = []

    @OptionGroup var folder: CatalogOptions

    func validate() throws {
        let hasFolders = folder.streams != nil || !folder.schemas.isEmpty
        if !report, format != nil || clients != nil || !off.isEmpty || hasFolders {
            throw ValidationError("--format, --clients, --off, --streams and --schemas are only allowed with --report")
        }
        try ForecastScenario.check(clients: clients)
    }

    /// Compares the events of a store with the folders of the options.
    ///
    /// - Returns: also whether errors in those folders were reported.
    func compare(
        _ store: IntakeStore, _ query: EventQuery
    ) async throws -> (comparison: ArrivalReport, hasErrors: Bool) {
        let (streams, schemas, errors) = try folder.read()
        let comparison = try await store.report(
            query, configurations: streams.configurations, vocabulary: streams.project.vocabulary, schemas: schemas,
            forecasts: try clients.map { try streams.dailyEvents(of: $0, schemas, only: query.streams) } ?? [:]
        ).without(Set(off))
        return (comparison, !errors.isEmpty)
    }

    func write(_ comparison: ArrivalReport) throws {
        switch format ?? .text {
        case .json: try Output.line(comparison.json)
        case .text: for line in comparison.lines { try Output.line(line) }
        }
    }
}

extension ArrivalReport.Rule: ExpressibleByArgument {}
