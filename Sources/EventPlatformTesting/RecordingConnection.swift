import EventSupport
public import EventPlatform
import EventSchema
public import Foundation

/// A transport that records requests and returns responses that a test defines.
///
/// ```swift
/// platform.connection.respond { _ in NetworkResponse(status: 503) }
/// platform.client.start().submitClick(stream: "app.toolbar")
/// let request = try await platform.connection.waitForRequest { $0.method == .post }
/// ```
public final class RecordingConnection: NetworkConnection {
    /// Returns the response to a request, or throws to simulate a network error.
    public typealias Responder = @Sendable (NetworkRequest) async throws -> NetworkResponse

    private struct State {
        var requests: [NetworkRequest] = []
        var responder: Responder
        var respondersByURL: [URL: Responder] = [:]
    }
    private let state: Locked<State>
    private let arrived = Signal()

    /// Creates a transport.
    ///
    /// - Parameter responder: returns the response to a request, or throws to simulate a network error. The default is
    ///   404 for a GET and 201 for a POST.
    public init(responder: @escaping Responder = { NetworkResponse(status: $0.method == .get ? 404 : 201) }) {
        state = Locked(State(responder: responder))
    }

    /// Replaces the function that returns the responses, except for URLs with a function of their own; see
    /// ``respond(at:_:)``.
    public func respond(_ responder: @escaping Responder) { state.withLock { $0.responder = responder } }

    /// Sets the function that returns the responses to requests for one URL, whatever ``respond(_:)`` sets.
    ///
    /// - Parameters:
    ///   - url: the whole URL, with its query.
    ///   - responder: returns the response to a request, or throws to simulate a network error.
    public func respond(at url: URL, _ responder: @escaping Responder) {
        state.withLock { $0.respondersByURL[url] = responder }
    }

    /// All requests so far, in order.
    public var requests: [NetworkRequest] { state.withLock { $0.requests } }

    /// Waits for a request that the condition is true for.
    ///
    /// - Parameters:
    ///   - number: which one of them, from 1 on; less counts as 1. The first unless given.
    ///   - condition: whether a request counts. Requests with POST unless given: those that have events.
    /// - Returns: the request, as soon as there is one.
    /// - Throws: an error that lists the requests so far when there is no such request within 10 real seconds;
    ///   `CancellationError` when the task is cancelled first, as by the time limit of a test.
    public func waitForRequest(
        _ number: Int = 1, where condition: (NetworkRequest) -> Bool = { $0.method == .post }
    ) async throws -> NetworkRequest {
        let number = max(1, number)
        return try await arrived.wait {
            requests.lazy.filter(condition).dropFirst(number - 1).first
        } orThrow: {
            let list = requests.map { "\($0.method.rawValue) \($0.url.path)" }.joined(separator: ", ")
            return "waited for request \(number) of those that the condition is true for; the requests so far: \(list)"
        }
    }

    /// Records the request and returns the response that the test defines.
    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let responder = state.withLock { state in
            state.requests.append(request)
            return state.respondersByURL[request.url] ?? state.responder
        }
        arrived.raise()
        return try await responder(request)
    }
}
