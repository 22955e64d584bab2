#if Kafka
    import CRdKafka

    /// librdkafka's cluster of mock brokers, in threads of librdkafka, and the commands for it.
    struct Cluster {
        private let owner: OpaquePointer
        private let cluster: OpaquePointer

        init?(brokers: Int32) {
            let configuration = rd_kafka_conf_new()
            rd_kafka_conf_set(configuration, "log_level", "0", nil, 0)
            guard let owner = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, nil, 0),
                let cluster = rd_kafka_mock_cluster_new(owner, brokers)
            else { return nil }
            (self.owner, self.cluster) = (owner, cluster)
        }

        func end() {
            rd_kafka_mock_cluster_destroy(cluster)
            rd_kafka_destroy(owner)
        }

        var servers: String { String(cString: rd_kafka_mock_cluster_bootstraps(cluster)) }

        /// Runs a command. A broker is its number, or -1 for all; an error is librdkafka's number of it.
        ///
        /// - Returns: what is wrong; `nil` when it was done.
        func run(_ words: [String]) -> String? {
            let numbers = words.dropFirst().compactMap { Int32($0) }
            let name = words.last ?? ""
            let result: rd_kafka_resp_err_t?
            switch (words.first, words.count, numbers.count) {
            case ("create", 3, 1): result = rd_kafka_mock_topic_create(cluster, name, numbers[0], 3)
            case ("set-error", 3, 1):
                rd_kafka_mock_topic_set_error(cluster, name, rd_kafka_resp_err_t(numbers[0]))
                result = nil
            case ("fail-next", 2..., words.count - 1):
                let errors = numbers.map { rd_kafka_resp_err_t($0) }
                rd_kafka_mock_push_request_errors_array(cluster, Self.produce, errors.count, errors)
                result = nil
            case ("stop", 2, 1): result = rd_kafka_mock_broker_set_down(cluster, numbers[0])
            case ("start", 2, 1): result = rd_kafka_mock_broker_set_up(cluster, numbers[0])
            case ("round-trip", 2, 1): result = rd_kafka_mock_broker_set_rtt(cluster, -1, numbers[0])
            case ("leader", 3, 1): result = rd_kafka_mock_partition_set_leader(cluster, name, 0, numbers[0])
            default: return "there is no command “\(words.joined(separator: " "))”"
            }
            guard let result, result != RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
            return String(cString: rd_kafka_err2str(result))
        }

        /// Kafka's key of a request to produce.
        private static let produce: Int16 = 0
    }
#endif
