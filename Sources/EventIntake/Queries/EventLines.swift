import HTTPTypes
import Hummingbird
import NIOCore

/// `form=ndjson`: all events that match a query, each as the JSON that the store has, on a line.
struct EventLines: Sendable {
    let store: IntakeStore
    let log: IntakeLog

    /// The maximum number of events in one reading, and the number of bytes after which it ends. In between other
    /// queries are read, and the client takes what it was sent.
    private static let (maximumEvents, maximumBytes) = (1000, 1 << 20)

    /// The response, which ends at the newest event of now. Events that are removed meanwhile are missing.
    ///
    /// - Parameters:
    ///   - query: which events; its limit has no effect.
    ///   - limit: the maximum number of events; `nil` for all.
    /// - Returns: the response, whose events are read while it is sent.
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    func response(to query: EventQuery, limit: Int?) async throws -> Response {
        var query = query
        let newest = try await store.read { try StoreFile.newestPosition($0) }
        query.before = min(query.before ?? .max, newest == .max ? .max : newest + 1)
        return Response(
            status: .ok, headers: [.contentType: "application/x-ndjson"], body: body(query, limit ?? .max))
    }

    private func body(_ query: EventQuery, _ limit: Int) -> ResponseBody {
        ResponseBody { writer in
            var (query, left) = (query, limit)
            while left > 0 {
                query.limit = min(left, Self.maximumEvents)
                let page = try await page(query)
                if !page.events.isEmpty { try await writer.write(ByteBuffer(string: page.events.joined())) }
                left -= page.events.count
                guard page.hasMore, query.advance(past: page.next) else { break }
            }
            try await writer.finish(nil)
        }
    }

    private func page(_ query: EventQuery) async throws -> QueryPage<String> {
        let form = EventForm(["body"]) { try $0.text("body") + "\n" }
        do {
            return try await store.read { database in
                var bytes = 0
                return try query.page(of: form, in: database) { line in
                    bytes += line.utf8.count
                    return bytes >= Self.maximumBytes
                }
            }
        } catch {
            log.queryFailed(error)
            throw error
        }
    }
}

extension EventQuery {
    /// Goes on behind a page.
    ///
    /// - Returns: whether there is anything behind it; in a damaged store positions need not rise.
    fileprivate mutating func advance(past position: Int64) -> Bool {
        if isNewestFirst {
            guard position < before ?? .max else { return false }
            before = position
        } else {
            guard position > after else { return false }
            after = position
        }
        return true
    }
}
