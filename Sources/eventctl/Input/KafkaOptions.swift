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
        func open(_ logger: Logger, _ metrics: PrometheusMetrics) throws -> any EventSink {
            try KafkaSink(
                Self.settings(configuration), topicPrefix: topicPrefix ?? "", metrics: metrics, logger: logger)
        }

        /// The settings of a file, with those of the environment in their place.
        static func settings(_ file: String?) throws -> KafkaSettings {
            let settings = try file.map(KafkaSettings.init(contentsOfFile:)) ?? KafkaSettings()
            return settings.merging(KafkaSettings(environment: ProcessInfo.processInfo.environment))
        }
    #else
        func open(_ logger: Logger, _ metrics: PrometheusMetrics) throws -> any EventSink { throw Self.notBuilt }

        static let notBuilt = ValidationError(
            "this eventctl was built without Kafka. Build it with “swift build --traits CommandLine,Kafka”, on a "
                + "machine with librdkafka (on Debian “apt-get install librdkafka-dev”)")
    #endif
}
