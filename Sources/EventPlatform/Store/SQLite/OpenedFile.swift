import EventSupport
import Foundation
import GRDB

/// A store file that is open, and what its owner keeps of it in memory.
struct OpenedFile: Sendable {
    let connection: DatabaseQueue
    var cache: StoreCache
    /// The account and the counters in the file. Those of a spool get old, since two processes change them.
    var account: StoredAccount
    var counters: StoreCounters
    /// The file that was opened. Another one, or none, may be at its path later.
    let identity: FileIdentity?
    /// Whether the room is reserved for recording what is sent. Without it nothing is added.
    var isReserved = true
    /// What was found and rebuilt, for a person.
    var remarks: [String] = []
}

/// Where a store file is, and who holds its lock.
struct StoreFilePlace: Sendable {
    let path: String
    let lock: StoreLock
    /// Whether another process changes the file too; see ``SpoolFile``. Such a file is not rebuilt.
    let isShared: Bool
    /// The namespace that the file is a spool or an alternative file of.
    let namespace: StoreNamespace?

    /// The file itself, where the path is a link: its log and the other files are beside it.
    var file: String { URL(fileURLWithPath: path).behindLinks.path }

    /// Opens or creates the file. One that is damaged is rebuilt. On a full disk the reserve is given up for it.
    ///
    /// - Parameters:
    ///   - settings: durability and protection.
    ///   - isNew: whether this process has written the file, so that its account need not match yet.
    /// - Returns: the open file.
    /// - Throws: ``StoreError`` or GRDB's `DatabaseError` when the file cannot be used; on Apple's systems also
    ///   Foundation's error when its protection or its exclusion from backups cannot be set.
    func open(_ settings: StoreSettings, isNew: Bool = false) throws -> OpenedFile {
        guard !isShared else { return try openAsIs(settings, isNew: isNew) }
        var opened: OpenedFile
        do { opened = try openAsIs(settings, isNew: isNew) } catch let error as DatabaseError
            where error.mayBeFullDisk && reserve.giveUp()
        {
            opened = try openAsIs(settings, isNew: isNew)
        }
        do { try reserve.keep() } catch {
            opened.isReserved = false
            try requireContent(opened, because: error)
        }
        return opened
    }

    /// The room that is kept on the disk for the file.
    var reserve: DiskReserve { DiskReserve(for: file) }

    /// A store without events is not used on a full disk: the client sends from memory, where nothing has to be
    /// recorded.
    private func requireContent(_ opened: OpenedFile, because error: any Error) throws {
        guard opened.counters.totals.events == 0, opened.cache.held.count == 0 else { return }
        try opened.connection.close()
        throw StoreError(
            .unavailable, path: path,
            "is not used: no room could be kept for recording what is sent (\(error)); free "
                + "\(DiskReserve.size >> 20) MB"
        )
    }

    private func openAsIs(_ settings: StoreSettings, isNew: Bool) throws -> OpenedFile {
        try StoreSchema.requireRegularFile(at: path)
        if !isShared { try StoreFileExchange(of: file).finishIfPending() }
        try lock.checkFiles()
        guard !isShared else { return try connect(settings) }
        var remarks = StoreLoss.remarks(on: file)
        if let salvage = try StoreSalvage.beforeOpening(file, partOf: namespace) { remarks.append(salvage) }
        var opened: OpenedFile
        do { opened = try isNew ? connect(settings) : connectToBalanced(settings) } catch {
            guard StoreSalvage.isDamage(error, of: file) else { throw error }
            remarks.append(try StoreSalvage.run(file, partOf: namespace, because: error))
            opened = try connect(settings)
        }
        opened.remarks = remarks
        return opened
    }

    /// - Throws: `SQLITE_CORRUPT` when the account, which each transaction changes together with the events, does not
    ///   match them, or when names do not match their copies: a page is of another time; or when a held submission does
    ///   not match its checksum.
    private func connectToBalanced(_ settings: StoreSettings) throws -> OpenedFile {
        let opened = try connect(settings)
        let (pending, stored) = (opened.account.pending, opened.counters.totals.events + opened.cache.held.count)
        do {
            try opened.connection.read { database in
                _ = try StoredState(reading: database, nil)
                try StoreReader.checkNames(database)
                let last = try Int64.fetchOne(database, sql: "SELECT max(row) FROM event")
                if last ?? 0 > opened.counters.lastRow {
                    throw DatabaseError.damaged("an event has a number that was not given yet")
                }
            }
            if pending == stored { return opened }
            throw DatabaseError.damaged("the account has \(pending) pending events, and \(stored) are stored")
        } catch {
            try opened.connection.close()
            throw error
        }
    }

    private func connect(_ settings: StoreSettings) throws -> OpenedFile {
        try StoreSchema.requireSQLiteFile(at: path)
        try StoreSchema.requireNoOtherDatabase(at: path)
        StoreProtection.create(path)
        try lock.fileWasCreated()
        let queue = try StoreConnection.open(path)
        try StoreConnection.setPageSize(queue)
        try StoreSchema.migrate(queue, path: path, partOf: namespace)
        // It writes to the file, so it comes after the checks that the file is an event store.
        try StoreConnection.configureJournal(queue, settings.durability, isShared: isShared)
        try StoreConnection.requireWritable(queue)
        try StoreProtection.apply(settings, to: path)
        let refusals = RefusalCount.kept(of: path, partOf: namespace) ?? 0
        return try queue.inDatabase { database in
            OpenedFile(
                connection: queue, cache: try StoreCache(reading: database),
                account: try StoredAccount(reading: database),
                counters: try counters(in: database, after: refusals), identity: FileIdentity(path: path))
        }
    }

    /// The counters of the file. Rows that are added from now on are told from those before the last refusal. A file
    /// from before it is left as it is, until it is replaced.
    private func counters(in database: Database, after refusals: Int64) throws -> StoreCounters {
        let counters = try StoreCounters(reading: database)
        guard counters.precede(refusals), counters.isUnused else { return counters }
        var result = counters
        try database.inTransaction(.immediate) {
            result = try StoreCounters(reading: database)
            result.begin(after: refusals)
            try result.write(to: database)
            return .commit
        }
        return result
    }

    /// Makes the folder of the file and the lock beside it, if somebody has removed them.
    func makeFolder() throws {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try lock.retake()
    }
}

/// The connection was closed, since the file was exchanged for another one.
struct ExchangedError: Error {}
