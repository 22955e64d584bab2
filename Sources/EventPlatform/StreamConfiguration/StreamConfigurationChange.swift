import EventSupport
public import EventStreams

/// New stream configurations have come into force, and what is different in them.
public struct StreamConfigurationChange: Sendable, Hashable {
    /// Where configurations can come from.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The configured source: the API, a file, or streams given in code.
        case fetched
        /// What an earlier process fetched; see ``ConfigurationCache/lastKnown``.
        case lastKnown
        /// The file that comes with the app; see ``ConfigurationCache/bundled(_:)``.
        case bundled
    }

    /// Where they came from.
    public let origin: Origin
    /// Which streams are new, gone, different or broken. With the first configurations every stream is new.
    public let differences: StreamDifferences

    init(_ origin: Origin, _ differences: StreamDifferences) {
        self.origin = origin
        self.differences = differences
    }

    /// Whether all streams are as they were.
    var isEmpty: Bool { differences.isEmpty }
}

extension EventPlatformClient {
    /// Reports each time that streams change, from now on, until the task that iterates is cancelled. An event is
    /// always decided by one configuration as a whole: the one that is in force when it leaves the inbox.
    ///
    /// Every access gives a sequence of its own; each holds the latest 16 changes that nobody has taken.
    ///
    /// ```swift
    /// for await change in client.configurationChanges {
    ///     print("new streams: \(change.differences.added)")
    /// }
    /// ```
    public var configurationChanges: AsyncStream<StreamConfigurationChange> {
        dependencies.configurationChanges.stream()
    }
}
