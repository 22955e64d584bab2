import GRDB

/// What an inspection reads about an event beside its row. Where a table is damaged there are placeholders, so that its
/// damage hides no event.
struct StoreSideTables {
    /// A message for each table that cannot be read.
    private(set) var unreadable: [String] = []
    private let reader: StoreReader

    init(_ database: Database) {
        var (cache, unreadable) = (StoreCache(), [String]())
        unreadable.recordingFailure("the names of streams") { try cache.readStreams(database) }
        unreadable.recordingFailure("the destinations") { try cache.readQueues(database) }
        (self.unreadable, reader) = (unreadable, StoreReader(database: database, cache: cache, cipher: nil))
    }

    mutating func stream(_ number: Int64) -> String {
        value("the names of streams", or: StoreCache.unknownStream) { try $0.stream(number) }
    }

    mutating func queue(_ number: Int64) -> StoreQueue {
        let unknown = StoreQueue(destination: StoreCache.unknownStream, priority: .normal)
        return value("the destinations", or: unknown) { reader in
            guard let queue = reader.cache.queues[number] else {
                throw DatabaseError.damaged("the queue of a row is unknown")
            }
            return queue
        }
    }

    mutating func arrival(of row: Int64) -> StorageTime {
        value("the times of arrival", or: .distantPast) { reader in
            guard let time = try reader.arrival(of: row) else {
                throw DatabaseError.damaged("the time of a row is unknown")
            }
            return time
        }
    }

    mutating func retry(of row: Int64) -> (attempts: Int, at: Timestamp?)? {
        value("the failed events", or: nil) { try $0.retry(of: row) }
    }

    /// The value that `read` finds; `placeholder` where it fails, of which the first failure of each table is noted.
    private mutating func value<Value>(
        _ table: String, or placeholder: Value, _ read: (StoreReader) throws -> Value
    ) -> Value {
        var failure: [String] = []
        if let value = failure.recordingFailure(table, { try read(reader) }) { return value }
        if !unreadable.contains(where: { $0.hasPrefix(table) }) { unreadable += failure }
        return placeholder
    }
}
