import EventSupport
import ArgumentParser
import EventCatalog
import EventPlatform
import EventSchema
import Foundation
import Logging

/// Sends the events of a file with the library's client.
struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sends events, one JSON object per line, with the library's client.",
        discussion: """
            Each event must have `$schema` and `meta.stream`. A missing `meta.id` is derived from the file's content \
            and \
            the line number, so sending the same file again after a failure delivers no event twice. Events that were \
            not delivered stay in the store and are sent with the next `send`. Standard output has the ledger as one \
            JSON object, standard error the progress. SIGTERM and Ctrl-C end the command at once; the ledger is still \
            printed.

            An event is sampled by its own session, install and page view ids if it has them, otherwise by those of \
            the \
            options, otherwise by generated ids that are kept in the store.

            EXAMPLE
              eventctl send events.ndjson --stream-configs http://127.0.0.1:8192/w/api.php --store queue.sqlite

            Exit status: 0 every event was delivered, or dropped as its stream's settings require; 1 events are \
            undelivered, rejected or unreadable; 64 wrong usage; 70 could not run.
            """)

    @OptionGroup var events: EventFileOptions

    @Option(
        help: ArgumentHelp(
            "The stream configurations: a URL of the API, or a file with its response.", valueName: "URL|FILE"))
    var streamConfigs: String

    @Option(
        help: ArgumentHelp(
            "The intake for all events. The default is /v1/events on the server of the stream configuration API.",
            valueName: "URL"))
    var intake: String?

    @Option(
        help: ArgumentHelp(
            "The store file. Without it, undelivered events are lost when the command ends.", valueName: "PATH"))
    var store: String?

    @Option(help: ArgumentHelp("The maximum time to try to deliver the events.", valueName: "SECONDS"))
    var deadline: Double = 30

    @OptionGroup(title: "Sampling of events without their own identifiers") var identity: IdentityOptions

    @OptionGroup(title: "Delivery") var delivery: DeliveryOptions

    @Option(
        help: ArgumentHelp(
            "Send this tag in the header X-Event-Test, to find the events with GET /events?test=TAG.", valueName: "TAG")
    )
    var test: String?

    @Flag(help: "Store the events without sending them.")
    var noFlush = false

    func validate() throws {
        if let test, test.isEmpty || !test.allSatisfy({ $0.isASCII && !$0.isNewline && $0 != "\u{7F}" && $0 >= " " }) {
            throw ValidationError("--test '\(test)' is not valid in a header; use printable ASCII characters")
        }
        guard (0...1e9).contains(deadline) else {
            throw ValidationError("--deadline must be a number of seconds from 0 to 1000000000")
        }
        if intake == nil, ConfigurationLocation.httpURL(streamConfigs) == nil, !noFlush {
            throw ValidationError(
                "--stream-configs is a file, so give the intake with --intake, or use --no-flush")
        }
        for url in [intake].compactMap({ $0 }) where ConfigurationLocation.httpURL(url) == nil {
            throw ValidationError("--intake '\(url)' is not an http or https URL")
        }
    }

    func run() async throws {
        do {
            let reader = try LineReader(events.path)
            let client = try makeClient()
            try await client.open()
            let signals = await TerminationSignals()
            let run = SendRun(client: client, path: events.path, before: client.ledger)
            client.start()
            _ = try await signals.run {
                var reader = reader
                defer { reader.close() }
                try await run.submitLines(of: &reader)
            }
            let ledger = try await finish(client, signals)
            try report(ledger, run.progress.withLock { $0 })
        } catch let exit as ExitCode {
            throw exit
        } catch {
            throw couldNotRun(error)
        }
    }

    private func finish(_ client: EventPlatformClient, _ signals: TerminationSignals) async throws -> Ledger {
        let time: Duration = noFlush ? .zero : .milliseconds(Int64(deadline * 1000))
        _ = try await signals.run { await client.flush(deadline: time) }
        if signals.isTerminating { Output.note("eventctl: ended by a signal") }
        let report = await client.shutdown(deadline: .zero)
        let hadConfigurations = client.hasConfigurations
        for diagnostic in client.diagnostics where diagnostic.kind != .invalidEvent { Output.note("\(diagnostic)") }
        if report.pending > 0, !hadConfigurations {
            Output.note(
                "eventctl: stream configurations could not be fetched from \(streamConfigs), so no event was processed")
        }
        if report.pending > 0, store == nil {
            Output.note("eventctl: \(report.pending) undelivered events are lost; use --store to keep such events")
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
        let source = try ConfigurationLocation.streams(streamConfigs)
        let intakeURL = intake.flatMap(ConfigurationLocation.httpURL) ?? intakeBeside(source)
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: source, network: .init(destinations: .everything(to: intakeURL)),
            store: store.map { .file(URL(fileURLWithPath: $0)) } ?? .inMemory)
        configuration.validation.sources = try events.schemas.map(Self.schemaSource)
        configuration.store.remembersDelivered = true
        configuration.store.settings.maximumEvents = .max  // every event of the file must be kept
        configuration.store.settings.maximumBytes = .max
        configuration.firstConfigurationRetry = .seconds(1)  // the user waits for the command
        if let test { configuration.network.headers[NetworkConfiguration.testHeader] = test }
        let path = events.path
        configuration.onDrop = { SendRun.report($0, path: path) }
        configuration.inputBufferCapacity = .max
        configuration.dispatchMode = .periodic(.seconds(1))
        try delivery.apply(to: &configuration)
        if noFlush { configuration.dispatchMode = .manual }
        configuration.consent = noFlush ? .pending : .granted
        configuration.logger = Logger(label: "eventctl") { _ in SwiftLogNoOpLogHandler() }
        var context = Context.empty
        identity.apply(to: &context)
        return EventPlatformClient(configuration, context: context)
    }

    private func intakeBeside(_ source: StreamConfigurationSource) -> URL {
        guard case .url(let url) = source, let beside = URL(string: "/v1/events", relativeTo: url) else {
            return URL(fileURLWithPath: "/")  // not used: `validate()` asks for --intake or --no-flush
        }
        return beside.absoluteURL
    }

    private static func schemaSource(_ place: String) throws -> SchemaSource {
        if let url = ConfigurationLocation.httpURL(place) { return .repository(url) }
        let repository = try SchemaRepository(roots: [place])
        return .documents(Dictionary(repository.versions.map { (SchemaID($0.uri), $0.document) }) { first, _ in first })
    }
}
