import EventSchema
import EventSupport
import Foundation
import Logging
import TestSupport
import Testing

@testable import eventctl

/// The log of `serve`.
@Suite(.waitLimit) struct ServerLogTests {
    @Test func `a call does not wait while lines cannot be written, and lines beyond the capacity are counted`() {
        let (lines, isPaused) = (Locked<[String]>([]), DispatchSemaphore(value: 0))
        let log = ServerLog { line in
            if lines.withLock({ $0.isEmpty }) { isPaused.wait() }
            lines.withLock { $0.append(line) }
        }
        let line = String(repeating: "x", count: 1023)
        for _ in 0..<ServerLog.capacity / 1024 + 3 { log.line(line) }
        #expect(lines.withLock { $0.isEmpty })
        isPaused.signal()
        log.flush()
        let written = lines.withLock { $0 }
        #expect(written.filter { $0 == line }.count == ServerLog.capacity / 1024)
        #expect(written.filter { $0 != line } == ["3 lines were left out, since standard error was not read"])
        log.line("after")
        log.flush()
        #expect(lines.withLock { $0.last } == "after")
    }

    @Test func `a message is one line of JSON, whatever its metadata is`() throws {
        let lines = Locked<[String]>([])
        let log = ServerLog { line in lines.withLock { $0.append(line) } }
        var logger = Logger(label: "test") { JSONLogHandler(label: $0, log: log, from: .warning) }
        logger[metadataKey: "own"] = "1"
        logger.info("below the level")
        logger.warning("request", metadata: ["path": "/a b\n\u{85}\" status=200", "list": ["x", "y"]])
        log.flush()
        let line = try #require(lines.withLock { $0.first })
        #expect(lines.withLock { $0.count } == 1 && line.allSatisfy { $0.isASCII && !$0.isNewline })
        let value = try JSONValue(parsing: line)
        #expect(value.object?.map(\.name) == ["time", "level", "logger", "message", "list", "own", "path"])
        #expect(value["path"] == "/a b\n\u{85}\" status=200" && value["level"] == "warning" && value["own"] == "1")
        let time = try #require(value["time"]?.string)
        #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(time)")
    }
}
