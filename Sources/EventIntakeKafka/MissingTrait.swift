#if !Kafka
    /// The sink for Kafka, which this build does not have.
    @available(
        *, unavailable,
        message: "needs the trait \"Kafka\" of its package, .package(…, traits: [\"Kafka\"]), and librdkafka"
    )
    public struct KafkaSink {
        /// Not in this build.
        public init(_ settings: KafkaSettings, topicPrefix: String = "") {}
    }

    /// The settings of the sink for Kafka, which this build does not have.
    @available(*, unavailable, message: "needs the trait \"Kafka\" of its package")
    public struct KafkaSettings {
        /// Not in this build.
        public init(_ values: [String: String] = [:]) {}

        /// Not in this build.
        public init(contentsOfFile path: String) {}
    }
#endif
