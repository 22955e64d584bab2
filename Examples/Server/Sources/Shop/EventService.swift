import EventPlatform
import ServiceLifecycle

/// The client as a service of a `ServiceGroup`: it works until the group shuts down, then sends what it can and ends.
struct EventService: Service {
    let client: EventPlatformClient
    /// How long the last sending may take. The platform that runs the server must grant more than that.
    var deadline: Duration = .seconds(5)

    func run() async {
        client.start()
        do { try await gracefulShutdown() } catch { print("events: cancelled, so little is sent") }
        let report = await client.shutdown(deadline: deadline)
        print("events: \(report)")
    }
}
