#if Kafka
    extension KafkaSettings {
        /// A value that is kept out of errors and logs.
        struct Secret: Sendable {
            let name: String
            let value: String

            /// A text with the setting's name wherever it has the value.
            func hidden(in text: String) -> String {
                text.contains(value) ? text.replacing(value, with: "‹\(name)›") : text
            }
        }

        /// Whether a value is kept out of errors, which librdkafka may put it into. Paths of files are no secrets.
        static func mayBeSecret(_ name: String) -> Bool {
            guard !name.hasSuffix(".location"), !name.hasPrefix("enable."), !name.hasSuffix(".method") else {
                return false
            }
            return ["password", "secret", "key", "pem", "oauthbearer", "username"].contains(where: name.contains)
        }

        /// A text without the values of settings that may be secret.
        static func hidingSecrets(of settings: [String: String], in text: String) -> String {
            secrets(of: settings).reduce(text) { $1.hidden(in: $0) }
        }

        /// The values that may be secret, the longest first: one may contain another.
        static func secrets(of settings: [String: String]) -> [Secret] {
            settings.filter { mayBeSecret($0.key) && !$0.value.isEmpty }
                .map { Secret(name: $0.key, value: $0.value) }
                .sorted { ($1.value.count, $0.name) < ($0.value.count, $1.name) }
        }
    }
#endif
