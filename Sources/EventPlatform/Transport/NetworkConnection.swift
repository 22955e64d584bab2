/// The transport of a client, for stream configurations, schemas and events.
///
/// The default is URLSession on Apple platforms and async-http-client on Linux, unless its trait is left out
/// (<doc:PackageTraits>). To use another transport, set ``NetworkConfiguration/connection``:
///
/// ```swift
/// struct RelayConnection: NetworkConnection {
///     let relay: any Relay
///
///     func send(_ request: NetworkRequest) async throws -> NetworkResponse {
///         do {
///             let response = try await relay.perform(request)
///             return NetworkResponse(status: response.status, headers: response.headers, body: response.body)
///         } catch is RelayUnreachable {
///             throw NetworkError(.unreachable, "the relay cannot be reached")
///         }
///     }
/// }
/// ```
///
/// A transport that gets the head of a response first returns it at once, with the body as a stream. The client then
/// knows that the intake has taken the events, from the status 201 or 202, although the body fails or does not come in
/// time, and does not send them again:
///
/// ```swift
/// return NetworkResponse(status: response.status, headers: response.headers, body: .stream(response.chunks))
/// ```
///
/// A transport performs each request once, as it is:
///
/// - It does not retry. The client retries, and counts the attempts.
/// - It does not follow redirects: a 3xx status is returned like any other.
/// - It sends the header fields of the request. It may add others, such as `User-Agent`, and it decodes the body of the
///   response when it requests compression itself.
/// - It uses no cache and no cookies, and checks certificates.
///
/// Requests are sent concurrently: for each destination up to ``EmitterConfiguration/maximumConcurrentRequests``,
/// besides those for configurations and schemas.
public protocol NetworkConnection: Sendable {
    /// Performs one request. The client reads the body of the response afterwards, in the same task.
    ///
    /// **Time-out and cancellation.** The client cancels the task when the request exceeds ``NetworkRequest/timeout``,
    /// when the user declines, and when the client shuts down, whether it waits for the head or the body. It does not
    /// wait for a transport that ignores the cancellation, and discards its late response. So a transport needs no
    /// timer; it should end the exchange when its task is cancelled, so that the connection is free.
    ///
    /// **Threads.** The call must not block its thread, as a synchronous request or a semaphore does: it runs on
    /// Swift's threads, of which there are as many as processor cores, and all asynchronous work of the app waits for
    /// a free one, ``EventPlatformClient/set(consent:deadline:)`` and ``EventPlatformClient/shutdown(deadline:)``
    /// included. Make a blocking request on a thread of its own, and resume a continuation.
    ///
    /// **Limits.** The client reads at most ``NetworkRequest/maximumResponseBytes`` of a stream. A transport that reads
    /// the body itself refuses a larger one with ``NetworkError/Code/tooLarge``, before it is read completely.
    ///
    /// - Returns: the response, whatever its status.
    /// - Throws: ``NetworkError`` when there is no complete response. Its ``NetworkError/code`` decides what the client
    ///   does next. `CancellationError` when the task was cancelled. Any other error counts as
    ///   ``NetworkError/Code/unreachable``. The stream of a body throws the same errors.
    func send(_ request: NetworkRequest) async throws -> NetworkResponse
}
