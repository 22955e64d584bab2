import EventSupport
import Foundation
import GRDB
import GRDBSQLite

/// An open store file: its connection, and what its owner keeps of it in memory.
///
/// Reads and writes find damage alike. The access that finds it waits until the file is rebuilt, and runs again. Other
/// accesses wait too. So a caller gets an error of damage only if the file cannot be rebuilt.
final class StoreFile: Sendable {
    private let place: StoreFilePlace
    /// A lock, since a store is called from any thread, and not every call is on the connection's queue.
    private let state: Locked<StoreFileState>
    /// Held while the file is exchanged for another one, for which every thread that uses the store waits.
    private let exchange = Locked(Exchange())

    private var fileSwitch: StoreFileSwitch { StoreFileSwitch(place: place, state: state) }

    private struct Exchange: Sendable {
        /// Whether the file was rebuilt since the last cycle of maintenance. Then it is not rebuilt again.
        var hasRebuilt = false
    }

    var path: String { place.path }
    /// What is beside the file when it was rebuilt.
    var exchangeFiles: StoreFileExchange { StoreFileExchange(of: place.file) }

    /// Opens or creates a file whose lock the caller holds. One that is damaged is rebuilt.
    ///
    /// With `isShared` another process changes the file too; see ``SpoolFile``. Such a file is not rebuilt. With
    /// `namespace` the file is a spool or an alternative file of that namespace.
    ///
    /// - Throws: ``StoreError`` with the file and the remedy; on Apple's systems also Foundation's error when the
    ///   file's protection or its exclusion from backups cannot be set.
    init(
        path: String, settings: StoreSettings, lock: StoreLock, isShared: Bool, partOf namespace: StoreNamespace?
    ) throws {
        place = StoreFilePlace(path: path, lock: lock, isShared: isShared, namespace: namespace)
        do {
            let opened = try place.open(settings)
            state = Locked(
                StoreFileState(opened: opened, settings: settings, report: StoreReport(remarks: opened.remarks)))
        } catch {
            let failure = (error as? DatabaseError).map { StoreError(opening: path, $0) } ?? error
            // A lock file beside a file would mark it as a store; see StorePurge.isDamagedStore.
            if (failure as? StoreError)?.isForeignFile == true { lock.undo() }
            throw failure
        }
    }

    // MARK: - In memory

    /// The account in the file. That of a spool lacks what the owner has counted.
    var ledger: Ledger { state.withLock { $0.opened.account.ledger } }

    /// The number of held submissions in the file.
    var heldCount: Int { state.withLock { $0.opened.cache.held.count } }

    /// The settings, with the limits in force.
    var settings: StoreSettings { state.withLock { $0.settings } }

    /// Changes the limits. What exceeds them is evicted by the next transactions.
    func setLimits(_ limits: StoreTotals) {
        state.withLock { ($0.settings.maximumEvents, $0.settings.maximumBytes) = (limits.events, limits.bytes) }
    }

    /// Returns, once, what was found damaged or rebuilt since the last call.
    func takeReport() -> StoreReport {
        state.withLock { state in
            defer { state.report = StoreReport() }
            return state.report
        }
    }

    /// Changes what the next ``takeReport()`` returns.
    func addToReport(_ change: @Sendable (inout StoreReport) -> Void) { state.withLock { change(&$0.report) } }

    /// Whether the open file is the one at its path; not once it is closed.
    var isInPlace: Bool {
        let (identity, isClosed) = state.withLock { ($0.opened.identity, $0.isClosed) }
        return !isClosed && identity != nil && FileIdentity(path: path) == identity
    }

    /// The number of refusals before the next row.
    var refusals: Int64 { RowNumber.refusals(before: state.withLock { $0.opened.counters.lastRow }) }

    /// Whether the file is of before a refusal.
    var isOfBeforeRefusal: Bool { precedeRefusal(state.withLock { $0.opened.counters }) }

    private func precedeRefusal(_ counters: StoreCounters) -> Bool {
        counters.precede(RefusalCount.kept(of: path, partOf: place.namespace) ?? 0)
    }

    /// Whether the file is a spool or an alternative file, and the user has declined in another client since it was
    /// begun.
    var isRefusedElsewhere: Bool { isRefusedElsewhere(state.withLock { $0.opened.counters }) }

    /// The same by the counters in the file.
    func isRefusedElsewhere(_ counters: StoreCounters) -> Bool { place.namespace != nil && precedeRefusal(counters) }

    /// Whether the file was removed or replaced while it is open.
    var isMissing: Bool { !state.withLock { $0.isClosed } && !isInPlace }

    // MARK: - Reading and writing

    /// Runs work on the connection, one at a time and without a transaction. Several statements see one state only
    /// where no other process writes the file; the owner of the namespace also writes a spool.
    ///
    /// The work runs again if it finds damage, once the file is rebuilt.
    ///
    /// - Throws: ``StoreError`` if SQLite fails, or once the store is closed; what `work` throws otherwise.
    func withDatabase<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try StoreError.naming(path) { try access(work) }
    }

    /// Runs work as ``withDatabase(_:)`` does.
    ///
    /// - Throws: GRDB's errors as they are.
    private func access<Value>(_ work: (Database) throws -> Value) throws -> Value {
        var mayRebuild = true
        while true {
            let used = try connection()
            do { return try run(work, on: used) } catch is ExchangedError {
                continue
            } catch  where mayRebuild && error.isDamage {
                guard rebuild(used, because: error) else { throw error }
                mayRebuild = false
            }
        }
    }

    /// The connection. Waits while the file is exchanged, and opens it again if that has failed.
    private func connection() throws -> DatabaseQueue {
        try exchange.withLock { [place, state, fileSwitch] _ in
            let (connection, isUnopened, isClosed) = state.withLock {
                ($0.opened.connection, $0.isUnopened, $0.isClosed)
            }
            guard isUnopened else { return connection }
            guard !isClosed else { throw StoreError(.closed, path: place.path, "has been closed") }
            let before = state.withLock { $0.opened.account.ledger }
            try fileSwitch.reopen()
            return state.withLock { state in
                // What the exchange has counted, which could not be returned.
                state.report.ledger += state.opened.account.ledger - before
                return state.opened.connection
            }
        }
    }

    private func run<Value>(_ work: (Database) throws -> Value, on used: DatabaseQueue) throws -> Value {
        do {
            return try used.inDatabase { database in
                let (isClosed, isExchanged) = state.withLock {
                    ($0.isClosed, $0.isExchanged || $0.opened.connection !== used)
                }
                guard !isClosed else { throw StoreError(.closed, path: path, "has been closed") }
                guard !isExchanged else { throw ExchangedError() }
                do { return try work(database) } catch let error as DatabaseError {
                    throw error.asDiskFull(after: sqlite3_system_errno(database.sqliteConnection)) ?? error
                }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_MISUSE {
            throw state.withLock({ $0.opened.connection !== used }) ? ExchangedError() : error
        }
    }

    /// Runs work with a reader.
    func read<Value>(_ work: (StoreReader) throws -> Value) throws -> Value {
        try withDatabase { database in
            let (cache, cipher) = state.withLock { ($0.opened.cache, $0.settings.cipher) }
            return try work(StoreReader(database: database, cache: cache, cipher: cipher))
        }
    }

    /// Runs work with a writer in one transaction, and adopts the writer's cache when the transaction is committed.
    ///
    /// On a full disk it moves the log into the file, which mostly overwrites existing pages, and tries the change once
    /// more, then again with the room of the ``DiskReserve``. So what was sent can be recorded although no new events
    /// can be stored. Those do not get the reserve, and wait until it is there again.
    ///
    /// - Throws: like ``withDatabase(_:)``.
    func write<Value>(addsContent: Bool = false, _ work: (inout StoreWriter) throws -> Value) throws -> Value {
        try StoreError.naming(path) { try writeWithReserve(addsContent, work) }
    }

    private func writeWithReserve<Value>(
        _ addsContent: Bool, _ work: (inout StoreWriter) throws -> Value
    ) throws -> Value {
        if addsContent { try requireReserve() }
        do { return try writeOnce(work) } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            do { return try restartLogAndWrite(work) } catch let error as DatabaseError
                where error.resultCode == .SQLITE_FULL && !addsContent && giveUpReserve()
            {
                return try restartLogAndWrite(work)
            }
        }
    }

    /// The log keeps its room: other programs on a full disk would take it.
    private func restartLogAndWrite<Value>(_ work: (inout StoreWriter) throws -> Value) throws -> Value {
        try access { try $0.execute(sql: "PRAGMA wal_checkpoint(RESTART)") }
        return try writeOnce(work)
    }

    private func requireReserve() throws {
        guard !state.withLock({ $0.opened.isReserved }) else { return }
        do { try keepReserve() } catch {
            throw StoreError(
                .unavailable, path: path,
                "cannot be written: no room is left for recording what is sent (\(error)); free some space")
        }
    }

    private func keepReserve() throws {
        guard !place.isShared else { return }
        try place.reserve.keep()
        state.withLock { $0.opened.isReserved = true }
    }

    private func giveUpReserve() -> Bool {
        guard !place.isShared, place.reserve.giveUp() else { return false }
        state.withLock { $0.opened.isReserved = false }
        return true
    }

    private func writeOnce<Value>(_ work: (inout StoreWriter) throws -> Value) throws -> Value {
        try access { database in
            let (settings, cache) = state.withLock { ($0.settings, $0.opened.cache) }
            var result: (value: Value, writer: StoreWriter)?
            try database.inTransaction(.immediate) {
                var writer = try StoreWriter(database, settings, cache)
                result = (try work(&writer), writer)
                return .commit
            }
            guard let (value, writer) = result else {
                throw StoreError(.unavailable, path: path, "did not run a transaction")
            }
            adopt(writer.cache, writer.counters, writer.recorded)
            return value
        }
    }

    private func adopt(_ cache: StoreCache, _ counters: StoreCounters, _ recorded: Ledger) {
        state.withLock { state in
            (state.opened.cache, state.opened.counters) = (cache, counters)
            state.opened.account.add(recorded)
        }
    }

    /// Leases the events that `find` returns, which are not leased.
    func lease<Event>(
        now: Duration, until deadline: Duration,
        _ find: (StoreReader) throws -> StoreReader.QueryResult<Event>, row: (Event) -> Int64
    ) throws -> StoreReader.QueryResult<Event> {
        try withDatabase { database in
            let (cache, cipher) = state.withLock { state in
                state.opened.cache.leases.expire(now: now)
                return (state.opened.cache, state.settings.cipher)
            }
            let found = try find(StoreReader(database: database, cache: cache, cipher: cipher))
            let rows = found.events.map(row)
            state.withLock { $0.opened.cache.leases.begin(rows, until: deadline) }
            return found
        }
    }

    /// Ends leases, on the queue: a transaction that is under way would replace the cache with the one that it began
    /// with. A store that is closed has none.
    func endLeases(of rows: [Int64]) {
        do { try withDatabase { _ in state.withLock { $0.opened.cache.leases.end(rows) } } } catch {
            state.withLock { $0.opened.cache.leases.end(rows) }
        }
    }

    // MARK: - Another file

    /// Begins a cycle of maintenance: lets the file be rebuilt again if it is damaged again, and compares the counts of
    /// the file once after it was opened, which takes a time that grows with the events.
    func beginCycle() throws {
        exchange.withLock { $0.hasRebuilt = false }
        do { try keepReserve() } catch {}  // it is tried again before events are added
        guard !place.isShared, !state.withLock({ $0.isChecked }) else { return }
        try read { try $0.checkCounts() }
        state.withLock { $0.isChecked = true }
    }

    /// Rebuilds the file.
    ///
    /// - Returns: whether the work that found the damage may run again.
    private func rebuild(_ used: DatabaseQueue, because error: any Error) -> Bool {
        exchange.withLock { [place, state, fileSwitch] exchange in
            guard state.withLock({ $0.opened.connection === used }) else { return true }  // another thread has
            guard !place.isShared, !exchange.hasRebuilt else { return false }
            exchange.hasRebuilt = true
            do {
                try StoreFileExchange(of: place.file).begin()
                let result = try fileSwitch.writeAndSwitch(keepsOld: true) { rebuilder, _ in
                    try rebuilder.salvage()
                }
                let remark = StoreSalvage.remark(on: place.file, result, because: error)
                state.withLock { state in
                    state.report.ledger += result.correction
                    state.report.remarks.append(remark)
                }
                return true
            } catch {
                state.withLock {
                    $0.report.remarks.append("store \(place.path) is damaged and cannot be rebuilt yet: \(error)")
                }
                return false
            }
        }
    }

    /// Drops all events without reading them, and continues in a new file; see ``FileReplacing``.
    ///
    /// - Throws: like ``withDatabase(_:)``.
    func replace(dropping reason: DropReason, countsHeld: Bool) throws -> Ledger {
        try StoreError.naming(path) { try replaceFile(dropping: reason, countsHeld: countsHeld) }
    }

    private func replaceFile(dropping reason: DropReason, countsHeld: Bool) throws -> Ledger {
        try exchange.withLock { [place, state, fileSwitch] _ in
            try place.makeFolder()
            if countsHeld { state.withLock { $0.opened.cache.removeAllHeld() } }
            let held = state.withLock { $0.opened.cache.heldByStream }
            let exchange = StoreFileExchange(of: place.file)
            let result = try fileSwitch.writeAndSwitch(keepsOld: false) { rebuilder, shared in
                // The account of a spool has events that are in the store file by now.
                let waiting = try shared.map { try StoreReader.countByStream(in: $0, afterClaimed: true) }
                do {
                    return try rebuilder.writeEmpty(dropping: reason, waiting: waiting, held: held)
                } catch {
                    try exchange.eraseOld()  // there is room where it was
                    return try rebuilder.writeEmpty(dropping: reason, waiting: waiting, held: held)
                }
            }
            try exchange.removeAside()
            return result.correction
        }
    }

    /// Copies the events of a file that somebody removed while it is open into a new one at its path. Does nothing if
    /// another file is there, or another client has taken the path.
    func restoreIfMissing() {
        guard !place.isShared, !isInPlace else { return }
        exchange.withLock { [place, state, fileSwitch] _ in
            let (connection, isClosed) = state.withLock { ($0.opened.connection, $0.isClosed) }
            guard !isClosed, FileKind(at: place.path) == .missing else { return }
            do {
                try place.makeFolder()
                let exchange = StoreFileExchange(of: place.file)
                try connection.inDatabase { database in
                    try exchange.removeUnfinished()
                    try database.execute(sql: "VACUUM INTO ?", arguments: [exchange.unfinished])
                    try exchange.complete()  // this connection alone has the events until then
                    state.withLock { $0.isExchanged = true }
                }
                try fileSwitch.continueInNewFile(keepsOld: false)
                state.withLock {
                    $0.report.remarks.append(
                        "store \(place.path) was removed or replaced while it is open; what it held was written again")
                }
            } catch {}  // ``isInPlace`` stays false, and the client says so
        }
    }

    /// Closes the file and releases its lock.
    func close() throws {
        state.withLock { $0.isClosed = true }
        let connection = exchange.withLock { [state] _ in state.withLock { $0.opened.connection } }
        try StoreError.naming(path) { try connection.close() }
        do { try keepReserve() } catch {}  // the log has left room; the next process tries again
        place.lock.release()
    }
}
