import EventSchema
import HTTPTypes
import Hummingbird

/// The received events: `GET /events`, `GET /events/{id}`, and `DELETE /events`, which removes them.
struct QueryRoutes: Sendable {
    let store: IntakeStore
    let log: IntakeLog
    /// The places for queries with `wait`.
    let waits: WaitPlaces

    var endpoints: [Endpoint] {
        let removed = [EventQueryParser.test]
        return [
            Endpoint(
                method: .get, path: "/events",
                summary: "Received events, accepted and rejected, in the order of arrival.",
                parameters: EventQueryParser.parameters,
                responses: [
                    .init(
                        status: 200, summary: "A page of events; with form=ndjson all that match, one on a line.",
                        content: [("application/json", Self.page), ("application/x-ndjson", ["type": "string"])]),
                    .problem(400, "A parameter is invalid."), Self.unusable,
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
                    .json(200, "The event.", Self.event), .problem(400, "A parameter is invalid."),
                    .problem(404, "No event with this id was received."), Self.unusable,
                    WaitPlaces.refusal,
                ]
            ) { request, context in
                await request.queried(log) { try await one(context.pathParameter("id"), request, context) }
            },
        ]
    }

    private static let event: JSONValue = ["$ref": "#/components/schemas/ReceivedEvent"]
    private static let page: JSONValue = [
        "type": "object",
        "required": ["events", "next", "more", "store", "newest", "removals", "removed"],
        "properties": .object(
            JSONObject(
                [
                    ("events", ["type": "array", "items": ["anyOf": [event, summary]]]), ("next", ["type": "integer"]),
                    ("more", ["type": "boolean"]), ("store", ["type": "string"]),
                ] + StoreState.schemas)),
    ]
    private static let summary: JSONValue = [
        "type": "object", "description": "An event with form=summary.",
        "required": [
            "position", "id", "stream", "schema", "receivedAt", "repeats", "test", "valid", "bytes", "reason", "fields",
        ],
        "properties": [
            "bytes": ["type": "integer"], "reason": ["type": ["string", "null"]],
            "fields": ["type": "object", "additionalProperties": ["type": "string"]],
        ],
    ]
    static let unusable = Endpoint.ResponseDescription.problem(500, "The store cannot be read or written.")

    private func list(_ parameters: QueryParameters, _ context: IntakeRequestContext) async throws -> Response {
        let parser = EventQueryParser(parameters)
        var query = try parser.query()
        query.after = store.resumePosition(for: query.after)
        switch try parser.form() {
        case .lines(let limit): return try await EventLines(store: store, log: log).response(to: query, limit: limit)
        case .page(let form):
            let found = try await page(
                query, of: form, removals: try parser.knownRemovals(), try parser.waitTimeout(), context)
            let members: [(String, JSONValue)] = [
                ("events", .array(found.page.events)), ("next", .number(found.page.next)),
                ("more", .bool(found.page.hasMore)), ("store", .string(store.name)),
            ]
            return Response(.ok, json: .object(JSONObject(members + found.state.members)))
        }
    }

    private func one(_ id: String, _ request: Request, _ context: IntakeRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        try parameters.check(known: [EventQueryParser.wait.name])
        // SQLite ends a text at NUL, so the query could return another event.
        guard !id.contains("\0") else { return missing(id, request) }
        var query = EventQuery()
        query.id = id
        let timeout = try EventQueryParser(parameters).waitTimeout()
        let events = try await page(query, of: .received, timeout, context).page.events
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
    private func page<Event>(
        _ query: EventQuery, of form: EventForm<Event>, removals: Int? = nil, _ timeout: Duration?,
        _ context: IntakeRequestContext
    ) async throws -> StorePage<Event> {
        guard let timeout else { return try await store.page(query, of: form) }
        let place = try waits.take()
        defer { withExtendedLifetime(place) {} }
        let waited = try await context.disconnectMonitor().run { [store] in
            try await store.page(query, of: form, removals: removals, waitingAtMost: timeout)
        }
        if let waited { return waited }
        return try await store.page(query, of: form)
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
