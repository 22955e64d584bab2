import Dispatch
import EventSupport
import Logging

/// The log of `serve` on standard error, written on a queue of its own: while standard error is not read, no request
/// waits. Lines beyond ``capacity`` are left out, and a line says how many.
final class ServerLog: Sendable {
    private struct State {
        /// The bytes of the lines that are yet to be written.
        var waitingBytes = 0
        var leftOut = 0
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "eventctl.serve.log")
    private let format: LogFormat
    private let write: @Sendable (String) -> Void

    /// The most bytes that wait.
    static let capacity = 1 << 20

    init(_ format: LogFormat, writingWith write: @escaping @Sendable (String) -> Void = { Output.errorLine($0) }) {
        (self.format, self.write) = (format, write)
    }

    /// A logger whose messages of this level and above are lines of the log.
    func logger(_ label: String, from level: Logger.Level) -> Logger {
        Logger(label: label) { Handler(label: $0, log: self, logLevel: level) }
    }

    /// Adds a line to those that are written.
    private func add(_ line: LogLine) {
        let text = line.text(in: format)
        let size = text.utf8.count + 1
        let hasRoom = state.withLock { state in
            guard state.waitingBytes + size <= Self.capacity else {
                state.leftOut += 1
                return false
            }
            state.waitingBytes += size
            return true
        }
        guard hasRoom else { return }
        queue.async { [self] in
            write(text)
            let leftOut = state.withLock { state in
                state.waitingBytes -= size
                defer { state.leftOut = 0 }
                return state.leftOut
            }
            if leftOut > 0 { write(Self.line(aboutLeftOut: leftOut).text(in: format)) }
        }
    }

    private static func line(aboutLeftOut count: Int) -> LogLine {
        LogLine(
            level: .warning, logger: "eventctl.serve", message: "lines left out, since standard error was not read",
            metadata: ["event-platform.log.count": .stringConvertible(count)])
    }

    /// Waits until everything is written, for a second at most.
    func flush() {
        let written = DispatchSemaphore(value: 0)
        queue.async { written.signal() }
        _ = written.wait(timeout: .now() + 1)
    }

    private struct Handler: LogHandler {
        let label: String
        let log: ServerLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        init(label: String, log: ServerLog, logLevel: Logger.Level) {
            (self.label, self.log, self.logLevel) = (label, log, logLevel)
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.add(
                LogLine(
                    level: event.level, logger: label, message: "\(event.message)",
                    metadata: metadata.merging(event.metadata ?? [:]) { $1 }, error: event.error))
        }
    }
}
