#if Kafka
    import CRdKafka

    /// Reads what is in a topic. It is in no consumer group and commits no offsets: reading changes nothing.
    package final class KafkaReader {
        /// Why a topic cannot be read.
        package struct Failure: Error, CustomStringConvertible {
            package let description: String
        }

        /// How long the brokers may keep the reader waiting.
        private static let patience: Int32 = 10_000

        private let topic: String
        private let consumer: OpaquePointer

        /// Creates a reader.
        ///
        /// - Parameters:
        ///   - topic: its name.
        ///   - settings: those of the cluster; settings of producers have no effect.
        /// - Throws: ``KafkaError`` with the setting that librdkafka does not take.
        package init(_ topic: String, _ settings: KafkaSettings) throws {
            _ = try settings.complete()  // refuses settings without a cluster
            let own = KafkaSettings([
                "enable.auto.commit": "false", "enable.auto.offset.store": "false", "enable.partition.eof": "true",
                "auto.offset.reset": "earliest",
            ])
            // librdkafka requires the name of a group, also where it is not used.
            let group = KafkaSettings(["group.id": "eventctl"])
            let configuration = try ProducerHandle.configuration(group.merging(settings).merging(own).values)
            var text = ErrorText()
            guard let consumer = rd_kafka_new(RD_KAFKA_CONSUMER, configuration, &text.bytes, text.bytes.count) else {
                rd_kafka_conf_destroy(configuration)
                throw Failure(description: "librdkafka makes no consumer: \(text.description).")
            }
            (self.topic, self.consumer) = (topic, consumer)
        }

        deinit { rd_kafka_destroy(consumer) }

        /// Calls a body with each message that is in the topic when reading begins, partition by partition in order.
        ///
        /// - Parameters:
        ///   - newest: only the newest of each partition, at most so many; `nil` for all.
        ///   - body: called on the caller's thread.
        /// - Throws: ``Failure``, or what the body throws, which ends the reading.
        package func forEachMessage(newest: Int? = nil, _ body: (KafkaReceivedMessage) throws -> Void) throws {
            var unread = try assign(newest: newest)
            while !unread.isEmpty {
                guard let message = rd_kafka_consumer_poll(consumer, Self.patience) else {
                    throw Failure(description: "Kafka has sent nothing more of the topic \(topic) for 10 seconds.")
                }
                defer { rd_kafka_message_destroy(message) }
                let (partition, offset) = (message.pointee.partition, message.pointee.offset)
                if message.pointee.err == RD_KAFKA_RESP_ERR__PARTITION_EOF {
                    unread.end(partition)
                } else {
                    try check(message.pointee.err)
                    unread.begin(partition) { fetchedEnd(of: partition) }
                    if unread.take(offset, of: partition) { try body(KafkaReceivedMessage(message)) }
                }
            }
        }

        /// Begins to fetch messages.
        ///
        /// - Returns: what is to be read.
        private func assign(newest: Int?) throws -> UnreadPartitions {
            var unread = UnreadPartitions(newest: newest)
            let assignment = rd_kafka_topic_partition_list_new(0)
            defer { rd_kafka_topic_partition_list_destroy(assignment) }
            for partition in try partitions() {
                let start = unread.add(partition, try offsets(of: partition))
                rd_kafka_topic_partition_list_add(assignment, topic, partition).pointee.offset = start
            }
            if !unread.isEmpty { try check(rd_kafka_assign(consumer, assignment)) }
            return unread
        }

        /// Where a partition ends, as the broker says with its messages; `nil` when it has not.
        private func fetchedEnd(of partition: Int32) -> Int64? {
            var (first, end): (Int64, Int64) = (0, 0)
            let result = rd_kafka_get_watermark_offsets(consumer, topic, partition, &first, &end)
            return result == RD_KAFKA_RESP_ERR_NO_ERROR ? end : nil
        }

        /// The offsets that a partition has now.
        private func offsets(of partition: Int32) throws -> Range<Int64> {
            var (first, end): (Int64, Int64) = (0, 0)
            try check(
                rd_kafka_query_watermark_offsets(consumer, topic, partition, &first, &end, Self.patience))
            return first..<max(first, end)
        }

        private func partitions() throws -> [Int32] {
            let handle = rd_kafka_topic_new(consumer, topic, nil)
            defer { if let handle { rd_kafka_topic_destroy(handle) } }
            var metadata: UnsafePointer<rd_kafka_metadata>?
            try check(rd_kafka_metadata(consumer, 0, handle, &metadata, Self.patience))
            defer { rd_kafka_metadata_destroy(metadata) }
            guard let found = metadata?.pointee, found.topic_cnt > 0, let one = found.topics?.pointee else { return [] }
            try check(one.err)
            return (0..<Int(one.partition_cnt)).compactMap { one.partitions?[$0].id }
        }

        private func check(_ code: rd_kafka_resp_err_t) throws {
            switch code {
            case RD_KAFKA_RESP_ERR_NO_ERROR: return
            case RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__TIMED_OUT:
                throw Failure(description: "Kafka does not answer. Check bootstrap.servers, and security.protocol.")
            case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC:
                throw Failure(description: "Kafka has no topic \(topic). Its name begins with the intake's prefix.")
            default:
                throw Failure(
                    description: "Kafka does not let the topic \(topic) be read: "
                        + "\(String(cString: rd_kafka_err2str(code))) (\(String(cString: rd_kafka_err2name(code)))).")
            }
        }
    }

    /// A message as a consumer gets it.
    package struct KafkaReceivedMessage: Sendable {
        package let topic: String
        package let partition: Int32
        package let offset: Int64
        /// When it was written, in milliseconds since 1970; `nil` when the broker does not know.
        package let milliseconds: Int64?
        package let key: [UInt8]?
        /// `nil` for a message that says that its key is deleted.
        package let value: [UInt8]?
        package let headers: [String: String]

        init(_ message: UnsafePointer<rd_kafka_message_t>) {
            let one = message.pointee
            topic = String(cString: rd_kafka_topic_name(one.rkt))
            partition = one.partition
            offset = one.offset
            var kind = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
            let time = rd_kafka_message_timestamp(message, &kind)
            milliseconds = kind == RD_KAFKA_TIMESTAMP_NOT_AVAILABLE ? nil : time
            key = one.key.map { Self.bytes($0, one.key_len) }
            value = one.payload.map { Self.bytes($0, one.len) }
            headers = Self.headers(of: message)
        }

        /// The headers are behind the message in memory, so that those of a copy cannot be read.
        private static func headers(of message: UnsafePointer<rd_kafka_message_t>) -> [String: String] {
            var (list, headers): (OpaquePointer?, [String: String]) = (nil, [:])
            rd_kafka_message_headers(message, &list)
            var (name, value, size): (UnsafePointer<CChar>?, UnsafeRawPointer?, Int) = (nil, nil, 0)
            var index = 0
            while let list, rd_kafka_header_get_all(list, index, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR {
                index += 1
                guard let name, let value else { continue }
                headers[String(cString: name)] = String(decoding: bytes(value, size), as: UTF8.self)
            }
            return headers
        }

        private static func bytes(_ start: UnsafeRawPointer, _ count: Int) -> [UInt8] {
            Array(UnsafeRawBufferPointer(start: start, count: count))
        }
    }
#endif
