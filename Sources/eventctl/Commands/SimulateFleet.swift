import ArgumentParser
import EventCatalog
import EventPlatform
import EventSchema
import EventSimulation
import EventSupport
import Foundation

/// Simulates many clients in virtual time.
struct SimulateFleet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Simulates days of outages for many clients in virtual time and checks the results against bounds.",
        discussion: """
            The clients use the same schedule, sender, verdicts and store as the library. Only the clock, the network \
            and the intake are virtual. The same seed gives the same run.

            mixed    failed connections and requests during 72 hours: no event is lost, and the attempts are bounded
            herd     1000 clients after an outage of one hour: at most 3 times the mean rate of requests. With --days \
            their users are awake by day; the outage is on the first evening, on the second day a release triples the \
            events, on the third a configuration takes every third
            blocked  an intake that is never reachable, 30 days at 10 events a second: the store keeps its limit

            What was simulated so far is on standard error, every few seconds.

            EXAMPLE
              eventctl simulate herd --clients 1000
              eventctl simulate herd --days 3 --svg herd.svg
              eventctl simulate blocked --store /tmp/blocked.sqlite

            Exit status: 0 the bounds hold; 1 they do not; 64 wrong usage; 70 could not run.
            """)

    /// The scenarios that can be simulated.
    enum Scenario: String, ExpressibleByArgument, CaseIterable {
        case mixed
        case herd
        case blocked
    }

    @Argument(help: "mixed, herd or blocked.")
    var scenario: Scenario

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of clients. The default is 10 for mixed, 1000 for herd and 1 for blocked.", valueName: "N"))
    var clients: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The duration of the incidents. The default is 72 for mixed, 1 for herd and 720 for blocked.",
            valueName: "HOURS"))
    var hours: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("For herd: play whole days.", valueName: "N"))
    var days: Int?

    @Option(
        help: ArgumentHelp("For herd: draw events and requests over time into this SVG file.", valueName: "FILE"),
        transform: OutputFile.init)
    var svg: OutputFile?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The clients' dispatch mode, as for `send`. The default is every 30 seconds.", valueName: "MODE"))
    var dispatch: String?

    @Option(parsing: .unconditional, help: "The seed of the random numbers.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("For blocked: keep the events in this new SQLite file, not in memory.", valueName: "PATH"))
    var store: String?

    @Option(help: "text or json.")
    var format: ReportFormat = .text

    func validate() throws {
        let minimumClients =
            scenario != .herd ? 1 : days == nil ? Self.minimumHerdClients : Self.minimumHerdClientsOverDays
        if let clients, !(minimumClients...100_000).contains(clients) {
            throw ValidationError(
                "--clients '\(clients)' must be a number from \(minimumClients) to 100000 for \(scenario)")
        }
        let minimumHours = scenario == .mixed ? Self.minimumMixedHours : 1
        if let hours, !(minimumHours...10_000).contains(hours) {
            throw ValidationError("--hours '\(hours)' must be a number from \(minimumHours) to 10000 for \(scenario)")
        }
        if days != nil || svg != nil, scenario != .herd {
            throw ValidationError("--days and --svg are only allowed with herd")
        }
        if let days, !(1...30).contains(days) {
            throw ValidationError("--days '\(days)' must be a number from 1 to 30")
        }
        if days != nil, hours != nil { throw ValidationError("--days and --hours cannot be combined; use one of them") }
        if svg?.isStandardOutput == true {
            throw ValidationError("standard output has the report; give a file for --svg")
        }
        if store != nil, scenario != .blocked { throw ValidationError("--store is only allowed with blocked") }
        if let dispatch, try mode() == .manual { throw ValidationError("--dispatch '\(dispatch)' sends nothing") }
        if let dispatch, let seconds = Double(dispatch), seconds > Self.maximumInterval {
            throw ValidationError("--dispatch '\(dispatch)' must be at most \(Self.maximumInterval) seconds")
        }
    }

    /// The minimum number of clients of a herd: the mean of fewer requests is too small to compare a peak with.
    private static let minimumHerdClients = 100
    /// The same for a herd over days, whose clients submit less often.
    private static let minimumHerdClientsOverDays = 500
    /// The minimum duration of mixed incidents in hours: the failed requests of fewer hours have no meaningful rate.
    private static let minimumMixedHours = 2
    /// The maximum interval of dispatch in seconds: the mean rate of requests is that of minutes 20 to 60.
    private static let maximumInterval = 1200.0

    func run() throws {
        try requireNewStore()
        let fleet = try fleet()
        let memory = ProcessUsage.current.residentBytes
        var simulation = FleetSimulation(fleet)
        var progress = ProgressReporter(duration: fleet.duration)
        let report = try simulation.run { progress.report($0) }
        let bounds = bounds(fleet, report, memory: memory)
        try svg?.write(report.svg(of: fleet).utf8)
        try Output.report(endingWithFindingsIf: !bounds.allSatisfy(\.holds)) { try printReport(fleet, report, bounds) }
    }

    private func requireNewStore() throws {
        guard let store else { return }
        switch FileKind(at: store) {
        case .missing: return
        case .unreachable(let reason) where access(store, F_OK) != 0:
            throw CommandError(
                "the store \(store) cannot be made: \(reason); name a new file in a folder that exists and that you "
                    + "may write")
        default:
            throw CommandError(
                "\(store) exists; name a new file, since the simulation removes the oldest events of a store")
        }
    }

    private func mode() throws -> DispatchMode {
        var options = DeliveryOptions()
        options.dispatch = dispatch
        return try options.dispatchMode() ?? .periodic()
    }

    private func fleet() throws -> FleetScenario {
        var fleet =
            switch scenario {
            case .mixed: FleetScenario.mixed(hours: hours ?? 72, clients: clients ?? 10, seed: seed)
            case .herd:
                days.map { FleetScenario.days($0, clients: clients ?? 1000) }
                    ?? FleetScenario.outage(of: .seconds((hours ?? 1) * 3600), clients: clients ?? 1000)
            case .blocked: FleetScenario.blocked()
            }
        fleet.seed = seed
        fleet.mode = try mode()
        if scenario == .blocked, let hours {
            fleet.duration = .seconds(hours * 3600)
            for index in fleet.incidents.indices { fleet.incidents[index].until = fleet.duration }
        }
        if scenario == .blocked, let clients { fleet.clients = clients }
        if let store { fleet.openStore = { try SQLiteEventStore(path: store, settings: $0) } }
        return fleet
    }
}

// MARK: - Bounds

/// A bound that a simulation is checked against.
struct SimulationBound {
    let name: String
    let value: Double
    let limit: Double
    var holds: Bool { value <= limit }
}

extension SimulateFleet {
    private func bounds(_ fleet: FleetScenario, _ report: FleetReport, memory: Int?) -> [SimulationBound] {
        let dropped = Double(report.ledger.total.droppedTotal)
        let hours = fleet.incidentHours
        switch scenario {
        case .mixed:
            return [
                SimulationBound(name: "events dropped", value: dropped, limit: 0),
                SimulationBound(name: "events undelivered", value: Double(report.ledger.total.pending), limit: 10),
                SimulationBound(
                    name: "failed requests per client and hour of trouble",
                    value: Double(report.traffic.failed) / Double(fleet.clients) / hours, limit: 30),
            ]
        case .herd:
            let incident = fleet.incidents[0]
            let requests = report.traffic.requests
            let mean = requests.mean(from: max(.seconds(1200), incident.from - .seconds(3600)), until: incident.from)
            let peak = requests.peak(from: incident.until, until: fleet.changes.first?.from ?? fleet.duration)
            return [
                SimulationBound(name: "events dropped", value: dropped, limit: 0),
                SimulationBound(name: "peak of requests in 10 s, in means", value: peak / max(mean, 0.001), limit: 3),
            ]
        case .blocked:
            let now = ProcessUsage.current.residentBytes
            let grown = memory.flatMap { before in now.map { Double($0 - before) / 1e6 } }
            return [
                SimulationBound(
                    name: "events kept", value: Double(report.ledger.total.pending),
                    limit: Double(fleet.store.maximumEvents * fleet.clients)),
                SimulationBound(
                    name: "requests under way at once", value: Double(report.peakConcurrentRequests), limit: 1),
                SimulationBound(
                    name: "attempts per client, 16 and 4 an hour",
                    value: Double(report.traffic.failed) / Double(fleet.clients), limit: 16 + 4 * hours),
            ] + (store == nil ? [] : storeBounds(fleet, grown))
        }
    }

    private func storeBounds(_ fleet: FleetScenario, _ grown: Double?) -> [SimulationBound] {
        let size = FileManager.default.contents(atPath: store ?? "")?.count ?? 0
        let bytes = SimulationBound(
            name: "MB of the store file", value: Double(size) / 1e6,
            limit: Double(fleet.store.maximumBytes) * 1.5 / 1e6)
        let memory = grown.map { SimulationBound(name: "MB of memory grown", value: $0, limit: 32) }
        return [bytes] + [memory].compactMap { $0 }
    }

    private func printReport(
        _ fleet: FleetScenario, _ report: FleetReport, _ bounds: [SimulationBound]
    ) throws {
        let days = days == nil ? [] : report.days(of: fleet)
        let total = report.ledger.total
        switch format {
        case .json:
            var json: JSONObject = total.json
            json["arrived"] = .number(report.arrived)
            json["requests"] = [
                "accepted": .number(report.traffic.accepted), "failed": .number(report.traffic.failed),
                "repeatedEvents": .number(report.traffic.repeats),
                "peakConcurrentRequests": .number(report.peakConcurrentRequests),
            ]
            if !days.isEmpty { json["days"] = .array(days.map { .object($0.json) }) }
            json["bounds"] = .array(
                bounds.map {
                    [
                        "name": .string($0.name), "value": .string(String(format: "%.3f", $0.value)),
                        "limit": .string(String(format: "%.3f", $0.limit)), "holds": .bool($0.holds),
                    ]
                })
            try Output.line(json)
        case .text:
            try Output.line(
                "events    \(total.submitted) submitted, \(total.delivered) delivered, \(total.droppedTotal) dropped, "
                    + "\(total.pending) pending, \(report.arrived) at the intake"
            )
            try Output.line(
                "requests  \(report.traffic.accepted) accepted, \(report.traffic.failed) failed, "
                    + "\(report.traffic.repeats.counted("event")) repeated"
            )
            for day in days { try Output.line(day.line) }
            for bound in bounds {
                let numbers = String(format: "%.2f of at most %.2f", bound.value, bound.limit)
                try Output.line("\(bound.holds ? "holds " : "BROKEN") \(bound.name): \(numbers)")
            }
        }
    }
}
