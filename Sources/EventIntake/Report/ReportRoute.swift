import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /report`: what has arrived in each stream beside its configuration. `GET /clients`: the clients that sent it.
struct ReportRoute: Sendable {
    let store: IntakeStore
    let content: LiveContent
    let log: IntakeLog

    private static let parameters = EventQueryParser.filters.filter { ["stream", "test", "since"].contains($0.name) }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/report",
                summary: "For each stream what has arrived beside what is configured, and the rules that are broken.",
                parameters: Self.parameters,
                responses: [
                    .json(200, "The report.", Self.report), .problem(400, "A parameter is invalid."),
                    QueryRoutes.unusable,
                ]
            ) { request, _ in
                await request.queried(log) {
                    let query = try EventQueryParser(QueryParameters(request)).query(known: Self.parameters)
                    let content = content.current
                    let report = try await store.report(
                        query, configurations: content.streams, schemas: content.schemas)
                    return Response(.ok, json: .object(report.json))
                }
            },
            Endpoint(
                method: .get, path: "/clients",
                summary: "The clients that have sent events, and the gaps in their sequence numbers.",
                parameters: EventQueryParser.filters,
                responses: [
                    .json(200, "The clients, the last heard first.", Self.clients),
                    .problem(400, "A parameter is invalid."), QueryRoutes.unusable,
                ]
            ) { request, _ in
                await request.queried(log) {
                    let query = try EventQueryParser(QueryParameters(request)).query(known: EventQueryParser.filters)
                    return Response(.ok, json: try await store.clients(query))
                }
            },
        ]
    }

    private static let clients: JSONValue = [
        "type": "object", "required": ["read", "complete", "clients"],
        "properties": [
            "read": ["type": "integer"], "complete": ["type": "boolean"],
            "clients": [
                "type": "array",
                "items": [
                    "type": "object",
                    "required": [
                        "client", "unit", "platform", "version", "tests", "events", "repeats", "first", "last",
                        "streams",
                    ],
                ],
            ],
        ],
    ]

    private static let report: JSONValue = [
        "type": "object", "required": ["read", "complete", "broken", "streams"],
        "properties": [
            "read": ["type": "integer"], "complete": ["type": "boolean"], "broken": ["type": "integer"],
            "streams": [
                "type": "array",
                "items": [
                    "type": "object",
                    "required": ["stream", "planned", "accepted", "invalid", "error", "findings", "fields", "enums"],
                ],
            ],
        ],
    ]
}
