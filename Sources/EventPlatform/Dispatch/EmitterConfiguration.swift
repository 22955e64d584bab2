/// How many events go at once, how large a request may be, and what an answer means for them.
///
/// ```swift
/// var emitter = EmitterConfiguration(.snowplow)
/// emitter.bufferOption = .largeGroup
/// emitter.retry.customRetryForStatusCodes = [403: true, 500: false]
/// ```
public struct EmitterConfiguration: Sendable, Hashable {
    /// The most events in one request. The default is 100; values below 1 count as 1. A GET carries one.
    public var bufferOption: BufferOption = 100
    /// The most events that are read from the store at once; they go in requests of
    /// ``bufferOption``. The default is 150, Snowplow's; values below 1 count as 1, those above 10 000 as
    /// 10 000.
    public var emitRange = 150
    /// How many requests to one destination may be under way at once; an event is in one of them at most. The default
    /// is 1, which keeps the events' order as long as all is well; values below 1 count as 1, those above 64 as 64.
    ///
    /// Source: Snowplow's `emitThreadPoolSize`.
    public var maximumConcurrentRequests = 1
    /// The most bytes in the URL of a GET. The default is 40 000, Snowplow's. An event that makes a longer one is not
    /// sent: it is dropped as ``DropReason/tooLarge``, and the diagnostics name it.
    public var byteLimitGet = 40_000
    /// The most bytes in the body of a POST, before compression. The default is 90 000, and values above 100 000 count as
    /// that: the existing intake takes 100 kB. An event that is larger by itself is dropped like one that is too long for
    /// a GET.
    public var byteLimitPost = 90_000
    /// Which answers are final, and how often one event is tried.
    public var retry = RetryPolicy()
    /// Looks for events though none were announced, and when that ends; `nil`, the default, never looks: every stored
    /// event announces itself.
    public var emptyReads: EmptyReads?

    /// ``emitRange`` within its bounds.
    var range: Int { min(max(1, emitRange), 10_000) }
    /// ``maximumConcurrentRequests`` within its bounds.
    var requestLimit: Int { min(max(1, maximumConcurrentRequests), 64) }
    /// The most bytes of a request of that kind.
    func byteLimit(_ method: NetworkRequest.Method) -> Int {
        method == .get ? byteLimitGet : min(byteLimitPost, 100_000)
    }

    /// Reads of an empty store before sending pauses until the next event.
    public struct EmptyReads: Sendable, Hashable {
        /// How many empty reads in a row pause the sending. The default is 5, Snowplow's.
        public var count = 5
        /// How long after an empty read comes the next. The default is 5 seconds, Snowplow's.
        public var interval: Duration = .seconds(5)

        /// Snowplow's: 5 reads, 5 seconds apart.
        public init() {}
    }

    /// The settings of a profile.
    public init(_ profile: EmitterProfile = .eventPlatform) {
        guard profile == .snowplow else { return }
        bufferOption = .defaultGroup
        byteLimitPost = 40_000
        emptyReads = EmptyReads()
        retry.finalStatusCodes = [400, 401, 403, 410, 422]
    }
}

/// Whose defaults an emitter begins with.
public enum EmitterProfile: String, Sendable, Hashable, CaseIterable {
    /// Ours: 100 events and 90 000 bytes a request. The default.
    case eventPlatform
    /// Snowplow's: 10 events and 40 000 bytes a request, sending pauses after 5 empty reads 5 seconds apart, and 400,
    /// 401, 403, 410 and 422 end all tries.
    case snowplow
}

/// How many events go in one request: one of Snowplow's three names, or any number.
public struct BufferOption: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The most events in one request.
    public let count: Int

    /// Each event in a request of its own.
    public static let single: BufferOption = 1
    /// Ten events.
    public static let defaultGroup: BufferOption = 10
    /// Twenty-five events.
    public static let largeGroup: BufferOption = 25

    /// Any number of events; less than 1 counts as 1.
    public init(_ count: Int) { self.count = max(1, count) }
    /// Any number of events; less than 1 counts as 1.
    public init(integerLiteral count: Int) { self.init(count) }
    /// The number.
    public var description: String { "\(count)" }
}
