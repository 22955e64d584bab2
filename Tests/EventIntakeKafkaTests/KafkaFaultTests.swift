#if Kafka
    import CRdKafka
    import EventIntake
    import EventSupport
    import InMemoryLogging
    import TestSupport
    import Testing

    @testable import EventIntakeKafka

    /// The sink on a cluster that fails.
    @Suite(.waitLimit) struct KafkaFaultTests {
        private let test = TestEvents()

        @Test(arguments: [
            (RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, "The intake may not write to the topic app.test."),
            (RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, "The event is larger than Kafka takes for the topic app.test."),
            (
                RD_KAFKA_RESP_ERR_INVALID_RECORD,
                "Kafka has not taken it for the topic app.test: Broker: Broker failed to validate record "
                    + "(INVALID_RECORD)."
            ),
            (
                RD_KAFKA_RESP_ERR_INVALID_REQUIRED_ACKS,
                "Kafka has not taken it for the topic app.test: Broker: Invalid required acks value "
                    + "(INVALID_REQUIRED_ACKS)."
            ),
        ])
        func `what the broker refuses is the event's error`(error: rd_kafka_resp_err_t, reason: String) async throws {
            try await ClusterWithSink.open { opened in
                try await opened.sink.write([test.event("a")])
                opened.cluster.failNext([error])
                #expect(try await Outcome(of: [test.event("b")], in: opened.sink) == .failed([0: reason]))
                try await until("an event is taken again") {
                    try await Outcome(of: [test.event("c")], in: opened.sink) == .written
                }
                #expect(try await opened.ids() == ["a", "c"])
            }
        }

        @Test(arguments: [
            RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS, RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT,
            RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION, RD_KAFKA_RESP_ERR__TRANSPORT,
        ])
        func `what passes is tried again`(error: rd_kafka_resp_err_t) async throws {
            try await ClusterWithSink.open { opened in
                try await opened.sink.write([test.event("a")])
                opened.cluster.failNext([error, error])
                try await opened.sink.write(test.events(0..<3))
                #expect(try await opened.ids() == ["a", "0", "1", "2"])
            }
        }

        /// librdkafka calls the first fatal. It goes on after the others, and the brokers refuse whatever it sends.
        @Test(arguments: [
            (RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, "OUT_OF_ORDER_SEQUENCE_NUMBER"),
            (RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH, "INVALID_PRODUCER_EPOCH"),
            (RD_KAFKA_RESP_ERR_PRODUCER_FENCED, "PRODUCER_FENCED"),
        ])
        func `a producer that has failed is replaced, and nothing that was written is lost`(
            error: rd_kafka_resp_err_t, name: String
        ) async throws {
            try await ClusterWithSink.open { opened in
                try await opened.sink.write([test.event("a")])
                opened.cluster.failNext([error])
                guard case .failed(let reasons) = try await Outcome(of: [test.event("b")], in: opened.sink) else {
                    Issue.record("the event was written")
                    return
                }
                #expect(reasons[0]?.contains(name) == true)
                try await until("another producer writes") {
                    try await Outcome(of: [test.event("b")], in: opened.sink) == .written
                }
                #expect(try await opened.ids() == ["a", "b"])
                #expect(opened.lines == ["a new producer is needed"])
                let counted = #"event_intake_kafka_failures_total{error="\#(name)",cause="sink"} 1"#
                #expect(opened.metrics.text.contains(counted))
            }
        }

        @Test func `while the cluster is away events fail, then requests are refused, until it answers`() async throws {
            try await ClusterWithSink.open(["message.timeout.ms": "300"]) { opened in
                try await opened.sink.write([test.event("a")])
                await until("the sink is ready") { await opened.sink.unavailability == nil }
                opened.cluster.stop()
                let outcome = try await Outcome(of: [test.event("b")], in: opened.sink)
                let late = Outcome.failed([0: "Kafka has not acknowledged it in time for the topic app.test."])
                let refused = Outcome.unavailable("The Kafka cluster does not answer.")
                #expect(outcome == late || outcome == refused)
                try await until("requests are refused") {
                    try await Outcome(of: [test.event("c")], in: opened.sink) == refused
                }
                let reason = await opened.sink.unavailability?.description
                #expect(reason?.hasPrefix("The Kafka cluster does not answer: ") == true, "\(reason ?? "")")
                #expect(opened.metrics.text.contains("event_intake_kafka_up 0\n"))
                opened.cluster.start()
                try await until("the cluster is back") {
                    try await Outcome(of: [test.event("d")], in: opened.sink) == .written
                }
                #expect(try await opened.ids().filter { $0 != "d" } == ["a"])
                await until("the log says so") { opened.lines == ["Kafka does not answer", "Kafka answers again"] }
                let failure = opened.logs.entries.first { "\($0.message)" == "Kafka does not answer" }?.metadata
                #expect("\(failure ?? [:])".contains("event-platform.kafka.failure"))
                #expect(opened.metrics.text.contains("event_intake_kafka_up 1\n"))
            }
        }

        @Test func `requests are refused while the queue is full`() async throws {
            // No request fails here, so that several may be in flight: one after the other they would take too long.
            let settings = ["queue.buffering.max.messages": "10", "max.in.flight.requests.per.connection": "5"]
            try await ClusterWithSink.open(settings) { opened in
                try await opened.sink.write([test.event("a")])
                // As long as it may be: after two seconds the sink takes the cluster for away.
                opened.cluster.setRoundTrip(milliseconds: 1800)
                async let first = Outcome(of: test.events(0..<9), in: opened.sink)
                let bytes = 9 * (test.event("0").json.count + "$schema/test/1.0.0meta.id0".utf8.count)
                await until("the events are in the queue") {
                    opened.metrics.text.contains("event_intake_kafka_waiting_events 9\n")
                        && opened.metrics.text.contains("event_intake_kafka_waiting_bytes \(bytes)\n")
                }
                let second = try await Outcome(of: test.events(10..<20), in: opened.sink)
                #expect(second == .unavailable("The queue for Kafka is full."))
                #expect(try await first == .written)
                opened.cluster.setRoundTrip(milliseconds: 0)
                #expect(opened.metrics.text.contains("event_intake_kafka_waiting_events 0\n"))
                #expect(opened.metrics.text.contains("event_intake_kafka_waiting_bytes 0\n"))
                // What was refused was not sent in part.
                #expect(try await opened.ids() == ["a"] + (0..<9).map(String.init))
            }
        }

        @Test func `a cancelled write ends at once, and so does the sink`() async throws {
            try await ClusterWithSink.open { opened in
                try await opened.sink.write([test.event("a")])
                opened.cluster.setRoundTrip(milliseconds: 5000)
                let writing = Task { try await Outcome(of: [test.event("b")], in: opened.sink) }
                await until("the event is in the queue") { opened.sink.waitingCount == 1 }
                writing.cancel()
                #expect(try await writing.value == .cancelled)
                try await opened.sink.close()
                #expect(opened.sink.waitingCount == 0)
            }
        }

        @Test func `nothing is lost while the leader moves and a broker is away`() async throws {
            try await ClusterWithSink.open { opened in
                let (cluster, sink) = (opened.cluster, opened.sink)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for client in 0..<4 {
                        group.addTask {
                            for number in 0..<50 {
                                let event = test.event("\(client)-\(number)")
                                try await until("the event is written") {
                                    try await Outcome(of: [event], in: sink) == .written
                                }
                            }
                        }
                    }
                    group.addTask {
                        for round in 0..<6 {
                            let leader = round % 3 + 1
                            cluster.setLeader(leader, of: "app.test")
                            cluster.stop(leader % 3 + 1)
                            try await sink.write([test.event("move-\(round)")])
                            cluster.start(leader % 3 + 1)
                        }
                    }
                    try await group.waitForAll()
                }
                let ids = try await opened.ids()
                #expect(Set(ids).count == 206)
                for client in 0..<4 {
                    var seen = Set<String>()
                    let first = ids.filter { $0.hasPrefix("\(client)-") && seen.insert($0).inserted }
                    #expect(first == (0..<50).map { "\(client)-\($0)" })
                }
            }
        }
    }
#endif
