import EventSupport
import Foundation
import GRDB

/// Imports the files of other clients into the store file: events, ledgers and held submissions.
///
/// A slice is imported in three transactions: it is claimed in the other file; it is added to the store file together
/// with the number of the claim; it is removed from the other file. When the process is killed in between, the next
/// import compares the two numbers and continues where this one ended, so that no event is lost or imported twice.
struct SpoolImporter: Sendable {
    let namespace: StoreNamespace
    let settings: StoreSettings

    /// The files of this round that have not had their turn.
    private var pending: [URL] = []
    /// The names of files that cannot be imported, or are no part of the namespace.
    private var unusable: Set<String> = []
    /// The names of files that could not be imported at some time, which was said.
    private var delayed: Set<String> = []
    /// The names of files that were rebuilt. A file that is damaged again is not.
    private var rebuilt: Set<String> = []

    init(_ namespace: StoreNamespace, _ settings: StoreSettings) {
        (self.namespace, self.settings) = (namespace, settings)
    }

    /// Imports one slice of the next file; files take turns.
    mutating func importSlice(into store: SQLiteEventStore) throws -> StoreReport {
        if pending.isEmpty {
            pending = try namespace.otherDatabases()
            if pending.isEmpty { try store.deleteImportStates() }
        }
        pending.removeAll { unusable.contains($0.lastPathComponent) }
        guard !pending.isEmpty else { return StoreReport() }
        let file = pending.removeFirst()
        var report = importSlice(of: file, into: store)
        if report.hasMore { pending.append(file) }
        report.hasMore = !pending.isEmpty
        return report
    }

    /// Imports a slice of a file. One that is damaged is rebuilt first. A file that cannot be imported is not changed
    /// and not tried again.
    ///
    /// - Returns: what changed, and whether the file has more.
    mutating func importSlice(of file: URL, into store: SQLiteEventStore) -> StoreReport {
        do {
            guard let spool = try open(file) else { return StoreReport() }
            return try importSlice(of: spool, into: store)
        } catch let failure as StoreFailure {
            return notNow(file, failure.error)
        } catch  where Self.mayPass(error) {
            return notNow(file, error)
        } catch {
            if let report = rebuild(file, because: error) { return report }
            unusable.insert(file.lastPathComponent)
            var report = StoreReport()
            report.remarks.append("\(file.path) cannot be imported and was not changed: \(error)")
            return report
        }
    }

    /// Whether an error says nothing about the file: another process has locked it, such as one that the system has
    /// suspended, or the disk is full or broken.
    private static func mayPass(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return (error as? StoreError)?.code == .unavailable }
        return [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY]
            .contains(error.resultCode)
    }

    /// The file is tried again in the next round.
    private mutating func notNow(_ file: URL, _ error: any Error) -> StoreReport {
        guard delayed.insert(file.lastPathComponent).inserted else { return StoreReport() }
        return StoreReport(remarks: ["\(file.path) cannot be imported now: \(error)"])
    }

    /// The store file could not be written, which says nothing about the other file.
    private struct StoreFailure: Error {
        let error: any Error
    }

    /// Rebuilds a damaged file of the namespace whose client has ended.
    ///
    /// - Returns: what was done; empty while the client that writes the file is running, which continues in another
    ///   one; `nil` if the file cannot be rebuilt.
    private mutating func rebuild(_ file: URL, because error: any Error) -> StoreReport? {
        let name = file.lastPathComponent
        let isDamaged = (error as? StoreError)?.isForeignFile == true && namespace.isDamagedPart(file)
        let isPart = namespace.isSpool(name) || StoreSchema.namespaceID(at: file.path) == namespace.id
        guard isDamaged || isPart && StoreSalvage.isDamage(error, of: file.path), !rebuilt.contains(name) else {
            return nil
        }
        var report = StoreReport()
        do {
            let lock = try StoreLock(file.path, isProbe: true)
            defer { lock.release() }
            rebuilt.insert(name)
            report.remarks.append(try StoreSalvage.run(file.path, partOf: namespace, because: error))
            report.hasMore = true
        } catch let error as StoreError where error.code == .owned {
            DamageMark(of: file.path).set()  // that client leaves it; see ``SpoolStore``
            return report
        } catch {
            return nil
        }
        return report
    }

    /// Opens a file; `nil` when it is not to be imported now. A spool is imported while its writer is running; the
    /// client of an alternative file sends its events itself, so that file is imported after its client has ended.
    private func open(_ file: URL) throws -> SpoolFile? {
        var lock: StoreLock?
        do { lock = try StoreLock(file.path, isProbe: true) } catch let error as StoreError
            where error.code == .owned
        {
            guard namespace.isSpool(file.lastPathComponent) else { return nil }
        }
        if lock != nil { try StoreFileExchange(of: file.path).finishIfPending() }
        guard FileManager.default.fileExists(atPath: file.path) else {
            if lock != nil { try StoreNamespace.remove(file) }  // it was removed before: removes the new lock file
            return nil
        }
        if lock != nil, StoreSchema.isStore(at: file.path), let reason = StoreSalvage.headerDamage(file.path) {
            lock?.release()
            throw DatabaseError.damaged(reason)
        }
        return try SpoolFile(file, lock: lock, settings: settings)
    }

    private mutating func importSlice(of spool: SpoolFile, into store: SQLiteEventStore) throws -> StoreReport {
        do {
            guard try spool.isReady() else {
                let isRemains = spool.isAbandoned && namespace.isSpool(spool.url.lastPathComponent)
                if isRemains { try spool.remove() } else { try spool.close() }
                return StoreReport()
            }
            guard try spool.isPart(of: namespace) else {
                unusable.insert(spool.url.lastPathComponent)  // another store that only has such a name
                try spool.close()
                guard namespace.isUnknown(spool.url) else { return StoreReport() }
                return StoreReport(remarks: [
                    "\(spool.url.path) has the mark of another store and is not imported; its mark may be damaged"
                ])
            }
            guard try !spool.isOfBeforeRefusal(namespace.refusals) else { return try leaveRefused(spool) }
            let id = try spool.id()
            let known = try store.importState(of: id)
            let slice = try spool.claim(after: known.claim)
            var report: StoreReport
            do { report = try store.add(slice, from: id, known) } catch { throw StoreFailure(error: error) }
            do { try finish(spool, id, store, &report) } catch {
                // What was added is counted; the next slice finds what is wrong with the file.
                report.remarks.append("\(spool.url.path) was imported in part: \(error)")
                try spool.close()
            }
            return report
        } catch {
            try spool.close()
            throw error
        }
    }

    /// The user has declined since the file was begun. The client that writes it replaces it; one that was put back, or
    /// whose client has ended, is removed.
    private func leaveRefused(_ spool: SpoolFile) throws -> StoreReport {
        guard spool.isAbandoned else {
            try spool.close()
            return StoreReport()
        }
        try spool.remove()
        return StoreReport(remarks: [
            "\(spool.url.path) has events from before the user declined, and was removed"
        ])
    }

    /// Removes what was imported from a file, and the file if it has nothing more and its client has ended.
    private func finish(
        _ spool: SpoolFile, _ id: String, _ store: SQLiteEventStore, _ report: inout StoreReport
    ) throws {
        let remainder = try spool.removeClaimed()
        // Held submissions of a running client are decided by that client.
        report.hasMore = remainder.hasEvents || remainder.hasHeld && spool.isAbandoned
        guard remainder.isEmpty, spool.isAbandoned else { return try spool.close() }
        try spool.remove()
        try store.deleteImportState(of: id)
    }
}

/// How far a file was imported.
struct ImportState: Sendable {
    /// The number of the last imported claim; `nil` when none was imported from this file.
    var claim: Int?
    /// The counts of the file's ledger that were imported.
    var outcomes: [Ledger.Entry] = []
}

extension SQLiteEventStore {
    /// The state of the import of another file.
    func importState(of file: String) throws -> ImportState {
        try self.file.withDatabase { database in
            var state = ImportState()
            state.claim = try Row.fetchOne(
                database, sql: "SELECT claim FROM spool WHERE file = ?", arguments: [file]
            ).map { try $0.count("claim") }
            let rows = try Row.fetchAll(
                database, sql: "SELECT stream, outcome, count FROM spool_ledger WHERE file = ?", arguments: [file])
            state.outcomes = try rows.map {
                Ledger.Entry(
                    stream: try $0.value("stream"), outcome: try $0.value("outcome"), count: try $0.count("count"))
            }
            return state
        }
    }

    /// Adds a slice of another file. A slice with nothing new changes nothing.
    ///
    /// - Returns: the counts and the held submissions that it adds.
    func add(_ slice: SpoolSlice, from file: String, _ known: ImportState) throws -> StoreReport {
        var report = StoreReport()
        report.remarks = slice.remarks
        let isNew = slice.claim > known.claim ?? 0
        let outcomes = slice.outcomes.without(known.outcomes)
        guard isNew || !outcomes.isEmpty || !slice.deliveredIDs.isEmpty else { return report }
        var transaction = StoreTransaction()
        if isNew {
            transaction.added = slice.events
            transaction.heldSubmissions = slice.heldSubmissions.numbered(below: try leastHeldNumber())
        }
        transaction.ledger = Ledger(imported: outcomes, transaction)
        transaction.deliveredIDs = slice.deliveredIDs
        report.ledger = try commit(transaction) { database in
            try database.execute(sql: "INSERT OR REPLACE INTO spool VALUES (?, ?)", arguments: [file, slice.claim])
            for entry in slice.outcomes {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO spool_ledger VALUES (?, ?, ?, ?)",
                    arguments: [file, entry.stream, entry.outcome, entry.count])
            }
        }
        report.ledger += transaction.ledger
        report.heldSubmissions = transaction.heldSubmissions
        return report
    }

    /// Deletes the import state of a file that was removed.
    func deleteImportState(of file: String) throws {
        _ = try commit(StoreTransaction()) { database in
            try database.execute(sql: "DELETE FROM spool WHERE file = ?", arguments: [file])
            try database.execute(sql: "DELETE FROM spool_ledger WHERE file = ?", arguments: [file])
        }
    }

    /// Deletes all import states when no other file is left: the process may have ended after it removed a file and
    /// before it deleted its state.
    func deleteImportStates() throws {
        guard try self.file.withDatabase({ try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM spool)") }) == true
        else {
            return
        }
        _ = try commit(StoreTransaction()) { try $0.execute(sql: "DELETE FROM spool; DELETE FROM spool_ledger") }
    }

    /// Gives the held submissions of this file new numbers, for a client that numbered its own before it owned the
    /// file. The next ``collectReport()`` returns them.
    func renumberHeld() throws {
        let held = try held()
        guard !held.isEmpty else { return }
        var transaction = StoreTransaction()
        transaction.heldSubmissions = held.numbered(below: try leastHeldNumber())
        transaction.removedSubmissions = held.map(\.number)
        _ = try commit(transaction)
        self.file.addToReport { [held = transaction.heldSubmissions] in $0.heldSubmissions += held }
    }

    /// The held submissions of this file.
    func held() throws -> [HeldSubmission] {
        try file.withDatabase { try StoredState(reading: $0, file.settings.cipher).heldSubmissions }
    }

    private func leastHeldNumber() throws -> Int64? {
        try self.file.withDatabase { try Int64.fetchOne($0, sql: "SELECT min(number) FROM held") }
    }

    /// Discards the claim of an import that was not completed. Called for a file that a client opens as its store file.
    /// When the claimed events had been imported already, they are sent twice: no event is lost.
    func discardClaim() throws {
        guard try self.file.withDatabase({ try StoreCounters(reading: $0).claimedRow != 0 }) else { return }
        try self.file.write { writer in
            try writer.discardClaim()
            try writer.end()
        }
    }
}

extension [Ledger.Entry] {
    /// These counts minus earlier ones.
    fileprivate func without(_ earlier: [Ledger.Entry]) -> [Ledger.Entry] {
        compactMap { entry in
            let known = earlier.first { $0.stream == entry.stream && $0.outcome == entry.outcome }?.count ?? 0
            let more = entry.count - known
            return more == 0 ? nil : Ledger.Entry(stream: entry.stream, outcome: entry.outcome, count: more)
        }
    }
}

extension Ledger {
    /// The counts that an import adds: the outcomes, and as submitted the events with an outcome and the imported ones.
    fileprivate init(imported outcomes: [Entry], _ transaction: StoreTransaction) {
        self.init(outcomes)
        for (stream, account) in streams { countSubmitted(stream, account.delivered + account.droppedTotal) }
        for event in transaction.added { countSubmitted(event.stream) }
        for held in transaction.heldSubmissions { countSubmitted(held.stream) }
    }
}
