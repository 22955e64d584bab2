import Foundation
import GRDB

/// Finds rows by what the owner knows, each with a step or two through the table, however many there are.
struct StoreReader {
    private let database: Database
    private let memory: StoreMemory

    init(_ database: Database, _ memory: StoreMemory) {
        self.database = database
        self.memory = memory
    }

    /// The destinations that have waiting events, sorted.
    func destinations() throws -> [String] {
        try memory.destinations.enumerated().filter { try firstRow(in: RowNumber.range(of: $0.offset)) != nil }
            .map(\.element).sorted()
    }

    /// The oldest waiting event's place in the order of arrival.
    func firstArrival() throws -> Int64? {
        try memory.lanes.compactMap { try firstRow(in: $0, leased: true)?.arrival }.min()
    }

    /// The first row of a lane.
    ///
    /// - Parameter leased: whether it may be out for sending.
    func firstRow(in lane: Lane, leased: Bool) throws -> RowNumber? {
        let range = RowNumber.range(of: lane.destination, lane.priority)
        if leased { return try firstRow(in: range) }
        let statement = try database.cachedStatement(
            sql: "SELECT row FROM event WHERE row BETWEEN ? AND ? ORDER BY row")
        let rows = try Int64.fetchCursor(statement, arguments: [range.lowerBound, range.upperBound])
        while let row = try rows.next() {
            if !memory.leases.holds(row) { return RowNumber(row) }
        }
        return nil
    }

    private func firstRow(in range: ClosedRange<Int64>) throws -> RowNumber? {
        let statement = try database.cachedStatement(sql: "SELECT min(row) FROM event WHERE row BETWEEN ? AND ?")
        return try Int64.fetchOne(statement, arguments: [range.lowerBound, range.upperBound]).map { RowNumber($0) }
    }

    /// Events of a destination behind a row that nobody holds, in the order of sending.
    func events(for destination: String, after row: Int64, limit: Int, _ cipher: EventCipher?) throws -> [StoredEvent] {
        guard limit > 0, let number = memory.destinations.firstIndex(of: destination) else { return [] }
        let range = RowNumber.range(of: number)
        guard row < range.upperBound else { return [] }
        let statement = try database.cachedStatement(
            sql: "SELECT row, id, stream, attempts, flags, body, size FROM event WHERE row BETWEEN ? AND ? ORDER BY row"
        )
        let rows = try Row.fetchCursor(
            statement, arguments: [max(range.lowerBound, row + 1), range.upperBound])
        var events: [StoredEvent] = []
        var failure: (any Error)?
        while events.count < limit, let row = try rows.next() {
            guard !memory.leases.holds(try row.value("row")) else { continue }
            do {
                events.append(try event(row, cipher))
            } catch {
                failure = error  // it stays where it is, and does not keep back the others
            }
        }
        if events.isEmpty, let failure { throw failure }
        return events
    }

    private func event(_ row: Row, _ cipher: EventCipher?) throws -> StoredEvent {
        StoredEvent(
            row: try row.value("row"), id: (try row.value("id") as StoredID).text,
            stream: try memory.stream(try row.value("stream")),
            attempts: try row.count("attempts"), body: try StoredBody(row).opened(cipher))
    }

    /// Events behind a place in the order of arrival, as they were given to the store.
    func events(
        afterArrival arrival: Int64, limit: Int, _ cipher: EventCipher?
    ) throws -> [(arrival: Int64, event: NewEvent)] {
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM event WHERE row BETWEEN ? AND ? ORDER BY row LIMIT ?")
        let rows = try memory.lanes.flatMap { lane in
            try Row.fetchAll(
                statement,
                arguments: [
                    RowNumber(lane, arrival: arrival + 1).value,
                    RowNumber.range(of: lane.destination, lane.priority).upperBound, limit,
                ])
        }
        return try rows.map { (RowNumber(try $0.value("row")), $0) }.sorted { $0.0.arrival < $1.0.arrival }.prefix(
            limit
        )
        .map { place, row in (place.arrival, try newEvent(row, at: place, cipher)) }
    }

    private func newEvent(_ row: Row, at place: RowNumber, _ cipher: EventCipher?) throws -> NewEvent {
        let flags = EventFlags(rawValue: try row.value("flags"))
        let stored = try event(row, cipher)
        let bootID = memory.stretches.last { $0.firstArrival <= place.arrival }?.bootID ?? ""
        var event = NewEvent(
            id: stored.id, stream: stored.stream, destination: try memory.destination(place.destination),
            priority: place.priority,
            storedAt: StorageTime(
                wall: Timestamp(milliseconds: try row.value("stored_at")), bootID: bootID,
                sinceBoot: try row.value("since_boot")),
            body: stored.body)
        event.hasOwnID = !flags.contains(.givenID)
        event.isNumbered = flags.contains(.numbered)
        return event
    }

    /// The rows of events that are too old.
    ///
    /// In a lane of a stretch of time the first row is the oldest: each walk ends with the first row that is not too
    /// old.
    func expired(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        var found: [Int64] = []
        for index in memory.stretches.indices {
            guard let (column, end) = limit.bound(in: memory.stretches[index]) else { continue }
            for lane in memory.lanes where found.count < count {
                let arrivals = memory.arrivals(ofStretch: index)
                let first = RowNumber(lane, arrival: arrivals.lowerBound).value
                let last = RowNumber(lane, arrival: arrivals.upperBound).value
                let statement = try database.cachedStatement(
                    sql: "SELECT row, \(column) AS time FROM event WHERE row BETWEEN ? AND ? ORDER BY row")
                let rows = try Row.fetchCursor(statement, arguments: [first, last])
                while found.count < count, let row = try rows.next() {
                    let time: Int64 = try row.value("time")
                    guard time < end else { break }
                    found.append(try row.value("row"))
                }
            }
        }
        return found
    }

    /// Waiting events' rows.
    func rows(atMost count: Int) throws -> [Int64] {
        try Int64.fetchAll(database, sql: "SELECT row FROM event ORDER BY row LIMIT ?", arguments: [count])
    }
}

extension AgeLimit {
    /// The clock that judges the events of a stretch, as a column of the table, and where too old begins on it; `nil` when
    /// none can.
    fileprivate func bound(in stretch: ClockStretch) -> (column: String, end: Int64)? {
        if stretch.bootID == bootID { return ("since_boot", bootTime) }
        return wallTime.map { ("stored_at", $0.milliseconds) }
    }
}
