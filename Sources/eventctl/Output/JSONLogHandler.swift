import EventSchema
import Foundation
import Logging

/// Writes each message of swift-log as a line of JSON: `time`, `level`, `logger`, `message`, and the metadata by their
/// names.
struct JSONLogHandler: LogHandler {
    let label: String
    let log: ServerLog
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(label: String, log: ServerLog, from level: Logger.Level) {
        (self.label, self.log, logLevel) = (label, log, level)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line: JSONObject = [
            "time": .string(Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "level": .string(event.level.rawValue), "logger": .string(label), "message": .string("\(event.message)"),
        ]
        let values = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { line[key] = .string("\(value)") }
        if let error = event.error { line["error"] = .string("\(error)") }
        log.line(PlainLine(json: .object(line)).text)
    }
}
