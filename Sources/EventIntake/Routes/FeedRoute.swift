import EventSchema
import EventStreams
import EventSupport
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /v1/stream/{names}`: accepted events as they arrive, as server-sent events. A client that reconnects with
/// `Last-Event-ID` first receives the events that arrived since, as from the platform's public feed.
struct FeedRoute: Sendable {
    let store: IntakeStore
    let content: LiveContent
    /// The places for open feeds.
    let waits: WaitPlaces
    /// Measures the time between heartbeats.
    let clock: any Clock<Duration>
    private let pages: FeedPages

    init(store: IntakeStore, content: LiveContent, waits: WaitPlaces, clock: any Clock<Duration> = .continuous) {
        (self.store, self.content, self.waits, self.clock) = (store, content, waits, clock)
        pages = FeedPages(commits: store.arrivals) { try await store.events($0) }
    }

    /// The interval at which an idle feed sends a comment, so that proxies do not close the connection as idle.
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
                        summary: "Start with the events received at this time or later; without it, with new events."),
                    .init(name: "Last-Event-ID", place: .header, summary: "Continue after this event."),
                ],
                responses: [
                    .init(status: 200, summary: "The events.", content: [("text/event-stream", ["type": "string"])]),
                    .problem(400, "A parameter is invalid."), .problem(404, "A stream is not configured."),
                    WaitPlaces.refusal,
                ]
            ) { request, context in
                let monitor = try await context.disconnectMonitor()
                do {
                    return try feed(context.pathParameter("names"), request, monitor)
                } catch let error as InvalidParameter {
                    return Response(problem: .badRequest, "Invalid parameter", error.message, request)
                } catch let refusal as WaitPlaces.Refusal {
                    return refusal.response(to: request)
                }
            }
        ]
    }

    private func feed(
        _ text: String, _ request: Request, _ monitor: DisconnectMonitor
    ) throws -> Response {
        let names = try EventQueryParser.names(in: text, of: "names")
        for name in names where !isKnown(name) {
            return Response(problem: .notFound, "No such stream", "The stream \(name) is not configured.", request)
        }
        let parameters = QueryParameters(request)
        try parameters.check(known: ["since"])
        var query = EventQuery()
        query.streams = names
        query.valid = true
        query.since = try EventQueryParser(parameters).time("since")
        query.after = try start(request, from: query.since)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
            body: events(query, monitor, try waits.take()))
    }

    private func isKnown(_ name: String) -> Bool {
        guard let streams = content.current.streams else { return true }
        return streams[name] != nil || ErrorEventFactory.isErrorStream(name)
    }

    private func start(_ request: Request, from since: String?) throws(InvalidParameter) -> Int64 {
        guard let text = HTTPField.Name("Last-Event-ID").flatMap({ request.headers[$0] }), !text.isEmpty else {
            return since == nil ? store.lastPosition : 0
        }
        guard let position = Int64(text), position >= 0 else {
            throw InvalidParameter("Last-Event-ID must be the id of an event of this feed, it is \(text).")
        }
        return store.resumePosition(for: position)
    }

    /// The body of a feed. It ends when the intake stops or the client disconnects, and with it the feed's place.
    func events(_ query: EventQuery, _ monitor: DisconnectMonitor, _ place: WaitPlaces.Place) -> ResponseBody {
        ResponseBody { [store, clock, pages] writer in
            defer { withExtendedLifetime(place) {} }
            var query = query
            try await writer.write(ByteBuffer(string: ":ok\n\n"))
            while !store.arrivals.isEnded {
                let page = try await monitor.run { [query] in
                    let found = try await store.first(waitingAtMost: Self.heartbeat, clock: clock) {
                        let page = try await pages.page(query)
                        return page.text == nil ? nil : page
                    }
                    if let found { return found }
                    return try await pages.page(query)
                }
                guard let page else { break }
                query.after = max(query.after, page.next)
                try await writer.write(page.text ?? ByteBuffer(string: ":\n\n"))
            }
            try await writer.finish(nil)
        }
    }
}
