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
        let response = Promise<Result<NetworkResponse, any Error>>()
        let head = ReceivedHead()
        let deadline = deadlines.add(clocks.sinceBoot.adding(request.timeout)) {
            response.fulfill(
                head.verdict.map { .success($0) }
                    ?? .failure(NetworkError(.timedOut, "no complete response within \(request.timeout)")))
        }
        let exchange = Task {
            let result = await ReceivedHead.$current.withValue(head) { await self.result(of: request) }
            response.fulfill(result.flatMapError { error in head.verdict.map { .success($0) } ?? .failure(error) })
        }
        defer {
            deadlines.remove(deadline)
            exchange.cancel()
        }
        return try await withTaskCancellationHandler {
            try await response.value.get()
        } onCancel: {
            response.fulfill(.failure(CancellationError()))
        }
    }

    private func result(of request: NetworkRequest) async -> Result<NetworkResponse, any Error> {
        do {
            return .success(try await connection.send(request))
        } catch let error as NetworkError {
            return .failure(error)
        } catch let error as CancellationError {
            return .failure(Task.isCancelled ? error : NetworkError(.unreachable, "the transport ended the request"))
        } catch {
            return .failure(NetworkError(.unreachable, "\(error)"))
        }
    }
}
