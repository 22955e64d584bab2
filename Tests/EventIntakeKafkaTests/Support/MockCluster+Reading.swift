#if Kafka
    import CRdKafka
    import Dispatch

    /// A message as a consumer gets it.
    struct ReceivedMessage: Sendable, Equatable {
        let topic: String
        let key: String?
        let value: String
        let headers: [String: String]

        init(_ message: UnsafePointer<rd_kafka_message_t>) {
            let one = message.pointee
            topic = String(cString: rd_kafka_topic_name(one.rkt))
            key = one.key.map { Self.text($0, one.key_len) }
            value = one.payload.map { Self.text($0, one.len) } ?? ""
            headers = Self.headers(of: message)
        }

        /// The headers are behind the message in memory, so that those of a copy cannot be read.
        private static func headers(of message: UnsafePointer<rd_kafka_message_t>) -> [String: String] {
            var (list, headers): (OpaquePointer?, [String: String]) = (nil, [:])
            rd_kafka_message_headers(message, &list)
            var (name, value, size): (UnsafePointer<CChar>?, UnsafeRawPointer?, Int) = (nil, nil, 0)
            while let list,
                rd_kafka_header_get_all(list, headers.count, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR,
                let name, let value
            {
                headers[String(cString: name)] = text(value, size)
            }
            return headers
        }

        private static func text(_ bytes: UnsafeRawPointer, _ count: Int) -> String {
            String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        }
    }

    extension MockCluster {
        private struct NoConsumer: Error {}

        /// Everything that is in a topic now, partition by partition.
        func messages(in topic: String, partitions: Int32 = 1) async throws -> [ReceivedMessage] {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try self.read(topic, partitions) })
                }
            }
        }

        private func read(_ topic: String, _ partitions: Int32) throws -> [ReceivedMessage] {
            let configuration = rd_kafka_conf_new()
            let settings = [
                "bootstrap.servers": servers, "group.id": "test", "enable.partition.eof": "true", "log_level": "0",
                "auto.offset.reset": "earliest",
            ]
            for (name, value) in settings { rd_kafka_conf_set(configuration, name, value, nil, 0) }
            guard let consumer = rd_kafka_new(RD_KAFKA_CONSUMER, configuration, nil, 0) else { throw NoConsumer() }
            defer { rd_kafka_destroy(consumer) }
            let assignment = rd_kafka_topic_partition_list_new(partitions)
            defer { rd_kafka_topic_partition_list_destroy(assignment) }
            for partition in 0..<partitions {
                rd_kafka_topic_partition_list_add(assignment, topic, partition).pointee.offset = 0
            }
            rd_kafka_assign(consumer, assignment)
            var (received, ended): ([ReceivedMessage], Int32) = ([], 0)
            while ended < partitions {
                guard let message = rd_kafka_consumer_poll(consumer, 10_000) else { throw NoConsumer() }
                defer { rd_kafka_message_destroy(message) }
                switch message.pointee.err {
                case RD_KAFKA_RESP_ERR_NO_ERROR: received.append(ReceivedMessage(message))
                case RD_KAFKA_RESP_ERR__PARTITION_EOF: ended += 1
                default: throw NoConsumer()
                }
            }
            return received
        }
    }
#endif
