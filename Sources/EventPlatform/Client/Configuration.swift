package import EventStreams
public import Foundation
public import Logging

extension EventPlatformClient {
    /// The settings of a client. Only the source of stream configurations and the intake have no default.
    ///
    /// ```swift
    /// var configuration = EventPlatformClient.Configuration(server: platform, store: .file(events))
    /// configuration.dispatchMode = .periodic(.seconds(120))
    /// configuration.consent = .pending
    /// configuration.network.timeout = .seconds(10)
    /// configuration.store.maximumAge = .seconds(7 * 86_400)
    /// let client = EventPlatformClient(configuration).start()
    /// ```
    ///
    /// A client copies its configuration when it is created; later changes of the value have no effect on it. A number
    /// or duration that is out of range counts as the nearest one in it, unless its documentation says otherwise.
    ///
    /// What an app may change at run time is in ``EventPlatformClient``: ``EventPlatformClient/set(dispatchMode:)``,
    /// ``EventPlatformClient/set(consent:deadline:)``, ``EventPlatformClient/set(conditions:)``,
    /// ``EventPlatformClient/updateContext(_:)``, ``EventPlatformClient/subject`` and
    /// ``EventPlatformClient/experimentOverrides``. A remote configuration may change the settings that
    /// ``EventPlatformClient/explainSettings()`` lists.
    public struct Configuration: Sendable {
        /// Where stream configurations come from.
        ///
        /// ```swift
        /// configuration.streamConfigurations = .file(folder.appendingPathComponent("streams.json"))
        /// ```
        public var streamConfigurations: StreamConfigurationSource
        /// The stream configurations that are in force until the first fetch succeeds. The default is
        /// ``ConfigurationCache/none``: events wait in the input buffer.
        ///
        /// ```swift
        /// configuration.configurationCache = .lastKnown
        /// ```
        public var configurationCache: ConfigurationCache = .none
        /// When stream configurations are fetched again, and experiments and instruments with them. The default is
        /// ``RefreshPolicy/onDemand``.
        ///
        /// ```swift
        /// configuration.refresh = .every(.seconds(3600))
        /// ```
        public var refresh: RefreshPolicy = .onDemand
        /// The base URL of the service that has experiments and instruments, at `/api/v1/experiments` and
        /// `/api/v1/instruments` below it. The default is `nil`: nothing is fetched, and no user is enrolled.
        ///
        /// ```swift
        /// configuration.experimentServiceURL = URL(string: "https://experiments.example.org")
        /// ```
        public var experimentServiceURL: URL?
        /// The delay of the first retry after a failed fetch of stream configurations. The default is 30 seconds.
        ///
        /// ```swift
        /// configuration.firstRetryDelay = .seconds(5)
        /// ```
        ///
        /// Each of the ten retries waits 1.5 times as long as the one before; with the default the last one follows
        /// about 57 minutes after the first fetch. With 0 or less the retries follow at once. Experiments and
        /// instruments are retried likewise. Source: the Metrics Platform's clients.
        public var firstRetryDelay: Duration = .seconds(30)
        /// Whether the client adds what an event lacks: the platform's envelope and the attributes that its stream
        /// lists. A tool that replays events sets `false`: then only `meta.id` and `meta.stream` are added to the
        /// events that it submits. Those that another client left in the store are completed.
        package var completesEvents = true
        /// The attributes of the app's own that are known without a value: those that the tools' project declares. A
        /// declaration in the context counts before them.
        package var declaredAttributes: [ContextualAttribute] = []
        /// Called with every event that a stage drops before it is stored.
        package var onDrop: (@Sendable (DropRecord) -> Void)?
        /// The intakes that events are sent to, and the form of the requests.
        ///
        /// ```swift
        /// configuration.network = NetworkConfiguration(endpoint: "intake.example.org")
        /// configuration.network.timeout = .seconds(10)
        /// ```
        public var network: NetworkConfiguration
        /// How many events one request has, how large it may be, and what a response means for them.
        ///
        /// ```swift
        /// configuration.emitter.bufferOption = .largeGroup
        /// configuration.emitter.retryPolicy.maximumAttempts = 3
        /// ```
        public var emitter = EmitterConfiguration()
        /// Where events wait, how many, and for how long.
        ///
        /// ```swift
        /// configuration.store.maximumAge = .seconds(7 * 86_400)
        /// configuration.store.settings.maximumEvents = 10_000
        /// ```
        public var store: Store
        /// Where schemas are, and what happens to events that do not follow theirs.
        ///
        /// ```swift
        /// configuration.validation.mode = .warn
        /// ```
        public var validation = Validation()
        /// When the client sends stored events by itself. The default is ``DispatchMode/periodic(_:)`` with 30 seconds,
        /// as in the Metrics Platform's clients.
        ///
        /// ```swift
        /// configuration.dispatchMode = .periodic(.seconds(120))
        /// ```
        ///
        /// ``EventPlatformClient/set(dispatchMode:)`` changes it at run time.
        public var dispatchMode: DispatchMode = .periodic()
        /// What each condition changes about sending; see ``DispatchCondition``.
        ///
        /// ```swift
        /// configuration.dispatchProfiles[.lowPower] = .paused
        /// configuration.dispatchProfiles[.expensive] = .atMostEvery(.seconds(600))
        /// ```
        ///
        /// The default: at most once a minute on an expensive network and in the background, at most once in five
        /// minutes on a constrained network and in low power. A condition without a profile changes nothing; with `[:]`
        /// conditions have no effect. Under several conditions the longest interval applies, and sending pauses if one
        /// of the profiles pauses it.
        public var dispatchProfiles: [DispatchCondition: DispatchProfile] = DispatchProfile.standard
        /// The user's decision, as long as none was set with ``EventPlatformClient/set(consent:deadline:)`` in this
        /// process or an earlier one. The default is ``Consent/granted``.
        ///
        /// ```swift
        /// configuration.consent = .pending
        /// ```
        ///
        /// An app that asks its users first starts with ``Consent/pending``: events are stored, and sent once the user
        /// agrees.
        public var consent: Consent = .granted
        /// The time without activity after which a session ends. The default is 30 minutes.
        ///
        /// ```swift
        /// configuration.sessionTimeout = .seconds(15 * 60)
        /// ```
        ///
        /// A submit call in the foreground is activity, and so are ``EventPlatformClient/enterForeground()`` and
        /// ``EventPlatformClient/enterBackground()``. The time runs while the device sleeps, and changes of the wall
        /// clock do not move it. With 0 or less each submit call begins a session.
        public var sessionTimeout: Duration = .seconds(30 * 60)
        /// The time in the background after which a session ends, when the app comes back to the foreground. The
        /// default is `nil`: that of ``sessionTimeout``.
        ///
        /// ```swift
        /// configuration.backgroundSessionTimeout = .seconds(5 * 60)
        /// ```
        ///
        /// A session of an earlier process ends by it too. Source: Snowplow's `backgroundTimeout`.
        public var backgroundSessionTimeout: Duration?
        /// The time after which a session ends in the background, or between two processes.
        var timeoutInBackground: Duration { backgroundSessionTimeout ?? sessionTimeout }
        /// Whether the system has started the process in the background, without the user. The default is false.
        ///
        /// ```swift
        /// configuration.wasLaunchedInBackground = isBackgroundLaunch
        /// ```
        ///
        /// Then no session begins until ``EventPlatformClient/enterForeground()``, events belong to the session that an
        /// earlier process left, if any, and ``DispatchCondition/background`` holds.
        public var wasLaunchedInBackground = false
        /// How many events are held before stream configurations arrive. The default is 128, as in the Metrics
        /// Platform's clients.
        ///
        /// ```swift
        /// configuration.inputBufferCapacity = 500
        /// ```
        ///
        /// When there are more, or more than 16 MiB, the oldest are dropped as ``DropReason/inputBufferFull``. With 0
        /// or less every event is dropped. The buffer is kept in the store too, so that it survives the process.
        public var inputBufferCapacity = 128
        /// Where the client logs. The default is a logger with the label `EventPlatform`;
        /// `Logger(label: "com.example.events")` is another.
        ///
        /// Messages are constant; what varies is in metadata whose keys begin with `event-platform.`. Diagnostics are
        /// logged once each, and again only after 256 different ones: at `error` where they concern the store, since
        /// events may be lost; at `warning` where a developer has something to correct; at `notice` where
        /// configurations could not be fetched, or a delivery did not succeed: the client tries again, or drops the
        /// event and counts it. Each step of a delivery is logged at `debug`, with `event-platform.batch.id`. No line
        /// contains a value of an event's field, nor user, password or query of a URL.
        public var logger = Logger(label: "EventPlatform")

        /// Creates a configuration for a platform that has all services below one URL, as `eventctl serve` has.
        ///
        /// ```swift
        /// let client = EventPlatformClient(.init(server: platform)).start()
        /// ```
        ///
        /// The stream configuration API is at `/w/api.php`, the intake at `/v1/events` for the events of all streams,
        /// and the schema repository at `/schemas`.
        ///
        /// - Parameters:
        ///   - server: the base URL.
        ///   - store: where events wait. A file in the platform's place for application state unless given.
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

        /// Creates a configuration from its parts.
        ///
        /// ```swift
        /// var configuration = EventPlatformClient.Configuration(
        ///     streamConfigurations: .url(streams), network: NetworkConfiguration(destinations: .production))
        /// configuration.validation.sources = [.repository(schemas)]
        /// ```
        ///
        /// No source of schemas is set: without ``Validation/sources`` only events of the base schemas are validated.
        ///
        /// - Parameters:
        ///   - streamConfigurations: where stream configurations come from.
        ///   - network: the intakes that events are sent to, and the form of the requests.
        ///   - store: where events wait. A file in the platform's place for application state unless given.
        public init(
            streamConfigurations: StreamConfigurationSource, network: NetworkConfiguration,
            store: StoreLocation = .applicationState()
        ) {
            self.streamConfigurations = streamConfigurations
            self.network = network
            self.store = Store(location: store)
        }

        /// How many bytes a request needs for an event alone, and how many it may have.
        func requestSize(ofEvent body: [UInt8], destination: String) -> (size: Int, limit: Int) {
            let limit = emitter.byteLimit(network.method)
            guard network.method == .get, let url = network.destinations.url(of: destination) else {
                return (body.count + 2, limit)  // the brackets of the array
            }
            return (BatchRequest.url(url, event: body).absoluteString.utf8.count, limit)
        }
    }
}
