import GRDB

/// What the owner of a store file knows without asking the file: read once when it is opened, and kept in step with every
/// transaction. Its size depends on how many streams and destinations there are, not on how many events wait.
struct StoreCache: Sendable {
    var leases = Leases()
    /// The streams, by their number in the file.
    private(set) var streams: [Int64: String] = [:]
    private(set) var streamNumbers: [String: Int64] = [:]
    /// How many events of each stream have come into the store and may be sent.
    var sequences: [Int64: Int64] = [:]
    /// The queues, by their number in the file.
    private(set) var queues: [Int64: StoreQueue] = [:]
    private(set) var queueNumbers: [StoreQueue: Int64] = [:]
    /// When the newest events were stored.
    var lastArrival: StorageTime?
    /// Whether ids of delivered events are remembered.
    var remembersIDs = false

    init() {}

    /// Reads a file: a few rows, however many events wait.
    init(reading database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT number, name, sequence FROM stream") {
            let number: Int64 = try row.value("number")
            add(stream: try row.value("name"), number)
            sequences[number] = Int64(try row.count("sequence"))
        }
        for row in try Row.fetchAll(database, sql: "SELECT number, destination, priority FROM queue") {
            add(try StoreQueue(row), try row.value("number"))
        }
        lastArrival = try Self.lastArrival(database)
        remembersIDs = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM finished)") ?? false
    }

    /// When the newest events were stored. Where that cannot be read, the next event writes down its own time.
    private static func lastArrival(_ database: Database) throws -> StorageTime? {
        let row = try Row.fetchOne(
            database, sql: "SELECT boot, since_boot, wall FROM arrival ORDER BY row DESC LIMIT 1")
        do { return try row.map { try StorageTime($0) } } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CORRUPT
        {
            return nil
        }
    }

    mutating func add(stream name: String, _ number: Int64) {
        streams[number] = name
        streamNumbers[name] = number
    }

    mutating func add(_ queue: StoreQueue, _ number: Int64) {
        queues[number] = queue
        queueNumbers[queue] = number
    }

    /// The name under which the ledger counts events whose stream was damaged.
    static let unknownStream = "(damaged)"

    /// The queues of a destination in the order of sending.
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
        self.init(wall: try row.time("wall"), bootID: try row.value("boot"), sinceBoot: try row.value("since_boot"))
    }

    /// Whether events of a later time are stored under this one, so that a busy client writes down one time a second:
    /// both clocks have gone on by less than a second.
    func covers(_ later: StorageTime) -> Bool {
        let passed = later.sinceBoot &- sinceBoot
        let passedOnWall = later.wall.milliseconds &- wall.milliseconds
        return bootID == later.bootID && (0..<1000).contains(passed) && (0..<1000).contains(passedOnWall)
    }
}
