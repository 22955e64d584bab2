import EventSchema
import HTTPTypes
import Hummingbird

/// What the store holds in numbers: `GET /counts` and below.
struct CountRoutes: Sendable {
    let store: IntakeStore
    let log: IntakeLog

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/counts",
                summary: "The number and rate of received events, in total and by stream.",
                responses: [.json(200, "The counts, in total and by stream."), QueryRoutes.unusable]
            ) { request, _ in await request.queried(log) { Response(.ok, json: try await store.counts().json) } },
            endpoint(
                "/counts/minutes", "The numbers of accepted and rejected events by minute, for the last 60 minutes.",
                .json(200, "The minutes that have events, in order.", MinuteCounts.schema)
            ) { try await store.minutes($0).json },
            endpoint(
                "/counts/matching",
                "The numbers of the events that match, those of the last 60 minutes, and rejected events by finding.",
                .json(200, "The counts, and the state of the store at that time.", MatchingCounts.schema)
            ) { try await store.matching($0).json(ofStore: store.name) },
            endpoint(
                "/counts/fields", "The fields of the newest events that match, each with some of its values.",
                .json(200, "The fields.", SeenFields.schema)
            ) { try await store.fields($0).json },
        ]
    }

    /// An endpoint that takes the parameters that choose events by what they are.
    private func endpoint(
        _ path: String, _ summary: String, _ response: Endpoint.ResponseDescription,
        _ count: @escaping @Sendable (EventQuery) async throws -> JSONValue
    ) -> Endpoint {
        Endpoint(
            method: .get, path: path, summary: summary, parameters: EventQueryParser.filters,
            responses: [response, .problem(400, "A parameter is invalid."), QueryRoutes.unusable]
        ) { request, _ in
            await request.queried(log) {
                let query = try EventQueryParser(QueryParameters(request)).query(known: EventQueryParser.filters)
                return Response(.ok, json: try await count(query))
            }
        }
    }
}
