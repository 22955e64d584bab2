import EventSupport
import ArgumentParser
import EventCatalog
import EventPlatform
import EventSchema
import Foundation
import Logging

/// Sends events from a file through the real client.
struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sends events, one JSON object a line, through the real client.",
        discussion: """
            Each event has `$schema` and `meta.stream`. A missing `meta.id` is derived from the file's content and the \
            line, so running the same file again is the recovery: no event is delivered twice. What was not delivered \
            stays in the store and goes with the next `send`. Standard output has the ledger as one JSON object, \
            standard error the progress; so it does after SIGTERM or Ctrl-C, which end the command at once.

            An event is sampled by its own session, install and page view ids where it has them, else by those of the \
            options, else by ids that are made up and kept in the store.

            EXAMPLE
              eventctl send events.ndjson --stream-configs http://127.0.0.1:8192/w/api.php --store queue.sqlite

            Exit status: 0 everything was delivered, or left out as its stream asks; 1 events are undelivered, \
            refused or unreadable; 64 wrong usage; 70 could not run.
            """)

    @OptionGroup var events: EventFileOptions

    @Option(
        help: ArgumentHelp(
            "Where stream configurations are: a URL of the API, or a file with its answer.", valueName: "URL|FILE"))
    var streamConfigs: String

    @Option(
        help: ArgumentHelp(
            "The intake that takes every event. Unless given, /v1/events beside the stream configuration API.",
            valueName: "URL"))
    var intake: String?

    @Option(
        help: ArgumentHelp("The store file. Without it, what is undelivered ends with the command.", valueName: "PATH"))
    var store: String?

    @Option(help: ArgumentHelp("How long to go on trying to deliver.", valueName: "SECONDS"))
    var deadline: Double = 30

    @OptionGroup(title: "Sampling of events without identifiers of their own") var identity: IdentityOptions

    @OptionGroup(title: "Delivery") var delivery: DeliveryOptions

    @Option(
        help: ArgumentHelp(
            "Bear this tag in the header X-Event-Test, to find the events by: GET /events?test=TAG.", valueName: "TAG"))
    var test: String?

    @Flag(help: "Store the events only.")
    var noFlush = false

    func validate() throws {
        if let test, test.isEmpty || !test.allSatisfy({ $0.isASCII && !$0.isNewline && $0 != "\u{7F}" && $0 >= " " }) {
            throw ValidationError("--test '\(test)' cannot stand in a header; use letters, digits and signs of ASCII")
        }
        guard (0...1e9).contains(deadline) else {
            throw ValidationError("--deadline is a number of seconds, from 0 to 1000000000")
        }
        if intake == nil, ConfigurationPlace.httpURL(streamConfigs) == nil, !noFlush {
            throw ValidationError(
                "--stream-configs names a file, so --intake must say where the events go (or use --no-flush)")
        }
        for url in [intake].compactMap({ $0 }) where ConfigurationPlace.httpURL(url) == nil {
            throw ValidationError("--intake '\(url)' is no http or https URL")
        }
    }

    func run() async throws {
        do {
            let reader = try LineReader(events.path)
            let client = try makeClient()
            try await client.open()
            let interruption = await Interruption()
            let run = SendRun(client: client, path: events.path, before: client.ledger)
            client.start()
            _ = try await interruption.run {
                var reader = reader
                defer { reader.close() }
                try await run.submitLines(of: &reader)
            }
            let ledger = try await finish(client, interruption)
            try report(ledger, run.progress.withLock { $0 })
        } catch let exit as ExitCode {
            throw exit
        } catch {
            throw couldNotRun(error)
        }
    }

    private func finish(_ client: EventPlatformClient, _ interruption: Interruption) async throws -> Ledger {
        let time: Duration = noFlush ? .zero : .milliseconds(Int64(deadline * 1000))
        _ = try await interruption.run { await client.flush(deadline: time) }
        if interruption.isRaised { Output.note("eventctl: ended by a signal") }
        let report = await client.shutdown(deadline: .zero)
        let hadConfigurations = client.hasConfigurations
        for diagnostic in client.diagnostics where diagnostic.kind != .invalidEvent { Output.note("\(diagnostic)") }
        if report.pending > 0, !hadConfigurations {
            Output.note("eventctl: no stream configurations came from \(streamConfigs), so the events wait undecided")
        }
        if report.pending > 0, store == nil {
            Output.note("eventctl: \(report.pending) undelivered events end here; name a --store to keep such")
        }
        return client.ledger
    }

    private func report(_ ledger: Ledger, _ outcome: SendRun.Outcome) throws {
        var json = ledger.json
        json["lines"] = ["read": .number(outcome.lines), "refused": .number(outcome.refused)]
        try Output.line(json)
        let dropped = ledger.total.dropped.filter { !$0.key.isAsDesigned }.values.reduce(0, +)
        let wasDropped = outcome.before.total.dropped.filter { !$0.key.isAsDesigned }.values.reduce(0, +)
        let undelivered = noFlush ? 0 : ledger.total.pending
        let hasFindings = outcome.isCutShort || outcome.refused + undelivered + dropped - wasDropped > 0
        if hasFindings { throw ExitCode.findings }
    }
}

// MARK: - The client

extension Send {
    private func makeClient() throws -> EventPlatformClient {
        let source = try ConfigurationPlace.streams(streamConfigs)
        let intakeURL = intake.flatMap(ConfigurationPlace.httpURL) ?? intakeBeside(source)
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: source, network: .init(destinations: .everything(to: intakeURL)),
            store: store.map { .file(URL(fileURLWithPath: $0)) } ?? .inMemory)
        configuration.validation.sources = try events.schemas.map(Self.schemaSource)
        configuration.store.remembersDelivered = true
        configuration.store.settings.maximumEvents = .max  // a file is no stream of taps: nothing has to make room
        configuration.store.settings.maximumBytes = .max
        configuration.firstConfigurationRetry = .seconds(1)  // somebody is waiting
        if let test { configuration.network.headers[NetworkConfiguration.testHeader] = test }
        let path = events.path
        configuration.onDrop = { SendRun.tell(of: $0, path: path) }
        configuration.inputBufferCapacity = .max
        configuration.dispatchMode = .periodic(.seconds(1))
        try delivery.apply(to: &configuration)
        if noFlush { configuration.dispatchMode = .manual }
        configuration.consent = noFlush ? .pending : .granted
        configuration.logger = Logger(label: "eventctl") { _ in SwiftLogNoOpLogHandler() }
        var context = Context.empty
        identity.identify(&context)
        return EventPlatformClient(configuration, context: context)
    }

    private func intakeBeside(_ source: StreamConfigurationSource) -> URL {
        guard case .url(let url) = source, let beside = URL(string: "/v1/events", relativeTo: url) else {
            return URL(fileURLWithPath: "/")  // not used: `validate()` asks for --intake or --no-flush
        }
        return beside.absoluteURL
    }

    private static func schemaSource(_ place: String) throws -> SchemaSource {
        if let url = ConfigurationPlace.httpURL(place) { return .repository(url) }
        let repository = try SchemaRepository(roots: [place])
        return .documents(Dictionary(repository.versions.map { (SchemaID($0.uri), $0.document) }) { first, _ in first })
    }
}
