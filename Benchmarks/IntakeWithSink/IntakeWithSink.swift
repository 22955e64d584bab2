import ArgumentParser
import EventIntake
import Foundation
import Logging

#if Kafka
    import EventIntakeKafka
#endif

/// Serves the streams and schemas of the current directory, by an intake with one place for its events, until it is
/// killed.
///
/// Its `main` is synchronous, so that it runs under callgrind: `Benchmarks/intake-on-kafka` counts the instructions of
/// an event.
@main
struct IntakeWithSink: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "intake-with-sink")

    @Option(help: "The file with the settings for Kafka. Without it, and without a store, events are discarded.")
    var kafkaConfig: String?
    @Option(help: "The file of the store.") var store: String?

    func run() throws {
        var configuration = IntakeConfiguration(streams: "Streams", schemas: ["Schemas"])
        configuration.metrics = PrometheusMetrics()
        configuration.hasStore = store != nil
        configuration.storePath = store
        if store == nil { configuration.sinks = [try sink()] }
        let intake = try Intake(configuration, logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() })
        let ended = DispatchSemaphore(value: 0)
        Task {
            do {
                try await intake.run { url in FileHandle.standardOutput.write(Data("ready \(url)\n".utf8)) }
            } catch {
                FileHandle.standardError.write(Data("\(error)\n".utf8))
            }
            ended.signal()
        }
        ended.wait()
    }

    private func sink() throws -> any EventSink {
        guard let kafkaConfig else { return DiscardingSink() }
        #if Kafka
            return try KafkaSink(KafkaSettings(contentsOfFile: kafkaConfig), topicPrefix: "x.")
        #else
            throw ValidationError("--kafka-config \(kafkaConfig) needs a build with the trait Kafka")
        #endif
    }
}

/// Keeps nothing.
private struct DiscardingSink: EventSink {
    func write(_ events: [SinkEvent]) async throws {}
    func close() async throws {}
}
