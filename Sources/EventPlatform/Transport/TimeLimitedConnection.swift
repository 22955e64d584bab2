import EventSupport

/// Adds time limits to a transport: each exchange ends within ``NetworkRequest/timeout``, with a response, a
/// ``NetworkError``, or a `CancellationError` when the caller was cancelled.
///
/// When the head of a 201 or 202 has arrived and its body fails, the response is that head without a body.
///
/// It does not wait for a transport that ignores cancellation, and discards its late response. A `CancellationError` of
/// the transport without a cancellation becomes a ``NetworkError``, so that it leads to a back-off.
package struct TimeLimitedConnection: NetworkConnection {
    private let connection: any NetworkConnection
    private let clocks: any Clocks
    private let deadlines: Deadlines

    package init(_ connection: any NetworkConnection, clocks: any Clocks = SystemClocks()) {
        self.connection = connection
        self.clocks = clocks
        deadlines = Deadlines(clocks: clocks)
    }

    package func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        try Task.checkCancellation()
        // The exchange, the deadline and a cancellation end the stream; what comes first counts.
        let (responses, stream) = AsyncThrowingStream<NetworkResponse, any Error>.makeStream()
        let head = ReceivedHead()
        let deadline = deadlines.add(clocks.sinceBoot.adding(request.timeout)) {
            let error = NetworkError(.timedOut, "no complete response within \(request.timeout)")
            stream.yield(with: head.result(failing: error))
        }
        let exchange = Task {
            do {
                stream.yield(try await ReceivedHead.$current.withValue(head) { try await connection.send(request) })
            } catch {
                stream.yield(with: head.result(failing: Self.exchangeError(error)))
            }
        }
        defer {
            deadlines.remove(deadline)
            exchange.cancel()
        }
        guard let response = try await responses.first(where: { _ in true }) else { throw CancellationError() }
        return response
    }

    private static func exchangeError(_ error: any Error) -> any Error {
        switch error {
        case is NetworkError: error
        case is CancellationError where Task.isCancelled: error
        case is CancellationError: NetworkError(.unreachable, "the transport ended the request")
        default: NetworkError(.unreachable, "\(error)")
        }
    }
}
