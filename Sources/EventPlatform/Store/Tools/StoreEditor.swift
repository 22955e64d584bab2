package import EventSchema
import Foundation
import GRDB

/// Changes a store by hand, while no client owns it.
package struct StoreEditor {
    private let store: SQLiteEventStore
    private let namespace: StoreNamespace

    /// Takes a store's lock, and takes in what other clients have left beside it.
    ///
    /// - Throws: ``StoreError``: there is no such store, it cannot be used, or a client owns it.
    package init(path: String, settings: StoreSettings = .unlimited) throws {
        try StoreSchema.requireStore(at: path)
        namespace = StoreNamespace(URL(fileURLWithPath: path))
        store = try SQLiteEventStore(path: path, settings: settings, namespace: namespace)
    }

    /// Lets go of the store.
    package func close() throws { try store.close() }

    /// Which events a command is about.
    package struct Selection: Sendable {
        package var ids: [String] = []
        package var streams: [String] = []

        package init(ids: [String] = [], streams: [String] = []) {
            (self.ids, self.streams) = (ids, streams)
        }

        /// Whether an event is meant; everything is, where nothing is named.
        func contains(_ id: StoredID, _ stream: String) -> Bool {
            (ids.isEmpty || ids.contains { StoredID($0) == id }) && (streams.isEmpty || streams.contains(stream))
        }
    }

    /// Forgets how often the intake could not process the selected events, so that they go with the next batch.
    package func requeue(_ selection: Selection) throws -> JSONObject {
        let memory = store.known
        var rows: [Int64] = []
        var matching = 0
        try store.onFile { database in
            let found = try Row.fetchCursor(database, sql: "SELECT row, id, stream, attempts FROM event")
            while let row = try found.next() {
                guard
                    selection.contains(try row.value("id"), try memory.stream(try row.value("stream")))
                else { continue }
                matching += 1
                if try row.value("attempts") as Int > 0 { rows.append(try row.value("row")) }
            }
        }
        _ = try store.commit(StoreTransaction()) { database in
            for row in rows {
                try database.execute(sql: "UPDATE event SET attempts = 0 WHERE row = ?", arguments: [row])
            }
            for destination in memory.destinations { try Self.endRests(of: rows, at: destination, in: database) }
        }
        return ["matching": .number(matching), "requeued": .number(rows.count), "waiting": .number(waiting)]
    }

    private static func endRests(of rows: [Int64], at destination: String, in database: Database) throws {
        let name = Emitter.restsName(destination)
        let kept = try String.fetchOne(database, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
        guard let kept else { return }
        try database.execute(
            sql: "UPDATE setting SET value = ? WHERE name = ?",
            arguments: [Rests.text(kept, without: Set(rows)), name])
    }

    /// Drops the events that are too old, as a client's next cycle would.
    ///
    /// - Parameters:
    ///   - now: the moment to judge by, which is believed; `nil` for the system's clocks, of which the boot clock cannot be
    ///     set.
    package func prune(maximumAge: Duration, asOf now: Timestamp?) throws -> JSONObject {
        let clocks = SystemClocks()
        let last = now == nil ? try LastBelievedTime.read(from: store) : nil  // whoever gives a date means it
        let policy = AgePolicy(maximumAge: maximumAge)
        let limit = policy.limit(
            now: now ?? clocks.wall, sinceBoot: clocks.sinceBoot, bootID: now == nil ? clocks.bootID : "",
            lastBelieved: last)
        let pruned = try drop(.expired) { try store.expired(by: limit, atMost: $0) }
        return [
            "pruned": .number(pruned), "waiting": .number(waiting), "clockBelieved": .bool(limit.wallTime != nil),
        ]
    }

    /// Purges a store, or, when it cannot be read, removes its files.
    ///
    /// - Parameter isForced: whether a file goes too that cannot be told to be a store, such as one that has lost its
    ///   first page.
    /// - Throws: ``StoreError``: there is no such store, a client has a file of the namespace, or another program reads
    ///   the store file; or that one cannot be told to be a store, after what is beside it was removed.
    package static func purge(path: String, isForced: Bool = false) throws -> JSONObject {
        do { try StoreSchema.requireStore(at: path) } catch let error as StoreError {
            return try purgeBeside(path, since: error, isForced: isForced)
        }
        do {
            return try StoreEditor(path: path).purgeAndClose()
        } catch let error as StoreError where [.newerVersion, .notADatabase].contains(error.code) {
            return try removeAll(path, since: error)
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            return try removeAll(path, since: StoreError(opening: path, error))
        }
    }

    /// Purges a namespace whose store file is missing, or cannot be told to be one. In the latter case that file stays
    /// unless this is forced, and so does what it may belong to.
    private static func purgeBeside(_ path: String, since error: StoreError, isForced: Bool) throws -> JSONObject {
        let namespace = StoreNamespace(URL(fileURLWithPath: path))
        guard !isForced else { return try removeAll(path, since: error) }
        let stores = try namespace.neighbours().filter { StoreSchema.isStore(at: $0.path) }
        guard FileManager.default.fileExists(atPath: path) else {
            let id = InstallIDFile(beside: .file(namespace.main))
            let isNothing = stores.isEmpty && id?.exists != true && StoreNamespace.parts(of: namespace.main).isEmpty
            guard !isNothing else { throw error }
            let removed = try StorePurge.remove([namespace.main] + stores)
            try id?.remove()
            return Self.report(removed, since: error)
        }
        guard !stores.isEmpty else { throw error }
        let removed = try StorePurge.remove(stores)
        throw StoreError(
            error.code,
            description:
                "\(error.description). Removed beside it: \(removed.joined(separator: ", ")). If it was a store, --force removes it too"
        )
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

    /// Removes everything that a person could be told by: events, submissions that wait, ids and settings of the client,
    /// and every other file of the namespace. The account stays, with what waited counted as ``DropReason/purged``.
    ///
    /// - Throws: ``StoreError`` when another client has a file of the namespace; then nothing is removed.
    package func purge() throws -> JSONObject {
        let others = try StorePurge.lockOthers(of: namespace)
        defer { for other in others { other.lock.release() } }
        let held = try store.load().heldSubmissions
        let dropped = try drop(.purged) { try store.waiting(atMost: $0) }
        var transaction = StoreTransaction()
        transaction.released = held.map(\.number)
        for submission in held { transaction.ledger.countDropped(submission.stream, .purged) }
        _ = try store.commit(transaction) { try StorePurge.forgetClient($0) }
        for other in others { try StoreNamespace.remove(other.file) }
        try InstallIDFile(beside: .file(namespace.main))?.remove()
        try store.erase()  // last, since somebody who reads the file may be in its way
        return [
            "purged": .number(dropped + held.count), "waiting": .number(waiting),
            "filesRemoved": .array(others.map { .string($0.file.lastPathComponent) }),
        ]
    }

    private var waiting: Int { store.known.totals.events }

    private func drop(_ reason: DropReason, next: (_ count: Int) throws -> [Int64]) throws -> Int {
        var count = 0
        while true {
            let rows = try next(1000)
            guard !rows.isEmpty else { return count }
            var transaction = StoreTransaction()
            transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .dropped(reason)) }
            _ = try store.commit(transaction)
            count += rows.count
        }
    }
}

extension StoreSettings {
    /// Settings under which nothing makes room.
    package static var unlimited: StoreSettings {
        var settings = StoreSettings()
        (settings.maximumEvents, settings.maximumBytes) = (.max, .max)
        return settings
    }
}
