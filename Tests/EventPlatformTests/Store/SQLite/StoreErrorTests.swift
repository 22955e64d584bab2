import EventPlatformTesting
import EventSchema
import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import EventPlatform

/// What the store on disk throws when SQLite fails.
@Suite(.waitLimit) struct StoreErrorTests {
    @Test(arguments: [
        (ResultCode.SQLITE_TOOBIG, StoreError.Code.unwritable), (.SQLITE_CONSTRAINT, .unwritable),
        (.SQLITE_CONSTRAINT_UNIQUE, .unwritable), (.SQLITE_MISMATCH, .unwritable), (.SQLITE_FULL, .unavailable),
        (.SQLITE_IOERR, .unavailable), (.SQLITE_IOERR_WRITE, .unavailable), (.SQLITE_READONLY, .unavailable),
        (.SQLITE_BUSY, .unavailable), (.SQLITE_NOMEM, .unavailable), (.SQLITE_CORRUPT, .notADatabase),
        (.SQLITE_NOTADB, .notADatabase),
    ])
    func `only what SQLite refuses by its values is the fault of an event`(
        result: ResultCode, code: StoreError.Code
    ) {
        let error = #expect(throws: StoreError.self) {
            try StoreError.naming("/folder/s.sqlite") { throw DatabaseError(resultCode: result) }
        }
        #expect(error?.code == code && error?.message.contains("store /folder/s.sqlite") == true)
    }

    /// A store whose SQLite takes no value of more than 10 000 bytes.
    private static func narrowStore(_ folder: TemporaryFolder, _ cipher: EventCipher? = nil) throws -> SQLiteEventStore
    {
        var settings = StoreSettings()
        settings.cipher = cipher
        let store = try SQLiteEventStore(path: folder.path("s.sqlite"), settings: settings)
        try store.file.withDatabase { _ = sqlite3_limit($0.sqliteConnection, SQLITE_LIMIT_LENGTH, 10_000) }
        return store
    }

    @Test func `a value that is too large for SQLite is unwritable, and nothing of its transaction is stored`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try Self.narrowStore(folder)
        var transaction = SpoolTests.adding("1", "2")
        transaction.added[1].body = Array(repeating: UInt8(ascii: "1"), count: 20_000)
        let error = #expect(throws: StoreError.self) { try store.commit(transaction) }
        #expect(error?.code == .unwritable)
        #expect(try store.storedRows(atMost: 9).isEmpty)
        _ = try store.commit(SpoolTests.adding("1"))
        #expect(try store.storedRows(atMost: 9).count == 1)
        try store.close()
    }

    /// Fails when every error of SQLite counts as one of the whole store, for which all events wait.
    @Test func `an event that SQLite cannot take is dropped, and others are stored`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try Self.narrowStore(
            folder,
            EventCipher(
                seal: { bytes in
                    let isPoison = String(decoding: bytes, as: UTF8.self).contains("poison")
                    return isPoison ? Array(repeating: 0, count: 20_000) : bytes
                }, open: { $0 }))
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.custom = { store }
        }
        await CommitterTests.expectOnlyPoisonIsDropped(by: platform)
    }
}
