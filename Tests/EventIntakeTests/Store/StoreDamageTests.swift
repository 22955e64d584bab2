import EventCatalog
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventIntake

/// Stores whose file is damaged: errors, and never a trap, which would end the process.
@Suite(.waitLimit) struct StoreDamageTests {
    /// Writes a store with accepted, repeated and rejected events.
    private static func writeStore(to path: String) async throws {
        let store = try IntakeStore(path: path)
        for number in 0..<60 {
            let event = SinkEvent(
                id: "\(number % 50)", stream: "a.\(number % 3)", schema: "/s/1.0.0", test: number % 2 == 0 ? "t" : nil,
                event: JSON(["number": .number(number), "text": .string(String(repeating: "x", count: number * 10))]))
            let rejected = RejectedEvent(
                JSON(["number": .number(number)]), EventRefusal("no such schema", .client), of: nil, test: nil)
            try await store.add([event], rejected: [rejected])
        }
        try store.close()
    }

    /// Calls everything that reads or writes a store, and returns how many of the calls failed.
    private static func use(_ path: String) async -> Int {
        var failures = 0
        func attempt(_ body: () async throws -> Void) async {
            do { try await body() } catch { failures += 1 }
        }
        for opened in [
            Result { try IntakeStore(reading: path) }, Result { try IntakeStore(path: path, maximumEvents: 40) },
        ] {
            guard case .success(let store) = opened else {
                failures += 1
                continue
            }
            await attempt { _ = try store.events() }
            await attempt { _ = try store.streams() }
            await attempt { _ = try store.count() }
            await attempt { _ = try store.repeats() }
            await attempt { _ = try await store.counts().total }
            await attempt { _ = try await store.counts().json.jsonText }
            await attempt { _ = try await store.page(EventQuery(), of: .summary(of: [])) }
            await attempt { _ = try await store.page(EventQuery(), of: .summary(of: [EventField("number")])) }
            await attempt { _ = try await store.fields(EventQuery()).json.jsonText }
            for field in ["number", "-reason"] {
                await attempt {
                    var query = EventQuery()
                    query.sort = EventSort(field)
                    _ = try await store.page(query, of: .summary(of: []))
                }
            }
            await attempt { _ = try await store.matching(EventQuery()).json(ofStore: "s").jsonText }
            await attempt {
                var query = EventQuery()
                query.filter = try EventFilter(parsing: "number:1 text:x*")
                _ = try await store.page(query, of: .whole)
            }
            for valid in [true, false, nil] {
                var query = EventQuery()
                (query.valid, query.limit) = (valid, 7)
                await attempt {
                    var page = try await store.events(query)
                    while page.hasMore {
                        // In a damaged index the positions need not rise.
                        guard page.next > query.after else { break }
                        query.after = page.next
                        page = try await store.events(query)
                    }
                }
            }
            await attempt {
                let event = SinkEvent(id: "new", stream: "a.0", schema: "/s", event: JSON([:]))
                try await store.add(
                    [event], rejected: [RejectedEvent(JSON([:]), EventRefusal("x", .client), of: nil, test: nil)])
            }
            await attempt { try await store.removeAll(test: "t") }
            await attempt { try store.close() }
        }
        return failures
    }

    @Test func `no random damage to the bytes of a file ends the process`() async throws {
        try await inFolder { folder in
            let whole = folder + "/whole.sqlite"
            try await Self.writeStore(to: whole)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
            var random = SeededGenerator(seed: 3)
            var harmed = 0
            for number in 0..<300 {
                var damaged = bytes
                // The header of the file and the schema are spared by most: else every store would be refused at once.
                let first = number.isMultiple(of: 5) ? 0 : 4096
                for _ in 0..<Int.random(in: 1...60, using: &random) {
                    let place = Int.random(in: first..<damaged.count, using: &random)
                    let byte = [0, 0xFF, 0x7F, 0x80, UInt8.random(in: 0...255, using: &random)]
                    damaged[place] = byte.randomElement(using: &random) ?? 0
                }
                let path = "\(folder)/\(number).sqlite"
                try damaged.write(to: URL(fileURLWithPath: path))
                if await Self.use(path) > 0 { harmed += 1 }
            }
            #expect(harmed > 100)
        }
    }

    /// Values that SQLite stores in any column of a table without constraints.
    private static let values: [DatabaseValue] = [
        .null, 9e99.databaseValue, (-9e99).databaseValue, Int64.max.databaseValue, Int64.min.databaseValue,
        (-1).databaseValue, 0.5.databaseValue, "".databaseValue, "text".databaseValue, "{".databaseValue,
        Data([0xFF, 0x00, 0xC3]).databaseValue, "a\0b".databaseValue,
    ]

    @Test(arguments: ["event", "rejected", "cleared", "removed"])
    func `no value in any column ends the process`(table: String) async throws {
        try await inFolder { folder in
            let whole = folder + "/whole.sqlite"
            try await Self.writeStore(to: whole)
            let queue = try DatabaseQueue(path: whole)
            let columns = try await queue.write { database in
                let columns = try database.columns(in: table).map(\.name)
                try database.execute(sql: "CREATE TABLE copy AS SELECT * FROM \(table)")
                try database.execute(sql: "DROP TABLE \(table)")
                try database.execute(sql: "CREATE TABLE \(table) (\(columns.joined(separator: ", ")))")
                try database.execute(sql: "INSERT INTO \(table) SELECT * FROM copy")
                try database.execute(sql: "DROP TABLE copy")
                return columns
            }
            try queue.close()
            var harmful = 0
            for column in columns + ["rowid"] {
                for (number, value) in Self.values.enumerated() {
                    let path = "\(folder)/\(column)-\(number).sqlite"
                    try FileManager.default.copyItem(atPath: whole, toPath: path)
                    let queue = try DatabaseQueue(path: path)
                    let isDamaged = try await queue.write { database in
                        if table == "cleared" { try database.execute(sql: "INSERT INTO cleared VALUES (1)") }
                        if table == "removed" { try StoreState.recordRemoval(.request, upTo: 1, in: database) }
                        return try Self.update(database, table, column, value)
                    }
                    try queue.close()
                    #expect(isDamaged || column == "rowid", "\(column) = \(value)")
                    harmful += await Self.use(path) > 0 ? 1 : 0
                }
            }
            #expect(harmful > 0, "no value was read")
        }
    }

    /// Sets a column of the last row.
    ///
    /// - Returns: whether there was such a row; `false` too for a row id that is no number, which SQLite refuses.
    private static func update(
        _ database: Database, _ table: String, _ column: String, _ value: DatabaseValue
    ) throws -> Bool {
        do {
            try database.execute(
                sql: "UPDATE \(table) SET \(column) = ? WHERE rowid = (SELECT max(rowid) FROM \(table))",
                arguments: [value])
        } catch let error as DatabaseError where column == "rowid" && error.resultCode == .SQLITE_MISMATCH {
            return false
        }
        return database.changesCount == 1
    }

    // MARK: - Over HTTP

    @Test(
        arguments: [
            ("body", "NULL"), ("stream", "NULL"), ("repeats", "9e99"), ("repeats", "NULL"), ("received_at", "x'ff'"),
            ("body", "'{'"), ("repeats", "9223372036854775807"),
        ])
    func `an unreadable row leads to 500 and is logged, and new events are accepted`(column: String, value: String)
        async throws
    {
        try await inFolder { folder in
            let path = folder + "/store.sqlite"
            try await Self.writeStore(to: path)
            let queue = try DatabaseQueue(path: path)
            try await queue.write { database in
                try database.execute(
                    sql: """
                        PRAGMA writable_schema = ON;
                        UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'event';
                        PRAGMA writable_schema = RESET;
                        """)
            }
            try await queue.write { database in
                try database.execute(sql: "UPDATE event SET \(column) = \(value) WHERE id = '7'")
            }
            try queue.close()
            let log = RecordedLog()
            var configuration = Fixture.configuration
            configuration.storePath = path
            try await withIntake(configuration, logger: log.logger) { intake in
                let client = Client(intake: intake)
                let list = try await client.get("/events?limit=1000")
                #expect(list.status == 500 && list.json["detail"]?.string?.contains("is damaged: ") == true)
                #expect(log.lines.contains { $0.contains("is damaged: ") })
                let counts = try await client.get("/counts").status
                // SQLite leaves NULL out of sums.
                #expect(counts == (column == "stream" || (column == "repeats" && value != "NULL") ? 500 : 200))
                #expect(try await client.post(Fixture.event()).status == 201)
                #expect(try await client.get("/events?after=\(intake.store.lastPosition - 1)").status == 200)
            }
        }
    }

    @Test func `new events get 500 when the last position of the store is the largest number`() async throws {
        try await inFolder { folder in
            let path = folder + "/store.sqlite"
            try await Self.writeStore(to: path)
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: "INSERT INTO cleared VALUES (\(Int64.max))") }
            try queue.close()
            try await withOwnIntake {
                $0.storePath = path
            } _: { client async throws in
                #expect(try await client.post(Fixture.event()).status == 500)
                #expect(try await client.get("/events").status == 200)
            }
        }
    }
}
