import EventSchema
import HTTPTypes
import Hummingbird

/// What has arrived: `GET /events`, `GET /events/{id}`, `GET /counts`, and `DELETE /events` to begin anew.
struct AskingRoutes: Sendable {
    let store: IntakeStore

    var endpoints: [Endpoint] {
        let event: JSONValue = ["$ref": "#/components/schemas/ReceivedEvent"]
        let page: JSONValue = [
            "type": "object", "required": ["events", "next", "more"],
            "properties": [
                "events": ["type": "array", "items": event], "next": ["type": "integer"], "more": ["type": "boolean"],
            ],
        ]
        let removed = [QuestionReader.test]
        return [
            Endpoint(
                method: .get, path: "/events", summary: "What has arrived, in order, accepted and rejected.",
                parameters: QuestionReader.parameters,
                answers: [.json(200, "A page of events.", page), .problem(400, "A parameter is wrong.")]
            ) { request, context in await answer(request) { try await list(Query(request), context) } },
            Endpoint(
                method: .delete, path: "/events", summary: "Removes what has arrived: everything, or of one test.",
                parameters: removed,
                answers: [.init(status: 204, summary: "Removed."), .problem(400, "A parameter is wrong.")]
            ) { request, _ in
                await answer(request) {
                    let query = Query(request)
                    try query.check(known: removed.map(\.name))
                    try await store.removeAll(test: query.text("test"))
                    return Response(status: .noContent)
                }
            },
            Endpoint(
                method: .get, path: "/events/{id}", summary: "The event with that meta.id.",
                parameters: [.init(name: "id", place: .path, summary: "The meta.id."), QuestionReader.wait],
                answers: [
                    .json(200, "The event.", event), .problem(400, "A parameter is wrong."),
                    .problem(404, "No such event has arrived."),
                ]
            ) { request, context in
                await answer(request) { try await one(context.pathParameter("id"), request, context) }
            },
            Endpoint(
                method: .get, path: "/counts",
                summary: "How many events there are, stream by stream, and how fast they come.",
                answers: [.json(200, "The counts, in total and by stream.")]
            ) { request, _ in await answer(request) { Response(.ok, json: try await store.counts().json) } },
        ]
    }

    private func list(_ query: Query, _ context: IntakeRequestContext) async throws -> Response {
        let reader = QuestionReader(query)
        var question = try reader.question()
        question.after = store.resumption(at: question.after)
        let page = try await page(question, try reader.patience(), context)
        return Response(
            .ok,
            json: [
                "events": .array(page.events.map(\.json)), "next": .number(page.next), "more": .bool(page.hasMore),
            ])
    }

    private func one(_ id: String, _ request: Request, _ context: IntakeRequestContext) async throws -> Response {
        let query = Query(request)
        try query.check(known: [QuestionReader.wait.name])
        // SQLite's texts end there: another event's id might be found.
        guard !id.contains("\0") else { return missing(id, request) }
        var question = EventQuestion()
        question.id = id
        let events = try await page(question, try QuestionReader(query).patience(), context).events
        // What was sent again after it had been rejected is accepted now.
        if let event = events.first(where: { $0.rejection == nil }) ?? events.last {
            return Response(.ok, json: event.json)
        }
        return missing(id, request)
    }

    private func missing(_ id: String, _ request: Request) -> Response {
        Response(problem: .notFound, "No such event", "No event with the meta.id \(id) has arrived.", request)
    }

    /// Whoever leaves while it waits is answered with what there is by then.
    private func page(
        _ question: EventQuestion, _ patience: Duration?, _ context: IntakeRequestContext
    ) async throws -> EventPage {
        guard let patience else { return try await store.events(question) }
        let waited = try await context.presence().during { [store] in
            try await store.events(question, waitingAtMost: patience)
        }
        if let waited { return waited }
        return try await store.events(question)
    }

    private func answer(_ request: Request, _ make: () async throws -> Response) async -> Response {
        do {
            var response = try await make()
            response.headers[.cacheControl] = "no-store"
            return response
        } catch let error as WrongParameter {
            return Response(problem: .badRequest, "Wrong parameter", error.message, request)
        } catch {
            return Response(problem: .internalServerError, "Store unusable", "\(error)", request)
        }
    }
}
