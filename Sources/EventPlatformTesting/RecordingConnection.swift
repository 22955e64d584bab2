import EventSupport
public import EventPlatform
import EventSchema

/// A transport that records what is sent and answers as a test says.
public final class RecordingConnection: NetworkConnection {
    private struct State {
        var requests: [NetworkRequest] = []
        var answer: @Sendable (NetworkRequest) async throws -> NetworkResponse
    }
    private let state: Locked<State>

    /// Creates a transport; it answers 404 to a GET and 201 to a POST unless `answer` says otherwise.
    public init(
        answer: @escaping @Sendable (NetworkRequest) async throws -> NetworkResponse = {
            NetworkResponse(status: $0.method == .get ? 404 : 201)
        }
    ) {
        state = Locked(State(answer: answer))
    }

    /// Answers differently from now on.
    public func answer(_ answer: @escaping @Sendable (NetworkRequest) async throws -> NetworkResponse) {
        state.withLock { $0.answer = answer }
    }

    /// Every request so far, in order.
    public var requests: [NetworkRequest] { state.withLock(\.requests) }

    /// Records the request and gives the test's answer.
    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
        return try await answer(request)
    }
}
