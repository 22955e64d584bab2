import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /report`: what has arrived in each stream beside its configuration. `GET /clients`: the clients that sent it.
struct ReportRoute: Sendable {
    let store: IntakeStore
    let content: LiveContent
    let clients: ReportedClients
    let log: IntakeLog
    /// The forecasts of the events a day; `nil` without them.
    private let forecasts: MadeFromFiles<IntakeTools.Forecasts>?

    init(
        store: IntakeStore, content: LiveContent, clients: ReportedClients, log: IntakeLog, tools: IntakeTools
    ) {
        (self.store, self.content, self.clients, self.log) = (store, content, clients, log)
        forecasts = tools.forecast.map { MadeFromFiles("EventIntake.forecasts", paths: { content.paths }, $0) }
    }

    private static let chosen = EventQueryParser.filters.filter { ["stream", "test", "since"].contains($0.name) }
    private static let off = Endpoint.Parameter(
        name: "off", place: .query, summary: "Without the findings of these rules: names, separated by , or |.",
        schema: Endpoint.Parameter.text)
    private static let parameters = chosen + [off]

    /// The rules that are off.
    private static func rulesOff(_ request: Request) throws(InvalidParameter) -> Set<ArrivalReport.Rule> {
        guard let text = QueryParameters(request).text(off.name) else { return [] }
        var rules: Set<ArrivalReport.Rule> = []
        for name in text.split(whereSeparator: { ",|".contains($0) }) {
            guard let rule = ArrivalReport.Rule(rawValue: String(name)) else {
                let known = ArrivalReport.Rule.allCases.map(\.rawValue).joined(separator: ", ")
                throw InvalidParameter("off: there is no rule \(name). Known are \(known).")
            }
            rules.insert(rule)
        }
        return rules
    }

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
                    let rules = try Self.rulesOff(request)
                    let content = content.current
                    let report = try await store.report(
                        query, configurations: content.streams, vocabulary: content.vocabulary,
                        schemas: content.schemas,
                        forecasts: await forecasts?.current ?? [:])
                    return Response(.ok, json: .object(report.without(rules).json))
                }
            },
            Endpoint(
                method: .get, path: "/clients",
                summary: "The clients that have sent events, the gaps in their sequence numbers, and their ledgers.",
                parameters: EventQueryParser.filters,
                responses: [
                    .json(200, "The clients, the last heard first.", Self.clientsSchema),
                    .problem(400, "A parameter is invalid."), QueryRoutes.unusable,
                ]
            ) { request, _ in
                await request.queried(log) {
                    let query = try EventQueryParser(QueryParameters(request)).query(known: EventQueryParser.filters)
                    return Response(.ok, json: try await store.clients(query, ledgers: clients.json))
                }
            },
        ]
    }

    private static let clientsSchema: JSONValue = [
        "type": "object", "required": ["read", "complete", "clients", "ledgers"],
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
            "ledgers": [
                "type": "array",
                "description": "The newest header X-Event-Client of each client, whatever is asked for.",
                "items": ["type": "object", "required": ["ids", "time", "attempt", "ledger"]],
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
                    "required": [
                        "stream", "planned", "accepted", "invalid", "error", "perDay", "forecast", "findings", "fields",
                        "enums",
                    ],
                ],
            ],
        ],
    ]
}
