/// The size of requests, and the meaning of the intake's responses for their events.
///
/// ```swift
/// var emitter = EmitterConfiguration(.snowplow)
/// emitter.bufferOption = .largeGroup
/// emitter.retryPolicy.customRetryForStatusCodes = [403: true, 500: false]
/// ```
///
/// Source of the names: Snowplow's emitter configuration.
public struct EmitterConfiguration: Sendable, Hashable {
    /// The maximum number of events in one request. The default is 100; values below 1 count as 1. A GET always has
    /// one.
    ///
    /// ```swift
    /// emitter.bufferOption = .largeGroup
    /// emitter.bufferOption = 50
    /// ```
    ///
    /// A request has fewer where ``byteLimitPost`` allows no more, or where fewer wait. Source: Snowplow's
    /// `bufferOption`.
    public var bufferOption: BufferOption = 100
    /// The maximum number of events that are read from the store at once, rounded down to whole requests of
    /// ``bufferOption``. The default is 150; values below 1 count as 1, those above 10 000 as 10 000.
    ///
    /// ```swift
    /// emitter.emitRange = 500
    /// ```
    ///
    /// It limits the memory that sending needs, not the number of events that are sent: a cycle reads again until no
    /// event waits. As many are read while requests are in flight, so that an event of a higher priority waits until
    /// these are sent. Source: Snowplow's `emitRange`, with its default.
    public var emitRange = 150
    /// The maximum number of concurrent requests to one destination; an event is in at most one of them. The default is
    /// 1, which keeps the order of events while no request fails; values below 1 count as 1, those above 64 as 64.
    ///
    /// ```swift
    /// emitter.maximumConcurrentRequests = 4
    /// ```
    ///
    /// After a failure requests are made one at a time until the destination has recovered.
    ///
    /// Source: Snowplow's `emitThreadPoolSize`.
    public var maximumConcurrentRequests = 1
    /// The maximum number of bytes in the URL of a GET. The default is 40 000.
    ///
    /// ```swift
    /// emitter.byteLimitGet = 8_000
    /// ```
    ///
    /// An event that makes a longer URL is not sent: it is dropped as ``DropReason/tooLarge``, with a diagnostic. With
    /// a limit of 0 or less every event is dropped. Source: Snowplow's `byteLimitGet`, with its default.
    public var byteLimitGet = 40_000
    /// The maximum number of bytes in the body of a POST, before compression. The default is 90 000; values above
    /// 100 000 count as 100 000, since the platform's intake accepts 100 kB.
    ///
    /// ```swift
    /// emitter.byteLimitPost = 52_000
    /// ```
    ///
    /// An event that is larger by itself is not sent: it is dropped as ``DropReason/tooLarge``, with a diagnostic. With
    /// a limit of 0 or less every event is dropped. Source: Snowplow's `byteLimitPost`; its default is 40 000.
    public var byteLimitPost = 90_000
    /// Which responses are final, and how often one event is tried.
    ///
    /// ```swift
    /// emitter.retryPolicy.customRetryForStatusCodes = [403: true, 500: false]
    /// ```
    public var retryPolicy = RetryPolicy()
    /// Further reads of the store after it was empty. The default is `nil`: there are none, since every event that is
    /// stored begins a new cycle.
    ///
    /// ```swift
    /// emitter.emptyReads = EmitterConfiguration.EmptyReads()
    /// ```
    ///
    /// Source: Snowplow's emitter, which pauses after five empty reads.
    public var emptyReads: EmptyReads?

    /// ``emitRange`` within its bounds.
    var range: Int { min(max(1, emitRange), 10_000) }
    /// ``maximumConcurrentRequests`` within its bounds.
    var requestLimit: Int { min(max(1, maximumConcurrentRequests), 64) }
    /// The maximum number of bytes of a request with this method.
    func byteLimit(_ method: NetworkRequest.Method) -> Int {
        method == .get ? byteLimitGet : min(byteLimitPost, 100_000)
    }

    /// Reads of an empty store before sending pauses until the next event.
    public struct EmptyReads: Sendable, Hashable {
        /// The number of empty reads in a row after which sending pauses. The default is 5, Snowplow's. With 1 or less
        /// the store is not read again.
        public var count = 5
        /// The time from an empty read to the next. The default is 5 seconds, Snowplow's.
        public var interval: Duration = .seconds(5)

        /// Creates Snowplow's values: 5 reads, 5 seconds apart.
        public init() {}
    }

    /// Creates the settings of a profile.
    ///
    /// ```swift
    /// configuration.emitter = EmitterConfiguration(.snowplow)
    /// configuration.dispatchMode = .immediate
    /// ```
    ///
    /// - Parameter profile: ``EmitterProfile/eventPlatform`` unless given.
    public init(_ profile: EmitterProfile = .eventPlatform) {
        guard profile == .snowplow else { return }
        bufferOption = .defaultGroup
        byteLimitPost = 40_000
        emptyReads = EmptyReads()
        retryPolicy.finalStatusCodes = [400, 401, 403, 410, 422]
    }
}

/// A set of defaults for an emitter; see ``EmitterConfiguration/init(_:)``.
public enum EmitterProfile: String, Sendable, Hashable, CaseIterable {
    /// This library's: 100 events and 90 000 bytes a request, and no status is final. The default.
    case eventPlatform
    /// Snowplow's: 10 events and 40 000 bytes a request, sending pauses after 5 empty reads 5 seconds apart, and 400,
    /// 401, 403, 410 and 422 are final.
    case snowplow
}

/// The maximum number of events in one request: one of Snowplow's three names, or any number from 1 on.
///
/// ```swift
/// emitter.bufferOption = .largeGroup
/// emitter.bufferOption = 50
/// ```
public struct BufferOption: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The maximum number of events in one request.
    public let count: Int

    /// Each event in a request of its own: 1.
    public static let single: BufferOption = 1
    /// Ten events, Snowplow's default.
    public static let defaultGroup: BufferOption = 10
    /// Twenty-five events.
    public static let largeGroup: BufferOption = 25

    /// Any number of events; less than 1 counts as 1.
    public init(_ count: Int) { self.count = max(1, count) }
    /// Any number of events; less than 1 counts as 1.
    public init(integerLiteral count: Int) { self.init(count) }
    /// The number as text.
    public var description: String { "\(count)" }
}
