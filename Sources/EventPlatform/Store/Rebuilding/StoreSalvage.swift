import EventSupport
import Foundation
import GRDB

/// Rebuilds a store file that no connection has open.
enum StoreSalvage {
    /// Rebuilds a file that an earlier process has marked as damaged, or that has lost its content but not its log.
    ///
    /// - Returns: what was done, for a person; `nil` if it was not necessary.
    /// - Throws: as ``run(_:partOf:because:)``.
    static func beforeOpening(_ path: String, partOf namespace: StoreNamespace?) throws -> String? {
        let isMarked = DamageMark(of: path).isSet
        if !isMarked, StoreSchema.isStore(at: path), let reason = logDamage(path) ?? headerDamage(path) {
            return try run(path, partOf: namespace, because: DatabaseError.damaged(reason))
        }
        guard isMarked || StoreLoss.isEmpty(path), isStore(path) else {
            if isMarked, StoreLoss.isEmpty(path) { DamageMark(of: path).remove() }
            return nil
        }
        let reason = isMarked ? "a process found damage in it" : "it is empty, and its log is not"
        return try run(path, partOf: namespace, because: DatabaseError.damaged(reason))
    }

    /// Whether the log beside a store is that of another program's database, which SQLite would write into the store.
    static func logDamage(_ path: String) -> String? {
        WriteAheadLog.isForeign(path: path + "-wal") ? "the log beside it is that of another database" : nil
    }

    /// What is wrong with the header of a store, or with the list of free pages, which SQLite would believe: it would
    /// open the file for reading only, or write to pages in use. A file that has a log was open until now.
    static func headerDamage(_ path: String) -> String? {
        guard FileKind(at: path + "-wal") == .missing else { return nil }
        do {
            let pages = try DatabasePages(path: path)
            guard pages.hasValidVersion else { return "its header has an unknown version of the format" }
            return pages.freePages().isComplete ? nil : "the list of its free pages is not whole"
        } catch {
            return nil  // opening the file fails too, with the reason
        }
    }

    /// Whether an error of opening a file says that it is a damaged store. A file that has lost its header is one if it
    /// has an event.
    static func isDamage(_ error: any Error, of path: String) -> Bool {
        switch error {
        case let error as StoreError where error.code == .notADatabase: isStore(path)
        // A store of another namespace has the mark too, and is not damaged.
        case let error as StoreError where error.code == .foreignDatabase:
            !StoreSchema.isStore(at: path) && isStore(path)
        // One that SQLite takes for unfinished.
        case let error as StoreError where error.code == .olderVersion: hasEvent(path)
        default: error.isDamage && isStore(path)
        }
    }

    /// Rebuilds a file, and keeps the old one aside.
    ///
    /// - Returns: what was done, for a person.
    /// - Throws: any error when the new file cannot be written; the old one then stays as it is.
    static func run(
        _ path: String, partOf namespace: StoreNamespace?, because error: any Error
    ) throws -> String {
        remark(on: path, try run(path, partOf: namespace), because: error)
    }

    /// Rebuilds a file, and keeps the old one aside.
    ///
    /// - Returns: what the new file has.
    /// - Throws: ``StoreError`` for a file of another version; any error when the new file cannot be written. The old
    ///   one then stays as it is.
    static func run(_ path: String, partOf namespace: StoreNamespace? = nil) throws -> StoreRebuilder.Result {
        guard try !DamagedStore(path: path).isOfOtherVersion else { throw StoreError(newerVersion: path) }
        let exchange = StoreFileExchange(of: path)
        try exchange.begin()
        let result = try StoreRebuilder(of: path, to: exchange.unfinished, partOf: namespace).salvage()
        try exchange.run(keepsOld: true)
        return result
    }

    /// What a salvage has done, for a person.
    static func remark(on path: String, _ result: StoreRebuilder.Result, because error: any Error) -> String {
        let (lost, returned) = (result.correction.total.droppedTotal, result.correction.total.submitted)
        var text = "store \(path) was damaged (\((error as? DatabaseError)?.message ?? "\(error)")) and was rebuilt: "
        text += "\(result.kept.counted("event")) came back, "
        if result.beginsAccount {
            text += "and the account was lost and begins anew with them"
        } else {
            text += "\(lost) lost"
            if returned > 0 { text += ", of which the account had \(returned) less; they are counted again" }
        }
        return text + ". The damaged file is kept as \(StoreFileExchange(of: path).aside)"
    }

    /// Whether a file has the mark of an event store, in itself or in its log, or an event. A file with the mark of
    /// another program is a store only if it has an event itself: the log may be left of an earlier file.
    static func isStore(_ path: String) -> Bool {
        if StoreSchema.isStore(at: path) { return true }
        do {
            if StoreSchema.isDatabase(at: path) { return try DamagedStore(path: path, readsLog: false).hasEvent }
            let store = try DamagedStore(path: path)
            return store.hasMark || store.hasEvent
        } catch {
            return false
        }
    }

    private static func hasEvent(_ path: String) -> Bool {
        do { return try DamagedStore(path: path).hasEvent } catch { return false }
    }
}

/// What the files beside a store tell of content that somebody has removed.
enum StoreLoss {
    /// Messages for a developer on a file that is about to be opened.
    static func remarks(on path: String) -> [String] {
        let kinds = ["", "-wal", "-shm"].map { FileKind(ofEntry: path + $0) }
        guard kinds[0] == .regular else { return [] }
        if isEmpty(path), SidecarFile(beside: URL(fileURLWithPath: path), SidecarFile.installIDExtension).exists {
            return ["store \(path) was emptied by another program: the events that waited in it are lost"]
        }
        // SQLite removes the index before the log, so that the index is never left alone.
        guard kinds[1] == .missing, kinds[2] == .regular else { return [] }
        return ["store \(path) has lost its log \(path)-wal: events that were in it are lost"]
    }

    /// Whether there is no file, or one without content.
    static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_size == 0
    }
}
