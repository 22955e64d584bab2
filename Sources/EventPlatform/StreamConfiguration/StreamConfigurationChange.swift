import EventSupport
public import EventStreams

/// A change of the stream configurations in force: where the new ones come from, and what is different.
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
    /// Which streams are new, removed, different or broken. With the first configurations every stream is new.
    public let differences: StreamDifferences

    init(_ origin: Origin, _ differences: StreamDifferences) {
        self.origin = origin
        self.differences = differences
    }

    /// Whether all streams are as they were.
    var isEmpty: Bool { differences.isEmpty }
}

extension EventPlatformClient {
    /// The changes of stream configurations from now on, until the task that iterates is cancelled.
    ///
    /// ```swift
    /// for await change in client.streamConfigurationChanges {
    ///     print("new streams: \(change.differences.added)")
    /// }
    /// ```
    ///
    /// A fetch that brings nothing new is no change. Each access gives a sequence of its own, which buffers the latest
    /// 16 changes. An event is always decided by one configuration as a whole.
    public var streamConfigurationChanges: AsyncStream<StreamConfigurationChange> {
        dependencies.streamConfigurationChanges.stream()
    }
}
