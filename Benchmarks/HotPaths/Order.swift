import EventPlatform
import EventSchema

/// An event of a type of its own: a list of lines, of 55 bytes each.
struct Order: EventInterface {
    private struct Line: Encodable {
        let article: String
        let quantity: Int
        let price: Double
    }

    private let lines: [Line]

    private enum CodingKeys: CodingKey { case lines }

    /// As many lines as make an event of the size; the client's part has some 200 bytes.
    init(bytes: Int) {
        lines = (0..<max(0, (bytes - 190) / 55)).map { number in
            Line(article: "article-\(100_000 + number)", quantity: 1 + number % 9, price: 10.5 + Double(number % 80))
        }
    }

    static let id: SchemaID = "/benchmark/order/1.0.0"
    var schema: SchemaID { Self.id }

    static let document: JSONValue = [
        "$id": "/benchmark/order/1.0.0", "type": "object", "required": ["$schema", "meta", "lines"],
        "properties": [
            "$schema": ["type": "string"], "dt": ["type": "string", "format": "date-time"],
            "meta": [
                "type": "object", "required": ["stream"],
                "properties": [
                    "id": ["type": "string", "format": "uuid"], "stream": ["type": "string"],
                    "domain": ["type": "string"], "dt": ["type": "string", "format": "date-time"],
                ],
            ],
            "lines": [
                "type": "array",
                "items": [
                    "type": "object", "required": ["article", "quantity", "price"], "additionalProperties": false,
                    "properties": [
                        "article": ["type": "string", "maxLength": 64],
                        "quantity": ["type": "integer", "minimum": 1], "price": ["type": "number", "minimum": 0],
                    ],
                ],
            ],
        ],
    ]
}
