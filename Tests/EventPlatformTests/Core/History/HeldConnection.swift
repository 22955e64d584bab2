import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation

@testable import EventPlatform

/// A transport that holds each request for events or a schema until a test answers it. Requests for stream
/// configurations have their response at once.
final class HeldConnection: NetworkConnection {
    /// A request without an answer.
    struct Held: Sendable {
        fileprivate let number: Int
        let request: NetworkRequest
        let text: String
        fileprivate let continuation: CheckedContinuation<CompleteResponse, any Error>

        /// Whether it sends events; otherwise it is for a schema.
        var hasEvents: Bool { request.method == .post }

        /// The ids of its events.
        var ids: [String] {
            get throws { try JSONValue(parsing: Self.body(of: request)).array?.compactMap(\.eventID) ?? [] }
        }

        fileprivate static func body(of request: NetworkRequest) throws -> String {
            request.headers["Content-Encoding"] == nil
                ? String(decoding: request.body, as: UTF8.self) : try Gunzip.text(request.body)
        }
    }
    typealias Answer = Result<CompleteResponse, NetworkError>

    private struct State {
        var held: [Int: Held] = [:]
        var lastNumber = 0
        var streams: JSONObject = [:]
    }
    private let state = Locked(State())

    static let streamsURL = URL(filePath: "/streams")

    /// Sets what requests for stream configurations get.
    func set(streams: JSONObject) { state.withLock { $0.streams = streams } }

    /// The requests without an answer, in the order of their texts: that of their arrival differs from run to run.
    var held: [Held] { state.withLock { $0.held.values.sorted { $0.text < $1.text } } }

    /// How many requests have no answer.
    var counts: (events: Int, schemas: Int) {
        state.withLock { state in
            let events = state.held.values.count { $0.hasEvents }
            return (events, state.held.count - events)
        }
    }

    func answer(_ held: Held, _ answer: Answer) {
        state.withLock { $0.held.removeValue(forKey: held.number) }?.continuation.resume(with: answer)
    }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        if request.url == Self.streamsURL {
            let body: JSONValue = ["streams": .object(state.withLock { $0.streams })]
            return NetworkResponse(status: 200, body: body.jsonBytes)
        }
        let text = try Self.text(of: request)
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let answer = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let held = Held(number: number, request: request, text: text, continuation: continuation)
                let isHeld = state.withLock { state in
                    if !Task.isCancelled { state.held[number] = held }
                    return state.held[number] != nil
                }
                if !isHeld { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let held = state.withLock { $0.held.removeValue(forKey: number) }
            held?.continuation.resume(throwing: CancellationError())
        }
        return NetworkResponse(status: answer.status, headers: answer.headers, body: answer.body)
    }

    /// The request with its header fields and its body. Of one that is compressed, also the bytes.
    private static func text(of request: NetworkRequest) throws -> String {
        let headers = request.headers.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
        let isCompressed = request.headers["Content-Encoding"] != nil
        let bytes = isCompressed ? ["  " + Data(request.body).base64EncodedString()] : []
        let lines = ["\(request.method.rawValue) \(request.url.path)"] + headers + bytes
        return (lines + ["  " + (try Held.body(of: request))]).joined(separator: "\n")
    }
}

extension JSONValue {
    fileprivate var eventID: String? { self["meta"]?["id"]?.string }
}
