import EventCatalog
import EventPlatform

extension Project {
    /// Creates the client of a command. Every command makes its client here: it knows the attributes that the project
    /// declares, so that it decides as `explain` and `serve` do. A command with streams of its own names
    /// ``Project/platform``.
    func client(
        _ configuration: EventPlatformClient.Configuration, context: Context
    ) -> EventPlatformClient {
        var configuration = configuration
        configuration.declaredAttributes = vocabulary.own
        return EventPlatformClient(configuration, context: context)
    }
}
