public import Foundation
public import Logging

extension EventPlatformClient {
    /// What a client needs to know. Only where stream configurations come from has no default.
    public struct Configuration: Sendable {
        /// Where stream configurations come from.
        public var streamConfigurations: StreamConfigurationSource
        /// What the client decides by until they have been fetched. The default is nothing.
        public var configurationCache: ConfigurationCache = .none
        /// When they are fetched again. The default is only on demand.
        public var refresh: RefreshPolicy = .onDemand
        /// The base URL of the service that has experiments and instruments, at `/api/v1/experiments` and
        /// `/api/v1/instruments` below it. The default is none: nothing is fetched, and nobody is enrolled.
        public var experiments: URL?
        /// How soon a failed fetch of stream configurations is tried again; each of the ten retries waits 1.5 times as
        /// long as the one before. The default is 30 seconds.
        public var firstConfigurationRetry: Duration = .seconds(30)
        /// Told of every event that a stage, or the stream's gate, drops before it is stored.
        package var onDrop: (@Sendable (Drop) -> Void)?
        /// Where events go, and how a request looks.
        public var network: NetworkConfiguration
        /// How many events go at once, and what an answer means for them.
        public var emitter = EmitterConfiguration()
        /// Where events wait.
        public var store: Store
        /// How events are checked.
        public var validation = Validation()
        /// When events leave. The default is every 30 seconds. ``EventPlatformClient/set(dispatchMode:)`` changes it.
        public var dispatchMode: DispatchMode = .periodic()
        /// What the circumstances change about sending; see ``EventPlatformClient/set(conditions:)``. The default sends
        /// less often where traffic or energy is dear.
        public var dispatchProfiles: [DispatchCondition: DispatchProfile] = .standard
        /// What the user has said, as long as no earlier process has kept a choice. The default is granted.
        /// ``EventPlatformClient/set(consent:)`` changes it, and keeps the choice.
        public var consent: Consent = .granted
        /// How long nothing must happen for a session to end. The default is 30 minutes.
        public var sessionTimeout: Duration = .seconds(30 * 60)
        /// Whether the system has started the process in the background, without the user. Then no session begins
        /// until ``EventPlatformClient/enterForeground()``. The default is false.
        public var launchesInBackground = false
        /// How many events are held before stream configurations arrive; the oldest make room. The default is 128.
        public var inputBufferCapacity = 128
        /// Where the client logs. The default is a logger labelled `EventPlatform`.
        ///
        /// Messages are constant; what varies is in metadata whose keys begin with `event-platform.`. Diagnostics come
        /// once each: `error` where events may be lost, `warning` where a developer has something to mend, `notice` where
        /// the client tries again by itself. Each step of a delivery comes at `debug`, with `event-platform.batch.id`. No
        /// line holds a value of an event's field, nor user, password or query of a URL.
        public var logger = Logger(label: "EventPlatform")

        /// Creates a configuration for a platform at one base URL, as `eventctl serve` runs it: the stream
        /// configuration API at `/w/api.php`, the intake at `/v1/events`, the schema repository at `/schemas`.
        public init(server: URL, store: StoreLocation = .applicationState()) {
            var api = URLComponents()
            api.queryItems = [
                URLQueryItem(name: "action", value: "streamconfigs"), URLQueryItem(name: "format", value: "json"),
            ]
            let url = server.appendingPathComponent("w/api.php").absoluteString + "?" + (api.percentEncodedQuery ?? "")
            self.init(
                streamConfigurations: .url(URL(string: url) ?? server),
                network: NetworkConfiguration(
                    destinations: .everything(to: server.appendingPathComponent("v1/events"))),
                store: store)
            validation.sources = [.repository(server.appendingPathComponent("schemas"))]
        }

        /// Creates a configuration.
        public init(
            streamConfigurations: StreamConfigurationSource, network: NetworkConfiguration,
            store: StoreLocation = .applicationState()
        ) {
            self.streamConfigurations = streamConfigurations
            self.network = network
            self.store = Store(location: store)
        }
    }
}

extension EventPlatformClient.Configuration {
    /// Where events wait.
    public struct Store: Sendable {
        /// A file, or memory. The default is a file in the platform's place for application state; see
        /// ``StoreLocation/applicationState(namespace:)``.
        public var location: StoreLocation
        /// A store of the app's own instead, opened with the first event; `nil`, the default, uses ``location``. Where
        /// it throws, events go on in memory.
        public var custom: (@Sendable () throws -> any EventStore)?
        /// How much is kept, how safely, and how it is sealed.
        public var settings = StoreSettings()
        /// Whether this client only stores events, and leaves sending them to the app's main process: for app
        /// extensions. The default is false.
        public var isEnqueueOnly = false
        /// How long an event may wait before it is dropped as ``DropReason/expired``. The default is 30 days.
        public var maximumAge: Duration = .seconds(30 * 86_400)
        /// What goes first and makes room last, by the name of the stream. The default, for every stream that is not
        /// named, is ``EventPriority/normal``.
        public var priorities: [String: EventPriority] = [:]
        /// How many events go in one transaction. The default is 64, the least is 1.
        public var rowsPerTransaction = 64
        /// How long the first event of a transaction waits for company. The default is 100 milliseconds.
        public var commitDelay: Duration = .milliseconds(100)
        /// Whether events carry their number within the stream, ``SequenceNumber``, where their schema allows it. The
        /// default is false.
        public var sendsSequenceNumbers = false
        /// Whether the store remembers the ids of events that were delivered, so that the same id submitted again is
        /// dropped as ``DropReason/duplicate``. The default is false; ids are never forgotten when it is true.
        public var remembersDelivered = false

        /// Creates store settings.
        public init(location: StoreLocation) { self.location = location }
    }

    /// How events are checked.
    public struct Validation: Sendable {
        /// What happens to invalid events. The default drops them.
        public var mode: ValidationMode = .enforce
        /// Where schemas are, in the order they are asked; the base schemas are built in and come first.
        public var sources: [SchemaSource] = []
        /// How long an event waits in the store for a schema that is on its way; then it goes on unvalidated. The default
        /// is 10 minutes.
        public var schemaTimeout: Duration = .seconds(600)

        /// Creates validation settings.
        public init() {}
    }
}
