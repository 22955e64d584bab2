import ArgumentParser
import EventIntake
import Logging

#if Kafka
    import EventIntakeKafka
#endif

/// A file with the value of a setting of Kafka: `sasl.password=FILE`.
struct KafkaSecretFile: Sendable {
    let setting: String
    let path: String

    init(_ argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw ValidationError(
                "--kafka-secret '\(argument)' must be SETTING=FILE, such as sasl.password=/run/secrets/password")
        }
        (setting, path) = (parts[0], parts[1])
    }
}

/// The options of `serve` for the sink that writes to Kafka.
struct KafkaOptions: ParsableArguments {
    @Option(
        name: .customLong("kafka-config"),
        help: ArgumentHelp(
            "The settings of --sink kafka by librdkafka's names, name=value in each line, such as bootstrap.servers. "
                + "Environment variables replace them: EVENT_KAFKA_SASL_PASSWORD is sasl.password. SIGHUP reads them "
                + "again.",
            valueName: "FILE"))
    var configuration: String?

    @Option(
        name: .customLong("kafka-secret"),
        help: ArgumentHelp(
            "A file with the value of one setting, such as sasl.password=/run/secrets/password. It replaces that of "
                + "the file and of the environment. May be repeated. SIGHUP reads it again.",
            valueName: "SETTING=FILE"),
        transform: KafkaSecretFile.init)
    var secrets: [KafkaSecretFile] = []

    @Option(
        help: ArgumentHelp(
            "What comes before the names of streams in the names of Kafka's topics. The default is nothing.",
            valueName: "PREFIX"))
    var topicPrefix: String?

    var isGiven: Bool { configuration != nil || topicPrefix != nil || !secrets.isEmpty }

    func validate() throws {
        try InputFile.requireDistinct([configuration] + secrets.map(\.path))
        let names = secrets.map(\.setting)
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError("--kafka-secret has \(name) twice; leave one of them out")
        }
    }

    #if Kafka
        private var files: KafkaSettingsFiles { KafkaSettingsFiles(configuration: configuration, secrets: secrets) }

        /// - Throws: ``CommandError`` with the status of wrong usage, after which a supervisor does not try again, when
        ///   a setting or the prefix cannot be used.
        func open(_ logger: Logger, _ metrics: PrometheusMetrics) throws -> any EventSink {
            try Self.withSettings(files) { settings in
                try KafkaSink(settings, topicPrefix: topicPrefix ?? "", metrics: metrics, logger: logger)
            }
        }

        /// What reads the settings again for the sink among these; `nil` if none writes to Kafka.
        func reload(of sinks: [any EventSink], _ logger: Logger) -> (@Sendable () async -> Void)? {
            sinks.lazy.compactMap { $0 as? KafkaSink }.first.map { [files] sink in
                { await files.reload(sink, logger) }
            }
        }

        /// Calls a body with the settings of files and of the environment.
        ///
        /// - Throws: ``CommandError`` with the status of wrong usage when they cannot be read, or the body finds that
        ///   one cannot be used; other errors of the body as they are.
        static func withSettings<Result>(
            _ files: KafkaSettingsFiles, _ body: (KafkaSettings) throws -> Result
        ) throws -> Result {
            do { return try body(try files.read()) } catch let error as KafkaError {
                throw CommandError(error.description, status: .validationFailure)
            }
        }
    #else
        func open(_ logger: Logger, _ metrics: PrometheusMetrics) throws -> any EventSink { throw Self.notBuilt }

        func reload(of sinks: [any EventSink], _ logger: Logger) -> (@Sendable () async -> Void)? { nil }

        static let notBuilt = ValidationError(
            "this eventctl was built without Kafka. Build it with “swift build --traits CommandLine,Kafka”, on a "
                + "machine with librdkafka (on Debian “apt-get install librdkafka-dev”)")
    #endif
}
