import EventSchema
import EventSupport
import Foundation
import GRDB

/// Writes an intake's store with one connection: one transaction for all waiting requests, which also removes the
/// oldest events above the limit.
final class IntakeStoreWriter: Sendable {
    /// The events of one request.
    struct Insertion: Sendable {
        let accepted: [SinkEvent]
        let rejected: [RejectedRow]
        let sent: ReceivedEvent.Sent?
    }

    /// The cached state of the tables, so that a commit need not query it.
    private struct TableState {
        private(set) var lastPosition: Int64
        var counters: [EventRetentionClass: EventRetentionClass.Counter] = [:]
        var isCurrent = true

        init(reading database: Database) throws {
            lastPosition = try StoreFile.lastPosition(database)
            for kind in EventRetentionClass.allCases {
                counters[kind] = try EventRetentionClass.Counter(of: kind, in: database)
            }
        }

        /// Gives the next event its position. In a damaged file the last one can be the largest number.
        mutating func nextPosition() throws(StoredRecord.Damage) -> Int64 {
            let (next, isTooLarge) = lastPosition.addingReportingOverflow(1)
            guard !isTooLarge else {
                throw StoredRecord.Damage(column: "position", problem: "has no successor", position: lastPosition)
            }
            lastPosition = next
            return next
        }

        /// Reads the tables again. Positions that duplicates have used are not in them, so the last position never
        /// falls.
        mutating func read(_ database: Database) throws {
            let last = lastPosition
            self = try TableState(reading: database)
            lastPosition = max(lastPosition, last)
        }
    }
    /// Replaced on the connection's queue. After a failed commit the commit queue marks it as outdated; no transaction
    /// of that queue runs then.
    private typealias TableStateBox = Locked<TableState>

    /// The maximum number of rejected events, and of error events about them; the oldest are removed.
    static let rejectedLimit = 10_000

    private let database: DatabaseQueue
    private let state: TableStateBox
    private let queue: CommitQueue<Insertion>
    private let files: OpenStoreFiles

    /// - Parameters:
    ///   - database: the connection, used by this writer only.
    ///   - lockWait: limits the connection's wait for other programs. A commit that begins later than that, behind
    ///     another one, tries once.
    ///   - limit: the maximum number of accepted events; `nil` for no limit.
    ///   - files: the files that each transaction checks.
    /// - Throws: GRDB's `DatabaseError` when the tables cannot be read.
    init(
        _ database: DatabaseQueue, _ lockWait: LockWait, limit: Int?, files: OpenStoreFiles
    ) throws {
        let state = TableStateBox(try database.read(TableState.init))
        (self.database, self.state, self.files) = (database, state, files)
        queue = CommitQueue(label: "event-intake.store", limit: 256) { batches, oldest in
            do {
                try database.writeWithoutTransaction { database in
                    try lockWait.limiting(since: oldest) {
                        try files.transaction(on: database) {
                            try Self.keep(batches, in: database, state, limit)
                        }
                    }
                }
            } catch {
                // The transaction was rolled back, so the cached state is wrong.
                state.withLock { $0.isCurrent = false }
                throw error
            }
        }
    }

    /// The last position that was given to an event.
    var lastPosition: Int64 { state.withLock { $0.lastPosition } }

    /// Stores events, which are committed when this returns.
    func add(_ batch: Insertion) async throws { try await queue.add(batch) }

    /// Removes the events of a test, or everything.
    func removeAll(test: String?) async throws {
        try await database.writeWithoutTransaction { [files, state] database in
            try files.transaction(on: database) {
                let last = max(state.withLock(\.lastPosition), try StoreFile.lastPosition(database))
                let arguments: StatementArguments = [test, test]
                var count = 0
                for table in ["event", "rejected"] {
                    try database.execute(sql: "DELETE FROM \(table) WHERE ? IS NULL OR test = ?", arguments: arguments)
                    count += database.changesCount
                }
                if count > 0 { try StoreState.recordRemoval(.request, upTo: last, in: database) }
                try database.execute(sql: "DELETE FROM cleared")
                try database.execute(sql: "INSERT INTO cleared VALUES (?)", arguments: [last])
                state.withLock { $0.isCurrent = false }
            }
        }
    }

    /// Closes the connection after the commit in progress, which an intake that is stopped at once leaves behind.
    func close() throws {
        queue.endAfterCommit()
        try database.close()
    }

    // MARK: - One transaction

    private static func keep(
        _ batches: [Insertion], in database: Database, _ box: TableStateBox, _ limit: Int?
    ) throws {
        var state = box.withLock { $0 }
        if !state.isCurrent { try state.read(database) }
        let insertion = try EventInsertion(database)
        let time = Date().intakeTime
        for batch in batches {
            for row in batch.accepted {
                let kind = EventRetentionClass(of: row.stream)
                // No client has sent an error event.
                let sent = kind == .client ? batch.sent : nil
                guard try insertion.insert(row, at: try state.nextPosition(), time, sent) else { continue }
                state.counters[kind]?.count += 1
            }
            try insert(batch.rejected, &state, time, batch.sent, into: database)
        }
        try state.counters[.client]?.makeRoom(for: .client, limit, in: database)
        try state.counters[.errorEvent]?.makeRoom(for: .errorEvent, rejectedLimit, in: database)
        box.withLock { [state] in $0 = state }
    }

    private static func insert(
        _ rows: [RejectedRow], _ state: inout TableState, _ time: String, _ sent: ReceivedEvent.Sent?,
        into database: Database
    ) throws {
        guard !rows.isEmpty else { return }
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO rejected
                    (rowid, id, stream, schema, received_at, status, context, body, test, sent_at, attempt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for row in rows {
            try statement.execute(arguments: [
                try state.nextPosition(), row.id, row.stream, row.schema, time, row.status, row.context, row.body,
                row.test, sent?.at, sent?.attempt,
            ])
        }
        let beyond = "SELECT rowid FROM rejected ORDER BY rowid DESC LIMIT 1 OFFSET \(rejectedLimit)"
        guard let last = try Int64.fetchOne(database, sql: beyond) else { return }
        try database.execute(sql: "DELETE FROM rejected WHERE rowid <= ?", arguments: [last])
        try StoreState.recordRemoval(.rejected, upTo: last, in: database)
    }
}

/// A rejected event as the store keeps it.
struct RejectedRow: Sendable {
    let id: String
    let stream: String
    let schema: String
    let status: String
    let context: String
    let body: String
    let test: String?

    init(_ event: RejectedEvent) {
        (id, stream, schema, test) = (event.id, event.stream, event.schema, event.test)
        (status, context, body) = (event.status.rawValue, event.context.jsonText, JSONValue(event.event).jsonText)
    }
}
