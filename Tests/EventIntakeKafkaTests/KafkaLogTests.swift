#if Kafka
    import EventSupport
    import InMemoryLogging
    import Logging
    import Testing

    @testable import EventIntakeKafka

    /// What of librdkafka's lines is in the log.
    @Suite struct KafkaLogTests {
        private let now = Locked(ContinuousClock.now)
        private let logs = InMemoryLogHandler()

        private func log(from level: Logger.Level) -> KafkaLog {
            var handler = logs
            handler.logLevel = level
            return KafkaLog(logger: Logger(label: "test") { [handler] _ in handler }) { [now] in now.withLock { $0 } }
        }

        private func lines(_ key: KafkaLog.Key = .line) -> [String] {
            logs.entries.compactMap { $0.metadata[key.rawValue].map { "\($0)" } }
        }

        /// Fails when an error of librdkafka is below the level of the log.
        @Test(
            arguments: zip(
                Int32(0)...7, [Logger.Level.error, .error, .error, .error, .warning, .notice, .info, .debug]))
        func `a line has the level that librdkafka gives it`(syslog: Int32, level: Logger.Level) {
            log(from: .debug).notice(.log(level: syslog, facility: "FAIL", text: "refused"))
            #expect(logs.entries.map(\.level) == [level])
            #expect(lines() == ["refused"] && lines(.facility) == ["FAIL"])
        }

        @Test func `of each facility there are some lines a minute, then how many were left out`() {
            let log = log(from: .notice)
            for number in 0..<100 {
                log.notice(.log(level: 3, facility: "FAIL", text: "\(number)"))
                log.notice(.log(level: 6, facility: "FAIL", text: "below the level, and not counted"))
            }
            log.notice(.log(level: 4, facility: "ERROR", text: "other"))
            #expect(lines() == (0..<LineLimit.count).map(String.init) + ["other"])
            now.withLock { $0 += LineLimit.interval }
            log.notice(.log(level: 4, facility: "ERROR", text: "later"))
            #expect(lines().suffix(2) == ["other", "later"])
            #expect(lines(.lineCount) == ["\(100 - LineLimit.count)"])
            log.notice(.log(level: 3, facility: "FAIL", text: "again"))
            #expect(lines().last == "again" && lines(.lineCount).count == 1)
        }

        @Test func `lines for debugging are all there, if the level says so`() {
            for level in [Logger.Level.debug, .info] {
                let log = log(from: level)
                for number in 0..<100 { log.notice(.log(level: 7, facility: "SEND", text: "\(number)")) }
            }
            #expect(lines() == (0..<100).map(String.init))
        }

        /// Fails when a password is in a line, or a word that may stand in any line is taken for a secret.
        @Test func `values that may be secret are in no line`() {
            let settings = [
                "sasl.password": "p4ss", "sasl.username": "p4ss-user", "ssl.key.pem": "-----BEGIN", "client.id": "id",
                "ssl.key.location": "/etc/key", "enable.sasl.oauthbearer.unsecure.jwt": "true",
                "sasl.oauthbearer.method": "default", "ssl.key.password": "",
            ]
            let log = log(from: .debug).hidingSecrets(of: settings)
            let text = "n=p4ss-user p=p4ss -----BEGIN id /etc/key true default"
            log.notice(.log(level: 7, facility: "SASL", text: text))
            log.notice(.away(text))
            log.replaced(text)
            let hidden = "n=‹sasl.username› p=‹sasl.password› ‹ssl.key.pem› id /etc/key true default"
            #expect(lines() == [hidden] && lines(.failure) == [hidden, hidden])
        }
    }
#endif
