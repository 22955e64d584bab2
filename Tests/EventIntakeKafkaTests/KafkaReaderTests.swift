#if Kafka
    import CRdKafka
    import EventSupport
    import TestSupport
    import Testing

    @testable import EventIntakeKafka

    /// What `eventctl received` reads of a topic.
    @Suite(.waitLimit) struct KafkaReaderTests {
        private let test = TestEvents()

        @Test func `all messages are read, or the newest of each partition`() async throws {
            try await ClusterWithSink.open { opened in
                #expect(try await opened.cluster.messages(in: "app.test") == [])
                try await opened.sink.write(test.events(0..<20))
                let all = try await opened.cluster.messages(in: "app.test")
                #expect(all.map { $0.headers["meta.id"] } == (0..<20).map(String.init))
                let newest = try await opened.cluster.messages(in: "app.test", newest: 3)
                #expect(newest == Array(all.suffix(3)))
                #expect(try await opened.cluster.messages(in: "app.test", newest: 100) == all)
            }
        }

        @Test func `a message has its place and its time`() async throws {
            try await ClusterWithSink.open { opened in
                try await opened.sink.write(test.events(0..<2))
                let reader = try KafkaReader("app.test", opened.cluster.settings())
                var messages: [KafkaReceivedMessage] = []
                try reader.forEachMessage { messages.append($0) }
                #expect(messages.map(\.partition) == [0, 0])
                #expect(messages.map(\.offset) == [0, 1])
                #expect(messages.allSatisfy { ($0.milliseconds ?? 0) > 1_700_000_000_000 })
            }
        }

        @Test func `the body's error ends the reading`() async throws {
            struct Enough: Error {}
            try await ClusterWithSink.open { opened in
                try await opened.sink.write(test.events(0..<3))
                let reader = try KafkaReader("app.test", opened.cluster.settings())
                var count = 0
                #expect(throws: Enough.self) {
                    try reader.forEachMessage { _ in
                        count += 1
                        throw Enough()
                    }
                }
                #expect(count == 1)
            }
        }

        @Test func `a topic that cannot be read is named`() async throws {
            let cluster = try MockCluster()
            func problem(_ error: rd_kafka_resp_err_t, of topic: String) throws -> String {
                cluster.setError(error, of: topic)
                let reader = try KafkaReader(topic, cluster.settings())
                do { try reader.forEachMessage { _ in } } catch let failure as KafkaReader.Failure {
                    return failure.description
                }
                return "none"
            }
            #expect(
                try problem(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, of: "app.absent")
                    == "Kafka has no topic app.absent. Its name begins with the intake's prefix.")
            #expect(
                try problem(RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, of: "app.foreign")
                    == "Kafka does not let the topic app.foreign be read: Broker: Topic authorization failed "
                    + "(TOPIC_AUTHORIZATION_FAILED).")
            #expect(throws: KafkaError.self) { try KafkaReader("app.test", KafkaSettings()) }
        }
    }
#endif
