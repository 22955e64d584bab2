import ArgumentParser
import EventIntake
import EventSchema
import EventSupport
import Foundation
import Logging
import TestSupport
import Testing

@testable import eventctl

/// The log of `serve`.
@Suite(.waitLimit) struct ServerLogTests {
    /// What a log in a format has written.
    private final class Written: Sendable {
        private let lines = Locked<[String]>([])
        let log: ServerLog

        init(_ format: LogFormat) {
            log = ServerLog(format) { [lines] line in lines.withLock { $0.append(line) } }
        }

        /// The lines until now.
        var all: [String] {
            log.flush()
            return lines.withLock { $0 }
        }
    }

    @Test(arguments: LogFormat.allCases)
    func `a call does not wait while lines cannot be written, and lines beyond the capacity are counted`(
        format: LogFormat
    ) throws {
        let (lines, isPaused) = (Locked<[String]>([]), DispatchSemaphore(value: 0))
        let log = ServerLog(format) { line in
            if lines.withLock({ $0.isEmpty }) { isPaused.wait() }
            lines.withLock { $0.append(line) }
        }
        let logger = log.logger("test", from: .info)
        let text = String(repeating: "x", count: 1023)
        for _ in 0..<ServerLog.capacity / 1023 + 3 { logger.info("\(text)") }
        #expect(lines.withLock { $0.isEmpty })
        isPaused.signal()
        log.flush()
        let (long, others) = lines.withLock { lines in
            (lines.count { $0.contains(text) }, lines.filter { !$0.contains(text) })
        }
        let leftOut = ServerLog.capacity / 1023 + 3 - long
        #expect(long > 0 && leftOut > 0 && others.count == 1)
        let line = try #require(others.first)
        switch format {
        case .text:
            #expect(line.hasSuffix(" warning lines left out, since standard error was not read log.count=\(leftOut)"))
        case .json: #expect(try JSONValue(parsing: line)["event-platform.log.count"] == .number(leftOut))
        }
        logger.info("after")
        log.flush()
        #expect(lines.withLock { $0.last?.contains("after") } == true)
    }

    /// Fails when numbers are texts, with which nothing can be added or compared.
    @Test func `a message is one line of JSON, whatever its metadata is, in which numbers are numbers`() throws {
        let written = Written(.json)
        let url = try #require(URL(string: "http://a/b"))
        var logger = written.log.logger("test", from: .warning)
        logger[metadataKey: "own"] = "1"
        logger.info("below the level")
        logger.warning(
            "request",
            metadata: [
                "path": "/a b\n\u{85}\" status=200", "list": ["x", .stringConvertible(2)],
                "status": .stringConvertible(200),
                "rate": .stringConvertible(0.5), "is": .stringConvertible(true), "within": ["a": .stringConvertible(1)],
                "url": .stringConvertible(url),
            ])
        let line = try #require(written.all.first)
        #expect(written.all.count == 1 && line.allSatisfy { $0.isASCII && !$0.isNewline })
        let value = try JSONValue(parsing: line)
        let names = [
            "time", "level", "logger", "message", "is", "list", "own", "path", "rate", "status", "url", "within",
        ]
        #expect(value.object?.map(\.name) == names)
        #expect(value["path"] == "/a b\n\u{85}\" status=200" && value["level"] == "warning" && value["own"] == "1")
        #expect(value["status"] == 200 && value["rate"] == 0.5 && value["is"] == true && value["list"] == ["x", 2])
        #expect(value["within"] == ["a": 1] && value["url"] == "http://a/b")
        let time = try #require(value["time"]?.string)
        #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(time)")
    }

    @Test func `a message is one line of text with its time and level first`() throws {
        let written = Written(.text)
        let logger = written.log.logger("test", from: .warning)
        logger.info("below the level")
        logger.error(
            "events not stored",
            metadata: [
                "event-platform.intake.event.count": .stringConvertible(3),
                "event-platform.intake.failure": "disk full\n", "own": "one-word",
            ])
        let line = try #require(written.all.first)
        #expect(written.all.count == 1)
        #expect(
            line.dropFirst("2026-11-28T09:00:00.000Z".count)
                == #" error events not stored intake.event.count=3 intake.failure="disk full\n" own=one-word"#)
    }

    /// Fails when notices have another form than the rest of the log, which a collector of logs cannot read.
    @Test func `notices about files have their place first in a text, and are messages in JSON`() throws {
        let notice = "Streams/a.yaml:2:3: “schema_titel” is not a setting.\nStreams: served as before the edit."
        let lines = try LogFormat.allCases.map { format in
            let written = Written(format)
            IntakeLog(logger: written.log.logger("test", from: .notice)).notice(notice)
            return try #require(written.all.count == 2 ? written.all : nil)
        }
        #expect(lines[0].joined(separator: "\n") == notice)
        let values = try lines[1].map { try JSONValue(parsing: $0) }
        #expect(values.compactMap { $0["event-platform.intake.notice"]?.string }.joined(separator: "\n") == notice)
        #expect(values.allSatisfy { $0["level"] == "warning" })
        let quiet = Written(.text)
        IntakeLog(logger: quiet.log.logger("test", from: .error)).notice(notice)
        #expect(quiet.all.isEmpty)
    }

    @Test(
        arguments: [
            ([], .notice, nil), (["--log-level", "debug", "--log-format", "json"], .debug, .json),
        ] as [([String], Logger.Level, LogFormat?)])
    func `the level and the format are options`(arguments: [String], level: Logger.Level, format: LogFormat?) throws {
        let options = try LogOptions.parse(arguments)
        #expect(options.level == level && options.format == format)
    }
}
