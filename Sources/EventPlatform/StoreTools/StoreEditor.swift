package import EventSchema
import EventSupport
import Foundation
import GRDB

/// Changes a store for a tool, while no client owns it.
package struct StoreEditor {
    private let store: NamespaceStore
    private let namespace: StoreNamespace
    private var main: SQLiteEventStore { store.main }

    /// Takes a store's lock and imports the files of other clients.
    ///
    /// - Throws: ``StoreError`` when the store does not exist, cannot be used, or is owned by a client.
    package init(path: String, settings: StoreSettings = .unlimited) throws {
        try StoreSchema.requireStore(at: path)
        namespace = StoreNamespace(URL(fileURLWithPath: path))
        store = try NamespaceStore(namespace, settings: settings)
        do { try store.importAll() } catch {
            try store.close()
            throw error
        }
    }

    /// Closes the store and releases its lock.
    package func close() throws { try store.close() }

    /// The events that a command applies to.
    package struct Selection: Sendable {
        package var ids: [String] = []
        package var streams: [String] = []

        package init(ids: [String] = [], streams: [String] = []) {
            (self.ids, self.streams) = (ids, streams)
        }

        /// Whether an event is selected. An empty list selects every id or stream.
        func contains(_ id: StoredID, _ stream: String) -> Bool {
            (ids.isEmpty || ids.contains { StoredID($0) == id }) && (streams.isEmpty || streams.contains(stream))
        }
    }

    /// Makes the selected failed events ready again, with 0 attempts.
    ///
    /// - Throws: ``StoreError`` when the store cannot be read or written, as while another program locks it.
    package func requeue(_ selection: Selection) throws -> JSONObject {
        let (matching, rows) = try main.file.withDatabase { try matches(of: selection, in: $0) }
        _ = try main.commit(StoreTransaction()) { database in
            for row in rows {
                try database.execute(sql: "UPDATE event SET state = 0 WHERE row = ? AND state = 2", arguments: [row])
                try database.execute(sql: "DELETE FROM retry WHERE row = ?", arguments: [row])
            }
        }
        return ["matching": .number(matching), "requeued": .number(rows.count), "waiting": .number(try waiting)]
    }

    /// The number of selected events, and the rows of those that failed.
    private func matches(of selection: Selection, in database: Database) throws -> (count: Int, failed: [Int64]) {
        let cache = try StoreCache(reading: database)
        let found = try Row.fetchCursor(database, sql: "SELECT row, id, stream, state FROM event")
        var (matching, failed) = (0, [] as [Int64])
        while let row = try found.next() {
            let stream = cache.streams[try row.value("stream")] ?? StoreCache.unknownStream
            guard selection.contains(try row.value("id"), stream) else { continue }
            matching += 1
            if try row.value("state") as Int == StoredEventState.retry.rawValue { failed.append(try row.value("row")) }
        }
        return (matching, failed)
    }

    /// Drops the events that are too old, as a client does in its maintenance.
    ///
    /// - Parameters:
    ///   - maximumAge: how long an event may be stored.
    ///   - now: the time at which the age is measured, by the wall clock of each event; `nil` for the system's clocks.
    /// - Returns: the report: `pruned` and `waiting`, the numbers of dropped and remaining events, and
    ///   `wallClockTrusted`, whether a server has confirmed the clock in this boot. If not, events of earlier boots
    ///   are kept.
    /// - Throws: like ``requeue(_:)``.
    package func prune(maximumAge: Duration, asOf now: Timestamp?) throws -> JSONObject {
        let time = StorageTime(SystemClocks())
        let boots = try BootRecord(from: store)
        let limit =
            now.map { now in
                AgeLimit(
                    bootID: "", millisecondsSinceBoot: 0, wallTime: now.advanced(by: .zero - maximumAge.bounded))
            } ?? boots.limit(at: time, maximumAge: maximumAge)
        let pruned = try drop(.expired) { try store.expiredRows(by: limit, atMost: $0) }
        return [
            "pruned": .number(pruned), "waiting": .number(try waiting),
            "wallClockTrusted": .bool(now != nil || boots.isConfirmed(at: time)),
        ]
    }

    /// Purges a store. When the store file cannot be read, it removes the files of the namespace.
    ///
    /// - Parameters:
    ///   - path: the path of the store file.
    ///   - isForced: whether a store file that lost its first page, and with it the mark of a store, is removed too. It
    ///     is recognised by its size and by the lock file beside it.
    /// - Returns: the report: `filesRemoved`, the names of the removed files, with `purged` and `waiting`, the numbers
    ///   of removed and remaining events, or with `unreadable`, why the store file could not be read.
    /// - Throws: ``StoreError`` when there is no such store; when the file is another program's; when a client has a
    ///   file of the namespace; when another program reads the store file; or when the store file has no mark and is
    ///   not removed, after the files beside it were.
    package static func purge(path: String, isForced: Bool = false) throws -> JSONObject {
        let path = URL(fileURLWithPath: path).behindLinks.path  // what belongs to the store is beside the file itself
        do { try StoreSchema.requireStore(at: path) } catch let error as StoreError {
            return try purgeBeside(path, since: error, isForced: isForced)
        }
        do {
            return try StoreEditor(path: path).purgeAndClose()
        } catch let error as StoreError where [.newerVersion, .notADatabase].contains(error.code) {
            return try removeAll(path, since: error)
        } catch let error as StoreError where error.code == .unavailable && DamageMark(of: path).isSet {
            return try removeAll(path, since: error)  // there is no room to rebuild it
        }
    }

    /// Purges a namespace whose store file is missing or has no mark. A file without a mark is removed only when this
    /// is forced and it looks like a damaged store, and so are the sidecar files, which may belong to it.
    private static func purgeBeside(_ path: String, since error: StoreError, isForced: Bool) throws -> JSONObject {
        let namespace = StoreNamespace(URL(fileURLWithPath: path))
        if isForced, StorePurge.isDamagedStore(path) { return try removeAll(path, since: error) }
        let stores = try namespace.markedDatabases()
        guard FileManager.default.fileExists(atPath: path) else {
            let sidecars = StorePurge.sidecars(of: namespace).filter(\.exists)
            // A lock file has no content, and may be that of another program: `yarn.lock` beside no file `yarn`.
            let parts = StoreNamespace.parts(of: namespace.main).filter { $0.pathExtension != "lock" }
            guard !(stores.isEmpty && sidecars.isEmpty && parts.isEmpty) else { throw error }
            let removed = try StorePurge.remove([namespace.main] + stores)
            for file in sidecars { try file.remove() }
            return Self.report(removed, since: error)
        }
        guard !stores.isEmpty else { throw error }
        let removed = try StorePurge.remove(stores)
        throw StoreError(
            error.code,
            "\(error.message). Removed beside it: \(removed.joined(separator: ", ")). If it is a damaged store, "
                + "--force removes it too")
    }

    private func purgeAndClose() throws -> JSONObject {
        let report: JSONObject
        do { report = try purge() } catch {
            try close()
            throw error
        }
        try close()
        return report
    }

    private static func removeAll(_ path: String, since error: StoreError) throws -> JSONObject {
        report(try StorePurge.removeAll(StoreNamespace(URL(fileURLWithPath: path))), since: error)
    }

    private static func report(_ files: [String], since error: StoreError) -> JSONObject {
        ["unreadable": .string("\(error)"), "filesRemoved": .array(files.map { .string($0) })]
    }

    /// Removes everything by which a person could be identified: events, held submissions, the client's values with its
    /// ids, and every other file of the namespace. The ledger stays, with the removed events counted as
    /// ``DropReason/purged``.
    ///
    /// - Throws: ``StoreError`` when a client has another file of the namespace: nothing is removed then.
    package func purge() throws -> JSONObject {
        let others = try StorePurge.lockOthers(of: namespace)
        defer { for other in others { other.lock.release() } }
        let held = try store.load(at: StorageTime(SystemClocks())).heldSubmissions
        let dropped = try drop(.purged) { try store.storedRows(atMost: $0) }
        var transaction = StoreTransaction()
        transaction.removedSubmissions = held.map(\.number)
        for submission in held { transaction.ledger.countDropped(submission.stream, .purged) }
        _ = try main.commit(transaction) { try StorePurge.deleteClientData($0) }
        for other in others { try StoreNamespace.remove(other.file) }
        for file in StorePurge.sidecars(of: namespace) { try file.remove() }
        try store.erase()  // last: it fails while another program reads the file, and everything else is done then
        return [
            "purged": .number(dropped + held.count), "waiting": .number(try waiting),
            "filesRemoved": .array(others.map { .string($0.file.lastPathComponent) }),
        ]
    }

    /// Rebuilds a damaged store file, as a client does that opens it.
    ///
    /// - Returns: the report: `rebuilt`, whether the file was damaged; `events`, how many events and held submissions
    ///   the new file has; `lost` and `returned`, how many fewer or more these are than by the account; `setAside`, the
    ///   path of the damaged file.
    /// - Throws: ``StoreError`` when there is no such store, it cannot be written, or a client owns it.
    package static func salvage(path: String) throws -> JSONObject {
        try StoreSchema.requireRegularFile(at: path)
        let file = URL(fileURLWithPath: path).behindLinks.path
        let exchange = StoreFileExchange(of: file)
        guard FileKind(at: path) == .regular || exchange.isPending else { throw StoreError(missing: path) }
        let lock = try StoreLock(path)
        defer { lock.undo() }
        try lock.checkFiles()
        try exchange.finishIfPending()
        guard StoreSalvage.isStore(file) else {
            throw StoreError(.foreignDatabase, path: path, "is not an event store; it was not changed")
        }
        guard try !DamageMark(of: file).isSet && StoreInspector(path: path).findings().isEmpty else {
            let result = try StoreSalvage.run(file)
            let correction = result.correction.total
            return [
                "rebuilt": true, "events": .number(result.kept), "lost": .number(correction.droppedTotal),
                "returned": .number(correction.submitted), "accountLost": .bool(result.beginsAccount),
                "setAside": .string(exchange.aside),
            ]
        }
        return ["rebuilt": false]
    }

    private var waiting: Int { get throws { try main.totals().events } }

    private func drop(_ reason: DropReason, next: (_ count: Int) throws -> [Int64]) throws -> Int {
        var count = 0
        while true {
            let rows = try next(1000)
            guard !rows.isEmpty else { return count }
            var transaction = StoreTransaction()
            transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .dropped(reason)) }
            guard !(try store.commit(transaction)).isEmpty else {
                throw StoreError(
                    damaged: namespace.main.path, "\(rows.count) rows are found and cannot be removed")
            }
            count += rows.count
        }
    }
}

extension StoreSettings {
    /// Settings without limits, so that nothing is evicted.
    package static var unlimited: StoreSettings {
        var settings = StoreSettings()
        (settings.maximumEvents, settings.maximumBytes) = (.max, .max)
        return settings
    }
}
