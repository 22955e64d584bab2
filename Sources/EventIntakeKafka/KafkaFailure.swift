#if Kafka
    import CRdKafka
    import EventIntake

    /// Why Kafka does not have a message.
    struct KafkaFailure: Sendable, Equatable {
        let code: Int32

        init?(_ code: rd_kafka_resp_err_t) {
            guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
            self.init(code: code.rawValue)
        }

        private init(code: Int32) { self.code = code }

        /// That of a message whose topic librdkafka cannot have.
        static let unknownTopic = KafkaFailure(code: RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC.rawValue)

        private var error: rd_kafka_resp_err_t { rd_kafka_resp_err_t(rawValue: code) }

        /// librdkafka's name of the error, such as `_MSG_TIMED_OUT`. A topic that is absent has one name, whether a
        /// broker has just said so, or librdkafka remembers it.
        var name: String {
            let isUnknownTopic = error == RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC
            return String(cString: rd_kafka_err2name(isUnknownTopic ? RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART : error))
        }

        /// Whether the cluster may be away.
        var isTimeout: Bool { error == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT || error == RD_KAFKA_RESP_ERR__TIMED_OUT }

        /// Whether the brokers refuse everything of this producer, though librdkafka goes on with it. A broker has
        /// forgotten the producer, or counts otherwise than librdkafka does.
        var endsProducer: Bool {
            [
                RD_KAFKA_RESP_ERR_PRODUCER_FENCED, RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH,
                RD_KAFKA_RESP_ERR_INVALID_PRODUCER_ID_MAPPING, RD_KAFKA_RESP_ERR_UNKNOWN_PRODUCER_ID,
            ].contains(error)
        }

        /// Who has to act: whoever chooses a topic that does not exist, or that is not the intake's, is a client.
        func cause(isTopicChosen: Bool) -> RejectionCause {
            let isOfTopic = [
                RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART,
                RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED,
            ].contains(error)
            return isTopicChosen && isOfTopic ? .client : .sink
        }

        /// The sentences for the response.
        func reason(topic: String) -> String {
            switch error {
            case RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
                "Kafka has no topic \(topic). Create it, or ask its owners to."
            case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED:
                "The intake may not write to the topic \(topic)."
            case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE:
                "The event is larger than Kafka takes for the topic \(topic)."
            case RD_KAFKA_RESP_ERR__MSG_TIMED_OUT:
                "Kafka has not acknowledged it in time for the topic \(topic)."
            default:
                "Kafka has not taken it for the topic \(topic): \(String(cString: rd_kafka_err2str(error))) "
                    + "(\(name))."
            }
        }
    }
#endif
