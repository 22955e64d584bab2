#if Kafka
    import CRdKafka
    import EventIntakeKafka

    /// A cluster of mock brokers on this machine, in threads of librdkafka, with faults on command.
    ///
    /// It does not recognise duplicates, and forgets beyond 5 MB a partition. Unchecked, since pointers are not
    /// `Sendable`: both never change, and librdkafka's functions may be called by any thread.
    final class MockCluster: @unchecked Sendable {
        private struct NoCluster: Error {}

        private let owner: OpaquePointer
        private let cluster: OpaquePointer

        init(brokers: Int32 = 3) throws {
            let configuration = rd_kafka_conf_new()
            rd_kafka_conf_set(configuration, "log_level", "0", nil, 0)
            guard let owner = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, nil, 0),
                let cluster = rd_kafka_mock_cluster_new(owner, brokers)
            else { throw NoCluster() }
            (self.owner, self.cluster) = (owner, cluster)
        }

        deinit {
            rd_kafka_mock_cluster_destroy(cluster)
            rd_kafka_destroy(owner)
        }

        var servers: String { String(cString: rd_kafka_mock_cluster_bootstraps(cluster)) }

        /// Settings for this cluster, with short times.
        func settings(_ more: [String: String] = [:]) -> KafkaSettings {
            let settings = [
                "bootstrap.servers": servers, "topic.metadata.propagation.max.ms": "100", "linger.ms": "0",
                "reconnect.backoff.ms": "20", "reconnect.backoff.max.ms": "100",
            ]
            return KafkaSettings(settings.merging(more) { $1 })
        }

        func create(_ topic: String, partitions: Int32 = 1) {
            rd_kafka_mock_topic_create(cluster, topic, partitions, 3)
        }

        /// Makes a topic absent, or what else an error says of it; nil makes it usable again.
        func setError(_ error: rd_kafka_resp_err_t?, of topic: String) {
            rd_kafka_mock_topic_set_error(cluster, topic, error ?? RD_KAFKA_RESP_ERR_NO_ERROR)
        }

        /// The next requests to produce fail with these errors.
        func failNext(_ errors: [rd_kafka_resp_err_t]) {
            rd_kafka_mock_push_request_errors_array(cluster, 0, errors.count, errors)
        }

        /// Stops a broker, or all.
        func stop(_ broker: Int32 = -1) { rd_kafka_mock_broker_set_down(cluster, broker) }

        /// Starts a broker, or all.
        func start(_ broker: Int32 = -1) { rd_kafka_mock_broker_set_up(cluster, broker) }

        func setRoundTrip(milliseconds: Int32) { rd_kafka_mock_broker_set_rtt(cluster, -1, milliseconds) }

        func setLeader(_ broker: Int32, of topic: String) {
            rd_kafka_mock_partition_set_leader(cluster, topic, 0, broker)
        }
    }
#endif
