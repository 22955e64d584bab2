import EventSchema
import EventStreams
import Testing

@testable import EventPlatform

@Suite struct EventValidatorTests {
    private static func failure(
        of text: String, _ schema: Schema?, stream settings: JSONObject = ["schema_title": "t"],
        mode: ValidationMode = .enforce
    ) throws -> String? {
        let compiled = schema.map(CompiledSchema.init)
        let event = try EventDocument.given(text, isWhole: true).completed {
            $0.hasReceptionTime = compiled?.fields.hasReceptionTime == true
        }
        let stream = try #require(StreamConfigurations(streams: ["s": .object(settings)])["s"])
        return EventValidator(mode: mode).failure(
            of: event, compiled, named: "/t/1.0.0", for: stream)
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
        #expect(try Self.failure(of: #"{"n":1}"#, schema, stream: ["schema_title": "other"]) != nil)
        #expect(try Self.failure(of: #"{"n":1}"#, schema, stream: [:]) == nil)
    }

    @Test func `without a schema only the title in its id is compared`() throws {
        #expect(try Self.failure(of: #"{"n":"x"}"#, nil) == nil)
        #expect(try Self.failure(of: #"{"n":"x"}"#, nil, stream: ["schema_title": "other"]) != nil)
    }

    // MARK: - What the intake adds

    /// A schema that requires a field, which is a text, at a path of objects.
    private static func schema(requiring path: [String], title: String = "t") throws -> Schema {
        let leaf: JSONValue = ["type": "string", "minLength": 1]
        let property = path.reversed().reduce(leaf) { inner, name in
            [
                "type": "object", "additionalProperties": true, "required": [.string(name)],
                "properties": .object([name: inner]),
            ]
        }
        var document = try #require(property.object)
        document["title"] = .string(title)
        return try Schema(.object(document))
    }

    @Test(
        arguments: [
            ["meta", "dt"], ["meta", "request_id"], ["http", "client_ip"], ["http", "request_headers", "user-agent"],
        ])
    func `an event is valid without a required field that the intake adds`(path: [String]) throws {
        let schema = try Self.schema(requiring: path)
        #expect(try Self.failure(of: #"{"n":1}"#, schema) == nil)
        #expect(try Self.failure(of: #"{"http":{"method":"GET"},"meta":{"domain":"d"}}"#, schema) == nil)
    }

    @Test(arguments: [["dt"], ["http", "method"], ["http"], ["meta", "uri"]])
    func `an event is invalid without a required field that the intake does not add`(path: [String]) throws {
        #expect(try Self.failure(of: #"{"n":1}"#, Self.schema(requiring: path)) != nil)
    }

    @Test func `the intake adds dt to events of the legacy schemas`() throws {
        let schema = try Self.schema(requiring: ["dt"], title: "analytics/legacy/x")
        #expect(try Self.failure(of: #"{"n":1}"#, schema, stream: [:]) == nil)
    }

    @Test func `a value of the event's own in a field of the intake is validated`() throws {
        let schema = try Self.schema(requiring: ["http", "client_ip"])
        #expect(try Self.failure(of: #"{"http":{"client_ip":1}}"#, schema)?.contains("/http/client_ip") == true)
        #expect(try Self.failure(of: #"{"http":null}"#, schema)?.contains("/http") == true)
    }

    @Test func `a stream's settings decide which headers become fields`() throws {
        func stream(_ fields: JSONObject) -> JSONObject {
            [
                "schema_title": "t",
                "producers": ["eventgate": ["enrich_fields_from_http_headers": .object(fields)]],
            ]
        }
        let agent = try Self.schema(requiring: ["http", "request_headers", "user-agent"])
        let removed = stream(["http.request_headers.user-agent": false])
        #expect(try Self.failure(of: #"{"n":1}"#, agent, stream: removed) != nil)
        let country = try Self.schema(requiring: ["http", "request_headers", "x-geoip-country"])
        let added = stream(["http.request_headers.x-geoip-country": "x-geoip-country"])
        #expect(try Self.failure(of: #"{"n":1}"#, country, stream: added) == nil)
        #expect(try Self.failure(of: #"{"n":1}"#, country) != nil)
    }
}
