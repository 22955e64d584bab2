import Foundation
import GRDB

extension StoredState {
    /// What a client needs of a file before its first event.
    init(reading database: Database, _ cipher: EventCipher?) throws {
        self.init()
        ledger = try Ledger(reading: database)
        let held = try Row.fetchAll(
            database, sql: "SELECT number, stream, submission FROM held WHERE claim IS NULL ORDER BY number")
        heldSubmissions = try held.map { try HeldSubmission($0, cipher) }
        values = try Self.readValues(in: database)
    }

    private static func readValues(in database: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM setting")
        return Dictionary(try rows.map { (try $0.value("name"), try $0.value("value")) }) { $1 }
    }

    /// The settings of the client that a file has, read beside its owner.
    static func values(ofFile path: String) throws -> [String: String] {
        let queue = try StoreConnection.open(path, isReadOnly: true)
        let values = try queue.read { database in
            try StoreSchema.check(database, path: path)
            return try readValues(in: database)
        }
        try queue.close()
        return values
    }
}

extension HeldSubmission {
    init(_ row: Row, _ cipher: EventCipher?) throws {
        let sealed = try row.bytes("submission")
        self.init(
            number: try row.heldNumber, stream: try row.value("stream"), submission: try cipher?.open(sealed) ?? sealed)
    }
}

extension Ledger {
    /// The account that a file has.
    init(reading database: Database) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT stream, outcome, count FROM ledger")
        self.init(
            try rows.map {
                Entry(stream: try $0.value("stream"), outcome: try $0.value("outcome"), count: try $0.count("count"))
            })
    }
}
