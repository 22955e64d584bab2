import EventSchema
import EventSupport
import Foundation
import GRDB

/// Gives streams and queues whose names are lost new ones.
struct RebuiltNames {
    private var streams: Set<Int64>
    private var queues: Set<Int64>
    /// The streams that no event has named so far.
    private var unnamed: Set<Int64> = []

    init(_ cache: StoreCache) {
        (streams, queues) = (Set(cache.streams.keys), Set(cache.queues.keys))
    }

    mutating func add(_ row: StoredRow, to database: Database) throws {
        if !streams.contains(row.stream) { try addStream(row, to: database) }
        // Events for a destination that is unknown are sent to that of streams that name none.
        guard queues.insert(row.queue).inserted else { return }
        try database.execute(
            sql: "INSERT INTO queue VALUES (?, ?, ?)",
            arguments: [row.queue, StoreCache.unknownStream, EventPriority.normal.rawValue])
    }

    private mutating func addStream(_ row: StoredRow, to database: Database) throws {
        guard let name = row.streamInBody else {
            unnamed.insert(row.stream)
            return
        }
        streams.insert(row.stream)
        unnamed.remove(row.stream)
        try database.execute(sql: "INSERT INTO stream VALUES (?, ?)", arguments: [row.stream, name])
    }

    func addUnnamed(to database: Database) throws {
        for number in unnamed {
            try database.execute(
                sql: "INSERT INTO stream VALUES (?, ?)", arguments: [number, StoreCache.unknownStream])
        }
    }
}

/// Gives events whose time of arrival is lost the time of their ids.
struct RebuiltArrivals {
    /// The first row with a time in the old file.
    private let first: Int64?
    private var last: StorageTime?

    init(first: Int64?) { self.first = first }

    mutating func add(_ event: EventInsertion.Entry, to database: Database) throws {
        if let first, event.number >= first { return }
        let wall =
            event.row.id.creation ?? last?.wall ?? Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        if let last, (last.wall.milliseconds..<last.wall.milliseconds + 1000).contains(wall.milliseconds) { return }
        try database.execute(
            sql: "INSERT INTO arrival VALUES (?, '', 0, ?)", arguments: [event.number, wall.milliseconds])
        last = StorageTime(wall: wall, bootID: "", millisecondsSinceBoot: 0)
    }
}

extension StoredRow {
    /// The stream that the event names; `nil` if it is sealed, or is not an event yet.
    fileprivate var streamInBody: String? {
        guard !isSealed, schema == nil else { return nil }
        do { return try JSONValue(parsing: body)["meta"]?["stream"]?.string } catch { return nil }
    }
}

extension StoredID {
    /// The time in a UUID of version 7.
    fileprivate var creation: Timestamp? {
        guard case .uuid(let uuid) = self, uuid.high >> 12 & 0xF == 7 else { return nil }
        return Timestamp(milliseconds: Int64(uuid.high >> 16))
    }
}
