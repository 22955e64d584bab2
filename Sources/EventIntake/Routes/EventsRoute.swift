import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /v1/events` with an event or an array of events, and `GET /v1/events?event=…` with one.
struct EventsRoute: Sendable {
    let path: EventPath
    let maximumBodyBytes: Int

    func add(to router: Router<BasicRequestContext>) {
        for address: RouterPath in ["/v1/events", "/v2/events"] {
            router.post(address) { request, _ in await answer(request, reading: body) }
            router.get(address) { request, _ in await answer(request, reading: query) }
        }
    }

    private func answer(
        _ request: Request, reading read: (Request) async throws(UnreadableBody) -> [JSONValue]
    ) async -> Response {
        do {
            let events = try await read(request)
            let verdicts = await path.receive(events)
            // Under hasty the verdicts stay unseen. They are reached before the answer all the same, so that whoever
            // stops the intake after an answer finds everything handled.
            guard !request.isHasty else { return Response(status: .accepted) }
            return Response(IntakeAnswer(verdicts))
        } catch {
            return Response(problem: error.status, error.title, error.detail, request)
        }
    }

    // MARK: - Reading events

    private func body(of request: Request) async throws(UnreadableBody) -> [JSONValue] {
        let bytes = try await bytes(of: request)
        // White space alone is no malformed event, it is none.
        guard request.hasEventContent, bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
        return try events(in: bytes)
    }

    private func bytes(of request: Request) async throws(UnreadableBody) -> [UInt8] {
        do {
            return Array(buffer: try await request.body.collect(upTo: maximumBodyBytes))
        } catch is NIOTooManyBytesError {
            throw .tooLarge(limit: maximumBodyBytes)
        } catch {
            throw .interrupted
        }
    }

    private func query(of request: Request) throws(UnreadableBody) -> [JSONValue] {
        guard let text = request.uri.queryParameters.get("event"), !text.isEmpty else { throw .empty }
        return try events(in: Array(text.utf8))
    }

    private func events(in bytes: [UInt8]) throws(UnreadableBody) -> [JSONValue] {
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes) } catch { throw .malformed(error.description) }
        switch value {
        case .object(let members) where members.isEmpty: throw .empty
        case .array(let events) where events.isEmpty: throw .empty
        case .object: return [value]
        case .array(let events): return events
        default: throw .malformed("an event or an array of events is wanted, this is of type \(value.typeName)")
        }
    }
}

/// Why no events could be read from a request.
enum UnreadableBody: Error {
    case empty
    case malformed(String)
    case tooLarge(limit: Int)
    case interrupted

    var status: HTTPResponse.Status { if case .tooLarge = self { .contentTooLarge } else { .badRequest } }

    var title: String {
        switch self {
        case .empty: "No events"
        case .malformed: "Not JSON"
        case .tooLarge: "Too large"
        case .interrupted: "Interrupted"
        }
    }

    var detail: String {
        switch self {
        case .empty:
            "The body must hold an event or an array of events, with a content type of application/json, text/plain or application/reports+json."
        case .malformed(let reason): "The body cannot be read: \(reason)."
        case .tooLarge(let limit): "The body may have at most \(limit) bytes. Send fewer events at once."
        case .interrupted: "The request ended before its body did."
        }
    }
}

extension Request {
    /// Whether `hasty` is there and not empty; `hasty=false` is hasty too.
    var isHasty: Bool { uri.queryParameters.get("hasty").map { !$0.isEmpty } ?? false }

    /// Whether the body is of a type that is read; the body of any other counts as empty. Beacons send `text/plain`.
    fileprivate var hasEventContent: Bool {
        let type = headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        return ["application/json", "text/plain", "application/reports+json"]
            .contains(type.filter { $0 != " " })
    }
}
