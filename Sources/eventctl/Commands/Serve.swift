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

            EXAMPLE
              eventctl serve --port 8192 --store intake.sqlite

            Exit status: 0 ended by a signal; 64 wrong usage; 70 could not run.
            """)

    @Option(help: "The port; 0 takes a free one.")
    var port = 0

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

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
            let server = Server(intake: try Intake(try configuration(), logger: logger))
            // A closed terminal (SIGHUP) ends the intake like Ctrl-C does, so that nothing temporary stays behind.
            let services = ServiceGroup(
                services: [server], gracefulShutdownSignals: [.sigterm, .sigint, .sighup], logger: logger)
            try await services.run()
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
        configuration.experiments =
            experiments ?? (FileManager.default.fileExists(atPath: "Experiments") ? "Experiments" : nil)
        configuration.compatibility = compat
        configuration.maximumBodyBytes = bodyLimit
        configuration.service = service
        configuration.testEvents = try testEvents.map(Self.events(in:))
        configuration.allowedOrigin = cors
        configuration.onNotice = { Output.note("eventctl: \($0)") }
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
            return value.array ?? [value]
        } catch let error as JSONParseError {
            throw Reason("\(path) is no JSON: \(error). It should be an event, or an array of events")
        } catch {
            throw Reason("cannot read \(path): \(error.localizedDescription)")
        }
    }
}

/// The intake as a service that signals end.
private struct Server: Service {
    let intake: Intake

    func run() async throws {
        try await intake.run { url in
            do { try Output.line("ready \(url.absoluteString)") } catch { Output.note("\(error)") }
        }
    }
}
