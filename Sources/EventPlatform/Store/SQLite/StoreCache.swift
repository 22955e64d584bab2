import EventSchema
import GRDB

/// Data of a store file that its owner keeps in memory: read once when the file is opened, and updated with every
/// transaction. Its size depends on the number of streams, destinations and leases, not on the number of stored events.
struct StoreCache: Sendable {
    var leases = Leases()
    /// The names of the streams, by their number in the file.
    private(set) var streams: [Int64: String] = [:]
    private var streamNumbers: [ExactText: Int64] = [:]
    /// How many events of each stream became ready so far: the last sequence number.
    var sequences: [Int64: Int64] = [:]
    /// The queues, by their number in the file.
    private(set) var queues: [Int64: StoreQueue] = [:]
    private(set) var queueNumbers: [StoreQueue: Int64] = [:]
    /// The time of the newest row of `arrival`.
    var lastArrival: StorageTime?
    /// Whether ``StoreCounters/lastRow`` was compared with the rows of the file.
    var hasCheckedLastRow = false
    /// The stream of each held submission, by its number.
    private(set) var held: [Int64: String] = [:]
    /// Whether the file has ids of delivered events.
    var hasDeliveredIDs = false

    init() {}

    /// Reads the cache from a file.
    init(reading database: Database) throws {
        try readStreams(database)
        try readQueues(database)
        lastArrival = try Self.lastArrival(database)
        for row in try Row.fetchAll(database, sql: "SELECT number, stream FROM held") {
            held[try row.heldNumber] = try row.value("stream")
        }
        hasDeliveredIDs = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM finished)") ?? false
    }

    mutating func readStreams(_ database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT number, name FROM stream") {
            let (number, name): (Int64, String) = (try row.value("number"), try row.value("name"))
            add(stream: name, number)
            sequences[number] = try Self.lastSequenceNumber(ofStream: name, database)
        }
    }

    /// The last sequence number of a stream; 0 without one.
    static func lastSequenceNumber(ofStream name: String, _ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT count FROM ledger WHERE stream = ? AND outcome = ?")
        let row = try Row.fetchOne(statement, arguments: [name, StoredAccount.numbered])
        return Int64(try row?.count("count") ?? 0)
    }

    mutating func readQueues(_ database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT number, destination, priority FROM queue") {
            add(try StoreQueue(row), try row.value("number"))
        }
    }

    /// The time of the newest row of `arrival`; `nil` when it cannot be read, so that the next event adds a row.
    private static func lastArrival(_ database: Database) throws -> StorageTime? {
        let row = try Row.fetchOne(
            database, sql: "SELECT boot, since_boot, wall FROM arrival ORDER BY row DESC LIMIT 1")
        do { return try row.map { try StorageTime($0) } } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CORRUPT
        {
            return nil
        }
    }

    /// Adds held submissions that the file has lost, and its client still has.
    mutating func hold(_ others: [Int64: String]) { held.merge(others) { own, _ in own } }
    mutating func hold(_ number: Int64, _ stream: String) { held[number] = stream }
    mutating func removeHeld(_ number: Int64) { held[number] = nil }
    mutating func removeAllHeld() { held = [:] }

    /// The number of held submissions of each stream.
    var heldByStream: [String: Int] { Dictionary(held.values.map { ($0, 1) }) { $0 + $1 } }

    mutating func add(stream name: String, _ number: Int64) {
        streams[number] = name
        streamNumbers[ExactText(name)] = number
    }

    /// The number of a stream; `nil` when the file has none of this name.
    func number(ofStream name: String) -> Int64? { streamNumbers[ExactText(name)] }

    mutating func add(_ queue: StoreQueue, _ number: Int64) {
        queues[number] = queue
        queueNumbers[queue] = number
    }

    /// The name under which the ledger counts events whose stream was damaged, and what an inspection has for a name
    /// that cannot be read.
    static let unknownStream = "(damaged)"

    /// The queues of a destination, the highest priority first.
    func queues(for destination: String) -> [(number: Int64, priority: EventPriority)] {
        EventPriority.allCases.reversed().compactMap { priority in
            queueNumbers[StoreQueue(destination: destination, priority: priority)].map { ($0, priority) }
        }
    }
}

/// The events of one destination with one priority.
struct StoreQueue: Sendable, Hashable {
    let destination: String
    let priority: EventPriority
}

extension StoreQueue {
    static func == (left: StoreQueue, right: StoreQueue) -> Bool {
        left.priority == right.priority && left.destination.isExactly(right.destination)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(destination))
        hasher.combine(priority)
    }

    init(_ row: Row) throws {
        guard let priority = EventPriority(rawValue: try row.value("priority")) else {
            throw DatabaseError.damaged("the priority of a queue cannot be read")
        }
        self.init(destination: try row.value("destination"), priority: priority)
    }
}

extension StorageTime {
    /// A row with `boot`, `since_boot` and `wall`.
    init(_ row: Row) throws {
        self.init(
            wall: try row.time("wall"), bootID: try row.value("boot"),
            millisecondsSinceBoot: try row.value("since_boot"))
    }

    /// Whether an event of a later time belongs to the arrival of this time: on both clocks it is less than a second
    /// later. So a busy client writes one arrival a second.
    func covers(_ later: StorageTime) -> Bool {
        let passed = later.millisecondsSinceBoot &- millisecondsSinceBoot
        let passedOnWall = later.wall.milliseconds &- wall.milliseconds
        return bootID == later.bootID && (0..<1000).contains(passed) && (0..<1000).contains(passedOnWall)
    }
}
