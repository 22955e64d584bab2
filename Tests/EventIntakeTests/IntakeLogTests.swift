import InMemoryLogging
import Logging
import Testing

@testable import EventIntake

/// What the intake logs: constant messages, keys of one list.
@Suite struct IntakeLogTests {
    private struct Failure: Error, CustomStringConvertible { let description: String }

    @Test(arguments: ["disk full", "database is locked"])
    func `messages are the same for every failure, which the metadata has`(reason: String) {
        let handler = InMemoryLogHandler()
        let log = IntakeLog(logger: Logger(label: "test") { _ in handler })
        log.eventsNotStored(3, Failure(description: reason))
        log.requestRefused(SinkUnavailable(reason, retryAfter: .seconds(1)))
        log.queryFailed(Failure(description: reason))
        log.notice(reason)
        #expect(
            handler.entries.map { "\($0.message)" }
                == ["events not stored", "requests refused", "query failed", "notice about served files"])
        #expect(handler.entries.map(\.level) == [.error, .error, .error, .warning])
        #expect(
            handler.entries.map(\.metadata) == [
                [
                    "event-platform.intake.event.count": .stringConvertible(3),
                    "event-platform.intake.failure": "\(reason)",
                ],
                [
                    "event-platform.intake.failure": "\(reason)",
                    "event-platform.intake.request.count": .stringConvertible(1),
                ],
                [
                    "event-platform.intake.failure": "\(reason)",
                    "event-platform.intake.request.count": .stringConvertible(1),
                ],
                ["event-platform.intake.notice": "\(reason)"],
            ])
    }
}
