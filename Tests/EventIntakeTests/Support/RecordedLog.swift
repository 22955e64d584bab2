import Logging

/// The lines that an intake has logged.
struct RecordedLog: Sendable {
    private let box = Box<[String]>([])

    var lines: [String] { box.value }

    /// A logger of everything.
    var logger: Logger {
        var logger = Logger(label: "test") { _ in Recorder(log: box) }
        logger.logLevel = .trace
        return logger
    }
}

private struct Recorder: LogHandler {
    let log: Box<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { log.change { $0.append("\(event.message) \(event.metadata ?? [:]) \(metadata)") } }
}
