import EventSupport
import Logging

/// The lines that an intake has logged.
struct RecordedLog: Sendable {
    private let recorded = Locked<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    /// A logger of everything.
    var logger: Logger {
        var logger = Logger(label: "test") { _ in Recorder(log: recorded) }
        logger.logLevel = .trace
        return logger
    }
}

private struct Recorder: LogHandler {
    let log: Locked<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = "\(event.message) \(event.metadata ?? [:]) \(metadata)"
        log.withLock { $0.append(line) }
    }
}
