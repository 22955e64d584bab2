import EventSupport

/// Adds time limits to a transport: each exchange ends within ``NetworkRequest/timeout``, with a response, a
/// ``NetworkError``, or a `CancellationError` when the caller was cancelled.
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
        let deadline = deadlines.add(clocks.sinceBoot.adding(request.timeout)) {
            response.fulfill(
                .failure(NetworkError(.timedOut, "no complete response within \(request.timeout)")))
        }
        let exchange = Task { response.fulfill(await result(of: request)) }
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
