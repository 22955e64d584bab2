import EventSupport
import Foundation
import GRDB

/// What the owner of an open store file keeps of it in memory.
struct StoreFileState: Sendable {
    /// The connection and what is kept in memory; other ones after an exchange of the file. The cache is changed
    /// only on the connection's queue, which runs one transaction at a time, so that it matches the file.
    var opened: OpenedFile
    /// The limits may change.
    var settings: StoreSettings
    /// What the next ``takeReport()`` returns.
    var report = StoreReport()
    /// Whether the connection is about to be closed, so that it must not be used any more.
    var isExchanged = false
    /// Whether the counts of the file were compared.
    var isChecked = false
    /// Whether the file could not be opened after an exchange.
    var isUnopened = false
    /// Whether the store is closed; from then on every access throws.
    var isClosed = false

    /// Takes over a file that was opened. Leases of stored events and held submissions stay.
    mutating func adopt(_ new: OpenedFile, stored: Set<Int64>) {
        let old = opened
        opened = new
        opened.cache.leases = old.cache.leases
        opened.cache.leases.keep(stored)
        opened.cache.hold(old.cache.held)
        report.remarks += new.remarks
        (isExchanged, isChecked, isUnopened) = (false, false, false)
    }
}

/// Exchanges the file of an open store for another one at its path. The caller holds the lock of the exchange.
struct StoreFileSwitch: Sendable {
    let place: StoreFilePlace
    /// The lock of the ``StoreFile``, whose other users go on meanwhile.
    let state: Locked<StoreFileState>

    /// Writes a new file, and continues in it.
    ///
    /// `write` gets the database of a file that another process changes too, within a transaction that excludes it.
    func writeAndSwitch(
        keepsOld: Bool,
        write: (StoreRebuilder, _ shared: Database?) throws -> StoreRebuilder.Result
    ) throws -> StoreRebuilder.Result {
        let (used, isUnopened, isClosed) = state.withLock { ($0.opened.connection, $0.isUnopened, $0.isClosed) }
        guard !isClosed else { throw StoreError(.closed, path: place.path, "has been closed") }
        guard !isUnopened else {
            let result = try write(newRebuilder(), nil)
            try continueInNewFile(keepsOld: keepsOld)
            return result
        }
        var rebuilder: StoreRebuilder?
        // On the queue, so that no transaction is committed to the old file after it was read.
        let result = try used.inDatabase { database in
            var result = StoreRebuilder.Result()
            guard place.isShared else {
                let new = newRebuilder()
                rebuilder = new
                result = try write(new, nil)
                state.withLock { $0.isExchanged = true }
                return result
            }
            try database.inTransaction(.exclusive) {
                let new = newRebuilder()  // it reads the counters, which the other process changes too
                rebuilder = new
                result = try write(new, database)
                state.withLock { ($0.isExchanged, $0.isUnopened) = (true, true) }
                try StoreFileExchange(of: place.file).run(keepsOld: keepsOld)
                return .rollback
            }
            return result
        }
        // The end of the rebuilder closes the old file, which ends SQLite's locks on it.
        try withExtendedLifetime(rebuilder) { try continueInNewFile(keepsOld: keepsOld) }
        return result
    }

    private func newRebuilder() -> StoreRebuilder {
        let opened = state.withLock { $0.opened }
        let known = StoreRebuilder.Known(cache: opened.cache, account: opened.account, counters: opened.counters)
        return StoreRebuilder(
            of: place.file, to: StoreFileExchange(of: place.file).unfinished, partOf: place.namespace,
            known: place.isShared ? nil : known)
    }

    /// Closes the old file, puts the new one in its place where it is beside it, and opens that.
    func continueInNewFile(keepsOld: Bool) throws {
        let used = state.withLock { state in
            state.isUnopened = true
            return state.opened.connection
        }
        do { try used.close() } catch {}  // the file is not used any more
        if FileKind(ofEntry: StoreFileExchange(of: place.file).unfinished) == .regular {
            try StoreFileExchange(of: place.file).run(keepsOld: keepsOld)
        }
        try reopen()
    }

    /// Opens the file at the path. What is leased and held stays so.
    func reopen() throws {
        let (settings, leases) = state.withLock { ($0.settings, $0.opened.cache.leases) }
        let new = try place.open(settings, isNew: true)
        let stored = try new.connection.read { database in
            try leases.rows.filter { try StoreReader.hasRow($0, in: database) }
        }
        state.withLock { $0.adopt(new, stored: Set(stored)) }
    }
}
