#if Kafka
    import CRdKafka
    import EventIntake
    import EventSchema
    import EventSupport
    import TestSupport
    import Testing

    @testable import EventIntakeKafka

    /// The sink on a cluster that works.
    @Suite(.waitLimit) struct KafkaSinkTests {
        private let test = TestEvents()

        @Test func `the sink meets the requirements of sinks`() async throws {
            let cluster = try MockCluster()
            cluster.create("app.check")
            let settings = cluster.settings(["message.max.bytes": "4000000"])
            let check = EventSinkCheck(
                opening: { try KafkaSink(settings) },
                reading: { try await cluster.messages(in: "app.check").map(\.value) })
            let findings = try await check.findings()
            #expect(findings == [])
        }

        @Test func `a message has the event, its key and its headers`() async throws {
            try await ClusterWithSink.open { opened in
                let keyed = TestEvents(settings: ["message_key_fields": ["page": "page.id"]])
                let event = keyed.event("a", ["page": ["id": 5], "text": "ü"])
                try await opened.sink.write([event, test.event("b")])
                let messages = try await opened.cluster.messages(in: "app.test")
                #expect(messages.map(\.value) == [event.text, test.event("b").text])
                #expect(messages.map(\.key) == [#"{"page":5}"#, nil])
                #expect(
                    messages.map(\.headers) == [
                        ["$schema": "/test/1.0.0", "meta.id": "a"], ["$schema": "/test/1.0.0", "meta.id": "b"],
                    ])
                #expect(messages.map(\.topic) == ["app.test", "app.test"])
            }
        }

        @Test func `events of one key are in one partition, in order`() async throws {
            try await ClusterWithSink.open { opened in
                opened.cluster.create("app.keyed", partitions: 4)
                let keyed = TestEvents(stream: "app.keyed", settings: ["message_key_fields": ["page": "page"]])
                let events = (0..<80).map { keyed.event("\($0)", ["page": .number($0 % 8)]) }
                for start in stride(from: 0, to: 80, by: 20) {
                    try await opened.sink.write(Array(events[start..<start + 20]))
                }
                let messages = try await opened.cluster.messages(in: "app.keyed")
                #expect(messages.count == 80)
                for page in 0..<8 {
                    let ids = messages.filter { $0.key == #"{"page":\#(page)}"# }.compactMap { $0.headers["meta.id"] }
                    #expect(ids == stride(from: page, to: 80, by: 8).map(String.init))
                }
            }
        }

        @Test func `an event without a key or a topic fails alone`() async throws {
            try await ClusterWithSink.open { opened in
                opened.cluster.setError(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, of: "app.absent")
                let keyed = TestEvents(settings: ["message_key_fields": ["page": "page.id"]])
                let events = [
                    test.event("a"), keyed.event("b"), TestEvents(stream: "app.absent").event("c"), test.event("d"),
                    TestEvents(stream: "a b").event("e"),
                ]
                guard case .failed(let reasons) = try await Outcome(of: events, in: opened.sink) else {
                    Issue.record("nothing failed")
                    return
                }
                #expect(Set(reasons.keys) == [1, 2, 4])
                #expect(reasons[1]?.hasPrefix("It has no page.id") == true)
                #expect(reasons[2] == "Kafka has no topic app.absent. Create it, or ask its owners to.")
                #expect(reasons[4]?.contains("cannot be the name of a topic") == true)
                #expect(try await opened.ids() == ["a", "d"])
                // A topic that is made later needs no restart.
                opened.cluster.setError(nil, of: "app.absent")
                try await until("the topic is known") {
                    try await Outcome(of: [TestEvents(stream: "app.absent").event("c")], in: opened.sink) == .written
                }
            }
        }

        @Test func `an event that is larger than the producer may send fails alone`() async throws {
            try await ClusterWithSink.open(["message.max.bytes": "2000"]) { opened in
                let large = test.event("large", ["text": .string(String(repeating: "x", count: 3000))])
                let outcome = try await Outcome(of: [test.event("a"), large], in: opened.sink)
                #expect(outcome == .failed([1: "The event is larger than Kafka takes for the topic app.test."]))
                #expect(try await opened.ids() == ["a"])
            }
        }

        @Test func `the sink measures once a request how long its events wait for the brokers`() async throws {
            try await ClusterWithSink.open { opened in
                opened.cluster.setRoundTrip(milliseconds: 300)
                try await opened.sink.write([test.event("a"), test.event("b")])
                let text = opened.metrics.text
                let name = "event_intake_kafka_acknowledgement_seconds"
                #expect(
                    text.contains("\(name)_count 1\n") && text.contains("\(name)_bucket{le=\"0.25\"} 0\n"), "\(text)")
                #expect(text.contains("event_intake_kafka_waiting_events 0\n"))
            }
        }

        @Test func `series of the known errors exist from the start, and a missing topic counts as one`() async throws {
            try await ClusterWithSink.open { opened in
                let failures = "event_intake_kafka_failures_total"
                for error in ["_MSG_TIMED_OUT", "UNKNOWN_TOPIC_OR_PART", "TOPIC_AUTHORIZATION_FAILED"] {
                    let series = "\(failures){error=\"\(error)\",cause=\"sink\"} 0\n"
                    #expect(opened.metrics.text.contains(series), "\(error)")
                }
                for error in ["_TRANSPORT", "_RESOLVE", "_AUTHENTICATION", "_SSL"] {
                    let series = "event_intake_kafka_connection_errors_total{error=\"\(error)\"} 0\n"
                    #expect(opened.metrics.text.contains(series), "\(error)")
                }
                opened.cluster.setError(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, of: "app.absent")
                let absent = TestEvents(stream: "app.absent", settings: [:]).event("c")
                guard case .failed = try await Outcome(of: [absent], in: opened.sink) else {
                    Issue.record("nothing failed")
                    return
                }
                await until("the cluster has answered") { opened.metrics.text.contains("event_intake_kafka_up 1\n") }
                #expect(opened.metrics.text.contains(/UNKNOWN_TOPIC(_OR_PART)?",cause="sink"} 1\n/))
            }
        }

        @Test func `a broker that is not there is a connection that fails, and not up`() async throws {
            let metrics = PrometheusMetrics()
            // Nothing listens on the port of discarded messages.
            let sink = try KafkaSink(KafkaSettings(["bootstrap.servers": "127.0.0.1:9"]), metrics: metrics)
            let series = #"event_intake_kafka_connection_errors_total{error="_TRANSPORT"} 0\#n"#
            await until("the connection has failed") { !metrics.text.contains(series) }
            #expect(metrics.text.contains("event_intake_kafka_up 0\n"))
            try await sink.close()
        }

        @Test func `a closed sink takes no events`() async throws {
            let opened = try ClusterWithSink()
            try await opened.sink.close()
            #expect(try await Outcome(of: [test.event("a")], in: opened.sink) == .cancelled)
            #expect(try await Outcome(of: [], in: opened.sink) == .written)
        }
    }
#endif
