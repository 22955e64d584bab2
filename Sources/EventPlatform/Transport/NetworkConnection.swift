/// The transport a client reaches the network through: configurations, schemas and events alike.
///
/// The default is URLSession on Apple platforms and async-http-client on Linux. An app brings its own by setting
/// ``NetworkConfiguration/connection``.
public protocol NetworkConnection: Sendable {
    /// Performs one request, without following redirects.
    ///
    /// The client cancels the task of a request that takes longer than its ``NetworkRequest/timeout``, and does not wait
    /// for a transport that goes on all the same. So a transport needs no timer of its own.
    ///
    /// - Throws: ``NetworkError``, or `CancellationError` when the task was cancelled. A status of any kind is an
    ///   answer, not an error.
    func send(_ request: NetworkRequest) async throws -> NetworkResponse
}
