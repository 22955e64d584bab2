public import Foundation

/// The settings of a client that Snowplow's document does not have. What is `nil` keeps the value of the layer below.
///
/// ```swift
/// var bundle = ConfigurationBundle(namespace: "app", networkConfiguration: network)
/// bundle.clientConfiguration.dispatchMode = .periodic(.seconds(120))
/// bundle.clientConfiguration.streamThrottles = ["app.toolbar": Throttle(share: 0.1)]
/// ```
public struct ClientConfiguration: Sendable, Hashable {
    /// See ``EventPlatformClient/Configuration/dispatchMode``.
    public var dispatchMode: DispatchMode?
    /// See ``EmitterConfiguration/bufferOption``.
    public var bufferOption: BufferOption?
    /// See ``EmitterConfiguration/emitRange``.
    public var emitRange: Int?
    /// See ``EmitterConfiguration/maximumConcurrentRequests``.
    public var maximumConcurrentRequests: Int?
    /// See ``EmitterConfiguration/byteLimitGet``.
    public var byteLimitGet: Int?
    /// See ``EmitterConfiguration/byteLimitPost``.
    public var byteLimitPost: Int?
    /// See ``RetryPolicy/customRetryForStatusCodes``.
    public var customRetryForStatusCodes: [Int: Bool]?
    /// See ``RetryPolicy/maximumAttempts``.
    public var maximumAttempts: Int?
    /// See ``StoreSettings/maximumEvents``. In force when the store is opened the next time.
    public var maximumEvents: Int?
    /// See ``StoreSettings/maximumBytes``. In force when the store is opened the next time.
    public var maximumBytes: Int?
    /// See ``EventPlatformClient/Configuration/Store/maximumAge``.
    public var maximumAge: Duration?
    /// The consent as long as the user has not decided; see ``EventPlatformClient/Configuration/consent``.
    public var consent: Consent?
    /// The URL of the stream configurations; see ``StreamConfigurationSource/url(_:)``.
    public var streamConfigurations: URL?
    /// The base URL of the schema repository; see ``EventPlatformClient/Configuration/Validation/sources``.
    public var schemas: URL?
    /// The throttle of all streams; `nil` for none.
    public var throttle: Throttle?
    /// The throttles of single streams, by the stream's name. Each is in force besides ``throttle``.
    public var streamThrottles: [String: Throttle]?

    /// Creates settings that change nothing.
    public init() {}
}
