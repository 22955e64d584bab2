import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventIntake
import EventSchema
import EventSupport
import Foundation
import Logging
import ServiceLifecycle

/// Runs a local platform: stream configuration API, schema repository and intake.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves stream configurations, schemas and an intake on this machine.",
        discussion: """
            Prints one line with its URL on standard output when it is ready. On SIGTERM and Ctrl-C it finishes the \
            requests in progress and ends; those that take longer than 10 seconds, such as one whose body does not \
            arrive, are cut off then, or by a second SIGTERM or Ctrl-C at once. SIGHUP does the same, but with --sink \
            kafka it reads the settings of Kafka again. With --admin-port, the second line has the URL of that port.

            Under systemd, the unit may have Type=notify: it is told when the server is ready, and when it stops.

            On an address that other machines can reach, every request must have a token. It is printed on the last \
            line unless it is given. With --sink stdout, the lines go to standard error.

            Without a folder Streams it starts all the same, and serves the folder as soon as it is there, but with \
            --sink kafka; the base schemas need no folder Schemas.

            Streams and schemas may come over HTTP: --stream-configs takes the URL of a stream configuration API, \
            --schemas that of a schema repository, in which /title/1.0.0 is a version and /title/latest the newest. \
            They are fetched again every --reload-interval seconds, and served together when all can be used; \
            otherwise everything is served as before. Without them at the start, requests get 503 and GET /readyz too \
            until they are there.

            EXAMPLE
              eventctl serve --port 8192 --store intake.sqlite
              eventctl serve --port 8192 --sink ndjson:events.ndjson --fault status=503,requests=3
              eventctl serve --port 8192 --sink kafka --kafka-config kafka.conf --topic-prefix eqiad.
              eventctl serve --stream-configs 'https://config.example.org/w/api.php?action=streamconfigs' \
                  --schemas https://schema.example.org/repositories/primary/jsonschema

            Exit status: 0 ended by a signal; 64 wrong usage; 70 could not run.
            """)

    @Option(parsing: .unconditional, help: "The port; 0 for any free port.")
    var port = 0

    @Option(help: "The address to listen on. All addresses except loopback addresses need a token.")
    var host = "127.0.0.1"

    @OptionGroup var token: ServedToken

    @OptionGroup var admin: AdminOptions

    @OptionGroup var content: ServedContent

    @Flag(help: "Serve every stream with the rate 1, so that no event is out of sample. Otherwise as the streams say.")
    var inSample = false

    @Option(
        help: ArgumentHelp(
            "The SQLite file for received events. The default is a temporary file; with --sink kafka there is none, "
                + "and with it neither queries nor console nor faults.",
            valueName: "PATH"))
    var store: String?

    @Flag(help: "Refuse schemas with a mistake in a file. Otherwise it is reported, and only its schema is missing.")
    var strict = false

    @OptionGroup var sinks: SinkOptions

    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp(
            "A fault that is active from the start. May be repeated. See `eventctl faults --help`.",
            valueName: "FAULT"),
        transform: Fault.parsing)
    var faults: [Fault] = []

    @Option(
        help: ArgumentHelp(
            "The folder of experiments and instruments. The default is Experiments, if it exists.", valueName: "DIR"))
    var experiments: String?

    @Option(
        help: ArgumentHelp(
            "Serve this remote configuration of clients at /v1/client-config. The default is none.",
            valueName: "FILE.json"))
    var clientConfig: String?

    @Option(
        help: ArgumentHelp(
            "Respond with the unusual statuses of another intake: 'eventgate' responds with 500 to bodies that are "
                + "malformed or too large.",
            valueName: "INTAKE"),
        transform: Self.compatibility)
    var compat: IntakeConfiguration.Compatibility = .none

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The maximum size of a request's body, compressed and decompressed.", valueName: "BYTES"))
    var bodyLimit = IntakeConfiguration().maximumBodyBytes

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum number of events in a request; more are refused with 413. --compat eventgate has no maximum.",
            valueName: "N"))
    var eventsLimit = IntakeConfiguration().maximumRequestEvents

    @Option(
        help: ArgumentHelp(
            "Send error events about invalid events to SERVICE.error.validation. The default is the destination of the "
                + "event's stream.",
            valueName: "NAME"))
    var service: String?

    @Option(
        help: ArgumentHelp(
            "The events of GET /v1/_test/events: a JSON event or an array of events.", valueName: "FILE.json"))
    var testEvents: String?

    @Option(
        help: ArgumentHelp(
            "The origin whose pages may send events (Access-Control-Allow-Origin). Pages of a named origin may also "
                + "read events. The default is *: every origin may send, none may read.",
            valueName: "ORIGIN"))
    var cors = IntakeConfiguration().allowedOrigin

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of installations that send: GET /report compares the number of events a day with the forecast.",
            valueName: "N"))
    var clients: Int?

    @Flag(inversion: .prefixedNo, help: "Serve a page at /console that shows the received events.")
    var console = true

    @OptionGroup var logs: LogOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time after a signal in which requests are still taken and GET /readyz is 503. The default is 0.",
            valueName: "SECONDS"))
    var drain = 0

    func validate() throws {
        let bodyLimits = IntakeConfiguration.bodyLimits
        guard bodyLimits.contains(bodyLimit) else {
            throw ValidationError(
                "--body-limit '\(bodyLimit)' must be a number of bytes from \(bodyLimits.lowerBound) to "
                    + "\(bodyLimits.upperBound)")
        }
        let eventLimits = IntakeConfiguration.requestEventLimits
        guard eventLimits.contains(eventsLimit) else {
            throw ValidationError(
                "--events-limit '\(eventsLimit)' must be a number of events from \(eventLimits.lowerBound) to "
                    + "\(eventLimits.upperBound)")
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port '\(port)' must be a number from 0 to 65535")
        }
        try ForecastScenario.check(clients: clients)
        if clients != nil, content.streamConfigs != nil || inSample {
            throw ValidationError(
                "--clients needs streams with their rates; leave out --stream-configs and --in-sample")
        }
        guard (0...3600).contains(drain) else { throw ValidationError("--drain '\(drain)' must be 0 to 3600 seconds") }
        if host.isEmpty { throw ValidationError("--host must be an address or a name") }
        guard AllowedOrigin.normalized(cors) != nil else {
            throw ValidationError(
                "--cors '\(cors)' must be *, null, or one origin as browsers send it: a scheme, a host and a port if "
                    + "it is not the default, such as https://example.org or http://localhost:8080")
        }
        if let service, service.wholeMatch(of: /[A-Za-z0-9._\-]+/) == nil {
            throw ValidationError(
                "--service '\(service)' must be a name of letters, digits and the characters . _ -, since the stream "
                    + "of its error events is named after it")
        }
        try sinks.check(store: store)
        if clients != nil, !sinks.hasStore(at: store) { throw ValidationError("--clients needs --store PATH") }
    }

    func run() async throws {
        let log = logs.log(hasStore: sinks.hasStore(at: store))
        defer { log.flush() }
        let logger = log.logger("eventctl.serve", from: logs.level)
        let configuration = try configuration(logger, log)
        let notices = IntakeLog(logger: logger)
        for line in ServedContent.lines(aboutMissing: configuration.optionalFolders) { notices.notice(line) }
        let announcement = ServeAnnouncement(
            token: token.isGiven ? nil : configuration.token, writesEventsToStandardOutput: sinks.usesStandardOutput)
        let server = ServedIntake(
            intake: try Intake(configuration, logger: logger), announcement: announcement,
            reload: sinks.kafka.reload(of: configuration.sinks, logger),
            manager: ServiceManager { reason in
                logger.warning(
                    "the service manager cannot be reached", metadata: ["event-platform.failure": "\(reason)"])
            })
        let services = ServiceGroup(
            services: [server], gracefulShutdownSignals: server.stopSignals, logger: logger)
        try await services.run()
    }

    private func configuration(_ logger: Logger, _ log: ServerLog) throws -> IntakeConfiguration {
        var configuration = IntakeConfiguration()
        configuration.host = host
        configuration.port = port
        admin.apply(to: &configuration)
        configuration.streams = try content.streamSource
        configuration.clientConfiguration = try clientConfig.map {
            try ServedContent.liveFile($0, "--client-config")
        }
        configuration.schemaRoots = content.schemaRoots
        configuration.optionalFolders = content.optionalFolders(needsStreams: sinks.usesKafka)
        configuration.remote = content.remote
        configuration.isStrict = strict
        configuration.hasStore = sinks.hasStore(at: store)
        // In production streams have their rates on purpose.
        let namesSampledStreams = !inSample && configuration.hasStore
        configuration.reading =
            namesSampledStreams ? .namingSampledStreams(IntakeLog(logger: logger).notice) : .checking
        configuration.hasEveryoneInSample = inSample
        configuration.storePath = store
        configuration.maximumEvents = sinks.maximumEvents ?? configuration.maximumEvents
        let metrics = PrometheusMetrics()
        configuration.metrics = metrics
        configuration.sinks = try sinks.open(logger, metrics)
        configuration.faults = faults
        configuration.token = try token.given() ?? (configuration.isLoopback ? nil : ServedToken.generated())
        configuration.experiments = experiments ?? CatalogFolders.inCurrentDirectory.experiments
        configuration.compatibility = compat
        configuration.maximumBodyBytes = bodyLimit
        configuration.maximumRequestEvents = eventsLimit
        configuration.service = service
        configuration.testEvents = try testEvents.map(Self.events(in:))
        configuration.allowedOrigin = cors
        configuration.hasConsole = console
        configuration.drainTime = .seconds(drain)
        configuration.accessLogger = logs.accessLogger(log)
        configuration.tools = ServedTools(configuration, clients: clients).tools
        return configuration
    }

    private static func compatibility(_ name: String) throws -> IntakeConfiguration.Compatibility {
        if let known = IntakeConfiguration.Compatibility(rawValue: name) { return known }
        let names = IntakeConfiguration.Compatibility.allCases.map(\.rawValue)
        throw ValidationError("there is no intake '\(name)'. Known are \(names.joined(separator: ", ")).")
    }

    private static func events(in path: String) throws -> [JSONValue] {
        let wanted = "an event or an array of events"
        let value = try ConfigurationLocation.json(ofFile: path, wanted: wanted)
        let events = value.array ?? [value]
        guard !events.isEmpty, events.allSatisfy({ $0.object != nil }) else {
            throw CommandError("\(InputFile(path).name) has no events. It must contain \(wanted)")
        }
        return events
    }
}
