#if Kafka
    import Foundation

    extension KafkaSettings {
        /// The settings with a file that librdkafka reads when a producer is made. It names no file that is missing.
        private static let locations = [
            "ssl.ca.location", "ssl.certificate.location", "ssl.crl.location", "ssl.key.location",
            "ssl.keystore.location",
        ]

        /// - Throws: ``KafkaError`` with the setting and the path, if a file cannot be read.
        func checkLocations() throws(KafkaError) {
            for name in Self.locations {
                // librdkafka itself looks for the system's certificates with `probe`.
                guard let path = values[name], !path.isEmpty, path != "probe" else { continue }
                guard access(path, R_OK) != 0 else { continue }
                throw KafkaError(
                    .settingsUnusable,
                    "\(name): cannot read \(path): \(String(cString: strerror(errno))). Set it to a file that the "
                        + "intake may read.")
            }
        }
    }
#endif
