import ArgumentParser
import EventIntake
import EventSchema
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// A platform on this machine: stream-config API, schema repository and intake.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves stream configurations, schemas and an intake on this machine.",
        discussion: """
            Writes one line with its URL to standard output once it is ready. SIGTERM and Ctrl-C finish what is under \
            way and end it.

            On an address that other machines reach, every request must bring a token, which is printed after the first \
            line unless --token gives it. With --sink stdout, both lines go to standard error.

            EXAMPLE
              eventctl serve --port 8192 --store intake.sqlite
              eventctl serve --port 8192 --sink ndjson:events.ndjson --fault status=503,requests=3

            Exit status: 0 ended by a signal; 64 wrong usage; 70 could not run.
            """)

    @Option(help: "The port; 0 takes a free one.")
    var port = 0

    @Option(help: "The address to listen on. Any but this machine's own needs a token.")
    var host = "127.0.0.1"

    @Option(help: "What every request must bring as \"Authorization: Bearer TOKEN\". On 127.0.0.1: none, unless given.")
    var token: String?

    @Option(help: ArgumentHelp("The folder of streams. The default is Streams.", valueName: "DIR"))
    var streams: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "A schema repository's root. May be repeated; searched in order. The default is Schemas.", valueName: "DIR")
    )
    var schemas: [String] = []

    @Option(
        help: ArgumentHelp(
            "Serve the streams of this file instead, an answer of a stream-config API.", valueName: "FILE.json"))
    var streamConfigs: String?

    @Option(help: ArgumentHelp("The SQLite file of what arrives. Unless given, a temporary one.", valueName: "PATH"))
    var store: String?

    @OptionGroup var sinks: SinkOptions

    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp(
            "A fault in force from the start; may be repeated. See `eventctl faults --help`.", valueName: "FAULT"),
        transform: Fault.parsing)
    var faults: [Fault] = []

    @Option(
        help: ArgumentHelp(
            "The folder of experiments and instruments. The default is Experiments, if there is one.", valueName: "DIR")
    )
    var experiments: String?

    @Option(
        help: ArgumentHelp(
            "Answer with another intake's statuses where they are unusual: 'eventgate' gives 500 for what is malformed or too large.",
            valueName: "INTAKE"),
        transform: Self.compatibility)
    var compat: IntakeConfiguration.Compatibility = .none

    @Option(help: ArgumentHelp("The most bytes of a request's body, unpacked too.", valueName: "BYTES"))
    var bodyLimit = IntakeConfiguration().maximumBodyBytes

    @Option(
        help: ArgumentHelp(
            "The service whose stream SERVICE.error.validation tells of invalid events. Unless given, the destination of the event's stream.",
            valueName: "NAME"))
    var service: String?

    @Option(
        help: ArgumentHelp(
            "Events for GET /v1/_test/events: a JSON event, or an array of them.", valueName: "FILE.json"))
    var testEvents: String?

    @Option(help: ArgumentHelp("Whose pages may send events (Access-Control-Allow-Origin).", valueName: "ORIGIN"))
    var cors = IntakeConfiguration().allowedOrigin

    func validate() throws {
        if streams != nil, streamConfigs != nil {
            throw ValidationError("--streams and --stream-configs say both where streams come from; name one")
        }
        guard bodyLimit > 0 else { throw ValidationError("--body-limit is a number of bytes above 0") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535") }
    }

    func run() async throws {
        var logger = Logger(label: "eventctl.serve", factory: StreamLogHandler.standardError(label:))
        logger.logLevel = .warning
        do {
            let configuration = try configuration()
            let announcement = Announcement(
                token: token == nil ? configuration.token : nil, isOutputTaken: sinks.usesStandardOutput)
            let server = Server(
                intake: try Intake(configuration, logger: logger), announcement: announcement)
            // A closed terminal (SIGHUP) ends the intake like Ctrl-C does, so that nothing temporary stays behind.
            let services = ServiceGroup(
                services: [server], gracefulShutdownSignals: [.sigterm, .sigint, .sighup], logger: logger)
            try await services.run()
        } catch let error as IntakeError where error.code == .tokenUnusable {
            throw ValidationError(error.message)
        } catch {
            throw couldNotRun(error)
        }
    }

    private func configuration() throws -> IntakeConfiguration {
        var configuration = IntakeConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.streams = streamConfigs.map { .file($0) } ?? .directory(streams ?? "Streams")
        configuration.schemaRoots = schemas.isEmpty ? ["Schemas"] : schemas
        configuration.storePath = store
        configuration.maximumEvents = sinks.maximumEvents ?? configuration.maximumEvents
        configuration.sinks = try sinks.open()
        configuration.faults = faults
        configuration.token = token
        if token == nil, !configuration.isLoopback { configuration.token = Self.newToken() }
        configuration.experiments =
            experiments ?? (FileManager.default.fileExists(atPath: "Experiments") ? "Experiments" : nil)
        configuration.compatibility = compat
        configuration.maximumBodyBytes = bodyLimit
        configuration.service = service
        configuration.testEvents = try testEvents.map(Self.events(in:))
        configuration.allowedOrigin = cors
        configuration.onNotice = { for line in $0.split(separator: "\n") { Output.note("eventctl: \(line)") } }
        return configuration
    }

    private static func compatibility(_ name: String) throws -> IntakeConfiguration.Compatibility {
        if let known = IntakeConfiguration.Compatibility(rawValue: name) { return known }
        let names = IntakeConfiguration.Compatibility.allCases.map(\.rawValue)
        throw ValidationError("'\(name)' is no intake known here. Known are \(names.joined(separator: ", ")).")
    }

    private static func events(in path: String) throws -> [JSONValue] {
        do {
            let value = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))))
            let events = value.array ?? [value]
            guard !events.isEmpty, events.allSatisfy({ $0.object != nil }) else {
                throw Reason("\(path) has no events. It should be an event, or an array of events")
            }
            return events
        } catch let error as JSONParseError {
            throw Reason("\(path) is no JSON: \(error). It should be an event, or an array of events")
        } catch {
            throw Reason("cannot read \(path): \(error.localizedDescription)")
        }
    }
}

extension Serve {
    /// 160 bits that nobody guesses.
    private static func newToken() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<5).map { _ in
            let digits = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }
}

/// What is said once requests are answered.
private struct Announcement: Sendable {
    /// The token that was made up; `nil` when there is none, or the user knows it.
    let token: String?
    /// Whether standard output is for events.
    let isOutputTaken: Bool

    func make(_ url: URL) {
        do {
            for line in ["ready \(url.absoluteString)"] + (token.map { ["token \($0)"] } ?? []) {
                if isOutputTaken { Output.note(line) } else { try Output.line(line) }
            }
        } catch {
            Output.note("\(error)")
        }
    }
}

/// The intake as a service that signals end.
private struct Server: Service {
    let intake: Intake
    let announcement: Announcement

    func run() async throws { try await intake.run { announcement.make($0) } }
}
