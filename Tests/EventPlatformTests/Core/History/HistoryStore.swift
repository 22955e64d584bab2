import EventSupport
import Foundation
import GRDB
import TestSupport

@testable import EventPlatform

/// The store of a history, in memory or in a file, which each client of it opens.
enum HistoryStore {
    case memory(InMemoryEventStore)
    case file(TemporaryFolder)

    /// Every fourth one is a file.
    init(seed: UInt64, settings: StoreSettings) throws {
        self =
            seed.isMultiple(of: 4) ? .file(try TemporaryFolder()) : .memory(InMemoryEventStore(settings: settings))
    }

    private static let name = "events.sqlite"

    func opener(_ settings: StoreSettings) -> @Sendable () throws -> any EventStore {
        switch self {
        case .memory(let store): { store }
        case .file(let folder):
            { try SQLiteEventStore(path: folder.path(Self.name), settings: settings) }
        }
    }

    func remove() { if case .file(let folder) = self { folder.remove() } }

    /// A text without the path of the store.
    func withoutPath(_ text: String) -> String {
        if case .file(let folder) = self { text.replacing(folder.url.path, with: "FOLDER") } else { text }
    }

    /// Everything in the store, in its order, a line for each row. No client has it open.
    func rows(at time: StorageTime) throws -> [String] {
        switch self {
        case .memory(let store): Self.rows(of: store, at: time)
        case .file(let folder): try Self.rows(ofFile: folder.path(Self.name))
        }
    }

    // MARK: - In memory

    private static func rows(of store: InMemoryEventStore, at time: StorageTime) -> [String] {
        let state = store.load(at: time)
        var lines = state.ledger.entries.map { "ledger \($0.stream) \($0.outcome) \($0.count)" }.sorted()
        lines += state.values.sorted { $0.key < $1.key }.map { "setting \($0.key) = \($0.value)" }
        lines += state.heldSubmissions.map { "held \($0.number) \($0.stream) \(text(Data($0.submission)))" }
        for schema in store.awaitedSchemas() {
            lines += store.events(awaiting: schema, atMost: .max).map {
                "awaits \(schema) \($0.row) \($0.id) \($0.stream) \($0.storedAt) \(text(Data($0.submission)))"
            }
        }
        for destination in store.destinations() {
            lines.append("\(destination) next retry \(store.nextRetry(for: destination).map { "\($0)" } ?? "none")")
            for selection in [LeaseSelection.ready(after: nil), .retries] {
                lines += lease(selection, destination, store)
            }
        }
        return lines + ["rows \(store.storedRows(atMost: .max))"]
    }

    /// The events of a destination, whenever they may be sent again.
    private static func lease(
        _ selection: LeaseSelection, _ destination: String, _ store: InMemoryEventStore
    ) -> [String] {
        let end: Duration = .seconds(1 << 40)
        let events = store.lease(selection, for: destination, atMost: .max, now: end, until: end + .seconds(1))
        store.release(events.map(\.row))
        return events.map {
            "\(destination) \($0.row) \($0.id) \($0.stream) \($0.priority) attempts \($0.attempts) "
                + "isolated \($0.isIsolated) \(text(Data($0.body)))"
        }
    }

    // MARK: - In a file

    private static let tables = [
        "event", "stream", "queue", "arrival", "retry", "damaged", "finished", "held", "setting", "ledger", "store",
        "spool", "spool_ledger",
    ]

    private static func rows(ofFile path: String) throws -> [String] {
        let queue = try DatabaseQueue(path: path)
        let lines = try queue.read { database in
            try tables.flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table) \(text($0, of: table))" }
            }
        }
        try queue.close()
        return lines
    }

    /// The columns of a row. The id of a file is random, so that no two files have one.
    private static func text(_ row: Row, of table: String) -> String {
        row.filter { table != "store" || $0.0 != "id" }.map { column, value in
            switch value.storage {
            case .blob(let data): "\(column)=\(text(data))"
            default: "\(column)=\(value)"
            }
        }.joined(separator: " ")
    }

    /// The bytes as text if they are text.
    private static func text(_ data: Data) -> String {
        String(data: data, encoding: .utf8).map { $0.debugDescription } ?? data.base64EncodedString()
    }
}
