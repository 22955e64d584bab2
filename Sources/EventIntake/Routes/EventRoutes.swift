import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /v1/events` and `/v2/events`: takes events, and answers for each.
struct EventRoutes: Sendable {
    let pipeline: IntakePipeline
    let store: IntakeStore
    let maximumBodyBytes: Int

    func add(to router: Router<BasicRequestContext>) {
        for path in ["v1/events", "v2/events"] as [RouterPath] {
            router.post(path) { request, _ in await post(request) }
            router.get(path) { request, _ in await get(request) }
        }
    }

    /// The content types whose bodies are read; any other leaves the body unread, which counts as empty.
    private static let contentTypes: Set<String> = ["application/json", "text/plain", "application/reports+json"]

    private func post(_ request: Request) async -> Response {
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: maximumBodyBytes)
        } catch {
            return .problem(
                .contentTooLarge, "the body is larger than \(maximumBodyBytes) bytes; send fewer events at once")
        }
        let type = request.headers[.contentType]?.split(separator: ";").first?.lowercased() ?? ""
        guard Self.contentTypes.contains(type.filter { !$0.isWhitespace }) else {
            return .badRequest("no events were read: the content type is not application/json")
        }
        return await take(Array(body.readableBytesView), request)
    }

    /// `GET …?event=<percent-encoded JSON>`: one event, answered as a POST of one.
    private func get(_ request: Request) async -> Response {
        guard let event = request.uri.queryParameters["event"] else {
            return .problem(.badRequest, "a GET needs ?event= with one event as percent-encoded JSON")
        }
        return await take(Array(String(event).utf8), request)
    }

    private func take(_ body: [UInt8], _ request: Request) async -> Response {
        guard body.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            return .badRequest("the body is empty; send one event or a JSON array of events")
        }
        let events: [JSONValue]
        switch parse(body) {
        case .failure(let problem): return .problem(.badRequest, problem.reason)
        case .success(let parsed): events = parsed
        }
        guard !events.isEmpty else {
            return .badRequest("the body holds no event; send one event or a JSON array of events")
        }
        let report = await report(on: events)
        // `hasty=false` is hasty too: what counts is that the parameter is not empty.
        if request.uri.queryParameters["hasty"].map({ !$0.isEmpty }) == true { return Response(status: .accepted) }
        return .json(report.body, status: .init(code: report.status))
    }

    private struct Unreadable: Error { let reason: String }

    /// The events of a body: an array's elements, or one object. An empty object counts as no event.
    private func parse(_ body: [UInt8]) -> Result<[JSONValue], Unreadable> {
        do {
            switch try JSONValue(parsing: body) {
            case .array(let events): return .success(events)
            case .object(let event): return .success(event.isEmpty ? [] : [.object(event)])
            default: return .failure(Unreadable(reason: "the body is neither an event nor an array of events"))
            }
        } catch {
            return .failure(Unreadable(reason: "the body is not JSON: \(error)"))
        }
    }

    /// Judges every event and stores those that are fit, in one transaction, before anything is answered.
    private func report(on events: [JSONValue]) async -> IntakeReport {
        let time = ReceptionTime.now
        let verdicts = events.map { pipeline.judge($0, receivedAt: time) }
        let accepted = verdicts.compactMap { if case .accepted(let event) = $0 { event } else { nil } }
        do {
            try await store.add(accepted)
            return IntakeReport(verdicts)
        } catch {
            return IntakeReport(
                verdicts.map { verdict in
                    guard case .accepted(let event) = verdict else { return verdict }
                    return .error(event.body, "the event could not be stored: \(error)")
                })
        }
    }
}
