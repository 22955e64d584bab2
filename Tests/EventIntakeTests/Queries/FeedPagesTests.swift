import EventSchema
import EventSupport
import TestSupport
import Testing

@testable import EventIntake

/// What many feeds wait for is read and encoded once.
@Suite(.waitLimit) struct FeedPagesTests {
    /// Holds each reading until the gate is opened, and counts them.
    private final class Readings: Sendable {
        let begun = Signal()
        let gate = Signal()

        func read(_ query: EventQuery) async -> EventPage {
            begun.raise()
            await gate.wait(after: 0)
            return EventPage(events: [], next: query.after + 1, hasMore: false)
        }
    }

    @Test func `feeds that wait for the same page share one reading`() async throws {
        let readings = Readings()
        let pages = FeedPages(commits: Signal()) { await readings.read($0) }
        let feeds = (0..<20).map { _ in Task { try await pages.page(EventQuery(stream: "a")) } }
        await until("the feeds wait") { pages.waitingCount == 20 }
        #expect(readings.begun.count == 1)
        readings.gate.raise()
        for feed in feeds { #expect(try await feed.value.next == 1) }
        // It is not kept: events may have been removed since.
        _ = try await pages.page(EventQuery(stream: "a"))
        #expect(readings.begun.count == 2)
    }

    /// Fails when a feed that a commit has woken joins a reading from before the commit: it would miss the event.
    @Test func `after a commit, and for another query, there is another reading`() async throws {
        let (readings, commits) = (Readings(), Signal())
        let pages = FeedPages(commits: commits) { await readings.read($0) }
        async let before = pages.page(EventQuery(stream: "a"))
        await until("the first reading begins") { readings.begun.count == 1 }
        async let other = pages.page(EventQuery(stream: "b"))
        await until("the second reading begins") { readings.begun.count == 2 }
        commits.raise()
        async let after = pages.page(EventQuery(stream: "a"))
        await until("the third reading begins") { readings.begun.count == 3 }
        readings.gate.raise()
        _ = try await (before, other, after)
    }
}
