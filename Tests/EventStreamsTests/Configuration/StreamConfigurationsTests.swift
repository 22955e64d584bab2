import EventSchema
import EventStreams
import Testing

@Suite struct StreamConfigurationsTests {
    @Test func `with everyone in sample, each rate is 1, and nothing else differs`() throws {
        let streams = StreamConfigurations(streams: [
            "a.few": ["schema_title": "t", "sample": ["unit": "device", "rate": 0, "salt": "s"]],
            "a.all": ["schema_title": "t"],
            "a.broken": ["schema_title": 1, "sample": ["unit": "device", "rate": 0.5]],
            "/^b\\./": [
                "schema_title": "t",
                "producers": ["metrics_platform_client": ["sampling": ["identifier": "session", "rate": 0.5]]],
            ],
        ])
        let everyone = streams.withEveryoneInSample
        #expect(everyone["a.few"]?.sampling == .sample(unit: .device, rate: 1, salt: "s"))
        #expect(everyone["a.few"]?.settings["sample"]?["rate"] == 1)
        #expect(everyone["a.all"] == streams["a.all"])
        #expect(everyone["b.c"]?.sampling == .sample(unit: .session, rate: 1))
        #expect(everyone.isQuarantined("a.broken") && everyone.names == streams.names)
    }

    @Test func `a stream's settings are read, and unknown ones kept`() throws {
        let streams = try snapshot(
            #"""
            {"edit": {"stream": "edit", "schema_title": "analytics/edit", "destination_event_service": "intake-a",
              "topics": ["a.edit", "b.edit"], "topic_prefixes": null, "sample": {"unit": "session", "rate": 1},
              "producers": {"metrics_platform_client": {
                "provide_values": ["page_namespace", "page_id", "page_namespace_id"],
                "curation": {"page_id": {"less_than": 500}}}},
              "message_key_fields": {"http.request_headers.user-agent": "x"}}}
            """#)
        let stream = try #require(streams["edit"])
        #expect(stream.name == "edit")
        #expect(stream.schemaTitle == "analytics/edit")
        #expect(stream.destination == "intake-a")
        #expect(stream.topics == ["a.edit", "b.edit"])
        #expect(stream.sampling == .sample(unit: .session, rate: 1))
        #expect(stream.contextualAttributes == [.pageNamespaceID, .pageID])
        #expect(stream.curation.attributes == [.pageID])
        #expect(stream.settings["message_key_fields"]?["http.request_headers.user-agent"] == "x")
        #expect(streams.quarantined.isEmpty && streams.diagnostics.isEmpty)
    }

    @Test func `absent settings have their defaults, and a missing schema title has a diagnostic`() throws {
        let streams = try snapshot(#"{"edit": {"sample": null, "producers": [], "topics": null}, "view": []}"#)
        for name in ["edit", "view"] {
            let stream = try #require(streams[name])
            #expect(stream.schemaTitle == nil && stream.destination == nil)
            #expect(stream.sampling == .all && stream.curation == .none && stream.contextualAttributes.isEmpty)
            #expect(stream.topics == [name])
        }
        #expect(streams.diagnostics.map(\.setting) == ["schema_title", "schema_title"])
    }

    @Test(arguments: ["{}", "[]"])
    func `an empty response may be an object or a list`(map: String) throws {
        let response = try JSONValue(parsing: #"{"warnings": {}, "streams": \#(map)}"#)
        #expect(try StreamConfigurations(response: response).count == 0)
    }

    @Test(
        arguments: [
            ("[]", StreamConfigurationError.Code.notAnObject, "array"),
            ("{}", .streamsMissing, "no `streams`"),
            (#"{"streams": [1]}"#, .streamsNotAnObject, "array"),
            (#"{"streams": null}"#, .streamsNotAnObject, "null"),
            (#"{"error": {"code": "badvalue", "info": "No."}}"#, .refused, "badvalue: No."),
            (#"{"error": "gone"}"#, .refused, "no reason given"),
        ])
    func `a document that is not a response is refused with its type`(
        text: String, code: StreamConfigurationError.Code, part: String
    ) throws {
        let response = try JSONValue(parsing: text)
        let error = try #require(throws: StreamConfigurationError.self) { try StreamConfigurations(response: response) }
        #expect(error.code == code)
        #expect(error.message.contains(part))
    }

    @Test(
        arguments: [
            (#"{"schema_title": 1}"#, "schema_title"),
            (#"{"destination_event_service": ["a"]}"#, "destination_event_service"),
            (#"{"destination_event_service": "a\u0000b"}"#, "destination_event_service"),
            (#"{"stream": false}"#, "stream"),
            (#"{"topics": "a"}"#, "topics"),
            (#"{"topics": ["a", 1]}"#, "topics[1]"),
            (#"{"topic_prefixes": {"a": 1}}"#, "topic_prefixes"),
            (#"{"producers": "x"}"#, "producers"),
            (#"{"producers": {"metrics_platform_client": ["x"]}}"#, "producers.metrics_platform_client"),
            (settings(#""provide_values": "page_id""#), "producers.metrics_platform_client.provide_values"),
            (settings(#""provide_values": [1]"#), "producers.metrics_platform_client.provide_values[0]"),
            (settings(#""curation": "x""#), "producers.metrics_platform_client.curation"),
            ("7", ""), ("null", ""), (#"["x"]"#, ""),
        ])
    func `a broken setting quarantines only its stream and is reported with its path`(settings: String, path: String)
        throws
    {
        let streams = try snapshot(#"{"broken": \#(settings), "intact": {"schema_title": "a"}}"#)
        #expect(streams["broken"] == nil && streams.isQuarantined("broken"))
        #expect(streams.quarantined.map(\.name) == ["broken"])
        #expect(streams.quarantined[0].issues.map(\.setting) == [path])
        #expect(streams["intact"] != nil && !streams.isQuarantined("intact") && streams.names == ["intact"])
        #expect(streams.diagnostics.isEmpty)
    }

    @Test func `a stream name with a NUL character is refused`() throws {
        let streams = try snapshot(#"{"a\u0000b": {"schema_title": "a"}, "a": {"schema_title": "a"}}"#)
        #expect(streams.names == ["a"] && streams.isQuarantined("a\0b"))
    }

    @Test func `all broken settings of a stream are reported`() throws {
        let streams = try snapshot(#"{"broken": {"schema_title": 1, "topics": 2}}"#)
        #expect(
            streams.quarantined[0].issues.map(\.description) == [
                "broken: schema_title: must be a string, is an integer",
                "broken: topics: must be a list, is an integer",
            ])
    }

    @Test func `a stream with a broken setting reports its other mistakes beside it`() throws {
        let streams = try snapshot(#"{"broken": {"schema_title": "a", "topics": 5, "sample": 5}}"#)
        #expect(streams.quarantined[0].issues.map(\.setting) == ["topics"])
        #expect(streams.quarantined[0].remarks.map(\.setting) == ["sample"])
        #expect(streams.diagnostics.isEmpty)
    }

    @Test func `the patterns that match a name are in the order of the response, broken ones among them`() throws {
        let streams = try snapshot(
            #"{"/^a/": {"schema_title": "a"}, "/b$/": {"schema_title": "a"}, "/^ab/": {"topics": 5}, "ab": {}}"#)
        #expect(streams.patterns(matching: "ab") == ["/^a/", "/b$/", "/^ab/"])
        #expect(streams.patterns(matching: "c") == [])
    }

    @Test func `attributes that are not the platform's are an app's own`() throws {
        let streams = try snapshot(
            #"{"a": {"schema_title": "a", "producers": {"metrics_platform_client": {"provide_values": ["page_mood", "page_id"]}}}}"#
        )
        #expect(streams["a"]?.contextualAttributes == ["page_mood", .pageID])
        #expect(streams["a"]?.ownAttributes == ["page_mood"] && streams.diagnostics.isEmpty)
    }
}

/// The snapshot of a map from name to settings.
func snapshot(_ text: String) throws -> StreamConfigurations {
    StreamConfigurations(streams: try #require(try JSONValue(parsing: text).object))
}

/// Settings with this member for the client library.
private func settings(_ member: String) -> String { #"{"producers": {"metrics_platform_client": {\#(member)}}}"# }
