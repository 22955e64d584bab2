#if Kafka
    extension KafkaSettings {
        /// librdkafka's other names of settings, as its `CONFIGURATION.md` lists them (“Alias for”), by the one that
        /// stands for the setting here.
        private static let otherNames = [
            "bootstrap.servers": "metadata.broker.list",
            "max.in.flight": "max.in.flight.requests.per.connection",
            "sasl.mechanism": "sasl.mechanisms",
            "linger.ms": "queue.buffering.max.ms",
            "retries": "message.send.max.retries",
            "compression.type": "compression.codec",
            "acks": "request.required.acks",
            "message.timeout.ms": "delivery.timeout.ms",
            "max.partition.fetch.bytes": "fetch.message.max.bytes",
            "enable.auto.commit": "auto.commit.enable",
        ]
        private static let settings = Dictionary(otherNames.map { ($0.value, $0.key) }) { first, _ in first }

        /// The setting that a name means: of two names of one setting always the same.
        static func setting(named name: String) -> String { settings[name] ?? name }

        /// The names that are set, by setting.
        ///
        /// - Throws: ``KafkaError`` when a setting is set by both of its names: librdkafka would take one of them.
        func names() throws(KafkaError) -> [String: String] {
            var names: [String: String] = [:]
            for name in values.keys.sorted() {
                guard let former = names.updateValue(name, forKey: Self.setting(named: name)) else { continue }
                throw KafkaError(.settingsUnusable, "\(Self.twice(former, name)) Set one of the two.")
            }
            return names
        }

        /// That a setting is set by two names, which may be the same.
        static func twice(_ first: String, _ second: String) -> String {
            first == second ? "\(first) is set twice." : "\(first) and \(second) are two names of one setting."
        }
    }
#endif
