import EventSupport
import Foundation
import GRDB

/// Reads a store file without changing it, also while a client owns it.
package struct StoreInspector {
    /// A stored event, without its body.
    package struct Item: Sendable {
        package let row: Int64
        package let id: String
        package let stream: String
        package let destination: String
        package let priority: EventPriority
        /// `ready`, `awaitingSchema` or `retry`.
        package let state: String
        package let storedAt: Timestamp
        /// The event's ``SequenceNumber``, if it carries one.
        package let number: Int64?
        package let attempts: Int
        /// The retry time of a failed event, on the wall clock.
        package let retryAt: Timestamp?
        /// The schema that the event awaits, if any.
        package let schema: String?
        /// Whether the app's cipher has sealed the event.
        package let isSealed: Bool
        /// The size of the event; of a sealed event, that of its sealed bytes.
        package fileprivate(set) var bytes: Int
    }

    private let queue: DatabaseQueue
    let path: String
    /// Why a copy of the file is read that was rebuilt; `nil` if the file itself is read.
    let damage: String?

    /// Whether a file has the mark of an event store. The rest of it may be damaged.
    package static func isStore(at path: String) -> Bool { StoreSchema.isStore(at: path) }

    /// Opens an existing store for reading. Of a file that SQLite cannot open, a copy is rebuilt and read.
    ///
    /// - Throws: ``StoreError`` when the file does not exist or is not a store of this version.
    package init(path: String) throws {
        self.path = path
        try StoreSchema.requireContent(at: path)
        do {
            if StoreSchema.isStore(at: path), let reason = StoreSalvage.logDamage(path) {
                throw DatabaseError.damaged(reason)
            }
            try StoreSchema.requireNoOtherDatabase(at: path)
            queue = try DatabaseCopy.readingInPlaceOrCopy(of: path) { try Self.open($0, named: path) }
            damage = nil
        } catch {
            guard StoreSalvage.isDamage(error, of: path) else {
                throw (error as? DatabaseError).map { StoreError(opening: path, $0) } ?? error
            }
            queue = try Self.rebuiltCopy(of: path)
            damage = (error as? DatabaseError)?.message ?? "\(error)"
        }
    }

    private static func open(_ file: String, named path: String) throws -> DatabaseQueue {
        let queue = try StoreConnection.open(file, isReadOnly: true)
        try queue.read { try StoreSchema.check($0, path: path) }
        return queue
    }

    /// Opens a rebuilt copy of a damaged file, whose files are removed at once.
    private static func rebuiltCopy(of path: String) throws -> DatabaseQueue {
        try DatabaseCopy.withTemporaryFolder { folder in
            let copy = folder + "/copy.sqlite"
            _ = try StoreRebuilder(of: URL(fileURLWithPath: path).behindLinks.path, to: copy).salvage()
            let queue = try StoreConnection.open(copy, isReadOnly: true)
            try queue.read { try StoreSchema.check($0, path: path) }
            return queue
        }
    }

    /// Reads one state of the file. Of a damaged file, SQLite may not end the transaction: what was read counts.
    func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
        var result: Value?
        do {
            try queue.read { result = try work($0) }
        } catch let error as DatabaseError {
            guard result != nil else { throw error }
        }
        guard let result else { throw DatabaseError.damaged("nothing was read") }
        return result
    }

    /// Checks that a client can use a file as its store: there is nothing, an empty file or a store. A store that is
    /// damaged or cannot be opened is the client's to judge.
    ///
    /// - Throws: ``StoreError`` for a file of another program.
    package static func requireNoOtherFile(at path: String) throws {
        try StoreSchema.requireSQLiteFile(at: path)
        do { try StoreFiles.check(path) } catch { throw StoreError(error) }
        do { try StoreSchema.requireNoOtherDatabase(at: path) } catch let error as DatabaseError {
            // What has not the mark of a store is somebody else's, damaged or not. The client reports the rest.
            if error.isDamage { throw StoreError(opening: path, error) }
        }
    }

    // MARK: - Events

    /// Calls `body` with each stored event in the order of arrival, one at a time. The event is `nil` where it is
    /// sealed. One that awaits its schema is as it would be sent if the schema did not arrive.
    ///
    /// - Throws: ``StoreError`` when the file is damaged, after `body` was called with every event that can be read.
    package func forEachEvent(_ body: (Item, _ event: [UInt8]?) throws -> Void) throws {
        try requireAllRead { try readEvents(in: $0, body) }
    }

    /// Calls `body` with each stored event, then with the event of each submission that waits for stream
    /// configurations, in the order of arrival. The event is `nil` where it is sealed.
    ///
    /// - Throws: like ``forEachEvent(_:)``.
    package func export(_ body: (_ event: [UInt8]?) throws -> Void) throws {
        try requireAllRead { database in
            try readEvents(in: database) { _, event in try body(event) } + readHeld(in: database, body)
        }
    }

    /// Runs work on the file, or, if it is damaged, on a copy that is rebuilt: SQLite reads pages of a damaged file
    /// that are not in use.
    ///
    /// - Throws: ``StoreError`` after the work, when the file is damaged or `work` returns a message.
    private func requireAllRead(_ work: (Database) throws -> [String]) throws {
        var findings = try damage.map { [$0] } ?? read { try Self.damage(in: $0, path: path) }
        if damage != nil || findings.isEmpty {
            findings += try read(work)
        } else {
            let copy = try Self.rebuiltCopy(of: path)
            findings += try copy.read(work)
            try copy.close()
        }
        guard let first = findings.first else { return }
        throw StoreError(
            .notADatabase, path: path,
            "is damaged: not everything in it could be read (\(findings.count.counted("finding")), the first: "
                + "\(first)). Everything that can be read was given; run `queue salvage` to rebuild the file, as a "
                + "client does that opens it")
    }

    /// The first finding that SQLite or the account has about the whole file; empty without one.
    private static func damage(in database: Database, path: String) throws -> [String] {
        do {
            let finding = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "it cannot be checked"
            guard finding == "ok" else { return [finding] }
            let counters = try StoreCounters(reading: database)
            if !counters.isUnused, counters.precede(RefusalCount.kept(of: path, partOf: nil) ?? 0) {
                return ["it is of before a refusal"]
            }
            let counted = counters.totals.events
            let found = try Int.fetchOne(database, sql: "SELECT count(*) FROM event NOT INDEXED")
            return found == counted ? [] : ["\(found ?? 0) events are stored, the counters have \(counted)"]
        } catch  where error.isDamage {
            return [(error as? DatabaseError)?.message ?? "\(error)"]
        }
    }

    /// - Returns: a message for each event that cannot be read.
    private func readEvents(
        in database: Database, _ body: (Item, _ event: [UInt8]?) throws -> Void
    ) throws -> [String] {
        var undecoded: [String] = []
        let unreadable = try Self.forEachStoredEvent(in: database) { item, stored in
            guard !item.isSealed else { return try body(item, nil) }
            guard item.schema != nil else { return try body(item, stored) }
            let place = "event \(item.row)"
            guard let event = undecoded.recordingFailure(place, { try Self.event(ofSubmission: stored) }) else {
                return
            }
            var item = item
            item.bytes = event.count
            try body(item, event)
        }
        return unreadable + undecoded
    }

    /// - Returns: a message for each submission that cannot be read.
    private func readHeld(in database: Database, _ body: (_ event: [UInt8]?) throws -> Void) throws -> [String] {
        var unreadable: [String] = []
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM held ORDER BY number")
        while let row = try rows.next() {
            let place = "submission \(row["number"] as DatabaseValue)"
            let event = unreadable.recordingFailure(place) { () -> [UInt8]? in
                let held = try HeldSubmission(row, nil)
                return held.isSealed ? nil : try Self.event(ofSubmission: held.submission)
            }
            if let event { try body(event) }
        }
        return unreadable
    }

    private static func event(ofSubmission bytes: [UInt8]) throws -> [UInt8] {
        try Submission(bytes).documentWithoutStream().bytes
    }

    /// Calls `body` with each stored event that can be read, in the order of arrival, and its bytes as they are stored:
    /// sealed, or a submission.
    ///
    /// - Returns: a message for each that cannot be read.
    static func forEachStoredEvent(
        in database: Database, _ body: (Item, _ stored: [UInt8]) throws -> Void
    ) throws -> [String] {
        var unreadable: [String] = []
        var tables = StoreSideTables(database)
        let rows = try Row.fetchCursor(
            database, sql: "SELECT \(StoredRow.columns), state, number FROM event ORDER BY row")
        while let row = try rows.next() {
            let place = "event \(row["row"] as DatabaseValue)"
            if let (item, stored) = unreadable.recordingFailure(place, { try Self.item(row, &tables) }) {
                try body(item, stored)
            }
        }
        return tables.unreadable + unreadable
    }

    private static func item(_ row: Row, _ tables: inout StoreSideTables) throws -> (Item, stored: [UInt8]) {
        let stored = try StoredRow(row)
        let number: Int64 = try row.value("row")
        guard let state = StoredEventState(rawValue: try row.value("state")) else {
            throw DatabaseError.damaged("the state of a row is unknown")
        }
        let queue = tables.queue(stored.queue)
        let retry = state == .retry ? tables.retry(of: number) : nil
        let item = Item(
            row: number, id: stored.id.text, stream: tables.stream(stored.stream), destination: queue.destination,
            priority: queue.priority, state: state.name, storedAt: tables.arrival(of: number).wall,
            number: try row.valueIfAny("number"), attempts: retry?.attempts ?? 0,
            retryAt: retry?.at, schema: stored.schema,
            isSealed: stored.isSealed, bytes: stored.body.count)
        return (item, stored.body)
    }
}

extension [String] {
    /// The result of `work`; `nil` when it throws, after the error was appended.
    @discardableResult
    mutating func recordingFailure<Value>(_ place: String, _ work: () throws -> Value) -> Value? {
        do { return try work() } catch {
            append("\(place): \((error as? DatabaseError)?.message ?? "\(error)")")
            return nil
        }
    }
}

extension StoredEventState {
    /// The name of the state in reports.
    var name: String {
        switch self {
        case .ready: "ready"
        case .awaitingSchema: "awaitingSchema"
        case .retry: "retry"
        }
    }
}
