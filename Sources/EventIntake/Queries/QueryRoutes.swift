import EventSchema
import HTTPTypes
import Hummingbird

/// The received events: `GET /events`, `GET /events/{id}`, `GET /counts`, `GET /counts/minutes`, and `DELETE /events`,
/// which removes them.
struct QueryRoutes: Sendable {
    let store: IntakeStore
    let log: IntakeLog
    /// The places for queries with `wait`.
    let waits: WaitPlaces

    var endpoints: [Endpoint] {
        let event: JSONValue = ["$ref": "#/components/schemas/ReceivedEvent"]
        let page: JSONValue = [
            "type": "object", "required": ["events", "next", "more"],
            "properties": [
                "events": ["type": "array", "items": event], "next": ["type": "integer"], "more": ["type": "boolean"],
            ],
        ]
        let removed = [EventQueryParser.test]
        return [
            Endpoint(
                method: .get, path: "/events",
                summary: "Received events, accepted and rejected, in the order of arrival.",
                parameters: EventQueryParser.parameters,
                responses: [
                    .json(200, "A page of events.", page), .problem(400, "A parameter is invalid."), Self.unusable,
                    WaitPlaces.refusal,
                ]
            ) { request, context in await request.queried(log) { try await list(QueryParameters(request), context) } },
            Endpoint(
                method: .delete, path: "/events", summary: "Removes received events: all, or those of one test.",
                parameters: removed,
                responses: [
                    .init(status: 204, summary: "Removed."), .problem(400, "A parameter is invalid."), Self.unusable,
                ]
            ) { request, _ in
                await request.queried(log) {
                    let parameters = QueryParameters(request)
                    try parameters.check(known: removed.map(\.name))
                    try await store.removeAll(test: parameters.text("test"))
                    return Response(status: .noContent)
                }
            },
            Endpoint(
                method: .get, path: "/events/{id}", summary: "The event with that meta.id.",
                parameters: [
                    .init(name: "id", place: .path, summary: "The meta.id.", schema: Endpoint.Parameter.text),
                    EventQueryParser.wait,
                ],
                responses: [
                    .json(200, "The event.", event), .problem(400, "A parameter is invalid."),
                    .problem(404, "No event with this id was received."), Self.unusable,
                    WaitPlaces.refusal,
                ]
            ) { request, context in
                await request.queried(log) { try await one(context.pathParameter("id"), request, context) }
            },
            Endpoint(
                method: .get, path: "/counts",
                summary: "The number and rate of received events, in total and by stream.",
                responses: [.json(200, "The counts, in total and by stream."), Self.unusable]
            ) { request, _ in await request.queried(log) { Response(.ok, json: try await store.counts().json) } },
            Endpoint(
                method: .get, path: "/counts/minutes",
                summary: "The numbers of accepted and rejected events by minute, for the last 60 minutes.",
                parameters: EventQueryParser.filters,
                responses: [
                    .json(200, "The minutes that have events, in order.", Self.minutes),
                    .problem(400, "A parameter is invalid."), Self.unusable,
                ]
            ) { request, _ in
                await request.queried(log) {
                    let query = try EventQueryParser(QueryParameters(request)).query(known: EventQueryParser.filters)
                    return Response(.ok, json: try await store.minutes(query).json)
                }
            },
        ]
    }

    private static let minutes: JSONValue = [
        "type": "array",
        "items": [
            "type": "object", "required": ["minute", "accepted", "rejected"],
            "properties": [
                "minute": ["type": "string"], "accepted": ["type": "integer"], "rejected": ["type": "integer"],
            ],
        ],
    ]
    static let unusable = Endpoint.ResponseDescription.problem(500, "The store cannot be read or written.")

    private func list(_ parameters: QueryParameters, _ context: IntakeRequestContext) async throws -> Response {
        let parser = EventQueryParser(parameters)
        var query = try parser.query()
        query.after = store.resumePosition(for: query.after)
        let page = try await page(query, try parser.waitTimeout(), context)
        return Response(
            .ok,
            json: [
                "events": .array(page.events.map(\.json)), "next": .number(page.next), "more": .bool(page.hasMore),
            ])
    }

    private func one(_ id: String, _ request: Request, _ context: IntakeRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        try parameters.check(known: [EventQueryParser.wait.name])
        // SQLite ends a text at NUL, so the query could return another event.
        guard !id.contains("\0") else { return missing(id, request) }
        var query = EventQuery()
        query.id = id
        let events = try await page(query, try EventQueryParser(parameters).waitTimeout(), context).events
        // A rejected event may have been sent again and accepted: the accepted copy takes precedence.
        if let event = events.first(where: { $0.rejection == nil }) ?? events.last {
            return Response(.ok, json: event.json)
        }
        return missing(id, request)
    }

    private func missing(_ id: String, _ request: Request) -> Response {
        Response(problem: .notFound, "No such event", "No event with the meta.id \(id) was received.", request)
    }

    /// The events of a query. When the client disconnects during the wait, the events received by then.
    private func page(
        _ query: EventQuery, _ timeout: Duration?, _ context: IntakeRequestContext
    ) async throws -> EventPage {
        guard let timeout else { return try await store.events(query) }
        let place = try waits.take()
        defer { withExtendedLifetime(place) {} }
        let waited = try await context.disconnectMonitor().run { [store] in
            try await store.events(query, waitingAtMost: timeout)
        }
        if let waited { return waited }
        return try await store.events(query)
    }
}

extension Request {
    /// The response that `make` returns, which no cache keeps, or a problem object for the error that it throws.
    func queried(_ log: IntakeLog, _ make: () async throws -> Response) async -> Response {
        do {
            var response = try await make()
            response.headers[.cacheControl] = "no-store"
            return response
        } catch let error as InvalidParameter {
            return Response(problem: .badRequest, "Invalid parameter", error.message, self)
        } catch let refusal as WaitPlaces.Refusal {
            return refusal.response(to: self)
        } catch {
            log.queryFailed(error)
            return Response(problem: .internalServerError, "Store unusable", "\(error)", self)
        }
    }
}
