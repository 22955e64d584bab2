import ArgumentParser
import EventIntake
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
        name: .customLong("fault"),
        help: ArgumentHelp(
            "A fault in force from the start; may be repeated. See `eventctl faults --help`.", valueName: "FAULT"),
        transform: Fault.parsing)
    var faults: [Fault] = []

    func validate() throws {
        if streams != nil, streamConfigs != nil {
            throw ValidationError("--streams and --stream-configs say both where streams come from; name one")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535") }
    }

    func run() async throws {
        var configuration = IntakeConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.streams = streamConfigs.map { .file($0) } ?? .directory(streams ?? "Streams")
        configuration.schemaRoots = schemas.isEmpty ? ["Schemas"] : schemas
        configuration.storePath = store
        configuration.faults = faults
        var logger = Logger(label: "eventctl.serve", factory: StreamLogHandler.standardError(label:))
        logger.logLevel = .warning
        do {
            let server = Server(intake: try Intake(configuration, logger: logger))
            let services = ServiceGroup(
                services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            try await services.run()
        } catch {
            throw couldNotRun(error)
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
