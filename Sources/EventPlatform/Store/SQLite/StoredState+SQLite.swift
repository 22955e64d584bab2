import Foundation
import GRDB

extension StoredState {
    /// Reads the state from a file.
    init(reading database: Database, _ cipher: EventCipher?) throws {
        self.init()
        ledger = try Ledger(reading: database)
        let held = try Row.fetchAll(
            database, sql: "SELECT * FROM held WHERE claim IS NULL ORDER BY number")
        heldSubmissions = try held.map { try HeldSubmission($0, cipher) }
        values = try Self.readValues(in: database)
    }

    private static func readValues(in database: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM setting")
        return Dictionary(try rows.map { (try $0.value("name"), try $0.value("value")) }) { $1 }
    }

    /// The values in a file, read through a second, read-only connection while its owner may have it open.
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
    /// Reads a row. A submission that the cipher cannot open stays sealed.
    ///
    /// - Throws: `SQLITE_CORRUPT` when a column has an unexpected type, or the submission does not match its checksum.
    init(_ row: Row, _ cipher: EventCipher?) throws {
        self.init(
            number: try row.heldNumber, stream: try row.value("stream"), submission: try row.bytes("submission"),
            isSealed: try row.value("is_sealed"))
        guard try row.value("checksum") == checksum else {
            throw DatabaseError.damaged("a submission does not match its checksum")
        }
        guard isSealed, let cipher else { return }
        // The client reports that it stays sealed.
        do { submission = try cipher.open(submission) } catch { return }
        isSealed = false
    }
}

extension HeldSubmission {
    /// A row of ``StoreTable/held``; `nil` if it does not match its checksum.
    init?(checked row: [DatabaseValue]) {
        guard let number = Int64.fromDatabaseValue(row[0]), let stream = String.fromDatabaseValue(row[1]),
            let isSealed = Bool.fromDatabaseValue(row[2]), let submission = Data.fromDatabaseValue(row[3])
        else { return nil }
        self.init(number: number, stream: stream, submission: Array(submission), isSealed: isSealed)
        guard checksum == Int64.fromDatabaseValue(row[5]) else { return nil }
    }
}

extension Ledger {
    /// Reads the ledger from a file.
    init(reading database: Database) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT stream, outcome, count FROM ledger")
        self.init(
            try rows.map {
                Entry(stream: try $0.value("stream"), outcome: try $0.value("outcome"), count: try $0.count("count"))
            })
    }
}
