#if Kafka
    /// An error of the sink's settings or of its producer. Contains no values of settings or events.
    public struct KafkaError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The kinds of errors.
        public enum Code: String, Sendable, Hashable, CaseIterable {
            /// The settings cannot be read, or librdkafka does not take one.
            case settingsUnusable
            /// The producer cannot be made, as when a certificate cannot be read.
            case producerUnusable
            /// The cluster does not answer with new settings, and does with those in use.
            case clusterDoesNotAnswer
            /// The prefix of topics has characters that names of topics cannot have, or too many.
            case topicPrefixUnusable
        }

        /// The kind of error.
        public let code: Code
        /// What is wrong, where, and how to correct it.
        public let description: String

        init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
    }
#endif
