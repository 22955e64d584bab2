import EventSchema
import EventSupport
import InMemoryLogging
import Logging
import TestSupport
import Testing

@testable import EventIntake

/// Failures that every request may have, and the lines in the log about them.
@Suite(.waitLimit) struct FailureSummaryTests {
    private struct DiskFull: Error {}

    private let time = Locked(Duration.zero)

    private func summary() -> FailureSummary {
        FailureSummary { [time] in time.withLock { $0 } }
    }

    /// A sink that fails while its disk is full.
    private final class FullSink: EventSink {
        let isFull = Locked(true)

        func write(_ events: [SinkEvent]) throws { if isFull.withLock(\.self) { throw DiskFull() } }
        func close() {}
    }

    private static func lines(_ handler: InMemoryLogHandler) -> [String] {
        handler.entries.map { "\($0.message) \($0.metadata["event-platform.intake.event.count"] ?? "")" }
    }

    private func advance(_ duration: Duration) { time.withLock { $0 += duration } }

    @Test func `the first failure is logged at once, later ones together after a minute`() {
        let summary = summary()
        #expect(summary.failed() == 1)
        for _ in 0..<10_707 { #expect(summary.failed() == nil) }
        advance(.milliseconds(59_999))
        #expect(summary.failed(2) == nil)
        advance(.milliseconds(1))
        #expect(summary.failed() == 10_710)
        #expect(summary.failed() == nil)
    }

    @Test func `the end of a failure is logged once, with what was not logged before`() {
        let summary = summary()
        #expect(summary.ended() == nil)
        #expect(summary.failed() == 1)
        #expect(summary.failed() == nil)
        #expect(summary.ended() == 1)
        #expect(summary.ended() == nil)
    }

    @Test func `a failure that comes and goes has two lines a minute`() {
        let summary = summary()
        var lines = 0
        for _ in 0..<100 {
            if summary.failed() != nil { lines += 1 }
            if summary.ended() != nil { lines += 1 }
        }
        #expect(lines == 2)
        advance(.seconds(60))
        #expect(summary.failed() == 100)
    }

    @Test func `a full disk has a line a minute, and one when events are stored again`() {
        let handler = InMemoryLogHandler()
        let log = IntakeLog(logger: Logger(label: "test") { _ in handler }) { [time] in time.withLock { $0 } }
        for _ in 0..<120 {
            for _ in 0..<100 { log.eventsNotStored(3, DiskFull()) }
            advance(.seconds(1))
        }
        log.eventsStored()
        log.eventsStored()
        #expect(
            Self.lines(handler) == [
                "events not stored 3", "events not stored 18000", "events are stored again 17997",
            ])
    }

    /// Fails when a request counts as one, or when the path of an event reports only failures.
    @Test func `the path of an event logs how many were not stored, and that events are stored again`() async throws {
        let (handler, sink) = (InMemoryLogHandler(), FullSink())
        let log = IntakeLog(logger: Logger(label: "test") { _ in handler }) { [time] in time.withLock { $0 } }
        let store = try IntakeStore()
        let path = EventPath(
            content: try LiveContent(Fixture.configuration), store: store, sinks: [sink], service: nil, log: log)
        let event = try JSON(parsing: Fixture.event())
        for count in [3, 2] {
            let verdicts = try await path.receive(Array(repeating: event, count: count), RequestMetadata())
            #expect(verdicts.count == count && verdicts.allSatisfy { $0.accepted == nil })
        }
        sink.isFull.withLock { $0 = false }
        for _ in 0..<2 { #expect(try await path.receive([event], RequestMetadata()).first?.accepted != nil) }
        #expect(Self.lines(handler) == ["events not stored 3", "events are stored again 2"])
        try store.close()
    }
}
