import ArgumentParser
import EventIntake
import EventSchema
import Foundation
import Logging

/// The form of the log's lines.
enum LogFormat: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// For people: time, level, message, `name=value`. A notice about served files is its text alone, so that editors
    /// can follow its place.
    case text
    /// For programs: an object with `time`, `level`, `logger`, `message`, and the metadata by their names.
    case json
}

/// A message of swift-log on one line.
struct LogLine {
    let level: Logger.Level
    let logger: String
    let message: String
    var metadata: Logger.Metadata = [:]
    var error: (any Error)?
    private let time = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))

    init(
        level: Logger.Level, logger: String, message: String, metadata: Logger.Metadata = [:],
        error: (any Error)? = nil
    ) {
        (self.level, self.logger, self.message, self.metadata, self.error) = (level, logger, message, metadata, error)
    }

    func text(in format: LogFormat) -> String {
        switch format {
        case .json: PlainLine(json: .object(json)).text
        case .text: metadata[IntakeLog.Key.notice.rawValue].map { "\($0)" } ?? plainText
        }
    }

    private var json: JSONObject {
        var json: JSONObject = [
            "time": .string(time), "level": .string(level.rawValue), "logger": .string(logger),
            "message": .string(message),
        ]
        for (name, value) in values { json[name] = value }
        return json
    }

    private var plainText: String {
        ([time, level.rawValue, message] + values.map { "\(Self.shortened($0.name))=\(Self.plain($0.value))" })
            .joined(separator: " ")
    }

    /// The metadata by name, in order.
    private var values: [(name: String, value: JSONValue)] {
        metadata.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }
            + (error.map { [("error", .string("\($0)"))] } ?? [])
    }

    /// A name without the prefix that all have here.
    private static func shortened(_ name: String) -> Substring {
        name.hasPrefix("event-platform.") ? name.dropFirst("event-platform.".count) : name[...]
    }

    /// A text of one word as it is, and other values as JSON.
    private static func plain(_ value: JSONValue) -> String {
        guard let text = value.string, text.wholeMatch(of: /[^\s"=]+/) != nil else { return value.jsonText }
        return text
    }
}

extension JSONValue {
    /// The value of metadata: numbers and Booleans stay such, and so do arrays and dictionaries.
    fileprivate init(_ metadata: Logger.MetadataValue) {
        switch metadata {
        case .string(let text): self = .string(text)
        case .array(let values): self = .array(values.map(JSONValue.init))
        case .dictionary(let values):
            self = .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }))
        case .stringConvertible(let value):
            switch value {
            case let number as any BinaryInteger: self = .number(number)
            case let number as Double: self = .number(number)
            case let isTrue as Bool: self = .bool(isTrue)
            default: self = .string("\(value)")
            }
        }
    }
}
