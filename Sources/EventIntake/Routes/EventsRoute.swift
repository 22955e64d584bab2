import EventSchema
import Foundation
import HTTPTypes
import Hummingbird

/// `POST /v1/events` with an event or an array of events, and `GET /v1/events?event=…` with one; `/v2/events` alike.
struct EventsRoute: Sendable {
    let path: EventPath
    let body: EventBody
    let configuration: IntakeConfiguration
    private let answers = UnsentAnswers()

    init(path: EventPath, body: EventBody, configuration: IntakeConfiguration) {
        (self.path, self.body, self.configuration) = (path, body, configuration)
    }

    var endpoints: [Endpoint] {
        let events = ["/v1/events", "/v2/events"].flatMap { address in
            [
                Endpoint(
                    method: .post, path: address, summary: "Submits an event or an array of events.",
                    parameters: parameters, body: Self.content, responses: responses
                ) { request, context in
                    await respond(to: request, context) { () async throws(EventBodyError) in
                        try await body.events(in: request)
                    }
                },
                Endpoint(
                    method: .get, path: address, summary: "Submits one event, as percent-encoded JSON.",
                    parameters: [Self.eventParameter] + parameters,
                    responses: responses
                ) { request, context in
                    await respond(to: request, context) { () async throws(EventBodyError) in
                        try EventBody.event(in: QueryParameters(request))
                    }
                },
            ]
        }
        guard let testEvents = configuration.testEvents?.map({ JSON($0) }) else { return events }
        return events + [
            Endpoint(
                method: .get, path: "/v1/_test/events", summary: "Submits the test events of the configuration.",
                responses: responses
            ) { request, context in await respond(to: request, context) { testEvents } }
        ]
    }

    private func respond(
        to request: Request, _ context: IntakeRequestContext,
        reading read: () async throws(EventBodyError) -> [JSON]
    ) async -> Response {
        let events: [JSON]
        let metadata: RequestMetadata
        do {
            (events, metadata) = (try await read(), try self.metadata(of: request, context))
        } catch {
            path.note(error)
            return error.response(to: request, as: configuration.compatibility)
        }
        do {
            let verdicts = try await path.receive(events, metadata)
            // A hasty request is handled before the response too, so that an intake that is stopped after the response
            // has stored its events.
            guard !request.isHasty(as: configuration.compatibility) else { return Response(status: .accepted) }
            // The existing intake echoes every event, whatever the size of the response.
            let share = configuration.compatibility == .eventgate ? nil : AnswerShare(of: answers)
            return Response(IntakeResponse(verdicts, share))
        } catch {
            return error.response(to: request)
        }
    }

    private func metadata(
        of request: Request, _ context: IntakeRequestContext
    ) throws(EventBodyError) -> RequestMetadata {
        var metadata = try RequestMetadata(QueryParameters(request), configuration)
        metadata.headers = request.headers
        if metadata.header("x-request-id") == nil, let name = HTTPField.Name("x-request-id") {
            // As the existing intake does, so that every event can be traced to its request.
            metadata.headers[name] = EventID.make(at: Date())
        }
        metadata.clientAddress = request.clientAddress(peer: context.peer)
        metadata.test = request.testTag
        if path.store != nil { metadata.client = request.clientReport }
        return metadata
    }
}

// MARK: - The request

extension Request {
    /// Whether the parameter `hasty` is present and not empty. As in the existing intake, `hasty=false` is hasty.
    func isHasty(as compatibility: IntakeConfiguration.Compatibility) -> Bool {
        switch compatibility {
        case .none: QueryParameters(self).hasValue("hasty")
        case .eventgate: QueryParameters(self).hasExistingValue("hasty")
        }
    }

    /// The header `X-Event-Test`, unless it is empty.
    var testTag: String? {
        HTTPField.Name("X-Event-Test").flatMap { headers[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The header `X-Event-Client`, if it can be read.
    fileprivate var clientReport: ClientReport? {
        HTTPField.Name(ClientReport.headerName).flatMap { headers[$0] }.flatMap(ClientReport.init)
    }

    /// The client's address: `X-Client-IP`, otherwise the leftmost of `X-Forwarded-For`, otherwise the peer's address.
    fileprivate func clientAddress(peer: String?) -> String? {
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
        let forwarded = header("X-Forwarded-For")?.split(separator: ",").first.map(String.init)
        let known = [header("X-Client-IP"), forwarded, peer].lazy.compactMap { $0?.filter { $0 != " " } }
        return known.first { !$0.isEmpty }
    }
}

// MARK: - The description

extension EventsRoute {
    private static let event: JSONValue = ["$ref": "#/components/schemas/Event"]
    private static let oneOrMore: JSONValue = ["oneOf": [event, ["type": "array", "items": event, "minItems": 1]]]

    fileprivate static let content = ["application/json", "text/plain", "application/reports+json"].map {
        (type: $0, schema: oneOrMore)
    }

    fileprivate static let eventParameter = Endpoint.Parameter(
        name: "event", place: .query, summary: "The event.", schema: Endpoint.Parameter.text)

    fileprivate var parameters: [Endpoint.Parameter] {
        let schemas = configuration.schemaParameters.map {
            Endpoint.Parameter(name: $0, place: .query, summary: "The $schema of events that have none.")
        }
        let streams = configuration.streamParameters.map {
            Endpoint.Parameter(name: $0, place: .query, summary: "The meta.stream of events that have none.")
        }
        let hasty = Endpoint.Parameter(
            name: "hasty", place: .query, summary: "If not empty: respond with 202, whatever the events are.")
        let tag = Endpoint.Parameter(name: "X-Event-Test", place: .header, summary: "A tag for queries of the events.")
        let client = Endpoint.Parameter(
            name: ClientReport.headerName, place: .header,
            summary:
                "What the client says of itself, as JSON: ids, time, attempt, ledger. Ignored if it is no such JSON.")
        return [hasty] + schemas + streams + [tag, client]
    }

    fileprivate var responses: [Endpoint.ResponseDescription] {
        let lists: JSONValue = ["$ref": "#/components/schemas/Rejections"]
        let refused: JSONValue = ["anyOf": [lists, ["$ref": "#/components/schemas/Problem"]]]
        // The existing intake responds with 500 to bodies that it cannot read.
        let isExisting = configuration.compatibility == .eventgate
        let unread: [Endpoint.ResponseDescription] = [
            .problem(413, "The body is too large, or has too many events."),
            .problem(415, "The encoding of the body is not supported."),
        ]
        let failed = "No event is accepted, at least one for a reason other than its schema"
        let (invalid, error): (String, String) =
            isExisting
            ? ("No events: no body.", "\(failed): lists. The body cannot be read: a problem.")
            : ("Not JSON: a problem. No events: no body.", "\(failed).")
        return (isExisting ? [] : unread) + [
            .init(status: 201, summary: "All events are accepted and stored."),
            .init(status: 202, summary: "Response to a hasty request, without results."),
            .json(207, "Some events are accepted, others are rejected.", lists),
            .init(
                status: 400, summary: "All events are invalid: lists. \(invalid)",
                content: [("application/json", refused)], isBodyOptional: true),
            .json(500, error, refused),
            .problem(503, "A sink takes no events for now. None is accepted; Retry-After says when to try again."),
        ]
    }
}
