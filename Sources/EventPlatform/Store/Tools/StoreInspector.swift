package import EventSchema
import Foundation
import GRDB

/// Looks into a store file without changing it, also beside the client that owns it.
package struct StoreInspector {
    /// A waiting event, without its body.
    package struct Item: Sendable {
        package let row: Int64
        package let id: String
        package let stream: String
        package let destination: String
        package let priority: EventPriority
        package let storedAt: Timestamp
        /// The event's number within its stream.
        package let number: Int64
        package let attempts: Int
        package let bytes: Int
    }

    private let queue: DatabaseQueue
    private let path: String

    /// Opens an existing store for reading.
    ///
    /// - Throws: ``StoreError`` when there is no such file, or it is no store.
    package init(path: String) throws {
        self.path = path
        guard FileManager.default.fileExists(atPath: path) else { throw StoreError(missing: path) }
        try StoreSchema.refuseForeignFile(at: path)
        do {
            queue = try StoreConnection.open(path, isReadOnly: true)
            try queue.read { try StoreSchema.check($0, path: path) }
        } catch let error as DatabaseError {
            throw StoreError(opening: path, error)
        }
    }

    /// Reads the file as it stands at one moment.
    func reading<Value>(_ work: (Database) throws -> Value) throws -> Value { try queue.read(work) }

    /// The settings of the client.
    func values() throws -> [String: String] {
        try queue.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM setting")
            return Dictionary(try rows.map { (try $0.value("name"), try $0.value("value")) }) { $1 }
        }
    }

    /// What waits, how old and how large it is, and the ledger.
    package func statistics(now: Timestamp) throws -> JSONObject {
        try queue.read { database in
            let memory = try StoreMemory(reading: database)
            let held = try Int.fetchOne(database, sql: "SELECT count(*) FROM held") ?? 0
            let (oldest, newest) = try times(database)
            return [
                "waiting": .number(memory.totals.events), "held": .number(held),
                "bytes": .number(memory.totals.bytes),
                "oldest": oldest.map { .string($0.iso8601) } ?? .null,
                "newest": newest.map { .string($0.iso8601) } ?? .null,
                "oldestAgeSeconds": oldest.map { .number(max(0, now.milliseconds - $0.milliseconds) / 1000) } ?? .null,
                "destinations": .object(try destinations(database, memory)),
                "ledger": .object(try StoreAccount(reading: database, memory).ledger.json),
                "files": try files(),
                "sqlite": .string(try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""),
            ]
        }
    }

    /// When the oldest and the newest of the waiting events were stored.
    private func times(_ database: Database) throws -> (oldest: Timestamp?, newest: Timestamp?) {
        let row = try Row.fetchOne(
            database, sql: "SELECT min(stored_at) AS oldest, max(stored_at) AS newest FROM event")
        return (try row?.timeIfAny("oldest"), try row?.timeIfAny("newest"))
    }

    /// Every file of the namespace and its size.
    private func files() throws -> JSONValue {
        let namespace = StoreNamespace(URL(fileURLWithPath: path))
        let files = try ([namespace.main] + namespace.neighbours()).flatMap { StoreNamespace.parts(of: $0) }
        return .object(
            JSONObject(
                try files.map { file in
                    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
                    return (file.lastPathComponent, .number(size ?? 0))
                }))
    }

    private func destinations(_ database: Database, _ memory: StoreMemory) throws -> JSONObject {
        var counts = JSONObject()
        for (number, name) in memory.destinations.enumerated().sorted(by: { $0.element < $1.element }) {
            let range = RowNumber.range(of: number)
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM event WHERE row BETWEEN ? AND ?",
                arguments: [range.lowerBound, range.upperBound])
            if let count, count > 0 { counts[name] = .number(count) }
        }
        return counts
    }

    /// Calls `body` with each waiting event in the order of arrival, without holding more than a page of them in
    /// memory. Sealed events come as they stand in the file.
    ///
    /// - Throws: ``StoreError`` when the file is damaged, after everything that can be read.
    package func forEachEvent(_ body: (Item, _ json: [UInt8]) throws -> Void) throws {
        let damages = try queue.read { database in
            var (count, damages) = try Self.forEachEvent(in: database, body)
            // Damage may have hidden rows without a trace.
            let expected = damages.noting("the account", { try StoreMemory(reading: database).totals.events })
            if let expected, expected != count { damages.append("\(expected) events wait, \(count) are found") }
            return damages
        }
        guard let first = damages.first else { return }
        throw StoreError(
            .notADatabase, path: path,
            "is damaged: not everything in it could be read (\(damages.count) findings, the first: \(first))")
    }

    /// Calls `body` with each waiting event that can be read, in the order of arrival.
    ///
    /// - Returns: how many events were met, and what of them could not be read, and why.
    static func forEachEvent(
        in database: Database, _ body: (Item, _ json: [UInt8]) throws -> Void
    ) throws -> (count: Int, damages: [String]) {
        let memory = try StoreMemory(namesIn: database)
        var damages: [String] = []
        var count = 0
        var lanes = memory.lanes.map { LaneCursor($0, database, &damages) }
        while let next = lanes.indices.filter({ lanes[$0].row != nil }).min(by: {
            lanes[$0].arrival < lanes[$1].arrival
        }), let row = lanes[next].row {
            count += 1
            let place = "event \(lanes[next].arrival)"
            if let (item, json) = damages.noting(place, { (try Item(row, memory), try StoredBody(row).readable()) }) {
                try body(item, json)
            }
            lanes[next].advance(&damages)
        }
        return (count, damages)
    }
}

/// Walks through a lane, as far as it can be read.
private struct LaneCursor {
    private let rows: RowCursor?
    private(set) var row: Row?
    private(set) var arrival: Int64 = .max

    init(_ lane: Lane, _ database: Database, _ damages: inout [String]) {
        let range = RowNumber.range(of: lane.destination, lane.priority)
        rows = damages.noting("events") {
            try Row.fetchCursor(
                database, sql: "SELECT * FROM event WHERE row BETWEEN ? AND ? ORDER BY row",
                arguments: [range.lowerBound, range.upperBound])
        }
        advance(&damages)
    }

    mutating func advance(_ damages: inout [String]) {
        (row, arrival) = (nil, .max)
        let next = damages.noting("events", { try rows?.next()?.copy() })
        guard let next = next ?? nil else { return }
        row = next
        arrival = damages.noting("events", { try RowNumber(next.value("row")).arrival }) ?? 0
    }
}

extension [String] {
    /// What `work` gives, or `nil` and a word about the damage that kept it from that.
    fileprivate mutating func noting<Value>(_ place: String, _ work: () throws -> Value) -> Value? {
        do { return try work() } catch {
            append("\(place): \((error as? DatabaseError)?.message ?? "\(error)")")
            return nil
        }
    }
}

extension StoreInspector.Item {
    fileprivate init(_ row: Row, _ memory: StoreMemory) throws {
        let place = RowNumber(try row.value("row"))
        _ = try row.value("since_boot") as Int64  // nobody asks, but the event's age hangs on it
        self.init(
            row: place.arrival, id: (try row.value("id") as StoredID).text,
            stream: try memory.stream(row.value("stream")), destination: try memory.destination(place.destination),
            priority: place.priority, storedAt: try row.time("stored_at"),
            number: Int64(try row.count("number")), attempts: try row.count("attempts"),
            bytes: try StoredBody(row).count)
    }
}
