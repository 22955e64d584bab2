import EventCatalog
import EventSchema
import Testing

@Suite struct EventFindingTests {
    private static let schema: JSONValue = [
        "type": "object", "additionalProperties": false, "required": ["screen"],
        "properties": [
            "screen": ["type": "string"], "minutes": ["type": "integer"],
            "meta": ["required": ["dt"], "additionalProperties": false, "properties": ["dt": ["type": "string"]]],
        ],
    ]

    @Test(
        arguments: [
            (["screen": "a", "meta": ["dt": "b"]], []),
            (["scren": "a"], ["/scren: the schema does not have this property → screen"]),
            (["screen": "a", "Minuts": 3], ["/Minuts: the schema does not have this property → minutes"]),
            (["screen": "a", "scren": "b"], ["/scren: the schema does not have this property"]),
            (
                ["meta": ["td": "a"]],
                ["/: the property \"screen\" is missing", "/meta/td: the schema does not have this property → dt"]
            ),
            (
                ["other": 1],
                ["/: the property \"screen\" is missing", "/other: the schema does not have this property"]
            ),
        ] as [(JSONValue, [String])]) func `an unknown property comes with the name that was meant`(
            event: JSONValue, expected: [String]
        ) throws
    {
        let found = try Schema(Self.schema).eventFindings(in: event)
        #expect(found.map { "\($0.finding)" + ($0.suggestion.map { " → \($0)" } ?? "") } == expected)
    }
}
