import EventSupport

/// Reads whole responses over a transport, within ``NetworkRequest/timeout``: the exchange ends with a response, a
/// ``NetworkError``, or a `CancellationError` when the caller was cancelled.
///
/// A 201 or 202 is the intake's verdict, whatever becomes of its body. If that fails, is too large, or does not come in
/// time, the response has no body.
///
/// It does not wait for a transport that ignores cancellation, and discards its late response. A `CancellationError` of
/// the transport without a cancellation becomes a ``NetworkError``, so that it leads to a back-off.
package struct TimeLimitedConnection: Sendable {
    private let connection: any NetworkConnection
    private let clocks: any Clocks
    private let deadlines: Deadlines

    /// How far an exchange has come.
    private enum Step: Sendable {
        case head(CompleteResponse)
        case complete(CompleteResponse)
        case failed(any Error)
    }

    package init(_ connection: any NetworkConnection, clocks: any Clocks = SystemClocks()) {
        self.connection = connection
        self.clocks = clocks
        deadlines = Deadlines(clocks: clocks)
    }

    /// Performs a request, and reads the body of its response.
    package func response(to request: NetworkRequest) async throws -> CompleteResponse {
        try Task.checkCancellation()
        // The exchange, the deadline and a cancellation end the steps; what comes first counts.
        let (steps, next) = AsyncStream<Step>.makeStream()
        let deadline = deadlines.add(clocks.sinceBoot.adding(request.timeout)) {
            next.yield(.failed(NetworkError(.timedOut, "no complete response within \(request.timeout)")))
        }
        let exchange = Task { await perform(request) { next.yield($0) } }
        defer {
            deadlines.remove(deadline)
            exchange.cancel()
        }
        return try await withTaskCancellationHandler {
            try await Self.result(of: steps)
        } onCancel: {
            // At once, also while this task waits for a thread. What the exchange returns then does not count.
            next.finish()
            exchange.cancel()
        }
    }

    private func perform(_ request: NetworkRequest, _ next: (Step) -> Void) async {
        do {
            let response = try await connection.send(request)
            next(.head(CompleteResponse(response, body: [])))
            let body = try await response.body.collect(upTo: request.maximumResponseBytes)
            next(.complete(CompleteResponse(response, body: body)))
        } catch {
            next(.failed(Self.exchangeError(error)))
        }
    }

    private static func result(of steps: AsyncStream<Step>) async throws -> CompleteResponse {
        var head: CompleteResponse?
        for await step in steps {
            switch step {
            case .head(let received): head = received
            case .complete(let response): return response
            case .failed(let error):
                guard let head, [201, 202].contains(head.status) else { throw error }
                return head
            }
        }
        throw CancellationError()
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
