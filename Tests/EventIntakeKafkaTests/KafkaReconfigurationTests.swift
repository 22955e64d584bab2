#if Kafka
    import CRdKafka
    import EventIntake
    import EventSupport
    import InMemoryLogging
    import Logging
    import TestSupport
    import Testing

    @testable import EventIntakeKafka

    /// Settings that replace others while the sink runs.
    @Suite(.waitLimit) struct KafkaReconfigurationTests {
        private let test = TestEvents()

        @Test func `new settings are used, and what was on its way still arrives`() async throws {
            try await ClusterWithSink.open { opened in
                try await opened.sink.write([test.event("a")])
                await until("the sink is ready") { await opened.sink.unavailability == nil }
                opened.cluster.setRoundTrip(milliseconds: 500)
                async let slow = Outcome(of: [test.event("b")], in: opened.sink)
                await until("the event is in the queue") { opened.sink.waitingCount == 1 }
                try await opened.sink.reconfigure(opened.cluster.settings(["queue.buffering.max.messages": "2"]))
                // At no time is the sink unavailable: a load balancer would send no more.
                #expect(await opened.sink.unavailability == nil)
                #expect(try await slow == .written)
                opened.cluster.setRoundTrip(milliseconds: 0)
                #expect(try await Outcome(of: [test.event("c")], in: opened.sink) == .written)
                #expect(try await opened.ids() == ["a", "b", "c"])
                #expect(opened.lines == ["Kafka's settings were replaced"])
                let names = opened.logs.entries.compactMap { $0.metadata["event-platform.kafka.settings"] }
                #expect(names.count == 1 && "\(names)".contains("bootstrap.servers") && !"\(names)".contains("127.0"))
            }
        }

        /// Fails when a wrong password ends an intake that works.
        @Test func `while the cluster answers, settings with which it does not are refused`() async throws {
            try await ClusterWithSink.open { opened in
                try await opened.sink.write([test.event("a")])
                await until("the sink is ready") { await opened.sink.unavailability == nil }
                let wrong = KafkaSettings(["bootstrap.servers": "127.0.0.1:1"])
                let error = await #expect(throws: KafkaError.self) { try await opened.sink.reconfigure(wrong) }
                #expect(error?.code == .clusterDoesNotAnswer)
                #expect(error?.description.contains("Connection refused") == true, "\(error?.description ?? "")")
                #expect(try await Outcome(of: [test.event("b")], in: opened.sink) == .written)
                #expect(opened.lines.isEmpty)
            }
        }

        @Test func `settings that cannot be used leave those in use`() async throws {
            try await ClusterWithSink.open { opened async throws in
                for wrong in [["linger.ms": "x"], ["ssl.ca.location": "/no/ca.pem"], ["acks": "1"]] {
                    await #expect(throws: KafkaError.self) {
                        try await opened.sink.reconfigure(opened.cluster.settings(wrong))
                    }
                }
                #expect(try await Outcome(of: [test.event("a")], in: opened.sink) == .written)
            }
        }

        /// An operator who has named a wrong address need not start the intake again.
        @Test func `while the cluster does not answer, new settings are used at once`() async throws {
            let cluster = try MockCluster()
            defer { withExtendedLifetime(cluster) {} }
            cluster.create("app.test")
            let sink = try KafkaSink(KafkaSettings(["bootstrap.servers": "127.0.0.1:1"]))
            #expect(await sink.unavailability != nil)
            try await sink.reconfigure(cluster.settings())
            await until("the sink is ready") { await sink.unavailability == nil }
            #expect(try await Outcome(of: [test.event("a")], in: sink) == .written)
            try await sink.close()
            await #expect(throws: CancellationError.self) { try await sink.reconfigure(cluster.settings()) }
        }

        /// Fails when a message is given to a producer whose reports nobody takes: its request would never end.
        @Test func `requests that come meanwhile are all written, each once`() async throws {
            try await ClusterWithSink.open(["max.in.flight.requests.per.connection": "1"]) { opened in
                try await opened.sink.write([test.event("first")])
                let isDone = Locked(false)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for client in 0..<4 {
                        group.addTask {
                            var number = 0
                            while !isDone.withLock({ $0 }) || number < 5 {
                                try await opened.sink.write([test.event("\(client)-\(number)")])
                                number += 1
                            }
                        }
                    }
                    let more = ["max.in.flight.requests.per.connection": "1"]
                    for _ in 0..<5 { try await opened.sink.reconfigure(opened.cluster.settings(more)) }
                    isDone.withLock { $0 = true }
                    try await group.waitForAll()
                }
                let ids = try await opened.ids()
                #expect(ids.count == Set(ids).count && ids.count > 20)
                #expect(opened.sink.waitingCount == 0)
            }
        }

        @Test func `a topic that is absent has one name in the metrics, however often it is asked for`() async throws {
            try await ClusterWithSink.open { opened async throws in
                opened.cluster.setError(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, of: "app.absent")
                let absent = TestEvents(stream: "app.absent")
                for id in 0..<3 { _ = try await Outcome(of: [absent.event("\(id)")], in: opened.sink) }
                let counted = #"event_intake_kafka_failures_total{error="UNKNOWN_TOPIC_OR_PART",cause="client"} 3"#
                #expect(opened.metrics.text.contains(counted), "\(opened.metrics.text)")
                #expect(KafkaFailure.unknownTopic.name == "UNKNOWN_TOPIC_OR_PART")
            }
        }
    }
#endif
