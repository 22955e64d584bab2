#if Kafka
    import Logging

    /// What the sink logs: constant messages, and what varies in the metadata.
    struct KafkaLog: Sendable {
        /// The keys of the metadata.
        enum Key: String {
            /// The part of librdkafka that a line is from.
            case facility = "event-platform.kafka.facility"
            /// Why something failed.
            case failure = "event-platform.kafka.failure"
            /// A line of librdkafka.
            case line = "event-platform.kafka.line"
        }

        let logger: Logger

        func notice(_ notice: KafkaProducer.Notice) {
            switch notice {
            case .away(let reason): logger.error("Kafka does not answer", metadata: Self.named([.failure: reason]))
            case .back: logger.warning("Kafka answers again")
            case .log(let level, let facility, let text):
                logger.log(
                    level: Self.level(level), "librdkafka", metadata: Self.named([.facility: facility, .line: text]))
            }
        }

        /// A producer has failed for good, and another takes its place.
        func replaced(_ reason: String) {
            logger.error("a new producer is needed", metadata: Self.named([.failure: reason]))
        }

        /// The level for a line: lower than those of the sink, which say the same once, and not for every attempt.
        private static func level(_ syslog: Int32) -> Logger.Level {
            switch syslog {
            case ...3: .notice
            case 4...6: .info
            default: .debug
            }
        }

        private static func named(_ metadata: [Key: String]) -> Logger.Metadata {
            Logger.Metadata(uniqueKeysWithValues: metadata.map { ($0.key.rawValue, .string($0.value)) })
        }
    }
#endif
