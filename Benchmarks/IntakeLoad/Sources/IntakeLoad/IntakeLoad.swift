import EventIntake
import Foundation
import Hummingbird
import Logging

/// `IntakeLoad intake|bare PORT FOLDER` serves until it is killed; `IntakeLoad floor FOLDER` measures and ends.
@main
struct IntakeLoad {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("intake", 3): try await serveIntake(port: port(arguments), folder: arguments.last ?? ".")
        case ("bare", 3): try await serveBare(port: port(arguments))
        case ("floor", 2): try SQLiteFloor(folder: arguments.last ?? ".").measure()
        default: FileHandle.standardError.write(Data("usage: IntakeLoad intake|bare PORT FOLDER, floor FOLDER\n".utf8))
        }
    }

    private static func port(_ arguments: ArraySlice<String>) -> Int { Int(arguments.dropFirst().first ?? "") ?? 0 }

    private static var quiet: Logger { Logger(label: "load") { _ in SwiftLogNoOpLogHandler() } }

    /// Our own streams and schemas, a store on disk.
    private static func serveIntake(port: Int, folder: String) async throws {
        var configuration = IntakeConfiguration()
        configuration.port = port
        configuration.streams = .directory("Streams")
        configuration.schemaRoots = ["Schemas"]
        configuration.storePath = folder + "/intake.sqlite"
        try await Intake(configuration, logger: quiet).run { print("ready", $0) }
    }

    /// The same server without an intake: it reads the body and responds with 201.
    private static func serveBare(port: Int) async throws {
        let router = Router()
        router.post("/v1/events") { request, _ in
            _ = try await request.body.collect(upTo: 4 * 1024 * 1024)
            return Response(status: .created)
        }
        try await Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: quiet
        ).run()
    }
}
