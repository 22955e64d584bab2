import ArgumentParser
import EventIntake
import Foundation
import Logging

#if Kafka
    import EventIntakeKafka
#endif

/// The options of `serve` for the sink that writes to Kafka.
struct KafkaOptions: ParsableArguments {
    @Option(
        name: .customLong("kafka-config"),
        help: ArgumentHelp(
            "The settings of --sink kafka by librdkafka's names, name=value in each line, such as bootstrap.servers. "
                + "Environment variables replace them: EVENT_KAFKA_SASL_PASSWORD is sasl.password.",
            valueName: "FILE"))
    var configuration: String?

    @Option(
        help: ArgumentHelp(
            "What comes before the names of streams in the names of Kafka's topics. The default is nothing.",
            valueName: "PREFIX"))
    var topicPrefix: String?

    var isGiven: Bool { configuration != nil || topicPrefix != nil }

    #if Kafka
        /// - Throws: ``CommandError`` with the status of wrong usage, after which a supervisor does not try again, when
        ///   a setting or the prefix cannot be used.
        func open(_ logger: Logger, _ metrics: PrometheusMetrics) throws -> any EventSink {
            try Self.withSettings(configuration) { settings in
                try KafkaSink(settings, topicPrefix: topicPrefix ?? "", metrics: metrics, logger: logger)
            }
        }

        /// Calls a body with the settings of a file, or a pipe, and those of the environment in their place.
        ///
        /// - Throws: ``CommandError`` with the status of wrong usage when they cannot be read, or the body finds that
        ///   one cannot be used; other errors of the body as they are.
        static func withSettings<Result>(_ path: String?, _ body: (KafkaSettings) throws -> Result) throws -> Result {
            do {
                let settings = try path.map { try read(InputFile($0)) } ?? KafkaSettings()
                return try body(settings.merging(KafkaSettings(environment: ProcessInfo.processInfo.environment)))
            } catch let error as KafkaError {
                throw CommandError(error.description, status: .validationFailure)
            }
        }

        private static func read(_ file: InputFile) throws -> KafkaSettings {
            let bytes: [UInt8]
            do { bytes = try file.bytes(wanted: "settings of librdkafka") } catch let error as CommandError {
                throw CommandError(error.description, status: .validationFailure)
            }
            return try KafkaSettings(bytes: bytes, file: file.name)
        }
    #else
        func open(_ logger: Logger, _ metrics: PrometheusMetrics) throws -> any EventSink { throw Self.notBuilt }

        static let notBuilt = ValidationError(
            "this eventctl was built without Kafka. Build it with “swift build --traits CommandLine,Kafka”, on a "
                + "machine with librdkafka (on Debian “apt-get install librdkafka-dev”)")
    #endif
}
