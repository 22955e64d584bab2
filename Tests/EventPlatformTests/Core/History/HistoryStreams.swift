import EventSchema
import EventStreams

@testable import EventPlatform

/// The streams of a history.
enum HistoryStreams {
    /// The names that submit calls use; not all of them are configured.
    static let names = [
        "clicks", "clicks", "logs", "logs", "own", "own", "other", "sampled", "job.1", "job.2", "broken", "clikcs",
    ]

    /// The stream configurations; the later ones lack a stream, and list other attributes.
    static func configurations(isLater: Bool) -> JSONObject {
        let base: JSONValue = "analytics/product_metrics/app/base"
        let attributes: JSONValue = isLater ? ["page_id", "mood"] : ["page_title", "performer_groups", "offline"]
        let producers: JSONValue = ["metrics_platform_client": ["provide_values": attributes]]
        var streams: JSONObject = [
            "clicks": ["schema_title": base, "producers": producers],
            "logs": ["schema_title": base, "destination_event_service": "logging"],
            "own": ["schema_title": "my/own", "producers": producers],
            "sampled": ["schema_title": base, "sample": ["unit": "session", "rate": 0.5]],
            "/^job\\./": ["schema_title": base, "destination_event_service": "elsewhere"],
            "broken": ["schema_title": 1, "sample": 2],
        ]
        if !isLater { streams["other"] = ["schema_title": "my/other", "destination_event_service": "logging"] }
        return streams
    }
}

/// An event of a schema that the repository has, with a dictionary, whose order differs in each process.
struct CountedEvent: EventInterface {
    let title: String
    let number: Int
    let counts: [String: Int]

    private enum CodingKeys: String, CodingKey { case number, counts }

    var schema: SchemaID { SchemaID("/\(title)/1.0.0") }

    /// The schema that a repository has at a path such as `/schemas/my/own/1.0.0`. Every seventh event is invalid.
    static func schema(at path: String) -> JSONValue {
        let title = path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
        return [
            "title": .string(title), "$id": .string("/\(title)/1.0.0"), "type": "object", "required": ["number"],
            "properties": [
                "$schema": ["type": "string"], "dt": ["type": "string"],
                "number": ["type": "integer", "not": ["multipleOf": 7]],
                "counts": ["type": "object", "additionalProperties": ["type": "integer"]],
                "meta": [
                    "type": "object",
                    "properties": ["stream": ["type": "string"], "id": ["type": "string"], "dt": ["type": "string"]],
                ],
            ],
        ]
    }
}
