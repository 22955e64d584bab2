import EventSupport

/// The app's own requests, as ``DispatchMode/piggyback(idle:min:max:)`` needs them: events are sent once these have
/// been idle, while the radio is still on.
///
/// ```swift
/// let (body, response) = try await client.primaryTraffic.track {
///     try await URLSession.shared.data(from: url)
/// }
/// ```
///
/// An app marks its requests in one of these ways, for any HTTP client or other protocol:
///
/// - ``track(isolation:_:)`` around a call;
/// - the methods and the delegate of `URLSession` in the library `EventPlatformURLSession`;
/// - ``begin()`` and ``PrimaryRequest/end()`` where begin and end are in different places;
/// - ``EventPlatformClient/noteNetworkActivity()`` for traffic that is over.
///
/// Requests may overlap: the traffic ends with the last of them. A request without an end counts for 60 seconds. What
/// should not count, such as long polling and server-sent events, which keep a connection open without traffic, is not
/// marked, or excluded in the delegate. The requests of the client itself never count, also where they go through code
/// of the app that marks requests.
///
/// The marks cost a lock, may be made on any thread, and have no effect in the other modes. Clients that
/// ``EventPlatformClients`` creates share one object. Source: Apigee's piggy-backed transmissions.
public final class PrimaryTraffic: Sendable {
    private let clocks: any Clocks
    /// A lock, since any thread of the app makes marks, which the core reads.
    private let marks = Locked(TrafficMarks())
    /// Raised with each mark.
    let changed = Signal()

    package init(clocks: any Clocks) { self.clocks = clocks }

    /// Whether the current task performs a request of a client.
    @TaskLocal static var isOfClient = false

    /// Marks the begin of a request.
    ///
    /// ```swift
    /// let request = client.primaryTraffic.begin()
    /// socket.download { _ in request.end() }
    /// ```
    ///
    /// - Returns: the request, which ends with ``PrimaryRequest/end()``, or when it is released.
    public func begin() -> PrimaryRequest {
        if Self.isOfClient { return PrimaryRequest(nil) }
        let (marks, clocks, changed) = (marks, clocks, changed)
        let number = marks.withLock { $0.begin(now: clocks.sinceBoot) }
        changed.raise()
        return PrimaryRequest {
            marks.withLock { $0.end(number, now: clocks.sinceBoot) }
            changed.raise()
        }
    }

    /// Marks the begin of a request, performs it, and marks its end, whether it succeeds, fails or is cancelled.
    ///
    /// ```swift
    /// let (body, response) = try await client.primaryTraffic.track {
    ///     try await URLSession.shared.data(from: url)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: the actor that the request runs on, which is that of the caller.
    ///   - request: performs the request, with any HTTP client, until the whole response has been read.
    /// - Returns: what `request` returns.
    /// - Throws: what `request` throws.
    public func track<Response, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ request: () async throws(Failure) -> Response
    ) async throws(Failure) -> Response {
        let mark = begin()
        defer { mark.end() }
        return try await request()
    }

    /// The number of requests that have begun and not ended, without those that began over 60 seconds ago.
    public var requestsInFlight: Int { marks.withLock { [clocks] in $0.inFlight(now: clocks.sinceBoot) } }

    /// When the traffic ended, or will at the latest, as time since boot; `nil` before the first request.
    package var endsAt: Duration? { marks.withLock { $0.endsAt } }
}

/// A request of the app that ``PrimaryTraffic/begin()`` marked as begun.
///
/// It ends once: with the first call of ``end()``, or when the last reference to it is released.
public final class PrimaryRequest: Sendable {
    /// `nil` once the request has ended. A lock, since any thread may end the request, and it ends once.
    private let onEnd: Locked<(@Sendable () -> Void)?>

    init(_ onEnd: (@Sendable () -> Void)?) { self.onEnd = Locked(onEnd) }

    deinit { end() }

    /// Marks the end of the request: its response is complete, it failed, or it was cancelled. Further calls change
    /// nothing.
    public func end() {
        let onEnd = onEnd.withLock { onEnd in
            defer { onEnd = nil }
            return onEnd
        }
        onEnd?()
    }
}
