import EventSchema
import EventSupport
import NIOCore

/// The pages of the open feeds: what many feeds wait for is read and encoded once for all of them.
final class FeedPages: Sendable {
    /// One page as a feed sends it.
    struct Page: Sendable {
        /// The server-sent events; `nil` when no event matches.
        let text: ByteBuffer?
        /// The position after which the next page begins.
        let next: Int64

        init(_ page: EventPage) {
            next = page.next
            let text = page.events.map { "event: message\nid: \($0.position)\ndata: \($0.body.jsonText)\n\n" }
            self.text = text.isEmpty ? nil : ByteBuffer(string: text.joined())
        }
    }

    /// A reading may be shared only by feeds that have seen the same commits: an earlier one can lack the event that a
    /// feed was woken for.
    private struct Key: Hashable {
        let query: EventQuery
        let commits: UInt64
    }

    private struct Reading: Sendable {
        let task: Task<Page, any Error>
        var feeds = 1
    }

    private let readings = Locked<[Key: Reading]>([:])
    private let commits: Signal
    private let read: @Sendable (EventQuery) async throws -> EventPage

    /// - Parameters:
    ///   - commits: raised after each commit of the store.
    ///   - read: reads a page from the store.
    init(commits: Signal, read: @escaping @Sendable (EventQuery) async throws -> EventPage) {
        (self.commits, self.read) = (commits, read)
    }

    /// The number of feeds that wait for a reading.
    var waitingCount: Int { readings.withLock { $0.values.reduce(0) { $0 + $1.feeds } } }

    /// The page of a query, from the reading that is under way or from a new one.
    func page(_ query: EventQuery) async throws -> Page {
        let key = Key(query: query, commits: commits.count)
        let task = readings.withLock { [self] readings in
            readings[key]?.feeds += 1
            if let reading = readings[key] { return reading.task }
            let task = Task {
                defer { self.readings.withLock { $0[key] = nil } }
                return Page(try await read(query))
            }
            readings[key] = Reading(task: task)
            return task
        }
        return try await task.value
    }
}
