import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import EventSupport

/// Predicts the events of a stream.
struct SimulateStream: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stream",
        abstract: "Predicts the events and bytes a day of a stream at the intake, now and under a change.",
        discussion: """
            Clients with sessions and page views are simulated for some days. The client's own sampling and curation \
            decide which events are sent. The report gives the mean per day and the range that covers 95 % of \
            the days. The same seed gives the same report.

            The size of an event is that of the example event of `eventctl explain`, without compression.

            --attributes FILE has the shares of the values that curation looks at: {"performer_is_logged_in": {"true": \
            0.2, "false": 0.8}}. What is missing of 1 is the share of clients without a value. Attributes of the page \
            are drawn for each page view, others once for each client. Without the file, curation is not counted.

            EXAMPLE
              eventctl simulate stream app.scroll_depth --clients 10000
              eventctl simulate stream app.search --clients 10000 --rate 0.2 --svg search.svg
              eventctl simulate stream app.search --clients 10000 --change ../proposal/Streams --format json

            Exit status: 0 the report was printed; 1 there is no such stream, or there are errors in Project.yaml or \
            in files of streams, which are on standard error; 64 wrong usage; 70 could not run.
            """)

    @Argument(help: "The stream's name.")
    var name: String

    @OptionGroup var folder: CatalogOptions

    @Option(parsing: .unconditional, help: ArgumentHelp("The number of installations of the app.", valueName: "N"))
    var clients: Int

    @Option(parsing: .unconditional, help: ArgumentHelp("The number of days.", valueName: "D"))
    var days = ForecastScenario(clients: 1).days

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The mean number of sessions of a client a day.", valueName: "S"))
    var sessionsPerDay = ForecastScenario(clients: 1).sessionsPerDay

    @Option(parsing: .unconditional, help: ArgumentHelp("The mean number of page views of a session.", valueName: "P"))
    var pageviewsPerSession = ForecastScenario(clients: 1).pageviewsPerSession

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The mean number of events of the stream that the app submits in a session.", valueName: "E")
    )
    var eventsPerSession = ForecastScenario(clients: 1).eventsPerSession

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Compare with this rate of sampling, from 0 to 1.", valueName: "R"))
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "With --rate: sample by session, device or pageview. The default is the stream's unit, or session.",
            valueName: "UNIT"))
    var unit: String?

    @Option(
        help: ArgumentHelp(
            "Compare with the stream in another folder of streams, or with the settings by stream name of a file in "
                + "place of the stream's own.",
            valueName: "FILE|DIR"))
    var change: String?

    @Option(help: ArgumentHelp("A JSON file with the shares of the values of attributes.", valueName: "FILE"))
    var attributes: String?

    @Option(parsing: .unconditional, help: "The seed of the random numbers.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("Write a plot of the events a day to this SVG file.", valueName: "FILE"),
        transform: OutputFile.init)
    var svg: OutputFile?

    @Option(help: "text or json.")
    var format: ReportFormat = .text

    func validate() throws {
        try Self.check("--clients", Double(clients), ForecastScenario.clientRange)
        try Self.check("--days", Double(days), ForecastScenario.dayRange)
        try Self.check("--sessions-per-day", sessionsPerDay, 0...1000)
        try Self.check("--pageviews-per-session", pageviewsPerSession, 1...10_000)
        try Self.check("--events-per-session", eventsPerSession, 0...100_000)
        if let rate { try Self.check("--rate", rate, 0...1) }
        if rate != nil, change != nil {
            throw ValidationError("--rate and --change cannot be combined; use one of them")
        }
        if unit != nil, rate == nil { throw ValidationError("--unit is only allowed with --rate") }
        if let unit, SamplingUnit(rawValue: unit) == nil {
            let units = SamplingUnit.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--unit '\(unit)' must be one of \(units)")
        }
        if svg?.isStandardOutput == true {
            throw ValidationError("Standard output has the report; give a file for --svg")
        }
        try InputFile.requireDistinct([change, attributes])
        if scenario.pageviews > ForecastScenario.maximumPageviews {
            throw ValidationError("These are more than 1000000000 page views; reduce --clients or --days")
        }
    }

    func run() throws {
        try svg?.requireOther(than: folder.folders.files() + [change, attributes].compactMap { $0 })
        let (streams, schemas, errors) = try folder.read()
        let phases = PhaseReporter()
        defer { phases.end() }
        let forecast: StreamForecast
        do {
            forecast = try streams.forecast(
                name, scenario, schemas: schemas, shares: try shares(streams.project.vocabulary), change: comparison()
            ) { done in
                phases.begin("simulated \(done) of \(clients.counted("client"))")
            }
        } catch let error as ForecastError where error.isUnknownStream {
            Output.errorLine("eventctl: \(error)")
            throw ExitCode.findings
        }
        phases.end()
        try svg?.write(forecast.svg.utf8)
        try Output.report(endingWithFindingsIf: !errors.isEmpty) {
            switch format {
            case .json: try Output.line(forecast.json)
            case .text: for line in forecast.lines { try Output.line(line) }
            }
        }
    }

    private var scenario: ForecastScenario {
        var scenario = ForecastScenario(clients: clients)
        (scenario.days, scenario.seed) = (days, seed)
        scenario.sessionsPerDay = sessionsPerDay
        scenario.pageviewsPerSession = pageviewsPerSession
        scenario.eventsPerSession = eventsPerSession
        return scenario
    }

    private func comparison() throws -> ForecastChange? {
        if let rate { return .rate(rate, unit: unit.flatMap(SamplingUnit.init)) }
        guard let change else { return nil }
        if FileKind(at: change) == .directory { return .streams(change) }
        let file = InputFile(change)
        return .settings(try file.bytes(wanted: "the settings of streams by name"), file: file.name)
    }

    private func shares(_ vocabulary: Vocabulary) throws -> AttributeShares {
        guard let attributes else { return .none }
        let file = InputFile(attributes)
        let wanted =
            "shares of values by attribute, such as {\"performer_is_logged_in\": {\"true\": 0.2, \"false\": 0.8}}"
        let bytes = try file.bytes(wanted: wanted)
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch {
            throw CommandError("\(file.name) is not JSON: \(error). It must contain \(wanted)")
        }
        guard let table = json.object else { throw CommandError("\(file.name) must contain \(wanted)") }
        do { return try AttributeShares(table, vocabulary) } catch { throw CommandError("\(file.name): \(error)") }
    }

    private static func check<Number: Comparable & BinaryInteger>(
        _ option: String, _ value: Double, _ range: ClosedRange<Number>
    ) throws {
        try check(option, value, Double(range.lowerBound)...Double(range.upperBound))
    }

    private static func check(_ option: String, _ value: Double, _ range: ClosedRange<Double>) throws {
        guard range.contains(value) else {
            let bounds = [range.lowerBound, range.upperBound].map { String(Int($0)) }
            throw ValidationError("\(option) must be a number from \(bounds[0]) to \(bounds[1])")
        }
    }
}
