#if Kafka
    import CRdKafka
    import EventIntake
    import EventSchema
    import Testing

    @testable import EventIntakeKafka

    /// Topic, key and headers of an event.
    @Suite struct KafkaRoutingTests {
        private func message(of event: SinkEvent) throws(KafkaRouting.Refusal) -> KafkaMessage {
            var routing = KafkaRouting(topicPrefix: "eqiad.")
            return try routing.message(of: event)
        }

        private func refusal(_ events: TestEvents, _ more: JSONObject = [:]) -> String? {
            wholeRefusal(events, more)?.reason
        }

        private func wholeRefusal(_ events: TestEvents, _ more: JSONObject = [:]) -> KafkaRouting.Refusal? {
            do throws(KafkaRouting.Refusal) {
                _ = try message(of: events.event("a", more))
                return nil
            } catch { return error }
        }

        /// Fails when a stranger, who may name any stream of a pattern, can have the operator woken.
        @Test func `a mistake of the event is the client's, one of the stream the configuration's`() throws {
            let key: JSONObject = ["message_key_fields": ["page": "page.id"]]
            #expect(wholeRefusal(TestEvents(settings: key))?.cause == .client)
            #expect(wholeRefusal(TestEvents(settings: ["message_key_fields": "page"]))?.cause == .configuration)
            #expect(wholeRefusal(TestEvents(settings: ["topics": ["a b"]]))?.cause == .configuration)
            #expect(wholeRefusal(TestEvents(stream: "a b", settings: [:]))?.cause == .configuration)
            #expect(wholeRefusal(TestEvents(stream: "a b", configured: "/^a/", settings: [:]))?.cause == .client)
            let absent = try #require(KafkaFailure(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART))
            for (configured, cause) in [(nil, RejectionCause.sink), ("/^app/", .client)] {
                let message = try message(of: TestEvents(configured: configured, settings: [:]).event("a"))
                #expect(absent.cause(isTopicChosen: message.isTopicChosen) == cause)
            }
        }

        @Test(
            arguments: [
                ("app.test", nil, "eqiad.app.test"),
                ("app.test", [:], "eqiad.app.test"),
                ("eventlogging_Test", [:], "eventlogging_Test"),
                ("app.test", ["topics": ["own"]], "own"),
                // One for each datacentre: the prefix of this one decides.
                ("app.test", ["topics": ["codfw.app.test", "eqiad.app.test"]], "eqiad.app.test"),
                ("app.test", ["topics": []], "eqiad.app.test"),
                // Of a pattern, the topic that the platform computes is a pattern.
                ("app.test", ["topics": ["/^(eqiad\\.)app/"]], "eqiad.app.test"),
            ] as [(String, JSONObject?, String)])
        func `the topic is that of the configuration, or prefix and stream`(
            stream: String, settings: JSONObject?, topic: String
        ) throws {
            let event = TestEvents(stream: stream, settings: settings).event("a")
            #expect(try message(of: event).topic == topic)
        }

        /// Fails when what is known of one event decides about the topic of another.
        @Test func `each event of a request has the topic of its own stream`() throws {
            let plain = TestEvents(settings: [:]).event("a")
            let events = [
                plain, plain, TestEvents(settings: ["topics": ["own"]]).event("b"), plain,
                TestEvents(stream: "app.other", settings: [:]).event("c"), plain,
            ]
            var routing = KafkaRouting(topicPrefix: "eqiad.")
            let topics = try events.map { try routing.message(of: $0).topic }
            let own = "eqiad.app.test"
            #expect(topics == [own, own, "own", own, "eqiad.app.other", own])
        }

        @Test(arguments: ["a b", "a/b", "ä", String(repeating: "x", count: 250)])
        func `a name that no topic can have is refused, and its place is named`(stream: String) {
            let end =
                " cannot be the name of a topic, which has up to 249 letters, digits and the characters . _ - only."
            #expect(refusal(TestEvents(stream: stream)) == "The name of its stream" + end)
            let configured = TestEvents(settings: ["topics": [.string(stream)]])
            #expect(refusal(configured) == "What its stream has in topics" + end)
        }

        /// librdkafka keeps each name, and a pattern such as `/^app\\./` has any number of streams.
        @Test func `events choose so many topics and no more`() {
            var routing = KafkaRouting(topicPrefix: "", names: TopicNames(maximumCount: 2))
            func isRefused(_ event: SinkEvent) -> Bool {
                do throws(KafkaRouting.Refusal) {
                    _ = try routing.message(of: event)
                    return false
                } catch { return error.reason.hasPrefix("Its stream is not configured by its name") }
            }
            func matched(_ stream: String) -> SinkEvent {
                TestEvents(stream: stream, configured: "/^app\\./", settings: [:]).event("a")
            }
            #expect(!isRefused(matched("app.a")) && !isRefused(TestEvents(stream: "app.b").event("a")))
            #expect(isRefused(matched("app.c")) && isRefused(TestEvents(stream: "app.d").event("a")))
            #expect(!isRefused(matched("app.a")))
            #expect(!isRefused(TestEvents(stream: "app.e", settings: [:]).event("a")))
        }

        @Test func `the key has the fields of the configuration, in their order`() throws {
            let fields: JSONObject = ["wiki_id": "database", "page_id": "page.page_id"]
            let events = TestEvents(settings: ["message_key_fields": .object(fields)])
            let event = events.event("a", ["page": ["page_id": 5], "database": "enwiki"])
            let key = try message(of: event).key
            #expect(key.map { String(decoding: $0, as: UTF8.self) } == #"{"wiki_id":"enwiki","page_id":5}"#)
        }

        @Test(arguments: [[:], ["page": [:]], ["page": ["page_id": nil]], ["page": 5]] as [JSONObject])
        func `an event without a field of its key is refused`(more: JSONObject) {
            let events = TestEvents(settings: ["message_key_fields": ["page_id": "page.page_id"]])
            #expect(
                refusal(events, more)
                    == "It has no page.page_id, which is in the keys of its stream (message_key_fields.page_id).")
        }

        /// Fails when equal numbers have several keys, and so several partitions.
        @Test(
            arguments: [
                ("1", "1"), ("1.0", "1"), ("1E0", "1"), ("10e-1", "1"), ("-0", "0"), ("1.50", "1.5"), ("1e21", "1e+21"),
                ("9007199254740993", "9007199254740993"), ("9007199254740993.0", "9007199254740993"),
                (#"[{"b":2.0},"1.0"]"#, #"[{"b":2},"1.0"]"#),
            ])
        func `equal numbers have one key`(written: String, key: String) throws {
            let events = TestEvents(settings: ["message_key_fields": ["a": "any"]])
            let event = events.event("a", ["any": try JSONValue(parsing: written)])
            #expect(try message(of: event).key.map { String(decoding: $0, as: UTF8.self) } == #"{"a":\#(key)}"#)
        }

        /// Fails when all events of such a stream have one key, or none.
        @Test(
            arguments: [
                ([:], nil), ([], nil), (nil, nil),
                (["a": 5], "message_key_fields.a must be the path of a field, such as page.page_id."),
                (["a": ""], "message_key_fields.a must be the path of a field, such as page.page_id."),
                (["page"], "message_key_fields must be an object, such as {page_id: page.page_id}."),
                (5, "message_key_fields must be an object, such as {page_id: page.page_id}."),
            ] as [(JSONValue, String?)])
        func `key fields that are none are the event's error`(fields: JSONValue, problem: String?) {
            let expected = problem.map { "The configuration of its stream is wrong: \($0)" }
            #expect(refusal(TestEvents(settings: ["message_key_fields": fields])) == expected)
        }

        @Test(arguments: [nil, [:], ["message_key_fields": [:]], ["message_key_fields": nil]] as [JSONObject?])
        func `without fields there is no key`(settings: JSONObject?) throws {
            #expect(try message(of: TestEvents(settings: settings).event("a")).key == nil)
        }

        /// Fails when the header has the two scalars by which a string of Swift represents half of a surrogate pair.
        @Test func `a header is well-formed UTF-8`() throws {
            let id = try #require(try JSONValue(parsingLeniently: Array(#""a\ud800b""#.utf8)).string)
            let message = try message(of: TestEvents().event(id))
            #expect(Array(message.id.utf8) == Array("a\u{FFFD}b".utf8))
            #expect(message.byteCount == message.value.count + "$schema/test/1.0.0meta.ida\u{FFFD}b".utf8.count)
        }

        @Test func `the value is the event's JSON, and headers name schema and id`() throws {
            let event = TestEvents().event("a", ["text": "ü\n"])
            let message = try message(of: event)
            #expect(message.value == event.json)
            #expect(message.schema == "/test/1.0.0" && message.id == "a")
            #expect(message.byteCount == event.json.count + "$schema/test/1.0.0meta.ida".utf8.count)
        }
    }
#endif
