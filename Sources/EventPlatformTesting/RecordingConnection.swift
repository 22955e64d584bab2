import EventSupport
public import EventPlatform
import EventSchema
public import Foundation

/// A transport that records requests and returns responses that a test defines.
///
/// ```swift
/// platform.connection.answer { _ in NetworkResponse(status: 503) }
/// platform.client.start().submitClick(stream: "app.toolbar")
/// let request = try await platform.connection.waitForRequest { $0.method == .post }
/// ```
public final class RecordingConnection: NetworkConnection {
    /// Returns the response to a request, or throws to simulate a network error.
    public typealias Answer = @Sendable (NetworkRequest) async throws -> NetworkResponse

    private struct State {
        var requests: [NetworkRequest] = []
        var answer: Answer
        var answersByURL: [URL: Answer] = [:]
    }
    private let state: Locked<State>
    private let arrived = Signal()

    /// Creates a transport.
    ///
    /// - Parameter answer: returns the response to a request, or throws to simulate a network error. The default is 404
    ///   for a GET and 201 for a POST.
    public init(
        answer: @escaping Answer = { NetworkResponse(status: $0.method == .get ? 404 : 201) }
    ) {
        state = Locked(State(answer: answer))
    }

    /// Replaces the function that returns the responses, except for URLs with a function of their own; see
    /// ``answer(at:_:)``.
    public func answer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    /// Sets the function that returns the responses to requests for one URL, whatever ``answer(_:)`` sets.
    ///
    /// - Parameters:
    ///   - url: the whole URL, with its query.
    ///   - answer: returns the response to a request, or throws to simulate a network error.
    public func answer(at url: URL, _ answer: @escaping Answer) {
        state.withLock { $0.answersByURL[url] = answer }
    }

    /// All requests so far, in order.
    public var requests: [NetworkRequest] { state.withLock { $0.requests } }

    /// Waits for a request that the condition is true for.
    ///
    /// - Parameters:
    ///   - number: which one of them, from 1 on; less counts as 1. The first unless given.
    ///   - condition: whether a request counts. Requests with POST unless given: those that have events.
    /// - Returns: the request, as soon as there is one.
    /// - Throws: `CancellationError` when the task is cancelled first, as by the time limit of a test.
    public func waitForRequest(
        _ number: Int = 1, where condition: (NetworkRequest) -> Bool = { $0.method == .post }
    ) async throws -> NetworkRequest {
        while true {
            let seen = arrived.count
            let request = requests.lazy.filter(condition).dropFirst(max(1, number) - 1).first
            if let request { return request }
            try Task.checkCancellation()
            await arrived.wait(after: seen)
        }
    }

    /// Records the request and returns the response that the test defines.
    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answersByURL[request.url] ?? state.answer
        }
        arrived.raise()
        return try await answer(request)
    }
}
