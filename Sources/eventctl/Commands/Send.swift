import ArgumentParser
import EventCatalog
import EventPlatform
import EventSchema
import EventSupport
import Foundation
import Logging

/// Sends the events of a file with the library's client.
struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sends events, JSON objects one after the other, with the library's client.",
        discussion: """
            Each event must have `$schema` and `meta.stream`. A missing `meta.id` is derived from the file's content \
            and the number of its first line, so sending the same file again after a failure delivers no event twice. \
            Events that \
            were not delivered stay in the store and are sent with the next `send`. Standard output has the ledger as \
            one JSON object, standard error the progress. SIGTERM and Ctrl-C end the command at once; the ledger is \
            still printed.

            An event is sent as it is: --complete adds what the library's client adds to the events of an app, such as \
            `dt` and the attributes that the stream lists. It is sampled by its own session, install and page view ids \
            if it has them, otherwise by those of the options, otherwise by generated ids that are kept in the store. \
            Attributes have the fields and types of the Project.yaml of the current directory, or else of the folder \
            of --schemas.

            Dropped events are counted on standard error: with its line if one is a mistake, otherwise by reason and \
            stream.

            EXAMPLE
              eventctl send events.ndjson --stream-configs http://127.0.0.1:8192/w/api.php --store queue.sqlite

            Exit status: 0 every event was delivered, or dropped as its stream's settings require; 1 events are \
            undelivered, rejected or unreadable, the input was not read to its end, or there are errors in \
            Project.yaml, which are on standard error; 64 wrong usage; 70 could not run, or no intake takes events at \
            the URL.
            """)

    @OptionGroup var events: EventFileOptions

    @Option(
        help: ArgumentHelp(
            "The stream configurations: a URL of the API, or a file with its response.", valueName: "URL|FILE"))
    var streamConfigs: String

    @Option(
        help: ArgumentHelp(
            "The intake for all events; a URL without a path has /v1/events. The default is the server of the stream "
                + "configuration API.",
            valueName: "URL"))
    var intake: String?

    @Option(
        help: ArgumentHelp(
            "The store file. Without it, undelivered events are lost when the command ends.", valueName: "PATH"))
    var store: String?

    @OptionGroup var credentials: TokenOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The maximum time to try to deliver the events.", valueName: "SECONDS"))
    var deadline: Double = 30

    @OptionGroup(title: "Sampling of events without their own identifiers") var identity: IdentityOptions

    @OptionGroup(title: "Delivery") var delivery: DeliveryOptions

    @Option(
        help: ArgumentHelp(
            "Send this tag in the header X-Event-Test, to find the events with GET /events?test=TAG.", valueName: "TAG")
    )
    var test: String?

    @Flag(help: "Add what the event lacks, where its schema has the property, as the client of an app does.")
    var complete = false

    @Flag(help: "Store the events without sending them; needs --store.")
    var noFlush = false

    mutating func validate() throws {
        try events.resolve()
        guard events.files.count == 1 else {
            throw ValidationError("Give one file of events; \(events.files.joined(separator: ", ")) are several")
        }
        try InputFile.requireDistinct(events.files + [streamConfigs])
        try ConfigurationLocation.requireFileOrURL([streamConfigs] + events.schemas)
        if let test, test.isEmpty || !test.allSatisfy({ $0.isASCII && !$0.isNewline && $0 != "\u{7F}" && $0 >= " " }) {
            throw ValidationError("--test '\(test)' is not valid in a header; use printable ASCII characters")
        }
        guard (0...1e9).contains(deadline) else {
            throw ValidationError("--deadline '\(deadline)' must be a number of seconds from 0 to 1000000000")
        }
        if noFlush, store == nil {
            throw ValidationError("--no-flush only stores the events, so give their store with --store")
        }
        if intake == nil, ConfigurationLocation.httpURL(streamConfigs) == nil, !noFlush {
            throw ValidationError(
                "--stream-configs '\(streamConfigs)' is a file, as it does not begin with http:// or https://; so "
                    + "give the intake with --intake, or use --no-flush")
        }
        if let intake {
            guard let url = ConfigurationLocation.httpURL(intake) else {
                throw ValidationError("--intake '\(intake)' is not an http or https URL such as http://127.0.0.1:8192")
            }
            try ConfigurationLocation.requireNoCredentials(in: url)
        }
    }

    func run() async throws {
        let file = InputFile(events.files[0])
        let reader = try EventReader(file)
        let client = try makeClient(file, of: try project())
        try await client.openStore()
        let signals = await TerminationSignals()
        let run = SendRun(client: client, file: file, before: client.ledger)
        // A file of stream configurations need not be waited for, so that every event is decided, also with --no-flush.
        if ConfigurationLocation.httpURL(streamConfigs) == nil { await client.loadConfigurations() }
        client.start()
        _ = try await signals.run {
            var reader = reader
            defer { reader.close() }
            try await run.submitEvents(of: &reader)
        }
        let ledger = try await finish(client, signals, before: run.progress.withLock(\.before))
        try report(ledger, run.progress.withLock { $0 }, noIntake: client.diagnostics.first { $0.kind == .noIntake })
    }

    private func finish(
        _ client: EventPlatformClient, _ signals: TerminationSignals, before: Ledger
    ) async throws -> Ledger {
        let time: Duration = noFlush ? .zero : .milliseconds(Int64(deadline * 1000))
        _ = try await signals.run { await client.flush(deadline: time) }
        if signals.isTerminating { Output.errorLine("eventctl: ended by a signal") }
        // Closing the store takes milliseconds, unless the disk or another program lets it wait.
        let report = await client.shutdown(
            deadline: .zero, closingWithin: .seconds(signals.isTerminating ? 1 : 5))
        let hadConfigurations = client.hasConfigurations
        // Invalid events are reported with their lines, a wrong URL as the reason why the command ends, and failures at
        // once.
        let reported = [.invalidEvent, .noIntake] + FailureLog.kinds
        let diagnostics = client.diagnostics.filter { !reported.contains($0.kind) }
        for line in (client.ledger - before).intendedDropLines { Output.errorLine("eventctl: \(line)") }
        let unvalidated = client.ledger.total.unvalidated - before.total.unvalidated
        for line in lines(for: diagnostics, unvalidated) { Output.errorLine(line) }
        if report.pending > 0, !hadConfigurations {
            Output.errorLine("eventctl: \(configurationsMissing(within: time))")
        }
        if report.pending > 0, store == nil {
            let lost = report.pending.counted("undelivered event") + (report.pending == 1 ? " is lost" : " are lost")
            Output.errorLine("eventctl: \(lost); use --store to keep such events")
        }
        return client.ledger
    }

    /// The diagnostics; in place of one for each schema, how many events are sent without validation since no
    /// repository was given.
    private func lines(for diagnostics: [Diagnostic], _ unvalidated: Int) -> [String] {
        guard events.schemas.isEmpty else { return diagnostics.map(\.description) }
        let others = diagnostics.filter { $0.kind != .schema }.map(\.description)
        if unvalidated == 0 { return others }
        let count = "\(unvalidated.counted("event")) \(unvalidated == 1 ? "was" : "were")"
        let example = schemasOfServer.map { ", such as \($0)" } ?? ""
        let whose = unvalidated == 1 ? "its schema" : "their schemas"
        return others + [
            "schema: \(count) not validated here: no --schemas names a folder or a URL that has \(whose)\(example)"
        ]
    }

    /// Where the server of the stream configurations serves schemas, if it does; `nil` where they come from a file.
    private var schemasOfServer: String? {
        ConfigurationLocation.httpURL(streamConfigs).flatMap { URL(string: "/schemas", relativeTo: $0) }?
            .absoluteURL.withoutSecrets
    }

    private func configurationsMissing(within time: Duration) -> String {
        let source = ConfigurationLocation.httpURL(streamConfigs)?.withoutSecrets ?? streamConfigs
        guard time > .zero else {
            return "the stream configurations of \(source) were not awaited, so no event was processed"
        }
        return "stream configurations could not be fetched from \(source), so no event was processed"
    }

    private func report(_ ledger: Ledger, _ outcome: SendRun.Outcome, noIntake: Diagnostic?) throws {
        var json = ledger.json
        json["lines"] = ["read": .number(outcome.lines), "refused": .number(outcome.refused)]
        let dropped = ledger.total.dropped.filter { !$0.key.isIntended }.values.reduce(0, +)
        let wasDropped = outcome.before.total.dropped.filter { !$0.key.isIntended }.values.reduce(0, +)
        let undelivered = noFlush ? 0 : ledger.total.pending
        let hasFindings = !outcome.isComplete || outcome.refused + undelivered + dropped - wasDropped > 0
        guard let noIntake, undelivered > 0 else {
            return try Output.report(endingWithFindingsIf: hasFindings) { try Output.line(json) }
        }
        try Output.untilClosed { try Output.line(json) }
        throw CommandError(noIntake.message + (intake == nil ? ". --intake names another" : ""))
    }
}

extension Ledger {
    /// The events that were dropped as their streams' settings require, by reason and stream.
    fileprivate var intendedDropLines: [String] {
        DropReason.allCases.filter(\.isIntended).compactMap { reason in
            let counts = streams.compactMapValues { $0.dropped[reason] }.filter { $0.value > 0 }
                .sorted { $0.key < $1.key }
            if counts.isEmpty { return nil }
            let places =
                counts.prefix(Self.maximumNames).map { "\($0.value) of \($0.key)" }
                + (counts.count > Self.maximumNames ? ["others of \(counts.count - Self.maximumNames) streams"] : [])
            let total = counts.reduce(0) { $0 + $1.value }
            let hint = reason == .curated ? "; “eventctl explain STREAM” shows its rules" : ""
            return "\(total.counted("event")) dropped, \(reason.rawValue): \(places.joined(separator: ", "))\(hint)"
        }
    }

    private static let maximumNames = 5
}

// MARK: - The client

extension Send {
    /// The project of the current directory; where there is none, that of the schemas.
    private func project() throws -> Project {
        let here = try Project.faultless()
        let root = events.schemas.first { FileKind(at: $0) == .directory }
        guard here.file == nil, let root else { return here }
        return try Project.faultless(of: root)
    }

    private func makeClient(_ file: InputFile, of project: Project) throws -> EventPlatformClient {
        let source = try ConfigurationLocation.streams(streamConfigs)
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: source, network: .init(destinations: .everything(to: intakeURL)),
            store: try storeLocation())
        configuration.network.connection = credentials.connection(to: [intakeURL])
        configuration.completesEvents = complete
        configuration.validation.sources = try events.schemas.map(Self.schemaSource)
        configuration.store.keepsDeliveredIDs = true
        configuration.store.settings.maximumEvents = .max  // every event of the file must be kept
        configuration.store.settings.maximumBytes = .max
        configuration.firstRetryDelay = .seconds(1)  // the user waits for the command
        if let test { configuration.network.headers[NetworkConfiguration.testHeaderName] = test }
        configuration.onDrop = { SendRun.report($0, from: file) }
        configuration.inputBufferCapacity = .max
        configuration.dispatchMode = .periodic(.seconds(1))
        try delivery.apply(to: &configuration)
        if noFlush { configuration.dispatchMode = .manual }
        configuration.consent = noFlush ? .pending : .granted
        configuration.logger = Logger(label: "eventctl") { _ in FailureLog() }
        var context = Context.empty
        identity.apply(to: &context)
        return project.client(configuration, context: context)
    }

    /// The intake: the given one, or that of the server of the stream configuration API.
    private var intakeURL: URL {
        if let intake { return ConfigurationLocation.httpURL(intake) ?? Self.noIntake }
        guard let server = ConfigurationLocation.httpURL(streamConfigs) else { return Self.noIntake }
        return URL(string: NetworkConfiguration.defaultIntakePath, relativeTo: server)?.absoluteURL ?? server
    }

    /// Not used: `validate()` requires --intake or --no-flush where there is no server.
    private static let noIntake = URL(fileURLWithPath: "/")

    /// The store. The library makes missing folders, which would hide a mistyped path here.
    private func storeLocation() throws -> StoreLocation {
        guard let store else { return .inMemory }
        let file = URL(fileURLWithPath: store)
        let folder = file.deletingLastPathComponent().path
        guard FileKind(at: folder) == .directory else {
            throw CommandError("the store \(store) cannot be made: there is no folder \(folder); create it")
        }
        // A client writes beside its store before it opens the file.
        try StoreInspector.requireNoOtherFile(at: file.path)
        return .file(file)
    }

    private static func schemaSource(_ place: String) throws -> SchemaSource {
        if let url = ConfigurationLocation.httpURL(place) { return .repository(url) }
        let repository = try SchemaRepository(reporting: [place])
        return .documents(Dictionary(repository.versions.map { (SchemaID($0.uri), $0.document) }) { first, _ in first })
    }
}
