package import EventSchema
import Foundation
import GRDB

extension StoreInspector {
    /// Number, states, age and size of the stored events, and the ledger.
    package func statistics(now: Timestamp) throws -> JSONObject {
        try read { database in
            let totals = try StoreCounters(reading: database).totals
            let (oldest, newest) = try times(database)
            return [
                "waiting": .number(totals.events), "held": .number(try count("held", in: database)),
                "bytes": .number(totals.bytes),
                "oldest": oldest.map { .string($0.iso8601) } ?? .null,
                "newest": newest.map { .string($0.iso8601) } ?? .null,
                "oldestAgeSeconds": oldest.map { .number(max(0, now.milliseconds - $0.milliseconds) / 1000) } ?? .null,
                "states": .object(try states(database)),
                "awaitedSchemas": .object(try awaitedSchemas(database)),
                "damaged": .number(try count("damaged", in: database)),
                "destinations": .object(try destinations(database)),
                "ledger": .object(try Ledger(reading: database).json),
                "files": try files(),
                "sqlite": .string(try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""),
            ]
        }
    }

    /// The number of submissions that wait for stream configurations. They are no events yet.
    package func heldSubmissions() throws -> Int { try read { try count("held", in: $0) } }

    private func count(_ table: String, in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    /// How many events are in each state.
    private func states(_ database: Database) throws -> JSONObject {
        var counts = JSONObject()
        for state in StoredEventState.allCases {
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM event WHERE state = ?", arguments: [state.rawValue])
            counts[state.name] = .number(count ?? 0)
        }
        return counts
    }

    /// How many events await each schema.
    private func awaitedSchemas(_ database: Database) throws -> JSONObject {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT schema, count(*) AS count FROM event WHERE schema IS NOT NULL GROUP BY schema ORDER BY schema")
        return JSONObject(try rows.map { (try $0.value("schema"), .number(try $0.count("count"))) })
    }

    /// When the oldest and the newest of the stored events were stored.
    private func times(_ database: Database) throws -> (oldest: Timestamp?, newest: Timestamp?) {
        let row = try Row.fetchOne(
            database,
            sql: """
                WITH span AS (
                    SELECT row AS first, lead(row, 1, 9223372036854775807) OVER (ORDER BY row) AS next, wall
                    FROM arrival
                )
                SELECT min(wall) AS oldest, max(wall) AS newest FROM span
                WHERE EXISTS (SELECT 1 FROM event WHERE event.row >= span.first AND event.row < span.next)
                """)
        return (try row?.timeIfAny("oldest"), try row?.timeIfAny("newest"))
    }

    /// Every file of the namespace and its size.
    private func files() throws -> JSONValue {
        let namespace = StoreNamespace(URL(fileURLWithPath: path))
        let files = try ([namespace.main] + namespace.markedDatabases()).flatMap { StoreNamespace.parts(of: $0) }
        return .object(
            JSONObject(
                try files.map { file in
                    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
                    return (file.lastPathComponent, .number(size ?? 0))
                }))
    }

    private func destinations(_ database: Database) throws -> JSONObject {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT destination,
                    sum((SELECT count(*) FROM event WHERE state = states.state AND queue = queue.number)) AS count
                FROM queue CROSS JOIN (SELECT 0 AS state UNION SELECT 1 UNION SELECT 2) AS states
                GROUP BY destination ORDER BY destination
                """)
        let counts = try rows.map { (try $0.value("destination") as String, try $0.count("count")) }
        return JSONObject(counts.filter { $0.1 > 0 }.map { ($0.0, .number($0.1)) })
    }
}
