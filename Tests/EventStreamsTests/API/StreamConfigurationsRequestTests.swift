import EventSchema
import EventStreams
import Testing

@Suite struct StreamConfigurationsRequestTests {
    private let streams = StreamConfigurations(
        authored: [
            "edit": ["schema_title": "e", "sample": [:]],
            "/^job\\./": ["schema_title": "j"],
            "view": ["schema_title": "v", "topic_prefixes": nil, "topics": ["t"]],
        ], defaults: StreamDefaults(["topic_prefixes": ["p."]]))

    private func body(_ request: StreamConfigurationsRequest) -> String {
        request.response(from: streams).body.jsonText
    }

    @Test func `without names all streams are returned in order, patterns under their pattern`() {
        #expect(
            body(.init()) == #"{"streams":{"#
                + #""edit":{"topic_prefixes":["p."],"schema_title":"e","sample":[],"stream":"edit","topics":["p.edit"]},"#
                + #""/^job\\./":{"topic_prefixes":["p."],"schema_title":"j","stream":"/^job\\./","topics":["/^(p\\.)job\\./"]},"#
                + #""view":{"topic_prefixes":null,"schema_title":"v","topics":["t"],"stream":"view"}"#
                + "}}")
    }

    @Test func `a name found by pattern is the key, stream keeps the pattern; unknown names are left out`() {
        #expect(
            body(.init(streams: "job.x|nobody")) == #"{"streams":{"job.x":{"topic_prefixes":["p."],"schema_title":"j","#
                + #""stream":"/^job\\./","topics":["p.job.x"]}}}"#)
    }

    /// Fails when what the API computes is taken for what is configured, or when its own response is another then.
    @Test func `topics that the API computes are told from those that are configured`() throws {
        let sent = StreamConfigurationsRequest(streams: "edit|job.x|/^job\\./|view").response(from: streams).body
        let read = try StreamConfigurations(response: sent.withoutComputedTopics)
        #expect(read.streams.map { $0.settings["topics"] } == [nil, nil, nil, ["t"]])
        #expect(StreamConfigurationsRequest().response(from: read).body == sent)
    }

    @Test(
        arguments: [
            (["topics": ["a"]], true), (["topics": ["p.a"], "topic_prefixes": ["p."]], true),
            (["topics": ["p.a", "q.a"], "topic_prefixes": ["p.", "q."]], true), (["topics": ["p.a"]], false),
            (["topics": ["a"], "topic_prefixes": ["p."]], false), (["topics": ["own"], "topic_prefixes": nil], false),
            (["topics": 5], false),
        ] as [(JSONObject, Bool)])
    func `computed topics are the name with each prefix`(settings: JSONObject, isComputed: Bool) {
        let response: JSONValue = ["streams": ["a": .object(settings)]]
        let topics = response.withoutComputedTopics["streams"]?["a"]?["topics"]
        #expect(topics == (isComputed ? nil : settings["topics"]))
    }

    @Test(arguments: [["streams": []], ["streams": ["a": 5]], 5, ["error": [:]]] as [JSONValue])
    func `what is no response stays as it is`(document: JSONValue) {
        #expect(document.withoutComputedTopics == document)
    }

    @Test func `no names, unknown names and unmet constraints give an empty object`() {
        #expect(body(.init(streams: "")) == #"{"streams":{}}"#)
        #expect(body(.init(streams: "nobody")) == #"{"streams":{}}"#)
        #expect(body(.init(constraints: "schema_title=x")) == #"{"streams":{}}"#)
    }

    @Test func `format version 1 is refused as the platform refuses it`() {
        let response = StreamConfigurationsRequest(formatVersion: "1").response(from: streams)
        #expect(response.errorCode == "badvalue")
        #expect(
            response.body.jsonText
                == #"{"error":{"code":"badvalue","info":"Unrecognized value for parameter \"formatversion\": 1."}}"#)
        #expect(response.cacheControl.hasPrefix("private"))
    }

    @Test(arguments: ["2", "latest"])
    func `format versions 2 and latest are accepted`(text: String) {
        #expect(StreamConfigurationsRequest(formatVersion: text).response(from: streams).errorCode == nil)
    }

    @Test func `250 names are allowed, 251 are not`() {
        let names = (1...251).map { "job.\($0)" }
        let allowed = StreamConfigurationsRequest(streams: names.dropLast().joined(separator: "|"))
        #expect(allowed.response(from: streams).body["streams"]?.object?.count == 250)
        let refused = StreamConfigurationsRequest(streams: names.joined(separator: "|")).response(from: streams)
        #expect(refused.errorCode == "toomanyvalues")
        #expect(refused.body["error"]?["code"] == "toomanyvalues")
    }

    @Test func `all_settings adds a warning and nothing else`() {
        let response = StreamConfigurationsRequest(streams: "", allSettings: true).response(from: streams)
        #expect(
            response.body.jsonText == #"{"warnings":{"streamconfigs":{"warnings":"#
                + #""The parameter \"all_settings\" has been deprecated."}},"streams":{}}"#)
    }

    @Test func `a response is read back as the same streams`() throws {
        let response = StreamConfigurationsRequest().response(from: streams)
        let read = try StreamConfigurations(response: response.body)
        #expect(read.names == streams.names && read["edit"]?.topics == ["p.edit"])
    }
}
