import EventSchema
import EventStreams
import EventSupport
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /v1/stream/{names}`: accepted events as they arrive, as server-sent events. Whoever comes back with
/// `Last-Event-ID` gets what arrived in between, as on the platform's public feed.
struct FeedRoute: Sendable {
    let store: IntakeStore
    let content: LiveContent
    /// Measures the time between two signs of life.
    var clock: any Clock<Duration> = .continuous

    /// How often an idle feed shows that it is alive, before anybody in between takes it for dead.
    static let heartbeat = Duration.seconds(15)

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/v1/stream/{names}",
                summary: "Accepted events as they arrive (server-sent events).",
                parameters: [
                    .init(name: "names", place: .path, summary: "Names of streams, separated by , or |."),
                    .init(
                        name: "since", place: .query,
                        summary: "Begin with what arrived then; without it, with what is to come."),
                    .init(name: "Last-Event-ID", place: .header, summary: "Go on behind this event."),
                ],
                answers: [
                    .init(status: 200, summary: "The events.", content: [("text/event-stream", ["type": "string"])]),
                    .problem(400, "A parameter is wrong."), .problem(404, "A stream is not configured."),
                ]
            ) { request, context in
                let presence = try await context.presence()
                do throws(WrongParameter) {
                    return try feed(context.pathParameter("names"), request, presence)
                } catch {
                    return Response(problem: .badRequest, "Wrong parameter", error.message, request)
                }
            }
        ]
    }

    private func feed(
        _ text: String, _ request: Request, _ presence: Presence
    ) throws(WrongParameter) -> Response {
        let names = try QuestionReader.names(in: text, of: "names")
        for name in names where !isKnown(name) {
            return Response(problem: .notFound, "No such stream", "The stream \(name) is not configured.", request)
        }
        let query = Query(request)
        try query.check(known: ["since"])
        var question = EventQuestion()
        question.streams = names
        question.valid = true
        question.since = try QuestionReader(query).since()
        question.after = try start(request, from: question.since)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
            body: events(question, presence))
    }

    private func isKnown(_ name: String) -> Bool {
        guard let streams = content.current.streams else { return true }
        return streams[name] != nil || ErrorEvents.isErrorStream(name)
    }

    private func start(_ request: Request, from since: String?) throws(WrongParameter) -> Int64 {
        guard let text = HTTPField.Name("Last-Event-ID").flatMap({ request.headers[$0] }), !text.isEmpty else {
            return since == nil ? store.end : 0
        }
        guard let position = Int64(text), position >= 0 else {
            throw WrongParameter("Last-Event-ID must be the id of an event of this feed, it is \(text).")
        }
        return store.resumption(at: position)
    }

    /// The body of a feed, which ends when the intake stops or the reader leaves.
    func events(_ question: EventQuestion, _ presence: Presence) -> ResponseBody {
        ResponseBody { [store, clock] writer in
            var question = question
            try await writer.write(ByteBuffer(string: ":ok\n\n"))
            while !store.arrivals.isEnded {
                let page = try await presence.during { [question] in
                    try await store.events(question, waitingAtMost: Self.heartbeat, clock: clock)
                }
                guard let page else { break }
                question.after = max(question.after, page.next)
                let text = page.events.map { "event: message\nid: \($0.position)\ndata: \($0.body.jsonText)\n\n" }
                try await writer.write(ByteBuffer(string: text.isEmpty ? ":\n\n" : text.joined()))
            }
            try await writer.finish(nil)
        }
    }
}
