#if Kafka
    import CRdKafka
    import Dispatch
    import EventSchema
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

        /// Fails when reading goes on to the messages that arrive meanwhile, or when a partition that grows counts as
        /// many partitions: each message that is read writes another of its key, and so into its partition.
        @Test(arguments: [(nil, 60), (5, 10)] as [(Int?, Int)])
        func `what arrives while the topic is read is left to the next reading`(newest: Int?, count: Int) async throws {
            struct TooMany: Error {}
            try await ClusterWithSink.open { opened in
                opened.cluster.create("app.live", partitions: 2)
                let keyed = TestEvents(stream: "app.live", settings: ["message_key_fields": ["page": "page"]])
                let pages = (0..<60).map { JSONValue.number($0 < 50 ? 1 : 2) }
                try await opened.sink.write(pages.enumerated().map { keyed.event("\($0)", ["page": $1]) })
                let (sink, left) = (opened.sink, Locked(2 * count))
                let messages = try await opened.cluster.messages(in: "app.live", newest: newest) { message in
                    let isOneMore = left.withLock { left in
                        left -= 1
                        return left < 0
                    }
                    if isOneMore { throw TooMany() }
                    let page: JSONValue = .number(message.key == #"{"page":1}"# ? 1 : 2)
                    let isWritten = DispatchSemaphore(value: 0)
                    Task {
                        defer { isWritten.signal() }
                        try await sink.write([keyed.event("later", ["page": page])])
                    }
                    isWritten.wait()
                }
                #expect(messages.count == count)
                #expect(!messages.contains { $0.headers["meta.id"] == "later" })
                #expect(Set(messages.map(\.key)).count == 2)
                #expect(try await opened.cluster.messages(in: "app.live").count == 60 + count)
            }
        }

        /// A partition is read when its last offset has come, or when nothing more is there, once.
        @Test func `reading ends where each partition ended at the beginning`() {
            var unread = UnreadPartitions(newest: nil)
            let starts = [3..<5, 0..<2, 7..<7].enumerated().map { unread.add(Int32($0), $1) }
            #expect(starts == [3, 0, 7])
            let first = [(3, 0), (4, 0), (5, 0), (7, 2)].map { unread.take($0, of: $1) }
            #expect(first == [true, true, false, false])
            for _ in 0..<3 { unread.end(0) }
            #expect(!unread.isEmpty)
            let second = [(0, 1), (2, 1)].map { unread.take($0, of: $1) }  // offset 1 has no message
            #expect(second == [true, false])
            #expect(unread.isEmpty)
        }

        /// Fails when messages of the last batch are left out, where the broker has named one of them as the end; or
        /// when a partition that grows has no end.
        @Test(arguments: [(nil, 1, [1, 2, 3, 4]), (2, 1, [3, 4]), (9, 1, [1, 2, 3, 4])] as [(Int?, Int64, [Int64])])
        func `the end that comes with the first messages counts`(newest: Int?, start: Int64, read: [Int64]) {
            var unread = UnreadPartitions(newest: newest)
            #expect(unread.add(0, 1..<2) == start)
            let taken = (start..<9).filter { offset in
                unread.begin(0) { offset + 4 }
                return unread.take(offset, of: 0)
            }
            #expect(taken == read)
            #expect(unread.isEmpty)
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
