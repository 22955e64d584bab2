#if Kafka
    import ArgumentParser
    import EventIntake
    import EventIntakeKafka
    import EventSupport
    import Foundation
    import Logging

    /// Where settings of Kafka come from: a file, the environment, and files with the value of one setting each.
    struct KafkaSettingsFiles: Sendable {
        let configuration: String?
        let secrets: [KafkaSecretFile]

        /// Reads the settings. Those of the environment replace those of the file, and values in files replace both.
        ///
        /// - Throws: ``CommandError`` with the status of wrong usage, or `KafkaError`, if they cannot be read.
        func read() throws -> KafkaSettings {
            let file = try configuration.map { path in
                let file = InputFile(path)
                return try KafkaSettings(bytes: Self.bytes(file, wanted: "settings of librdkafka"), file: file.name)
            }
            var values: [String: String] = [:]
            for secret in secrets { values[secret.setting] = try Self.value(InputFile(secret.path)) }
            return (file ?? KafkaSettings())
                .merging(KafkaSettings(environment: ProcessInfo.processInfo.environment))
                .merging(KafkaSettings(values))
        }

        /// Reads the settings again, and has a sink use them. If they cannot be used, the former ones stay, and the log
        /// has a line.
        func reload(_ sink: KafkaSink, _ logger: Logger) async {
            do {
                try requireRereadable()
                try await sink.reconfigure(try read())
            } catch {
                guard !Task.isCancelled else { return }  // the intake is stopped
                sink.settingsStay()
                logger.error(
                    "Kafka's settings stay as they were", metadata: ["event-platform.kafka.failure": "\(error.reason)"])
            }
        }

        /// A pipe has been read to its end.
        private func requireRereadable() throws {
            for path in (configuration.map { [$0] } ?? []) + secrets.map(\.path) {
                let file = InputFile(path)
                guard !file.isStandardInput, FileKind(at: path) != .special else {
                    throw CommandError(
                        "\(file.name) cannot be read again. Give a regular file, and start the intake again.")
                }
            }
        }

        /// The content of a file without the end of its only line.
        private static func value(_ file: InputFile) throws -> String {
            guard let text = String(bytes: try bytes(file, wanted: "the value of a setting"), encoding: .utf8) else {
                throw CommandError("\(file.name) is not in UTF-8", status: .validationFailure)
            }
            let value = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
            guard !value.isEmpty, !value.contains(where: \.isNewline) else {
                throw CommandError(
                    "\(file.name) must have one line, the value of a setting", status: .validationFailure)
            }
            return value
        }

        private static func bytes(_ file: InputFile, wanted: String) throws -> [UInt8] {
            do { return try file.bytes(wanted: wanted) } catch let error as CommandError {
                throw CommandError(error.description, status: .validationFailure)
            }
        }
    }
#endif
