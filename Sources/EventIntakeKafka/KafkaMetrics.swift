#if Kafka
    import CRdKafka
    import CoreMetrics
    import EventIntake

    /// The metrics of the sink, without those of its queue. The series of frequent errors exist from the start.
    struct KafkaMetrics: Sendable {
        private let factory: any MetricsFactory
        private let acknowledgement: Timer
        private let up: Meter
        private let settingsAreOld: Meter

        /// The errors of messages.
        private static let failures = [
            RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART,
            RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED,
            RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, RD_KAFKA_RESP_ERR_INVALID_MSG, RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS,
            RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
            RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT, RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR,
            RD_KAFKA_RESP_ERR__PURGE_QUEUE, RD_KAFKA_RESP_ERR__PURGE_INFLIGHT,
        ]
        /// The errors of connections.
        private static let connectionErrors = [
            RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__RESOLVE, RD_KAFKA_RESP_ERR__TIMED_OUT,
            RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, RD_KAFKA_RESP_ERR__AUTHENTICATION, RD_KAFKA_RESP_ERR__SSL,
        ]

        /// - Parameter factory: makes the metrics.
        init(_ factory: any MetricsFactory) {
            self.factory = factory
            acknowledgement = Timer(label: "event_intake_kafka_acknowledgement", dimensions: [], factory: factory)
            up = Meter(label: "event_intake_kafka_up", dimensions: [], factory: factory)
            up.set(0)
            settingsAreOld = Meter(label: "event_intake_kafka_settings_are_old", dimensions: [], factory: factory)
            settingsAreOld.set(0)
            for failure in Self.failures.compactMap(KafkaFailure.init) { count(failure, .sink, by: 0) }
            for failure in Self.connectionErrors.compactMap(KafkaFailure.init) {
                countConnectionError(failure.name, by: 0)
            }
        }

        /// Whether settings were to be replaced, and could not be.
        func set(settingsAreOld isOld: Bool) { settingsAreOld.set(isOld ? 1 : 0) }

        /// The events of a request were acknowledged, or have failed.
        func acknowledged(since start: ContinuousClock.Instant) { acknowledgement.record(since: start) }

        /// Kafka has not taken an event.
        func failed(_ failure: KafkaFailure, _ cause: RejectionCause) { count(failure, cause, by: 1) }

        func notice(_ notice: KafkaProducer.Notice) {
            switch notice {
            case .looked(let answers): up.set(answers ? 1 : 0)
            case .connectionError(let name): countConnectionError(name, by: 1)
            case .away, .back, .log: break
            }
        }

        private func count(_ failure: KafkaFailure, _ cause: RejectionCause, by amount: Int) {
            Counter(
                label: "event_intake_kafka_failures",
                dimensions: [("error", failure.name), ("cause", cause.rawValue)], factory: factory
            ).increment(by: amount)
        }

        private func countConnectionError(_ name: String, by amount: Int) {
            Counter(label: "event_intake_kafka_connection_errors", dimensions: [("error", name)], factory: factory)
                .increment(by: amount)
        }
    }
#endif
