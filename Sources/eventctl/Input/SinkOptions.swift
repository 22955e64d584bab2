import ArgumentParser
import EventIntake
import Logging

/// The options of `serve` for the store and the sinks.
struct SinkOptions: ParsableArguments {
    /// The value of `--sink`.
    enum Sink: Equatable, Sendable {
        case sqlite, standardOutput, kafka
        case ndjson(path: String)
    }

    @Option(
        name: .customLong("sink"),
        help: ArgumentHelp(
            "Write accepted events also to: ndjson:PATH or stdout; to Kafka instead of a store: kafka. sqlite stands "
                + "for the store. May be repeated.",
            valueName: "SINK"),
        transform: Self.sink)
    var sinks: [Sink] = []

    @Option(
        name: .customLong("keep-events"), parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum number of events in the store; the oldest are removed. The default is 2000000.",
            valueName: "N"))
    var maximumEvents: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Rotate an NDJSON file at this size. The default is 67108864.", valueName: "BYTES"))
    var rotateBytes: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of rotated NDJSON files. The default is 5.", valueName: "N"))
    var rotateFiles: Int?

    @OptionGroup var kafka: KafkaOptions

    var usesStandardOutput: Bool { sinks.contains(.standardOutput) }
    var usesKafka: Bool { sinks.contains(.kafka) }

    func validate() throws {
        if let maximumEvents, maximumEvents < 1 { throw ValidationError("--keep-events must be 1 or more") }
        if let rotateBytes, rotateBytes < 1 { throw ValidationError("--rotate-bytes must be 1 or more") }
        if let rotateFiles, rotateFiles < 0 { throw ValidationError("--rotate-files must be 0 or more") }
        let hasFile = sinks.contains { if case .ndjson = $0 { true } else { false } }
        if rotateBytes != nil || rotateFiles != nil, !hasFile {
            throw ValidationError("--rotate-bytes and --rotate-files need --sink ndjson:PATH")
        }
        if kafka.isGiven, !usesKafka {
            throw ValidationError("--kafka-config, --kafka-secret and --topic-prefix need --sink kafka")
        }
        for sink in sinks where sinks.filter({ $0 == sink }).count > 1 {
            throw ValidationError("--sink has the same value twice")
        }
    }

    /// Whether received events are kept for queries: always, but with Kafka only where a store is asked for.
    func hasStore(at path: String?) -> Bool { path != nil || sinks.contains(.sqlite) || !usesKafka }

    /// Refuses sinks that would write a file of the store or of each other, and a limit of a store that is not there.
    func check(store: String?) throws {
        if maximumEvents != nil, !hasStore(at: store) { throw ValidationError("--keep-events needs --store PATH") }
        let paths = sinks.compactMap { if case .ndjson(let path) = $0 { path } else { nil } }
        let rotatedFiles = rotateFiles ?? 5
        var conflict = SinkPaths.conflict(among: paths.map { ($0, rotatedFiles) })
        if let store {
            for path in paths {
                conflict = conflict ?? SinkPaths.conflict(sink: path, rotatedFiles: rotatedFiles, store: store)
            }
        }
        if let conflict { throw ValidationError("--sink ndjson:\(conflict)") }
    }

    /// Opens the given sinks.
    func open(_ logger: Logger, _ metrics: PrometheusMetrics) throws -> [any EventSink] {
        try sinks.compactMap { sink in
            switch sink {
            case .sqlite: nil
            case .standardOutput: StandardOutputSink()
            case .kafka: try kafka.open(logger, metrics)
            case .ndjson(let path):
                try NDJSONSink(
                    path: path, maximumBytes: rotateBytes ?? 64 * 1024 * 1024, maximumRotatedFiles: rotateFiles ?? 5)
            }
        }
    }

    private static func sink(_ text: String) throws -> Sink {
        switch text {
        case "sqlite": return .sqlite
        case "stdout": return .standardOutput
        case "kafka": return .kafka
        case _ where text.hasPrefix("ndjson:") && text.count > "ndjson:".count:
            return .ndjson(path: String(text.dropFirst("ndjson:".count)))
        default: throw ValidationError("a sink must be sqlite, ndjson:PATH, stdout or kafka, not \"\(text)\"")
        }
    }
}
