import ArgumentParser
import EventIntake

/// Where `serve` puts accepted events.
struct SinkOptions: ParsableArguments {
    /// One place.
    enum Sink: Equatable, Sendable {
        case sqlite, standardOutput
        case ndjson(path: String)
    }

    @Option(
        name: .customLong("sink"),
        help: ArgumentHelp(
            "Where accepted events go beside the store: sqlite (nowhere else), ndjson:PATH or stdout. May be repeated.",
            valueName: "SINK"),
        transform: Self.sink)
    var sinks: [Sink] = []

    @Option(
        name: .customLong("keep-events"),
        help: ArgumentHelp(
            "How many events the store keeps; the oldest go. 2000000 unless given.", valueName: "N"))
    var maximumEvents: Int?

    @Option(help: ArgumentHelp("Begin another NDJSON file at this size. 67108864 unless given.", valueName: "BYTES"))
    var rotateBytes: Int?

    @Option(help: ArgumentHelp("How many older NDJSON files are kept. 5 unless given.", valueName: "N"))
    var rotateFiles: Int?

    var usesStandardOutput: Bool { sinks.contains(.standardOutput) }

    func validate() throws {
        if let maximumEvents, maximumEvents < 1 { throw ValidationError("--keep-events is a number from 1 on") }
        if let rotateBytes, rotateBytes < 1 { throw ValidationError("--rotate-bytes is a number from 1 on") }
        if let rotateFiles, rotateFiles < 0 { throw ValidationError("--rotate-files is a number from 0 on") }
        let hasFile = sinks.contains { if case .ndjson = $0 { true } else { false } }
        if rotateBytes != nil || rotateFiles != nil, !hasFile {
            throw ValidationError("--rotate-bytes and --rotate-files are about --sink ndjson:PATH; add one")
        }
        for sink in sinks where sinks.filter({ $0 == sink }).count > 1 {
            throw ValidationError("--sink names the same place twice")
        }
    }

    /// Opens the sinks that are named.
    func open() throws -> [any EventSink] {
        try sinks.compactMap { sink in
            switch sink {
            case .sqlite: nil
            case .standardOutput: StandardOutputSink()
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
        case _ where text.hasPrefix("ndjson:") && text.count > "ndjson:".count:
            return .ndjson(path: String(text.dropFirst("ndjson:".count)))
        default: throw ValidationError("a sink is sqlite, ndjson:PATH or stdout, not \"\(text)\"")
        }
    }
}
