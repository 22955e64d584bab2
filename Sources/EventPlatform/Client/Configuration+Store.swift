extension EventPlatformClient.Configuration {
    /// The settings of the place where events wait until they are delivered.
    ///
    /// ```swift
    /// configuration.store.location = .applicationState(namespace: "analytics")
    /// configuration.store.priorities = ["app.errors": .immediate]
    /// configuration.store.maximumAge = .seconds(7 * 86_400)
    /// ```
    public struct Store: Sendable {
        /// A file, or memory. The default is a file in the platform's place for application state,
        /// ``StoreLocation/applicationState(namespace:)``.
        ///
        /// ```swift
        /// configuration.store.location = .inMemory
        /// ```
        ///
        /// A file belongs to one running client at a time. Two clients of one process need a namespace or a file each;
        /// with the same one, the first sends the events of both.
        public var location: StoreLocation
        /// Opens a store of the app's own, which is then used instead of ``location``. `nil`, the default, uses
        /// ``location``.
        ///
        /// ```swift
        /// configuration.store.custom = { try FolderStore(folder) }
        /// ```
        ///
        /// It is called at the start of the client, or at its first use of the store before that. When it throws,
        /// events are kept in memory, with a ``Diagnostic/Kind/store`` diagnostic; ``EventPlatformClient/openStore()``
        /// throws the error. ``settings`` have no effect on such a store.
        public var custom: (@Sendable () throws -> any EventStore)?
        /// How much is kept, how safely, and how it is sealed: the limits and the protection of the file.
        ///
        /// ```swift
        /// configuration.store.settings.maximumEvents = 10_000
        /// configuration.store.settings.durability = .power
        /// ```
        ///
        /// ``maximumAge`` is not among them, since the client applies it to every kind of store.
        public var settings = StoreSettings()
        /// Whether this client only stores events, and leaves sending them to another process: for app extensions. The
        /// default is false.
        ///
        /// ```swift
        /// configuration.store.location = .file(groupContainer.appendingPathComponent("events.sqlite"))
        /// configuration.store.isEnqueueOnly = true
        /// ```
        ///
        /// The app's main process uses the same file without this setting, and sends what the extension has stored. It
        /// has no effect on a store in memory or of the app's own.
        public var isEnqueueOnly = false
        /// How long an event may wait before it is dropped as ``DropReason/expired``. The default is 30 days, as in the
        /// Metrics Platform's clients.
        ///
        /// ```swift
        /// configuration.store.maximumAge = .seconds(7 * 86_400)
        /// ```
        ///
        /// Age is checked every 30 seconds, and before each flush and dispatch. Changes of the wall clock do not make
        /// events older within one boot. With 0 or less each check drops every stored event. The age of an event that
        /// waits for stream configurations begins when these arrive; at most
        /// ``EventPlatformClient/Configuration/inputBufferCapacity`` events wait for them.
        public var maximumAge: Duration = .seconds(30 * 86_400)
        /// The priority of streams, by the stream's name: which events are sent first, and which are evicted last when
        /// the store is full. A stream that is not named has ``EventPriority/normal``. Empty by default.
        ///
        /// ```swift
        /// configuration.store.priorities = ["app.error_reports": .immediate, "app.performance": .deferred]
        /// ```
        ///
        /// Names are compared literally, not as patterns.
        public var priorities: [String: EventPriority] = [:]
        /// The maximum number of events in one transaction of the store. The default is 64; values below 1 count as 1.
        ///
        /// ```swift
        /// configuration.store.eventsPerTransaction = 256
        /// ```
        public var eventsPerTransaction = 64
        /// The maximum time that an event waits for others of the same transaction. The default is 100 milliseconds.
        ///
        /// ```swift
        /// configuration.store.commitDelay = .milliseconds(20)
        /// ```
        ///
        /// A process that is killed loses the events that wait; ``EventPlatformClient/persist(deadline:)`` stores them
        /// at once. A longer delay makes fewer writes. With 0 or less an event does not wait.
        public var commitDelay: Duration = .milliseconds(100)
        /// Whether events carry their number within the stream, in `meta.sequence_number`, where their schema allows
        /// it; see ``SequenceNumber``. The default is false.
        ///
        /// ```swift
        /// configuration.store.sendsSequenceNumbers = true
        /// ```
        public var sendsSequenceNumbers = false
        /// Whether the store keeps the ids of delivered events, so that an event with the same `meta.id` is dropped as
        /// ``DropReason/duplicate`` when it is submitted again. The default is false.
        ///
        /// ```swift
        /// configuration.store.keepsDeliveredIDs = true
        /// ```
        ///
        /// For events that an import may submit twice, with ids of their own. The ids are never removed, so the store
        /// grows with every delivered event.
        public var keepsDeliveredIDs = false

        /// Creates store settings for a location; everything else has its default.
        public init(location: StoreLocation) { self.location = location }
    }
}
