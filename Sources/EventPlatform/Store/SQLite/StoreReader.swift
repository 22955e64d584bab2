import Foundation
import GRDB

/// Reads events from a file. Each query uses an index.
struct StoreReader {
    let database: Database
    let cache: StoreCache
    let cipher: EventCipher?

    /// The result of a query.
    struct QueryResult<Event> {
        var events: [Event] = []
        /// Rows that do not match their checksum.
        var damaged: [Int64] = []
        /// The last error of a row that could not be read for another reason, such as a missing key of the cipher.
        var failure: (any Error)?
    }

    // MARK: - Sending

    /// Events of a destination that may be leased, in the order of sending. Leased events are left out, and so are
    /// events that cannot be read.
    ///
    /// - Throws: the last error when no event can be read.
    func events(
        _ selection: LeaseSelection, for destination: String, atMost limit: Int, now: Duration
    ) throws -> QueryResult<LeasedEvent> {
        var found = QueryResult<LeasedEvent>()
        for (queue, priority) in cache.queues(for: destination) {
            switch selection {
            case .ready(let position):
                if let position, position.priority < priority { continue }
                let last = position?.priority == priority ? position?.row : nil
                try addReady(limit, queue, priority, after: last ?? 0, to: &found)
            case .retries: try addRetries(limit, queue, priority, now: now, to: &found)
            }
        }
        if found.events.isEmpty, let failure = found.failure { throw failure }
        return found
    }

    private func addReady(
        _ limit: Int, _ queue: Int64, _ priority: EventPriority, after last: Int64,
        to found: inout QueryResult<LeasedEvent>
    ) throws {
        // SQLite reads a row with its body, also one that is leased. The leased ones come first, most often.
        guard found.events.count < limit, let first = try firstReadyRow(queue, after: last, besides: []) else { return }
        let statement = try database.cachedStatement(
            sql: "SELECT \(StoredRow.columns) FROM event WHERE state = 0 AND queue = ? AND row >= ? ORDER BY row")
        let rows = try Row.fetchCursor(statement, arguments: [queue, first])
        var reached = first - 1
        while found.events.count < limit, let row = try rows.next() {
            let number = try StoredRow.number(of: row)
            guard number > reached else { throw DatabaseError.damaged("an index has rows out of order") }
            reached = number
            try add(row, number, (queue, priority), to: &found)
        }
    }

    /// The first ready row of a queue that is not leased, apart from some rows. The index answers it.
    private func firstReadyRow(_ queue: Int64, after last: Int64, besides excluded: Set<Int64>) throws -> Int64? {
        let statement = try database.cachedStatement(
            sql: "SELECT row FROM event WHERE state = 0 AND queue = ? AND row > ? ORDER BY row")
        let rows = try Int64.fetchCursor(statement, arguments: [queue, last])
        while let row = try rows.next() {
            if !cache.leases.holds(row), !excluded.contains(row) { return row }
        }
        return nil
    }

    private func addRetries(
        _ limit: Int, _ queue: Int64, _ priority: EventPriority, now: Duration, to found: inout QueryResult<LeasedEvent>
    ) throws {
        let due = try Row.fetchCursor(
            database.cachedStatement(
                sql:
                    "SELECT row, attempts, isolated FROM retry WHERE queue = ? AND since_boot <= ? ORDER BY "
                    + "since_boot, row"
            ),
            arguments: [queue, now.wholeMilliseconds])
        let statement = try database.cachedStatement(sql: "SELECT \(StoredRow.columns) FROM event WHERE row = ?")
        while found.events.count < limit, let retry = try due.next() {
            let number: Int64 = try retry.value("row")
            guard let row = try Row.fetchOne(statement, arguments: [number]) else { continue }
            try add(
                row, number, (queue, priority), attempts: try retry.count("attempts"),
                isIsolated: try retry.value("isolated"), to: &found)
        }
    }

    private func add(
        _ row: Row, _ number: Int64, _ queue: (number: Int64, priority: EventPriority), attempts: Int = 0,
        isIsolated: Bool = false, to found: inout QueryResult<LeasedEvent>
    ) throws {
        guard !cache.leases.holds(number) else { return }
        let stored: StoredRow
        do { stored = try StoredRow(row) } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            guard try isDamaged(number) else { throw Self.misplaced }
            return found.damaged.append(number)
        }
        guard stored.queue == queue.number, stored.schema == nil else { throw Self.misplaced }
        found.add(number) {
            LeasedEvent(
                row: number, id: stored.id.text, stream: try stream(stored.stream), priority: queue.priority,
                attempts: attempts, isIsolated: isIsolated, body: try stored.unsealedBody(cipher))
        }
    }

    private static let misplaced = DatabaseError.damaged("an index has an event in another place than the table")

    /// Whether a row does not match its checksum. SQLite takes the columns that an index has from its entry, so that a
    /// wrong entry looks like a damaged row.
    private func isDamaged(_ number: Int64) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT \(StoredRow.columns) FROM event WHERE row = ?")
        guard let row = try Row.fetchOne(statement, arguments: [number]) else { return false }
        do { _ = try StoredRow(row) } catch { return true }
        return false
    }

    func stream(_ number: Int64) throws -> String {
        guard let name = cache.streams[number] else { throw DatabaseError.damaged("the stream of a row is unknown") }
        return name
    }

    /// The destinations that have ready or failed events, sorted.
    func destinations() throws -> [String] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM event WHERE state = 0 AND queue = ?)
                OR EXISTS (SELECT 1 FROM event WHERE state = 2 AND queue = ?)
                """)
        let found = try cache.queues.filter { try Bool.fetchOne(statement, arguments: [$0.key, $0.key]) ?? false }
        return Set(found.values.map(\.destination)).sorted()
    }

    /// Whether a destination has a ready event that is not leased, apart from some rows.
    func hasReadyEvent(for destination: String, besides excluded: Set<Int64>) throws -> Bool {
        try cache.queues(for: destination).contains { queue, _ in
            try firstReadyRow(queue, after: .min, besides: excluded) != nil
        }
    }

    /// The earliest retry time of a destination's failed events that are not leased.
    func nextRetry(for destination: String) throws -> Duration? {
        let statement = try database.cachedStatement(
            sql: "SELECT row, since_boot FROM retry WHERE queue = ? ORDER BY since_boot")
        return try cache.queues(for: destination).compactMap { queue, _ in
            let rows = try Row.fetchCursor(statement, arguments: [queue])
            while let row = try rows.next() {
                guard !cache.leases.holds(try row.value("row")) else { continue }
                return .milliseconds(try row.value("since_boot") as Int64)
            }
            return nil
        }.min()
    }

    // MARK: - Schemas

    /// The schemas that events await, in the order of their bytes. Each costs one search in the index.
    func awaitedSchemas() throws -> [String] {
        let statement = try database.cachedStatement(
            sql: "SELECT min(schema) FROM event WHERE schema IS NOT NULL AND schema > ?")
        var found: [String] = []
        while let schema = try String.fetchOne(statement, arguments: [found.last ?? ""]) { found.append(schema) }
        return found
    }

    /// Events that await a schema, in the order of their rows.
    ///
    /// - Throws: the last error when no event can be read.
    func events(awaiting schema: String, atMost count: Int) throws -> QueryResult<AwaitingEvent> {
        let statement = try database.cachedStatement(
            sql: "SELECT \(StoredRow.columns) FROM event WHERE schema IS NOT NULL AND schema = ? ORDER BY row")
        let rows = try Row.fetchCursor(statement, arguments: [schema])
        var found = QueryResult<AwaitingEvent>()
        while found.events.count < count, let row = try rows.next() {
            let number = try StoredRow.number(of: row)
            let time = try arrivalOrDistantPast(of: number)
            found.add(number) {
                let stored = try StoredRow(row)
                return AwaitingEvent(
                    row: number, id: stored.id.text, stream: try stream(stored.stream), storedAt: time,
                    submission: try stored.unsealedBody(cipher))
            }
        }
        if found.events.isEmpty, let failure = found.failure { throw failure }
        return found
    }

    /// When an event was stored; `nil` when the file has no arrival for it.
    ///
    /// - Throws: `SQLITE_CORRUPT` when the time cannot be read.
    func arrival(of row: Int64) throws -> StorageTime? {
        let statement = try database.cachedStatement(
            sql: "SELECT boot, since_boot, wall FROM arrival WHERE row <= ? ORDER BY row DESC LIMIT 1")
        return try Row.fetchOne(statement, arguments: [row]).map { try StorageTime($0) }
    }

    /// When an event was stored; 1970 when that cannot be read, so that the event expires and does not wait
    /// for a schema.
    func arrivalOrDistantPast(of row: Int64) throws -> StorageTime {
        do { return try arrival(of: row) ?? .distantPast } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CORRUPT
        {
            return .distantPast
        }
    }

    /// How often a failed event was sent, and when it is sent again, on the wall clock.
    func retry(of row: Int64) throws -> (attempts: Int, at: Timestamp?)? {
        let statement = try database.cachedStatement(sql: "SELECT attempts, wall FROM retry WHERE row = ?")
        return try Row.fetchOne(statement, arguments: [row]).map {
            (try $0.count("attempts"), try $0.timeIfAny("wall"))
        }
    }

    // MARK: - All events

    /// Compares the numbers of events that the index and the other tables have, and those that are found by their state
    /// and queue. Damage that SQLite does not notice, such as a page that was not written or an entry out of its place,
    /// hides events otherwise.
    ///
    /// - Throws: `SQLITE_CORRUPT` when they differ.
    func checkCounts() throws {
        let statement = try database.cachedStatement(
            sql: """
                SELECT (SELECT count(*) FROM event) - (SELECT events FROM store),
                (SELECT count(*) FROM event WHERE state = 1) - (SELECT count(*) FROM event WHERE schema IS NOT NULL),
                (SELECT count(*) FROM event WHERE state = 2) - (SELECT count(*) FROM retry NOT INDEXED),
                (SELECT count(*) FROM retry NOT INDEXED) - (SELECT count(*) FROM retry INDEXED BY retry_by_time),
                (SELECT count(*) FROM event) - (SELECT count(*) FROM queue
                CROSS JOIN (SELECT 0 AS state UNION ALL SELECT 1 UNION ALL SELECT 2) AS states
                CROSS JOIN event ON event.state = states.state AND event.queue = queue.number)
                """)
        let differences = try Row.fetchOne(statement).map { try $0.differences(5) } ?? []
        guard differences.allSatisfy({ $0 == 0 }) else {
            throw DatabaseError.damaged("the index of the events does not match the other tables")
        }
        try checkOrder()
    }

    /// Checks that the tables of names have as many rows as their copies: names are only added. Without a condition
    /// SQLite counts the rows of either for both.
    ///
    /// - Throws: `SQLITE_CORRUPT` when they differ: a page is of an earlier time.
    static func checkNames(_ database: Database) throws {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT (SELECT count(*) FROM stream NOT INDEXED)
                - (SELECT count(*) FROM stream INDEXED BY stream_copy WHERE name >= ''),
                (SELECT count(*) FROM queue NOT INDEXED)
                - (SELECT count(*) FROM queue INDEXED BY queue_copy WHERE destination >= '')
                """)
        guard try row?.differences(2).allSatisfy({ $0 == 0 }) ?? false else {
            throw DatabaseError.damaged("the names of streams or queues do not match their copies")
        }
    }

    /// Checks that the entries of the index are in order. An entry with another row out of its place hides that row's
    /// own; one in its place names a row that a lease finds in another queue, or not at all.
    private func checkOrder() throws {
        let statement = try database.cachedStatement(
            sql: "SELECT state, queue, row FROM event INDEXED BY event_by_queue ORDER BY state, queue, row")
        let entries = try Row.fetchCursor(statement)
        var last = (state: Int64.min, queue: Int64.min, row: Int64.min)
        while let entry = try entries.next() {
            let next = (state: try entry.integer(at: 0), queue: try entry.integer(at: 1), row: try entry.integer(at: 2))
            guard last < next, next.row > 0 else {
                throw DatabaseError.damaged("the index of the events is out of order")
            }
            last = next
        }
    }

    /// The number of stored events of each stream, by reading all of them. With `afterClaimed` without those that
    /// another file imports.
    static func countByStream(in database: Database, afterClaimed: Bool = false) throws -> [String: Int] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT coalesce(name, ?) AS name, count(*) AS events
                FROM event LEFT JOIN stream ON stream.number = event.stream
                \(afterClaimed ? "WHERE row > (SELECT claimed_row FROM store)" : "") GROUP BY 1
                """,
            arguments: [StoreCache.unknownStream])
        return Dictionary(try rows.map { (try $0.value("name"), try $0.count("events")) }) { $0 + $1 }
    }

    /// Whether a row is stored.
    static func hasRow(_ row: Int64, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM event WHERE row = ?)")
        return try Bool.fetchOne(statement, arguments: [row]) ?? false
    }

    /// The rows of events whose arrival is too old.
    func expiredRows(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        let statement = try database.cachedStatement(
            sql: """
                WITH span AS (
                    SELECT row AS first, lead(row, 1, 9223372036854775807) OVER (ORDER BY row) AS next,
                    boot, since_boot, wall FROM arrival
                )
                SELECT event.row FROM span LEFT JOIN json_each(?) AS earliest ON earliest.key = span.boot
                CROSS JOIN event ON event.row >= span.first AND event.row < span.next
                WHERE event.row > (SELECT claimed_row FROM store)
                AND CASE WHEN earliest.key IS NOT NULL THEN span.since_boot < earliest.value ELSE span.wall < ? END
                LIMIT ?
                """)
        var earliest = limit.earlierBoots
        earliest[limit.bootID] = limit.millisecondsSinceBoot
        let boots = String(decoding: try JSONEncoder().encode(earliest), as: UTF8.self)
        let rows = try Int64.fetchAll(statement, arguments: [boots, limit.wallTime?.milliseconds, count])
        if !rows.isEmpty { try checkArrivals() }
        return rows
    }

    /// Checks that the arrivals are arrivals, before events are dropped by them: events in their place look old.
    private func checkArrivals() throws {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM arrival
            WHERE typeof(boot) <> 'text' OR typeof(since_boot) <> 'integer' OR typeof(wall) <> 'integer')
            """
        guard try Bool.fetchOne(database, sql: sql) == false else {
            throw DatabaseError.damaged("the times of arrival are those of something else")
        }
    }

    /// Rows that no other query finds, since their state or the number of their queue is damaged. Each pair of state
    /// and queue costs one search in the index.
    func unreachableRows(atMost limit: Int) throws -> [Int64] {
        let rows = try database.cachedStatement(sql: "SELECT row FROM event WHERE state = ? AND queue = ? LIMIT ?")
        var last = [Int64.min.databaseValue, Int64.min.databaseValue]
        var found: [Int64] = []
        while found.count < limit, let pair = try stateAndQueue(after: last) {
            last = pair
            let queue = Int64.fromDatabaseValue(last[1]).flatMap { cache.queues[$0] }
            let state = Int.fromDatabaseValue(last[0]).flatMap(StoredEventState.init)
            guard queue == nil || state == nil else { continue }
            found += try Int64.fetchAll(
                rows, arguments: StatementArguments(last + [(limit - found.count).databaseValue]))
        }
        return found
    }

    /// The next pair in the index. For a comparison of the pair as a whole, SQLite would look up the state alone, and
    /// read all events of it.
    private func stateAndQueue(after pair: [DatabaseValue]) throws -> [DatabaseValue]? {
        let sameState = try database.cachedStatement(
            sql: "SELECT state, queue FROM event WHERE state = ? AND queue > ? ORDER BY queue LIMIT 1")
        let laterState = try database.cachedStatement(
            sql: "SELECT state, queue FROM event WHERE state > ? ORDER BY state, queue LIMIT 1")
        let next =
            try Row.fetchOne(sameState, arguments: StatementArguments(pair))
            ?? Row.fetchOne(laterState, arguments: [pair[0]])
        return next.map { Array($0.databaseValues) }
    }

    /// The rows of stored events, in order.
    func rows(atMost count: Int) throws -> [Int64] {
        try Int64.fetchAll(
            database, sql: "SELECT row FROM event WHERE row > (SELECT claimed_row FROM store) ORDER BY row LIMIT ?",
            arguments: [count])
    }
}

extension StoreReader.QueryResult {
    /// Adds an event, or the reason why it cannot be read.
    mutating func add(_ row: Int64, _ read: () throws -> Event) {
        do {
            events.append(try read())
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            damaged.append(row)
        } catch {
            failure = error
        }
    }
}

extension Row {
    fileprivate func differences(_ count: Int) throws -> [Int64] { try (0..<count).map { try value(at: $0) } }
}

extension StorageTime {
    /// 1970, for an event whose time cannot be read.
    static let distantPast = StorageTime(wall: Timestamp(milliseconds: 0), bootID: "", millisecondsSinceBoot: 0)
}
