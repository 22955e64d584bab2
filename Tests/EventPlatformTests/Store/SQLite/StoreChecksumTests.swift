import EventPlatformTesting
import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Rows that do not match their checksum.
@Suite struct StoreChecksumTests {
    /// A store with three events that are ready and three that await a schema, of which the second of each is damaged.
    private static func damaged(_ folder: TemporaryFolder, _ damage: String) throws -> SQLiteEventStore {
        let path = folder.file("s.sqlite").path
        let store = try SQLiteEventStore(path: path)
        var transaction = StoreTransaction()
        transaction.added = (1...6).map { EventStoreTests.event("\($0)") }
        for place in 3..<6 { transaction.added[place].awaitedSchema = "schema" }
        transaction.ledger.countSubmitted("s", 6)
        _ = try store.commit(transaction)
        try store.file.withDatabase { try $0.execute(sql: "UPDATE event SET \(damage) WHERE row IN (2, 5)") }
        return store
    }

    /// Fails when a column is not part of the checksum.
    @Test(
        arguments: [
            "body = x'7b00'", "id = 'other' || row", "stream = 2", "checksum = checksum + 1", "body = 'text'",
            "is_sealed = 1", "schema = 'other'", "id = randomblob(16)",
        ])
    func `a damaged event is moved away, counted and reported, and the others are leased`(damage: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try Self.damaged(folder, damage)
        let leased = try store.leaseReady(9)
        #expect(leased.map(\.id) == ["1", "3"])
        let report = store.collectReport()
        #expect(report.ledger.total.dropped == [.damaged: 1])
        #expect(report.remarks.count == 1 && report.remarks[0].contains("row 2"))
        #expect(store.collectReport() == StoreReport(), "reported once")
        let awaiting = try store.awaitedSchemas().flatMap { try store.events(awaiting: $0, atMost: 9) }
        #expect(awaiting.map(\.id) == ["4", "6"])
        #expect(store.collectReport().remarks.first?.contains("row 5") == true)
        #expect(try store.load().ledger.total.dropped == [.damaged: 2])
        #expect(try store.storedRows(atMost: 9).count == 4)
        let statistics = try StoreInspector(path: store.path).statistics(now: Timestamp(milliseconds: 0))
        #expect(statistics["damaged"]?.number?.int64 == 2)
        try store.close()
    }

    /// Fails when the queue is not part of the checksum.
    @Test func `an event whose queue is damaged into another is not sent to that one's destination`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteEventStore(path: folder.file("s.sqlite").path)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("1"), EventStoreTests.event("2", to: "other")]
        transaction.ledger.countSubmitted("s", 2)
        _ = try store.commit(transaction)
        try store.file.withDatabase {
            try $0.execute(sql: "UPDATE event SET queue = (SELECT max(queue) FROM event)")
            #expect($0.changesCount == 2)
        }
        #expect(try store.leaseReady(9).isEmpty)
        #expect(try store.leaseReady(9, for: "other").map(\.id) == ["2"])
        #expect(store.collectReport().ledger.total.dropped == [.damaged: 1])
        try store.close()
    }

    /// No lease names such a queue or state, so that only maintenance finds these events.
    @Test(arguments: ["queue = 99", "queue = -1", "queue = 'x'", "queue = 0.5"])
    func `maintenance moves events away that no lease finds`(damage: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try Self.damaged(folder, damage)
        #expect(try store.leaseReady(9).map(\.id) == ["1", "3"])
        #expect(store.collectReport() == StoreReport(), "a lease does not find it")
        let report = try store.maintain()
        #expect(report.ledger.total.dropped == [.damaged: 2])
        #expect(report.remarks.count == 1 && report.remarks.contains { $0.contains("2 lost") }, "\(report.remarks)")
        #expect(try store.load().ledger.total.dropped == [.damaged: 2])
        #expect(try store.storedRows(atMost: 9) == [1, 3, 4, 6])
        #expect(try StoreInspector(path: store.path).findings() == [])
        #expect(try store.maintain() == StoreReport(), "reported once")
        try store.close()
    }

    /// Fails when an event whose state is damaged is lost, although its row says what it was.
    @Test(arguments: ["state = 7", "state = 'x'", "state = 1"])
    func `an event whose state does not match the other tables gets the right one`(damage: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try Self.damaged(folder, damage)
        #expect(try store.leaseReady(9).map(\.id) == ["1", "3"])
        let report = try store.maintain()
        #expect(report.ledger.isEmpty && report.remarks.count == 1, "\(report)")
        #expect(try store.leaseReady(9).map(\.id) == ["2"])
        #expect(try StoreInspector(path: store.path).findings() == [])
        #expect(try store.maintain() == StoreReport(), "reported once")
        try store.close()
    }

    /// Fails when damaged events count towards the limit: the lease would be empty and the sender would stop.
    @Test func `a lease of one event skips a damaged event`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try Self.damaged(folder, "body = x'00'")
        let first = try store.leaseReady(1)
        let second = try store.leaseReady(1)
        #expect(first.map(\.id) == ["1"] && second.map(\.id) == ["3"])
        try store.close()
    }

    @Test func `the latest hundred damaged events are kept`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteEventStore(path: folder.file("s.sqlite").path)
        var transaction = StoreTransaction()
        transaction.added = (1...130).map { EventStoreTests.event("\($0)") }
        _ = try store.commit(transaction)
        try store.file.withDatabase { try $0.execute(sql: "UPDATE event SET checksum = 0") }
        #expect(try store.leaseReady(.max).isEmpty)
        #expect(store.collectReport().remarks.count == 130)
        let rows = try store.file.withDatabase { try Int.fetchAll($0, sql: "SELECT row FROM damaged ORDER BY row") }
        #expect(rows == Array(31...130))
        try store.erase()
        #expect(
            try store.file.withDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM damaged") } == 0,
            "their bytes are erased too")
        try store.close()
    }

    /// The numbers are those of another program. Fails when stored events would count as damaged.
    @Test func `checksums are the same in every process and version`() {
        var row = StoredRow(
            id: StoredID("01234567-89ab-7def-8123-456789abcdef"), stream: 1, queue: 2, schema: nil, isSealed: false,
            body: Array(#"{"$schema":"/a/1.0.0"}"#.utf8))
        #expect(row.checksum(ofRow: 7) == 1_677_117_429)
        row.id = StoredID("é")
        row.schema = "/a/1.0.0"
        row.isSealed = true
        #expect(row.checksum(ofRow: 7) == 1_372_657_737)
    }

    @Test func `each bit of a row is part of its checksum`() {
        let body = Array((0..<100).map { UInt8($0) })
        let row = StoredRow(id: StoredID("id"), stream: 1, queue: 2, schema: nil, isSealed: false, body: body)
        for count in 0..<body.count {
            var shorter = row
            shorter.body = Array(body.prefix(count))
            #expect(shorter.checksum(ofRow: 7) != row.checksum(ofRow: 7), "\(count) bytes")
        }
        for bit in 0..<body.count * 8 {
            var changed = row
            changed.body[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(changed.checksum(ofRow: 7) != row.checksum(ofRow: 7), "bit \(bit)")
        }
    }
}
