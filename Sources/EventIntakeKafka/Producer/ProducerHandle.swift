#if Kafka
    import CRdKafka

    /// A producer of librdkafka with the queue of its reports, until the last reference is gone.
    ///
    /// Unchecked, since pointers are not `Sendable`: both never change, and librdkafka's functions may be called by any
    /// threads at the same time. Whoever calls one holds a reference, so that the producer still exists.
    final class ProducerHandle: @unchecked Sendable {
        let producer: OpaquePointer
        let queue: OpaquePointer

        /// Creates a producer, which connects by itself.
        ///
        /// - Throws: ``KafkaError`` with the setting that librdkafka does not take.
        init(_ settings: [String: String]) throws(KafkaError) {
            let configuration = try Self.configuration(settings)
            let reports = RD_KAFKA_EVENT_DR | RD_KAFKA_EVENT_ERROR | RD_KAFKA_EVENT_LOG
            rd_kafka_conf_set_events(configuration, reports)
            var text = ErrorText()
            guard let producer = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, &text.bytes, text.bytes.count) else {
                rd_kafka_conf_destroy(configuration)
                throw KafkaError(.producerUnusable, "librdkafka makes no producer: \(text.description).")
            }
            self.producer = producer
            rd_kafka_set_log_queue(producer, nil)  // the lines go where the other reports go
            queue = rd_kafka_queue_get_main(producer)
        }

        deinit {
            rd_kafka_queue_destroy(queue)
            rd_kafka_destroy(producer)
        }

        static func configuration(_ settings: [String: String]) throws(KafkaError) -> OpaquePointer {
            guard let configuration = rd_kafka_conf_new() else {
                throw KafkaError(.producerUnusable, "There is no memory for a producer.")
            }
            var text = ErrorText()
            for (name, value) in settings.merging(["log.queue": "true"], uniquingKeysWith: { $1 }).sorted(by: <) {
                let result = rd_kafka_conf_set(configuration, name, value, &text.bytes, text.bytes.count)
                guard result != RD_KAFKA_CONF_OK else { continue }
                rd_kafka_conf_destroy(configuration)
                let isUnknown = result == RD_KAFKA_CONF_UNKNOWN
                let problem =
                    isUnknown
                    ? "librdkafka \(String(cString: rd_kafka_version_str())) has no setting of this name"
                    : KafkaSettings.mayBeSecret(name) ? "librdkafka does not take its value" : text.description
                throw KafkaError(.settingsUnusable, "\(name): \(problem).")
            }
            return configuration
        }
    }

    /// A topic of a producer, for the messages of one call: by it librdkafka need not look for the name each time.
    final class TopicHandle {
        let name: String
        let topic: OpaquePointer
        private let handle: ProducerHandle  // which must be there when the topic is given back

        /// - Returns: `nil` when librdkafka cannot have the topic; `rd_kafka_last_error` says why.
        init?(_ name: String, of handle: ProducerHandle) {
            guard let topic = rd_kafka_topic_new(handle.producer, name, nil) else { return nil }
            (self.name, self.topic, self.handle) = (name, topic, handle)
        }

        deinit { rd_kafka_topic_destroy(topic) }
    }

    /// Where librdkafka writes why something failed.
    struct ErrorText: CustomStringConvertible {
        var bytes = [CChar](repeating: 0, count: 512)
        var description: String {
            String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
#endif
