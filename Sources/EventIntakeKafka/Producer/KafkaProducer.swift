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
            /// A line of librdkafka's log, with the level of syslog.
            case log(level: Int32, facility: String, text: String)
        }

        /// A message on its way, which librdkafka gives back with the report of its delivery.
        private final class Delivery: Sendable {
            let batch: DeliveryBatch
            let index: Int
            init(_ batch: DeliveryBatch, _ index: Int) { (self.batch, self.index) = (batch, index) }
        }

        let cluster = ClusterState()
        private let handle: ProducerHandle
        private let isEnding = Locked(false)
        private let ended = Signal()

        /// Creates a producer, which connects by itself.
        ///
        /// - Parameters:
        ///   - settings: all its settings.
        ///   - onNotice: called on the producer's thread.
        /// - Throws: ``KafkaError`` with the setting that librdkafka does not take.
        init(_ settings: [String: String], onNotice: @escaping @Sendable (Notice) -> Void) throws(KafkaError) {
            let handle = try ProducerHandle(settings)
            self.handle = handle
            let reports = ReportLoop(handle: handle, cluster: cluster, isEnding: isEnding, onNotice: onNotice)
            let thread = Thread { [ended] in
                reports.run()
                ended.raise()
            }
            thread.name = "event-intake.kafka"
            thread.start()
        }

        deinit { beginEnd() }

        /// Sends messages in order.
        ///
        /// - Parameters:
        ///   - messages: at least one.
        ///   - onEnd: called once, when none of the messages is in the queue any longer.
        /// - Returns: why messages were not delivered, by index; the others were.
        /// - Throws: `CancellationError` when the task is cancelled first; messages may still be delivered.
        func send(
            _ messages: [KafkaMessage], onEnd: @escaping @Sendable () -> Void
        ) async throws -> [Int: KafkaFailure] {
            let batch = DeliveryBatch(count: messages.count, onEnd: onEnd)
            for (index, message) in messages.enumerated() { enqueue(message, Delivery(batch, index)) }
            return try await batch.failures
        }

        /// Ends the messages on their way, which then have failed, and the thread.
        func end() async {
            beginEnd()
            await ended.wait(after: 0)
        }

        /// As ``end()``, without waiting.
        func beginEnd() {
            isEnding.withLock { $0 = true }
            rd_kafka_purge(handle.producer, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT)
            rd_kafka_queue_yield(handle.queue)
        }

        private func enqueue(_ message: KafkaMessage, _ delivery: Delivery) {
            let headers = rd_kafka_headers_new(message.headers.count)
            for header in message.headers {
                rd_kafka_header_add(headers, header.name, -1, header.value, header.value.utf8.count)
            }
            // The reference is librdkafka's until the report of the delivery, or until this call fails.
            let reference = Unmanaged.passRetained(delivery)
            let result = event_intake_produce(
                handle.producer, message.topic, message.key, message.key?.count ?? 0, message.value,
                message.value.count, headers, reference.toOpaque())
            guard let failure = KafkaFailure(result) else { return }
            rd_kafka_headers_destroy(headers)
            reference.release()
            delivery.batch.end(delivery.index, failure)
        }

        /// Ends the delivery of a message that librdkafka reports, once.
        fileprivate static func end(_ message: rd_kafka_message_t) -> KafkaFailure? {
            guard let opaque = message._private else { return nil }
            let delivery = Unmanaged<Delivery>.fromOpaque(opaque).takeRetainedValue()
            let failure = KafkaFailure(message.err)
            delivery.batch.end(delivery.index, failure)
            return failure
        }
    }

    /// Takes a producer's reports, on a thread of its own.
    private struct ReportLoop: Sendable {
        let handle: ProducerHandle
        let cluster: ClusterState
        let isEnding: Locked<Bool>
        let onNotice: @Sendable (KafkaProducer.Notice) -> Void

        /// Where the loop looks whether the cluster answers, so that reports need not wait for that.
        private let looks = DispatchQueue(label: "event-intake.kafka.look")
        /// How long a look may take: connections with TLS and SASL are made in that time.
        private static let lookMilliseconds: Int32 = 2000

        /// Runs until the producer is to end, and every message has ended.
        func run() {
            while !(isEnding.withLock { $0 } && rd_kafka_outq_len(handle.producer) == 0) {
                if let report = rd_kafka_queue_poll(handle.queue, cluster.isUncertain ? 100 : 1000) {
                    take(report)
                    rd_kafka_event_destroy(report)
                }
                if !isEnding.withLock({ $0 }), cluster.beginLook() { looks.async(execute: look) }
            }
        }

        private func take(_ report: OpaquePointer) {
            switch rd_kafka_event_type(report) {
            case RD_KAFKA_EVENT_DR:
                while let message = rd_kafka_event_message_next(report) {
                    if KafkaProducer.end(message.pointee)?.isTimeout == true { cluster.suspect() }
                }
            case RD_KAFKA_EVENT_ERROR:
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
            onNotice(.log(level: level, facility: String(cString: facility), text: String(cString: text)))
        }

        /// Looks whether the cluster answers.
        private func look() {
            var metadata: UnsafePointer<rd_kafka_metadata>?
            let result = rd_kafka_metadata(handle.producer, 0, nil, &metadata, Self.lookMilliseconds)
            if let metadata { rd_kafka_metadata_destroy(metadata) }
            switch cluster.found(answer: result == RD_KAFKA_RESP_ERR_NO_ERROR) {
            case .away: onNotice(.away(cluster.lastError))
            case .back: onNotice(.back)
            case nil: break
            }
        }
    }
#endif
