#if Kafka
    /// Why a connection to a broker has failed, as the log names it.
    struct BrokerFailure: Sendable, Equatable {
        let text: String

        /// - Parameter line: a line of librdkafka's facility `FAIL`, such as `[thrd:…]: host:9092/1: Disconnected`.
        init(line: String) {
            var text = line
            if line.hasPrefix("[thrd:"), let end = line.firstRange(of: "]: ") { text = String(line[end.upperBound...]) }
            // Newer versions of librdkafka do not name the most frequent reason.
            if text.contains("APIVERSION_QUERY"), !text.contains("security.protocol") {
                text += ". Check security.protocol: the port may expect TLS or SASL"
            }
            self.text = text
        }
    }
#endif
