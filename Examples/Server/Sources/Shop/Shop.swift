import EventPlatform
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

@main
struct Shop {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let address = environment["EVENT_PLATFORM"], let platform = URL(string: address) else {
            throw Misuse(
                description: "EVENT_PLATFORM must be the URL of the event platform, such as http://events:8192")
        }
        let client = client(platform, folder: environment["STATE_DIRECTORY"])
        let port = environment["PORT"].flatMap { Int($0) } ?? 8080
        let logger = Logger(label: "shop")
        var events = EventService(client: client, logger: logger)
        if let seconds = environment["SHUTDOWN_SECONDS"].flatMap({ Int($0) }) { events.deadline = .seconds(seconds) }
        let group = ServiceGroup(
            services: [events, server(for: client, port: port, logger)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await group.run()
    }

    private static func client(_ platform: URL, folder: String?) -> EventPlatformClient {
        var configuration = EventPlatformClient.Configuration(server: platform)
        if let folder {
            configuration.store.location = .file(URL(filePath: folder).appending(path: "events.sqlite"))
        }
        configuration.refresh = .every(.seconds(300))
        var context = Context()
        context.agent.clientPlatform = .swiftServer
        context.agent.appVersionName = "1.4.0"
        return EventPlatformClient(configuration, context: context)
    }

    private static func server(
        for client: EventPlatformClient, port: Int, _ logger: Logger
    ) -> some ApplicationProtocol {
        let router = Router()
        Orders(client: client).add(to: router)
        return Application(
            router: router, configuration: .init(address: .hostname("0.0.0.0", port: port)),
            onServerRunning: { logger.info("listening on port \($0.localAddress?.port ?? port)") }, logger: logger)
    }

    struct Misuse: Error, CustomStringConvertible { let description: String }
}
