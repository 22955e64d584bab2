import EventCatalog
import EventSchema
import HTTPTypes
import Hummingbird

/// `POST /explain`: what a client would do with an event, by the streams and schemas that are served now. The event is
/// neither stored nor sent.
struct ExplainRoute: Sendable {
    let path: EventPath
    let explain: @Sendable (EventQuestion, IntakeContent) -> JSONObject
    private let work = WorkQueue("EventIntake.explain")

    private static let maximumBodyBytes = 1024 * 1024

    init?(path: EventPath, tools: IntakeTools) {
        guard let explain = tools.explain else { return nil }
        self.path = path
        self.explain = { explain($0, $1.streams, $1.schemas) }
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "/explain",
                summary: "What a client would do with an event of a stream, stage by stage, and why.",
                body: [("application/json", Self.question)],
                responses: [
                    .json(200, "The explanation.", Self.explanation), .problem(400, "The body is invalid."),
                    .problem(413, "The body is too large."),
                ]
            ) { request, _ in await respond(to: request) }
        ]
    }

    private func respond(to request: Request) async -> Response {
        let body: JSONValue
        do { body = try await request.json(upTo: Self.maximumBodyBytes) } catch { return error.response(to: request) }
        do {
            let question = try EventQuestion(body)
            let explanation = await work.run { answer(to: question) }
            return Response(.ok, json: .object(explanation), headers: [.cacheControl: "no-store"])
        } catch {
            return Response(problem: .badRequest, "Invalid question", error.message, request)
        }
    }

    /// The explanation; of an event of the stream also the verdict of the intake.
    private func answer(to question: EventQuestion) -> JSONObject {
        let content = path.content.current
        guard question.hasOwnEvent, let event = question.event else { return explain(question, content) }
        var (question, filler) = (question, FieldFiller(RequestMetadata()))
        let rejected = path.evaluate(JSON(event), RequestMetadata(), &filler, content).rejected
        if event["$schema"]?.string.flatMap({ content.schemas[$0] }) != nil { question.refusal = rejected?.reason }
        var explanation = explain(question, content)
        explanation["intake"] = [
            "status": .string(rejected?.status.rawValue ?? "accepted"), "context": rejected?.context ?? .null,
        ]
        return explanation
    }

    // MARK: - The description

    private static let question: JSONValue = {
        let text = Endpoint.Parameter.text
        return [
            "type": "object", "additionalProperties": false,
            "properties": [
                "stream": text, "session": text, "device": text, "pageview": text, "attributes": ["type": "object"],
                "event": ["type": "object"],
            ],
            "anyOf": [["required": ["stream"]], ["required": ["event"]]],
        ]
    }()

    private static let explanation: JSONValue = [
        "type": "object", "required": ["stream", "outcome", "summary", "stages", "remarks"],
        "properties": [
            "stream": ["type": "string"],
            "outcome": ["type": "string", "enum": ["sent", "dropped", "waits", "undecided"]],
            "reason": ["type": "string"], "summary": ["type": "string"],
            "stages": [
                "type": "array",
                "items": [
                    "type": "object", "required": ["stage", "outcome", "reached", "why"],
                    "properties": [
                        "outcome": ["type": "string", "enum": ["passes", "dropped", "waits", "undecided"]],
                        "unknown": ["type": "array", "items": ["type": "string"]],
                    ],
                ],
            ],
            "remarks": ["type": "array", "items": ["type": "string"]],
            "intake": ["type": "object", "required": ["status", "context"]],
        ],
    ]
}
