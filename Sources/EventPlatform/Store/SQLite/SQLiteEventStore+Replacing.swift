import EventSupport
import Foundation
import GRDB

extension SQLiteEventStore: FileReplacing {
    /// Drops all events by replacing the file with a new one, where they cannot be removed from it, as on a full disk.
    ///
    /// The ledger, the values and what was imported stay; row numbers continue, so that a late verdict concerns no new
    /// event. While the file is replaced, other calls fail.
    ///
    /// - Returns: what was dropped, for `reason`.
    /// - Throws: any error when the old file cannot be read or removed; it then stays. When no new file can be made,
    ///   every later call fails.
    func replaceFile(dropping reason: DropReason) throws -> Ledger {
        let old = state.withLock { $0.connection }
        let content = try withDatabase { try LastingContent(reading: $0) }
        let dropped = content.dropped(for: reason)
        try old.close()
        for part in StoreNamespace.databaseParts(of: path) { try FileManager.default.removeItem(atPath: part) }
        let new = try Self.open(path, settings, lock, isShared: isShared, partOf: namespace)
        try new.write { database in
            try content.write(to: database)
            var writer = try StoreWriter(database, settings, StoreCache(reading: database))
            try writer.end(dropped)
        }
        let cache = try new.read { try StoreCache(reading: $0) }
        state.withLock { [path] state in
            (state.connection, state.cache, state.file) = (new, cache, FileIdentity(path: path))
        }
        return dropped
    }
}
