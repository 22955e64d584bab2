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

    @OptionGroup var folder: CatalogOptions

    func validate() throws {
        if !report, format != nil || clients != nil || folder.streams != nil || !folder.schemas.isEmpty {
            throw ValidationError("--format, --clients, --streams and --schemas are only allowed with --report")
        }
        if let clients, !ForecastScenario.clientRange.contains(clients) {
            let range = ForecastScenario.clientRange
            throw ValidationError("--clients must be \(range.lowerBound) to \(range.upperBound), it is \(clients)")
        }
    }

    /// Compares the events of a store with the folders of the options.
    func compare(_ store: IntakeStore, _ query: EventQuery) async throws -> ArrivalReport {
        let (streams, schemas) = try folder.read()
        return try await store.report(
            query, configurations: streams.configurations, schemas: schemas,
            forecasts: try forecasts(streams, schemas, only: query.streams))
    }

    /// The events a day of each stream, as `eventctl simulate stream` has them; a pattern has no forecast.
    private func forecasts(
        _ streams: StreamFolder, _ schemas: SchemaRepository, only names: [String]
    ) throws -> [String: ClosedRange<Double>] {
        guard let clients else { return [:] }
        let planned = streams.configurations.names.filter {
            !$0.hasPrefix("/") && (names.isEmpty || names.contains($0))
        }
        return Dictionary(
            uniqueKeysWithValues: try planned.compactMap { name -> (String, ClosedRange<Double>)? in
                let forecast = try streams.forecast(
                    name, ForecastScenario(clients: clients), schemas: schemas, shares: .none, change: nil)
                return forecast.sides.first.map { (name, $0.spread.low...$0.spread.high) }
            })
    }

    func write(_ comparison: ArrivalReport) throws {
        switch format ?? .text {
        case .json: try Output.line(comparison.json)
        case .text: for line in comparison.lines { try Output.line(line) }
        }
    }
}
