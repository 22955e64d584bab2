import EventSchema
import EventStreams
import Testing

@testable import EventPlatform

@Suite struct StreamContextTests {
    /// A stream that lists attributes.
    private static func stream(_ attributes: [String]) throws -> StreamConfiguration {
        let names = JSONValue.array(attributes.map { JSONValue.string($0) })
        let settings: JSONValue = [
            "schema_title": "t", "sample": ["unit": "session", "rate": 1],
            "producers": ["metrics_platform_client": ["provide_values": names]],
        ]
        let configurations = StreamConfigurations(streams: ["s": settings])
        return try #require(configurations["s"])
    }

    private static func context() -> Context {
        var context = Context.empty
        context.domain = "example.org"
        context.agent.clientPlatform = "ios"
        context.page.title = "Blue whale"
        context.page.id = 7
        context.performer.isLoggedIn = true
        return context
    }

    private static func selection(
        from context: Context, for stream: StreamConfiguration, schemaID: SchemaID = "/t/1.0.0"
    ) -> Context {
        StreamContext.selection(
            from: context, Sessions.Identity(session: "session", pageview: nil), installID: "install", for: stream,
            schema: nil, schemaID: schemaID)
    }

    /// An event to which a context was added.
    private static func event(
        _ text: String, isWhole: Bool = false, _ context: Context, domain: String? = nil,
        for stream: StreamConfiguration, schema: CompiledSchema? = nil
    ) throws -> JSONValue {
        let event = try EventDocument.given(text, isWhole: isWhole).completed {
            StreamContext.add(context, to: &$0, domain: domain, for: stream, schema: schema)
        }
        return JSONValue(event.json)
    }

    @Test func `a selection has the domain, the platform and the attributes that the stream lists`() throws {
        let stream = try Self.stream(["page_title", "performer_session_id", "agent_app_install_id"])
        var expected = Context.empty
        expected.domain = "example.org"
        expected.agent.clientPlatform = "ios"
        expected.page.title = "Blue whale"
        expected.performer.sessionID = "session"
        expected.agent.appInstallID = "install"
        #expect(Self.selection(from: Self.context(), for: stream) == expected)
    }

    /// Fails when an event that waits for its schema is curated by another field than the app has declared.
    @Test func `a selection has the own attributes that the stream curates by`() throws {
        let settings: JSONValue = [
            "producers": ["metrics_platform_client": ["provide_values": [], "curation": ["grade": ["equals": "gold"]]]]
        ]
        let stream = try #require(StreamConfigurations(streams: ["s": settings])["s"])
        var context = Context.empty
        context[ContextualAttribute("grade", field: "account.tier")] = "gold"
        context["other"] = 1
        let selected = Self.selection(from: context, for: stream)
        #expect(selected.ownAttributes.map(\.declaredPath) == [["account", "tier"]])
    }

    @Test func `a value that the app has set takes precedence over the client's own`() throws {
        let stream = try Self.stream(["performer_session_id", "agent_app_install_id"])
        var context = Context.empty
        context.performer.sessionID = "own session"
        context.agent.appInstallID = "own install"
        #expect(Self.selection(from: context, for: stream) == context)
    }

    @Test func `a schema of the older mobile family selects the attributes behind its fields`() throws {
        let stream = try Self.stream([])
        let selected = Self.selection(
            from: Self.context(), for: stream, schemaID: "/analytics/mobile_apps/reading/1.0.0")
        #expect(selected.agent.appInstallID == "install" && selected.performer.sessionID == "session")
        #expect(selected.performer.isLoggedIn == true)
        #expect(selected.page.title == nil)
    }

    @Test func `an interaction without a schema gets the envelope and every selected attribute`() throws {
        let stream = try Self.stream(["page_title"])
        let event = try Self.event(#"{"action":"click"}"#, Self.context(), for: stream)
        let expected: JSONValue = [
            "$schema": "/t/1.0.0", "action": "click", "dt": "1970-01-01T00:00:00.000Z",
            "meta": ["stream": "s", "id": "id", "domain": "example.org"],
            "agent": ["client_platform": "ios", "client_platform_family": "app"],
            "page": ["title": "Blue whale"], "sample": ["unit": "session", "rate": 1],
        ]
        #expect(event == expected)
    }

    @Test func `an event gets only properties that its schema declares, and the domain of the call`() throws {
        let schema = try CompiledSchema(
            Schema(["properties": ["page": ["properties": ["title": ["type": "string"]]]]]))
        let stream = try Self.stream(["page_title", "page_id"])
        let event = try Self.event("{}", Self.context(), domain: "call.example", for: stream, schema: schema)
        let expected: JSONValue = [
            "$schema": "/t/1.0.0", "meta": ["stream": "s", "id": "id", "domain": "call.example"],
            "page": ["title": "Blue whale"],
        ]
        #expect(event == expected)
    }

    @Test func `an app's own attributes go where the schema has their fields, to streams that list them`() throws {
        let schema = try CompiledSchema(
            Schema([
                "properties": [
                    "offline": [:], "player": ["properties": ["speed": [:], "is_live": [:]]], "secret": [:],
                ]
            ]))
        var context = Context.empty
        context["offline"] = true
        context["player_speed"] = 1.5
        context[ContextualAttribute("live", field: "player.is_live", type: .boolean)] = false
        context["secret"] = "not listed"
        context["unknown"] = "not in the schema"
        let stream = try Self.stream(["offline", "player_speed", "live", "unknown"])
        let event = try Self.event("{}", Self.selection(from: context, for: stream), for: stream, schema: schema)
        let expected: JSONValue = [
            "$schema": "/t/1.0.0", "meta": ["stream": "s", "id": "id"], "offline": true,
            "player": ["speed": 1.5, "is_live": false],
        ]
        #expect(event == expected)
    }

    @Test func `a whole event without a schema gets the envelope only`() throws {
        let stream = try Self.stream(["page_title"])
        let event = try Self.event("{}", isWhole: true, Self.context(), for: stream)
        let expected: JSONValue = [
            "$schema": "/t/1.0.0", "dt": "1970-01-01T00:00:00.000Z",
            "meta": ["stream": "s", "id": "id", "domain": "example.org"],
        ]
        #expect(event == expected)
    }

    @Test func `an event with client_dt gets no dt`() throws {
        let stream = try Self.stream([])
        let text = #"{"client_dt":"2020-01-01T00:00:00Z"}"#
        #expect(try Self.event(text, isWhole: true, Context.empty, for: stream)["dt"] == nil)
    }

    @Test func `an event of the older mobile family gets its fields, with is_anon as the negation`() throws {
        let schema = try CompiledSchema(
            Schema([
                "properties": [
                    "app_install_id": ["type": ["string", "null"]], "is_anon": ["type": "boolean"],
                    "primary_language": ["type": "string"],
                ]
            ]))
        let event = try Self.event("{}", Self.context(), for: try Self.stream([]), schema: schema)
        #expect(event["is_anon"] == false)
        #expect(event["app_install_id"]?.isNull == true)
        #expect(event["primary_language"] == nil)
    }
}
