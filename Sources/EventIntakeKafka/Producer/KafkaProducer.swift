#if Kafka
    import CRdKafka
    import Dispatch
    import EventSupport
    import Foundation

    /// A producer of librdkafka, whose deliveries are results of async calls, and the thread that takes its reports.
    final class KafkaProducer: Sendable {
        /// What a producer reports besides deliveries.
        enum Notice: Sendable {
            /// The cluster does not answer, for this reason.
            case away(String)
            /// The cluster answers again.
            case back
            /// A look has found whether the cluster answers. Not told of a producer that is not used yet.
            case looked(answers: Bool)
            /// A connection has failed, with librdkafka's name of the error.
            case connectionError(String)
            /// A line of librdkafka's log, with the level of syslog.
            case log(level: Int32, facility: String, text: String)
        }

        let cluster: ClusterState
        private let handle: ProducerHandle
        private let use = ProducerUse()
        private let ended = Signal()

        /// Creates a producer, which connects by itself.
        ///
        /// - Parameters:
        ///   - settings: all its settings.
        ///   - isOnTrial: whether no notice says that the cluster is away or back until the trial has ended.
        ///   - onNotice: called on the producer's thread.
        /// - Throws: ``KafkaError`` with the setting that librdkafka does not take.
        init(
            _ settings: [String: String], isOnTrial: Bool = false, onNotice: @escaping @Sendable (Notice) -> Void
        ) throws(KafkaError) {
            let handle = try ProducerHandle(settings)
            self.handle = handle
            cluster = ClusterState(isOnTrial: isOnTrial)
            let reports = ReportLoop(handle: handle, cluster: cluster, use: use, onNotice: onNotice)
            let thread = Thread { [ended] in
                reports.run()
                ended.raise()
            }
            thread.name = "event-intake.kafka"
            thread.start()
        }

        deinit { beginEnd() }

        /// Sends messages in order. Those of one topic should follow one another.
        ///
        /// - Parameters:
        ///   - messages: at least one.
        ///   - onEnd: called once, when none of the messages is in the queue any longer.
        /// - Returns: why messages were not delivered, by index; the others were. `nil` if the producer is to end: none
        ///   was sent.
        /// - Throws: `CancellationError` when the task is cancelled first; messages may still be delivered.
        func send(
            _ messages: [KafkaMessage], onEnd: @escaping @Sendable () -> Void
        ) async throws -> [Int: KafkaFailure]? {
            let batch = DeliveryBatch(count: messages.count, onEnd: onEnd)
            guard use.adding({ enqueue(messages, batch) }) else { return nil }
            return try await batch.failures
        }

        /// Ends the messages on their way, which then have failed, and the thread.
        func end() async {
            beginEnd()
            await ended.wait(after: 0)
        }

        /// Ends the thread when the messages on their way were delivered or have failed. Further ones are not taken.
        func finish() async {
            use.beginEnd()
            rd_kafka_queue_yield(handle.queue)
            await ended.wait(after: 0)
        }

        /// As ``end()``, without waiting.
        func beginEnd() {
            use.beginEnd()
            rd_kafka_purge(handle.producer, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT)
            rd_kafka_queue_yield(handle.queue)
        }

        /// Adds messages to the queue. Those that it does not take have ended.
        private func enqueue(_ messages: [KafkaMessage], _ batch: DeliveryBatch) {
            var topic: TopicHandle?
            for (index, message) in messages.enumerated() {
                if topic?.name != message.topic { topic = TopicHandle(message.topic, of: handle) }
                let carried = batch.carried(by: index)
                let failure = topic.map { enqueue(message, $0, carried) } ?? .unknownTopic
                guard let failure else { continue }
                _ = DeliveryBatch.taken(carried)  // there will be no report
                batch.end(1, failed: [index: failure])
            }
        }

        /// Adds a message to the queue.
        ///
        /// - Returns: why the queue does not take it.
        private func enqueue(
            _ message: KafkaMessage, _ topic: TopicHandle, _ carried: UnsafeMutableRawPointer
        ) -> KafkaFailure? {
            var (schema, id) = (message.schema, message.id)
            let result = schema.withUTF8 { schema in
                id.withUTF8 { id in
                    event_intake_produce(
                        handle.producer, topic.topic, message.key, message.key?.count ?? 0, message.value,
                        message.value.count, schema.baseAddress, schema.count, id.baseAddress, id.count, carried)
                }
            }
            return KafkaFailure(result)
        }
    }

    /// Takes a producer's reports, on a thread of its own.
    private struct ReportLoop: Sendable {
        let handle: ProducerHandle
        let cluster: ClusterState
        let use: ProducerUse
        let onNotice: @Sendable (KafkaProducer.Notice) -> Void

        /// Where the loop looks whether the cluster answers, so that reports need not wait for that.
        private let looks = DispatchQueue(label: "event-intake.kafka.look")
        /// How long a look may take: connections with TLS and SASL are made in that time.
        private static let lookMilliseconds: Int32 = 2000

        /// Runs until the producer is to end, and every message has ended.
        func run() {
            while !(use.hasEnded && rd_kafka_outq_len(handle.producer) == 0) {
                if let report = rd_kafka_queue_poll(handle.queue, cluster.isUncertain ? 100 : 1000) {
                    take(report)
                    rd_kafka_event_destroy(report)
                }
                if !use.isEnding, cluster.beginLook() { looks.async(execute: look) }
            }
        }

        private func take(_ report: OpaquePointer) {
            switch rd_kafka_event_type(report) {
            case RD_KAFKA_EVENT_DR:
                var ended = EndedDeliveries()
                while let message = rd_kafka_event_message_next(report)?.pointee {
                    let failure = KafkaFailure(message.err)
                    if failure?.isTimeout == true { cluster.suspect() }
                    if let carried = message._private { ended.add(DeliveryBatch.taken(carried), failure) }
                }
                ended.end()
            case RD_KAFKA_EVENT_ERROR:
                if let failure = KafkaFailure(rd_kafka_event_error(report)) { onNotice(.connectionError(failure.name)) }
                let text = rd_kafka_event_error_string(report).map { String(cString: $0) } ?? ""
                if rd_kafka_event_error_is_fatal(report) != 0 {
                    cluster.fail(text)
                } else if rd_kafka_event_error(report) == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN {
                    cluster.suspect()
                } else {
                    cluster.suspect(text)
                }
            case RD_KAFKA_EVENT_LOG: takeLine(report)
            default: break
            }
        }

        private func takeLine(_ report: OpaquePointer) {
            var (facility, text): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
            var level: Int32 = 0
            guard rd_kafka_event_log(report, &facility, &text, &level) == 0, let facility, let text else { return }
            let line = (facility: String(cString: facility), text: String(cString: text))
            // Not each version of librdkafka has an error for it, and its level is below those that are logged.
            if line.facility == "FAIL" { cluster.noteFailure(BrokerFailure(line: line.text)) }
            onNotice(.log(level: level, facility: line.facility, text: line.text))
        }

        /// Looks whether the cluster answers.
        private func look() {
            var metadata: UnsafePointer<rd_kafka_metadata>?
            let result = rd_kafka_metadata(handle.producer, 0, nil, &metadata, Self.lookMilliseconds)
            if let metadata { rd_kafka_metadata_destroy(metadata) }
            let answers = result == RD_KAFKA_RESP_ERR_NO_ERROR
            if !cluster.isOnTrial { onNotice(.looked(answers: answers)) }
            switch cluster.found(answer: answers) {
            case .away: onNotice(.away(cluster.lastError))
            case .back: onNotice(.back)
            case nil: break
            }
        }
    }
#endif
