/// Where the configuration of an app's clients is fetched, and whether they wait for it.
///
/// ```swift
/// var remote = RemoteConfiguration(endpoint: "https://config.example.org/events.json", method: .get)
/// remote.waitsForConfiguration = true
/// let clients = EventPlatformClients(
///     remoteConfiguration: remote,
///     defaultConfiguration: [
///         ConfigurationBundle(
///             namespace: "app", networkConfiguration: NetworkConfiguration(endpoint: "intake.example.org"))
///     ])
/// ```
///
/// Source of the names: Snowplow's remote configuration.
public struct RemoteConfiguration: Sendable, Hashable {
    /// The URL of the document. `https` is added when the scheme is absent.
    public var endpoint: String
    /// The method of the request; a POST has an empty body.
    public var method: NetworkRequest.Method
    /// Whether nothing is sent until the document has been fetched and applied, or could not be fetched in eleven
    /// requests. The default is false: events are sent by the cached configuration or the defaults, as soon as the
    /// callback for these has returned.
    ///
    /// Events are stored meanwhile. With true, the retries may take 57 minutes.
    public var waitsForConfiguration = false
    /// The delay of the first retry after a failed request. The default is 30 seconds; each of the ten retries waits
    /// 1.5 times as long as the one before. With 0 or less they follow at once.
    public var firstRetryDelay: Duration = .seconds(30)
    /// How long one request may take. The default is 30 seconds.
    public var timeout: Duration = .seconds(30)

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - endpoint: the URL of the document.
    ///   - method: the method of the request. GET unless given.
    public init(endpoint: String, method: NetworkRequest.Method = .get) {
        self.endpoint = endpoint
        self.method = method
    }

    /// The largest document that is read, in bytes.
    static let maximumBytes = 1 << 20
}

/// Where the configuration in force comes from.
public enum RemoteConfigurationState: String, Sendable, Hashable, CaseIterable {
    /// From the bundles that the app gives in code.
    case `default`
    /// From the document that an earlier process fetched last.
    case cached
    /// From a document that this process fetched.
    case fetched

    var layer: SettingLayer {
        switch self {
        case .default: .bundle
        case .cached: .cached
        case .fetched: .fetched
        }
    }
}

/// A configuration that came into force: the clients that are active, and where it comes from.
public struct ActiveConfiguration: Sendable, Hashable {
    /// The namespaces of the active clients, in the order of the bundles.
    public let namespaces: [String]
    /// Where it comes from.
    public let state: RemoteConfigurationState
}

/// The result of a refresh.
public enum RefreshResult: Sendable, Hashable {
    /// A newer document was applied.
    case applied(ActiveConfiguration)
    /// The document is not newer than the one in force.
    case unchanged
    /// The document could not be fetched or read, for this reason. It is fetched again as at the start.
    case failed(String)
}
