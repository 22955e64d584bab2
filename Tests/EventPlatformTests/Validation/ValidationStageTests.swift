import EventSchema
import Testing

@testable import EventPlatform

@Suite struct ValidationStageTests {
    private static let time = Timestamp(milliseconds: 0)

    private static func failure(
        of text: String, _ schema: Schema?, streamTitle: String? = "t", mode: ValidationMode = .enforce
    ) throws -> String? {
        var event = try EventDocument(
            Array(text.utf8), isWhole: true, stream: "s", schema: "/t/1.0.0", generatedID: "id")
        let bytes = event.bytes
        defer { #expect(event.bytes == bytes) }
        return ValidationStage(mode: mode).failure(
            of: &event, submittedAt: time, schema, named: "/t/1.0.0", streamTitle: streamTitle)
    }

    private static func schema() throws -> Schema {
        try Schema([
            "title": "t", "type": "object",
            "properties": [
                "n": ["type": "integer"],
                "meta": [
                    "type": "object", "required": ["dt"],
                    "properties": ["dt": ["type": "string"], "stream": ["type": "string"]],
                ],
            ],
        ])
    }

    @Test func `an event that follows its schema once the intake has completed it is valid`() throws {
        let schema = try Self.schema()
        #expect(try Self.failure(of: #"{"n":1}"#, schema) == nil)
    }

    @Test func `an objection names the place, but not the value`() throws {
        let schema = try Self.schema()
        let objection = try Self.failure(of: #"{"n":"secret"}"#, schema)
        #expect(objection?.contains("/n") == true && objection?.contains("secret") == false)
    }

    @Test func `nothing is validated when the mode is off`() throws {
        let schema = try Self.schema()
        #expect(try Self.failure(of: #"{"n":"secret"}"#, schema, mode: .off) == nil)
        #expect(try Self.failure(of: #"{"n":"secret"}"#, schema, mode: .warn) != nil)
    }

    @Test func `the title of a schema must be the one of its stream`() throws {
        let schema = try Self.schema()
        #expect(try Self.failure(of: #"{"n":1}"#, schema, streamTitle: "other") != nil)
        #expect(try Self.failure(of: #"{"n":1}"#, schema, streamTitle: nil) == nil)
    }

    @Test func `without a schema only the title in its id is compared`() throws {
        #expect(try Self.failure(of: #"{"n":"x"}"#, nil) == nil)
        #expect(try Self.failure(of: #"{"n":"x"}"#, nil, streamTitle: "other") != nil)
    }
}
