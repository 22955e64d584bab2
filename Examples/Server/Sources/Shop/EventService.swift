import EventPlatform
import Logging
import ServiceLifecycle

/// The client as a service of a `ServiceGroup`: it works until the group shuts down, then sends what it can and ends.
struct EventService: Service {
    let client: EventPlatformClient
    let logger: Logger
    /// How long the last sending may take. The platform that runs the server must grant more than that.
    var deadline: Duration = .seconds(5)

    func run() async {
        client.start()
        do { try await gracefulShutdown() } catch { logger.warning("events: cancelled before the shutdown") }
        let report = await client.shutdown(deadline: deadline)
        logger.info("events: \(report)")
    }
}
