import EventSupport

/// The configuration as it stands: the one place where a setting is read, and where it changes at run time.
///
/// A stage reads a setting when it needs it and keeps no copy, so that a change counts from the next event, batch or
/// cycle on.
final class Settings: Sendable {
    private let configuration: Locked<EventPlatformClient.Configuration>

    init(_ configuration: EventPlatformClient.Configuration) { self.configuration = Locked(configuration) }

    /// Reads a setting.
    func read<Value: Sendable>(_ setting: @Sendable (EventPlatformClient.Configuration) -> Value) -> Value {
        configuration.withLock { setting($0) }
    }

    /// Changes settings together.
    func change(_ change: @Sendable (inout EventPlatformClient.Configuration) -> Void) {
        configuration.withLock { change(&$0) }
    }
}
