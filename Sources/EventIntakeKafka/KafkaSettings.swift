#if Kafka
    import Foundation

    /// The settings of the producer, by librdkafka's own names, such as `bootstrap.servers` and `sasl.password`.
    ///
    /// librdkafka's `CONFIGURATION.md` lists them. Values may be secrets: neither errors nor logs contain any.
    public struct KafkaSettings: Sendable, Equatable {
        /// The value of each setting.
        public var values: [String: String]

        /// Creates settings.
        ///
        /// - Parameter values: the value of each setting, by librdkafka's name.
        public init(_ values: [String: String] = [:]) { self.values = values }

        /// Reads a file with a setting in each line, `name=value`, in which lines that begin with `#` are comments.
        /// Blanks around name and value are left out. A value is not quoted, and has no comment behind it.
        ///
        /// - Throws: ``KafkaError`` with the line of a mistake.
        public init(contentsOfFile path: String) throws(KafkaError) {
            let data: Data
            do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
                throw KafkaError(.settingsUnusable, "\(path): cannot be read: \(error.localizedDescription)")
            }
            try self.init(bytes: Array(data), file: path)
        }

        /// Reads the bytes of such a file, whose name errors have.
        package init(bytes: [UInt8], file: String) throws(KafkaError) {
            guard let text = String(bytes: bytes, encoding: .utf8) else {
                throw KafkaError(.settingsUnusable, "\(file): is not in UTF-8.")
            }
            values = [:]
            var names: [String: String] = [:]  // as they are written, by setting
            for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
                guard !line.isEmpty, !line.hasPrefix("#") else { continue }
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                guard parts.count == 2, !parts[0].isEmpty else {
                    throw KafkaError(
                        .settingsUnusable,
                        "\(file):\(index + 1): is not a setting. Write name=value, as in "
                            + "bootstrap.servers=kafka.example.org:9092.")
                }
                if let mistake = Self.mistake(inValue: parts[1]) {
                    throw KafkaError(.settingsUnusable, "\(file):\(index + 1): \(parts[0]): \(mistake)")
                }
                let former = names.updateValue(parts[0], forKey: Self.setting(named: parts[0]))
                if let former {
                    throw KafkaError(
                        .settingsUnusable,
                        "\(file):\(index + 1): \(Self.twice(former, parts[0])) Remove one of the two.")
                }
                values[parts[0]] = parts[1]
            }
        }

        /// The mistake in a value that other formats of files would allow; `nil` when there is none.
        private static func mistake(inValue value: String) -> String? {
            if value.contains(/\s#/) {
                return "a comment behind a value would be part of it. Write the comment in a line before it."
            }
            guard value.count > 1, let quote = value.first, value.last == quote, "\"'".contains(quote) else {
                return nil
            }
            return "the quotation marks would be part of the value. Remove them."
        }

        /// Reads environment variables whose names begin with a prefix: `EVENT_KAFKA_SASL_PASSWORD` is `sasl.password`.
        ///
        /// - Parameters:
        ///   - environment: the variables.
        ///   - prefix: the prefix. The default is `EVENT_KAFKA_`.
        public init(environment: [String: String], prefix: String = "EVENT_KAFKA_") {
            values = [:]
            for (name, value) in environment where name.hasPrefix(prefix) && name.count > prefix.count {
                values[name.dropFirst(prefix.count).lowercased().replacing("_", with: ".")] = value
            }
        }

        /// These settings, with those of `other` in the place of their own, also where `other` has them by another of
        /// librdkafka's names.
        public func merging(_ other: KafkaSettings) -> KafkaSettings {
            let replaced = Set(other.values.keys.map(Self.setting(named:)))
            let kept = values.filter { !replaced.contains(Self.setting(named: $0.key)) }
            return KafkaSettings(kept.merging(other.values) { $1 })
        }
    }

    extension KafkaSettings: CustomStringConvertible {
        /// The names of the settings, without the values.
        public var description: String { values.keys.sorted().joined(separator: ", ") }
    }

    extension KafkaSettings {
        /// What the sink sets unless it is given.
        static let defaults = [
            "client.id": "event-intake",
            "compression.type": "lz4",
            // Shorter than the 10 seconds in which a stopped intake finishes its requests.
            "message.timeout.ms": "8000",
            // librdkafka has one gigabyte and 100 000 messages. Each has kilobytes of the intake while it waits.
            "queue.buffering.max.kbytes": "65536",
            "queue.buffering.max.messages": "10000",
            // librdkafka waits 10 seconds before it connects again, and 30 before it calls a topic absent.
            "reconnect.backoff.max.ms": "2000",
            // librdkafka's 100 milliseconds begin anew with each connection, so that each intake tries a wrong password
            // ten times a second.
            "reconnect.backoff.ms": "500",
            "topic.metadata.propagation.max.ms": "2000",
        ]

        /// All settings of a producer.
        ///
        /// - Throws: ``KafkaError`` when there is no cluster, or a setting has a value that the sink cannot work with.
        func complete() throws(KafkaError) -> [String: String] {
            let names = try names()
            func given(_ setting: String) -> String? { names[setting].flatMap { values[$0] } }
            guard given("bootstrap.servers")?.isEmpty == false else {
                throw KafkaError(
                    .settingsUnusable,
                    "bootstrap.servers is not set. Set it to the cluster's addresses, such as "
                        + "kafka1.example.org:9092,kafka2.example.org:9092.")
            }
            for setting in OwnSetting.all { try setting.check(given(setting.name)) }
            if let name = names["message.timeout.ms"], given("message.timeout.ms").flatMap(Int.init) == 0 {
                throw KafkaError(
                    .settingsUnusable, "\(name) must not be 0, which is without an end: requests wait for so long.")
            }
            try checkLocations()
            let defaults = Self.defaults.filter { names[$0.key] == nil }
            return defaults.merging(values) { $1 }.merging(OwnSetting.values) { $1 }
        }
    }
#endif
