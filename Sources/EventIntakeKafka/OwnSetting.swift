#if Kafka
    /// A setting that is the sink's own: with another value a response would not say what it promises, or never come.
    struct OwnSetting {
        let name: String
        /// The value that the sink sets; `nil` for a setting that must not be there.
        let value: String?
        private let reason: String

        static let all = [
            OwnSetting(name: "enable.idempotence", value: "true", reason: "201 says that Kafka has an event once"),
            OwnSetting(
                name: "delivery.report.only.error", value: "false",
                reason: "a response waits for the report of each event"),
            OwnSetting(
                name: "enable.gapless.guarantee", value: nil, reason: "an event that fails is to fail no other event"),
            OwnSetting(name: "log.queue", value: "true", reason: "librdkafka's lines are in the intake's log"),
            OwnSetting(name: "enabled_events", value: nil, reason: "the sink says which reports it takes"),
            OwnSetting(name: "transactional.id", value: nil, reason: "the sink uses no transactions"),
            OwnSetting(
                name: "test.mock.num.brokers", value: nil, reason: "mock brokers lose what they have acknowledged"),
        ]

        /// What the sink sets.
        static let values = Dictionary(
            all.compactMap { setting in setting.value.map { (setting.name, $0) } }, uniquingKeysWith: { $1 })

        /// - Throws: ``KafkaError`` when another value is given.
        func check(_ given: String?) throws(KafkaError) {
            guard let given, given != value else { return }
            let rule = value.map { "must be \($0)" } ?? "cannot be set"
            throw KafkaError(.settingsUnusable, "\(name) \(rule), since \(reason). Leave it out.")
        }
    }
#endif
