#if Kafka
    import Logging

    /// What the sink logs: constant messages, and what varies in the metadata. No line has a value of a setting that
    /// may be secret.
    struct KafkaLog: Sendable {
        /// The keys of the metadata.
        enum Key: String {
            /// The part of librdkafka that a line is from.
            case facility = "event-platform.kafka.facility"
            /// Why something failed.
            case failure = "event-platform.kafka.failure"
            /// A line of librdkafka.
            case line = "event-platform.kafka.line"
            /// The number of lines that were left out.
            case lineCount = "event-platform.kafka.line.count"
            /// Names of settings.
            case settings = "event-platform.kafka.settings"
        }

        let logger: Logger
        private let limit: LineLimit
        private var secrets: [KafkaSettings.Secret] = []

        /// - Parameters:
        ///   - logger: takes the lines.
        ///   - now: the time on a clock that is never set back.
        init(logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
            self.logger = logger
            limit = LineLimit(now: now)
        }

        /// The same log for a producer with these settings.
        func hidingSecrets(of settings: [String: String]) -> KafkaLog {
            var log = self
            log.secrets = KafkaSettings.secrets(of: settings)
            return log
        }

        func notice(_ notice: KafkaProducer.Notice) {
            switch notice {
            case .away(let reason): logger.error("Kafka does not answer", metadata: named([.failure: reason]))
            case .back: logger.warning("Kafka answers again")
            case .looked, .connectionError: break  // metrics
            case .log(let syslog, let facility, let text): line(Self.level(syslog), facility, text)
            }
        }

        /// A producer has failed for good, and another takes its place.
        func replaced(_ reason: String) {
            logger.error("a new producer is needed", metadata: named([.failure: reason]))
        }

        /// Other settings are used from now on.
        func reconfigured(_ settings: KafkaSettings) {
            logger.notice("Kafka's settings were replaced", metadata: named([.settings: "\(settings)"]))
        }

        /// A line of librdkafka. Those for debugging are not limited: they are there if a setting asks for them.
        private func line(_ level: Logger.Level, _ facility: String, _ text: String) {
            guard logger.logLevel <= level else { return }
            if level > .debug {
                let (isWithin, leftOut) = limit.add(facility)
                for (facility, count) in leftOut.sorted(by: <) {
                    var metadata = named([.facility: facility])
                    metadata[Key.lineCount.rawValue] = .stringConvertible(count)
                    logger.notice("lines of librdkafka left out", metadata: metadata)
                }
                guard isWithin else { return }
            }
            logger.log(level: level, "librdkafka", metadata: named([.facility: facility, .line: text]))
        }

        /// The level for one of syslog.
        private static func level(_ syslog: Int32) -> Logger.Level {
            switch syslog {
            case ...3: .error
            case 4: .warning
            case 5: .notice
            case 6: .info
            default: .debug
            }
        }

        private func named(_ metadata: [Key: String]) -> Logger.Metadata {
            Logger.Metadata(
                uniqueKeysWithValues: metadata.map { key, text in
                    (key.rawValue, .string(secrets.reduce(text) { $1.hidden(in: $0) }))
                })
        }
    }
#endif
