#if Kafka
    import EventIntake
    import TestSupport
    import Testing

    @testable import EventIntakeKafka

    /// Where settings come from, and what an error about one says.
    @Suite struct KafkaSettingsTests {
        private func reading(_ text: String) throws -> KafkaSettings {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            return try KafkaSettings(contentsOfFile: try folder.write(text, to: "kafka.conf"))
        }

        private func error(_ body: () throws -> Void) -> KafkaError? {
            do { try body() } catch { return error as? KafkaError }
            return nil
        }

        @Test func `a file has a setting in each line`() throws {
            let settings = try reading(
                "# the cluster\n\nbootstrap.servers = a:9092,b:9092\r\n  sasl.password=x=y#z \nssl.ca.location=\n")
            #expect(
                settings.values == [
                    "bootstrap.servers": "a:9092,b:9092", "sasl.password": "x=y#z", "ssl.ca.location": "",
                ])
            #expect("\(settings)" == "bootstrap.servers, sasl.password, ssl.ca.location")
        }

        @Test(arguments: [
            ("a=1\nsasl.password secret\n", ":2: is not a setting."), ("=secret", ":1: is not a setting."),
            ("a=1\nb=2\na=secret", ":3: a is set twice. Remove one of the two."),
            ("a = secret # of the intake", ":1: a: a comment behind a value would be part of it. Write the comment in"),
            ("a=1\nb = \"secret\"", ":2: b: the quotation marks would be part of the value. Remove them."),
            ("b = 'secret'", ":1: b: the quotation marks would be part of the value. Remove them."),
            ("linger.ms=1\nqueue.buffering.max.ms=secret", ":2: linger.ms and queue.buffering.max.ms are two names of"),
        ])
        func `a mistake in a file has its line, and no value`(text: String, expected: String) {
            let error = error { _ = try reading(text) }
            #expect(error?.code == .settingsUnusable)
            #expect(error?.description.contains("kafka.conf\(expected)") == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("secret") == false)
        }

        @Test func `a value may have quotation marks and number signs within it`() throws {
            let settings = try reading("sasl.password = a\"b#c'\nclient.id=\"\n")
            #expect(settings.values == ["sasl.password": "a\"b#c'", "client.id": "\""])
        }

        @Test func `a file that is missing is named`() {
            let error = error { _ = try KafkaSettings(contentsOfFile: "/no/such/file") }
            #expect(error?.description.hasPrefix("/no/such/file: cannot be read") == true)
        }

        @Test func `variables have names in capitals, and replace what a file has`() {
            let environment = ["EVENT_KAFKA_SASL_PASSWORD": "y", "EVENT_KAFKA_": "z", "KAFKA_ACKS": "1", "PATH": "/"]
            let settings = KafkaSettings(environment: environment)
            #expect(settings == KafkaSettings(["sasl.password": "y"]))
            let file = KafkaSettings(["sasl.password": "x", "acks": "all"])
            #expect(file.merging(settings).values == ["sasl.password": "y", "acks": "all"])
        }

        /// Fails when a setting by its other name comes beside a default, or beside what replaces it: librdkafka then
        /// takes one of the two values.
        @Test(
            arguments: [
                ("bootstrap.servers", "metadata.broker.list"),
                ("max.in.flight", "max.in.flight.requests.per.connection"), ("sasl.mechanism", "sasl.mechanisms"),
                ("linger.ms", "queue.buffering.max.ms"), ("retries", "message.send.max.retries"),
                ("compression.type", "compression.codec"), ("acks", "request.required.acks"),
                ("message.timeout.ms", "delivery.timeout.ms"),
                ("max.partition.fetch.bytes", "fetch.message.max.bytes"), ("enable.auto.commit", "auto.commit.enable"),
            ])
        func `two names are one setting`(first: String, second: String) throws {
            let cluster = first == "bootstrap.servers" ? [:] : ["bootstrap.servers": "127.0.0.1:1"]
            for (name, other) in [(first, second), (second, first)] {
                let file = KafkaSettings(cluster.merging([name: "1"]) { $1 })
                let set = try file.complete()
                #expect(set[name] == "1" && set[other] == nil)
                let merged = file.merging(KafkaSettings([other: "2"]))
                #expect(merged.values[name] == nil && merged.values[other] == "2")
            }
            let both = KafkaSettings(cluster.merging([first: "1", second: "1"]) { $1 })
            let error = error { _ = try both.complete() }
            let names = [first, second].sorted().joined(separator: " and ")
            #expect(error?.description == "\(names) are two names of one setting. Set one of the two.")
        }

        @Test(arguments: ["a b", "ä", String(repeating: "x", count: 249)])
        func `a prefix that no topic can have is an error`(prefix: String) {
            let settings = KafkaSettings(["bootstrap.servers": "127.0.0.1:1"])
            let error = error { _ = try KafkaSink(settings, topicPrefix: prefix) }
            #expect(error?.code == .topicPrefixUnusable)
        }

        /// Fails when librdkafka's 100 000 messages may wait, which are several hundred megabytes of the intake.
        @Test func `ten thousand messages wait by default`() throws {
            let settings = try KafkaSettings(["bootstrap.servers": "127.0.0.1:1"]).complete()
            #expect(settings["queue.buffering.max.messages"] == "10000")
            let budget = QueueBudget(settings, metrics: PrometheusMetrics())
            #expect(budget.reserve(messages: 10_000, bytes: 10) && !budget.reserve(messages: 1, bytes: 1))
        }

        /// Fails when 0 is taken for a limit: librdkafka takes it for no limit.
        @Test(arguments: [("0", true), ("15", false), ("20", true)])
        func `what waits is bounded by messages, unless the limit is 0`(limit: String, isFree: Bool) {
            let budget = QueueBudget(["queue.buffering.max.messages": limit], metrics: PrometheusMetrics())
            #expect(budget.reserve(messages: 10, bytes: 10))
            #expect(budget.reserve(messages: 10, bytes: 10) == isFree)
        }

        /// What cannot be used is an error at the start. `SECRET` stands for a value that no error may have.
        @Test(
            arguments: [
                ([:], "bootstrap.servers is not set."),
                (["enable.idempotence": "false"], "enable.idempotence must be true"),
                (["transactional.id": "x"], "transactional.id cannot be set"),
                (["delivery.report.only.error": "true"], "delivery.report.only.error must be false, since a response"),
                (["enable.gapless.guarantee": "true"], "enable.gapless.guarantee cannot be set"),
                (["log.queue": "false"], "log.queue must be true"), (["enabled_events": "1"], "cannot be set"),
                (["test.mock.num.brokers": "3"], "test.mock.num.brokers cannot be set"),
                (["message.timeout.ms": "0"], "message.timeout.ms must not be 0"),
                (["delivery.timeout.ms": "0"], "delivery.timeout.ms must not be 0"),
                (["dr_msg_cb": "x"], "dedicated"), (["background_event_cb": "x"], "dedicated"),
                (["queuing.strategy": "lifo"], "queuing.strategy"), (["retries": "0"], "retries"),
                (["max.in.flight": "9"], "max.in.flight"),
                (["linger.millis": "SECRET"], "linger.millis: librdkafka 2"),
                (["ssl.key.pem": "SECRET", "security.protocol": "ssl"], "no producer"),
                (["linger.ms": "x"], "linger.ms: Invalid value"),
                (["acks": "1"], "`acks` must be set to `all`"),
                (
                    ["sasl.mechanism": "x", "sasl.password": "SECRET", "security.protocol": "sasl_plaintext"],
                    "no producer"
                ),
                (
                    ["ssl.ca.location": "/no/ca.pem", "security.protocol": "ssl"],
                    "ssl.ca.location: cannot read /no/ca.pem: No such file or directory. Set it"
                ),
                (["ssl.certificate.location": "/no/a.pem"], "ssl.certificate.location: cannot read /no/a.pem"),
                (["ssl.key.location": "/no/key.pem"], "ssl.key.location: cannot read /no/key.pem: No such file"),
            ] as [([String: String], String)])
        func `settings that cannot be used are errors`(settings: [String: String], expected: String) {
            let cluster = settings.isEmpty ? [:] : ["bootstrap.servers": "127.0.0.1:1"]
            let error = error { _ = try KafkaSink(KafkaSettings(settings.merging(cluster) { $1 })) }
            #expect(error?.description.contains(expected) == true, "\(error?.description ?? "no error")")
            #expect(error?.description.contains("SECRET") == false, "\(error?.description ?? "")")
        }
    }
#endif
