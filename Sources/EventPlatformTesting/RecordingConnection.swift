import EventSupport
public import EventPlatform
import EventSchema

/// A transport that records requests and returns responses that a test defines.
public final class RecordingConnection: NetworkConnection {
    private struct State {
        var requests: [NetworkRequest] = []
        var answer: @Sendable (NetworkRequest) async throws -> NetworkResponse
    }
    private let state: Locked<State>

    /// Creates a transport.
    ///
    /// - Parameter answer: returns the response to a request, or throws to simulate a network error. The default is 404
    ///   for a GET and 201 for a POST.
    public init(
        answer: @escaping @Sendable (NetworkRequest) async throws -> NetworkResponse = {
            NetworkResponse(status: $0.method == .get ? 404 : 201)
        }
    ) {
        state = Locked(State(answer: answer))
    }

    /// Replaces the function that returns the responses.
    public func answer(_ answer: @escaping @Sendable (NetworkRequest) async throws -> NetworkResponse) {
        state.withLock { $0.answer = answer }
    }

    /// All requests so far, in order.
    public var requests: [NetworkRequest] { state.withLock { $0.requests } }

    /// Records the request and returns the response that the test defines.
    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
        return try await answer(request)
    }
}
