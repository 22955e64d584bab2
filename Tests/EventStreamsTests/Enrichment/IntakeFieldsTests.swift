import EventSchema
import EventStreams
import Testing

/// What an intake adds, for those who validate without one.
@Suite struct IntakeFieldsTests {
    private static let time = "1970-01-01T00:00:00.000Z"

    private static let id: JSONValue = "00000000-0000-4000-8000-000000000000"

    private static func schema(_ title: String = "test", required: String = "") throws -> Schema {
        try Schema(
            JSONValue(
                parsing: """
                    {"title": "\(title)", "type": "object", "required": ["meta" \(required)], "properties": {
                      "dt": {"type": "string"},
                      "meta": {"type": "object", "required": ["dt", "id", "request_id"], "properties": {
                        "dt": {"type": "string", "format": "date-time"}, "id": {"type": "string"},
                        "request_id": {"type": "string"}}},
                      "http": {"type": "object", "required": ["client_ip", "request_headers"], "properties": {
                        "client_ip": {"type": "string"},
                        "request_headers": {"type": "object", "required": ["user-agent"],
                                            "additionalProperties": {"type": "string"}}}}}}
                    """))
    }

    private static func completed(_ event: JSONValue, _ schema: Schema, _ fields: IntakeFields = .standard) -> JSONValue
    {
        fields.completing(event, by: schema)
    }

    private static func stream(_ setting: JSONValue) throws -> StreamConfiguration {
        let settings: JSONObject = [
            "producers": ["eventgate": ["enrich_fields_from_http_headers": setting]], "schema_title": "test",
        ]
        return try #require(StreamConfigurations(streams: ["s": .object(settings)])["s"])
    }

    @Test func `an event whose schema requires http is valid with the fields of the intake`() throws {
        let schema = try Self.schema(required: #", "http""#)
        #expect(!schema.isValid(["meta": ["stream": "s"]]))
        let event = Self.completed(["meta": ["stream": "s"]], schema)
        #expect(schema.isValid(event))
        #expect(event["meta"] == ["stream": "s", "id": Self.id, "dt": .string(Self.time), "request_id": Self.id])
        #expect(event["http"]?["request_headers"]?.object?.names.map { $0 } == ["user-agent"])
        #expect(event["dt"] == nil)
    }

    @Test func `fields that the event has or the schema lacks are left alone`() throws {
        let own: JSONValue = [
            "meta": ["stream": "s", "id": "own", "dt": "x", "request_id": "r"],
            "http": ["client_ip": "own", "request_headers": ["user-agent": "own"]],
        ]
        #expect(Self.completed(own, try Self.schema()) == own)
        #expect(Self.completed([:], try Schema(["type": "object"])) == [:])
        #expect(Self.completed(["meta": 7], try Self.schema())["meta"] == 7)
    }

    @Test func `dt is added to legacy events only`() throws {
        let event = Self.completed([:], try Self.schema("analytics/legacy/old"))
        #expect(event["dt"] == .string(Self.time))
    }

    @Test func `a stream's setting switches fields off, and adds others`() throws {
        let stream = try Self.stream([
            "meta.request_id": false, "http.client_ip": "x-real-ip", "http.request_headers.x-geo": "x-geo",
        ])
        let event = Self.completed([:], try Self.schema(), IntakeFields(stream))
        #expect(event["meta"]?["request_id"] == nil)
        #expect(event["http"]?["client_ip"] == "unknown")
        #expect(event["http"]?["request_headers"] == ["user-agent": "unknown", "x-geo": "unknown"])
    }
}
