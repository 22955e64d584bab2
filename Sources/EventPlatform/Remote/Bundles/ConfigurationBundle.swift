/// The settings of one client, by its namespace. What is `nil` keeps the value of the layer below; see
/// ``SettingLayer``.
///
/// ```swift
/// var bundle = ConfigurationBundle(
///     namespace: "app", networkConfiguration: NetworkConfiguration(endpoint: "intake.example.org", method: .post))
/// bundle.sessionConfiguration.foregroundTimeout = .seconds(900)
/// ```
///
/// A bundle without a network configuration removes the client of its namespace: the client stops and keeps its store.
/// A later bundle of that namespace with one brings the client back, with its events.
///
/// Source of the names: Snowplow's remote configuration. ``clientConfiguration`` has the settings that Snowplow's
/// document does not have.
public struct ConfigurationBundle: Sendable {
    /// The name of the client. It also names the client's store file.
    public let namespace: String
    /// The intake; `nil` removes the client.
    public var networkConfiguration: NetworkConfiguration?
    /// The log level, and the groups of contextual attributes that may be sent.
    public var trackerConfiguration = TrackerConfiguration()
    /// What is known of the user and the device.
    public var subjectConfiguration = Subject()
    /// When sessions end.
    public var sessionConfiguration = SessionConfiguration()
    /// Dispatch, sizes of requests, retries, limits of the store, consent and throttles.
    public var clientConfiguration = ClientConfiguration()

    /// The intake and the method that a document names, each for itself; `nil` in a bundle that code gives.
    var endpoint: String?
    var method: NetworkRequest.Method?

    /// Creates a bundle without settings but its intake.
    ///
    /// - Parameters:
    ///   - namespace: the name of the client.
    ///   - networkConfiguration: the intake; `nil`, the default, removes the client.
    public init(namespace: String, networkConfiguration: NetworkConfiguration? = nil) {
        self.namespace = namespace
        self.networkConfiguration = networkConfiguration
    }

    /// The network configuration that code gives. It replaces that of the layers below whole.
    var givenNetwork: NetworkConfiguration? { endpoint == nil ? networkConfiguration : nil }

    /// Whether the bundle has a client.
    var isActive: Bool { networkConfiguration != nil }
}

/// The log level of a client, and the groups of contextual attributes that it may send.
///
/// A group that is switched off is not sent, whatever streams list; one that is on, or `nil`, is sent where a stream
/// lists it. Source of the names: Snowplow's tracker configuration.
public struct TrackerConfiguration: Sendable, Hashable {
    /// The lowest level that is logged; `nil` for the level of ``EventPlatformClient/Configuration/logger``.
    public var logLevel: LogLevel?
    /// Whether the session id may be sent (`performer_session_id`).
    public var sessionContext: Bool?
    /// Whether attributes of the app may be sent: version, flavour, theme, kind of release.
    public var applicationContext: Bool?
    /// Whether attributes of the device may be sent: its family and language, the user agent, the install id. The
    /// client platform is sent in any case, since the base schemas require an `agent`.
    public var platformContext: Bool?
    /// Whether attributes of the screen may be sent: the page, and the id of the page view.
    public var screenContext: Bool?
    /// Whether what names the user or the installation is left out of events: the account's id and name, and the
    /// install id, by which streams still sample.
    public var userAnonymisation: Bool?

    /// Creates settings that change nothing.
    public init() {}

    /// The levels of Snowplow's loggers.
    public enum LogLevel: String, Sendable, Hashable, CaseIterable {
        /// Nothing is logged.
        case off
        /// Only what may lose events.
        case error
        /// Each step of a delivery too.
        case debug
        /// Everything.
        case verbose
    }
}

/// When the sessions of a client end. Source of the names: Snowplow's session configuration.
public struct SessionConfiguration: Sendable, Hashable {
    /// The time in the background after which a session ends; `nil` for that of the layer below.
    public var backgroundTimeout: Duration?
    /// The time without activity in the foreground after which a session ends; see
    /// ``EventPlatformClient/Configuration/sessionTimeout``.
    public var foregroundTimeout: Duration?

    /// Creates settings that change nothing.
    public init() {}
}
