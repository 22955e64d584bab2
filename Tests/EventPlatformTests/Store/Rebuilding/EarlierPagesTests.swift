import EventPlatformTesting
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Pages of a store file that are of an earlier time.
@Suite struct EarlierPagesTests {
    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("s.sqlite")
    }

    private func add(_ names: some Sequence<String>, to store: SQLiteEventStore) throws {
        var transaction = StoreTransaction()
        for name in names {
            var event = EventStoreTests.event(name)
            event.body = Array("{\"name\":\"\(name)\",\"x\":\"\(String(repeating: "x", count: 300))\"}".utf8)
            transaction.added.append(event)
            transaction.ledger.countSubmitted("s")
        }
        _ = try store.commit(transaction)
    }

    private func reopened() throws -> DamagedFile.Outcome {
        let store = try SQLiteEventStore(path: file.path)
        let outcome = try DamagedFile.outcome(of: store)
        try store.close()
        return outcome
    }

    /// Leaves a file in which a refusal was carried out, after which events were stored, and returns the bytes of
    /// before.
    private func refuseAndStore() throws -> Data {
        var store = try SQLiteEventStore(path: file.path)
        try add((0..<400).map { "before \($0)" }, to: store)
        try store.close()
        let before = try Data(contentsOf: file)
        var record = ConsentRecord()
        record.refuse()
        try ConsentRecord.file(beside: file).write(record.text)
        store = try SQLiteEventStore(path: file.path)
        _ = try store.replaceFile(dropping: .consentDeclined, countsHeld: true)
        try add((0..<200).map { "after \($0)" }, to: store)
        try store.close()
        return before
    }

    /// Fails when the counters alone say that the file is of before a refusal: the account matches by chance, and all
    /// events would be dropped as refused.
    @Test func `counters of before a refusal do not refuse what was stored after it`() throws {
        defer { folder.remove() }
        var store = try SQLiteEventStore(path: file.path)
        try add((0..<200).map { "before \($0)" }, to: store)
        try store.close()
        var database = try DatabaseQueue(path: file.path)
        let row = try #require(try database.read { try Row.fetchOne($0, sql: "SELECT * FROM store") })
        try database.close()
        var record = ConsentRecord()
        record.refuse()
        try ConsentRecord.file(beside: file).write(record.text)
        store = try SQLiteEventStore(path: file.path)
        _ = try store.replaceFile(dropping: .consentDeclined, countsHeld: true)
        try add((0..<200).map { "after \($0)" }, to: store)
        try store.close()
        database = try DatabaseQueue(path: file.path)
        try database.write { database in
            try database.execute(
                sql: "UPDATE store SET last_row = ?, events = ?, bytes = ?, first_row = ?",
                arguments: [row["last_row"], row["events"], row["bytes"], row["first_row"]])
        }
        try database.close()
        store = try SQLiteEventStore(path: file.path)
        #expect(!store.isOfBeforeRefusal)
        #expect(try store.storedRows(atMost: .max).count == 200)
        try store.close()
    }

    /// Fails when a frame that was not committed counts: a kill between SQLite's two writes of the first page's frame
    /// leaves its head alone, and the whole log would be taken for another database's.
    @Test(arguments: [0, 60, 5000])
    func `a log that ends within a frame of the first page is read`(bytesOfPage: Int) throws {
        defer { folder.remove() }
        let store = try SQLiteEventStore(path: file.path)
        try add((0..<50).map { "\($0)" }, to: store)
        let (main, log) = (try Data(contentsOf: file), try Data(contentsOf: folder.file("s.sqlite-wal")))
        try store.close()
        try main.write(to: file)
        var torn = log
        torn.append(contentsOf: [0, 0, 0, 1, 0, 0, 0, 9] + log[16..<24] + [1, 2, 3, 4, 5, 6, 7, 8])
        torn.append(Data(count: bytesOfPage))
        try torn.write(to: folder.file("s.sqlite-wal"))
        let next = try SQLiteEventStore(path: file.path)
        #expect(try next.storedRows(atMost: .max).count == 50)
        #expect(next.collectReport().remarks == [])
        try next.close()
    }

    /// Fails when the file alone tells what a refusal covers: all that says so in it may be of before. Without the
    /// record beside it, the events that were stored later do.
    @Test(arguments: [true, false])
    func `no event that a refusal covers comes back from many pages of before it`(hasRecord: Bool) throws {
        defer { folder.remove() }
        let before = try refuseAndStore()
        if !hasRecord { try ConsentRecord.file(beside: file).remove() }
        let pages = try DatabasePages(path: file.path)
        let counters = try #require(pages.roots()["store"])
        let tree = pages.tree(from: try #require(pages.roots()["event"])).numbers
        let after = try Data(contentsOf: file)
        var random = SeededGenerator(seed: 5)
        var returned = 0
        for run in 0..<30 {
            var bytes = after
            for page in 2...min(before.count, after.count) / DamagedFile.pageSize
            where page == counters || tree.contains(page) && hasRecord
                || page != tree.last && Int.random(in: 0..<10, using: &random) < 3
            {
                let range = DamagedFile.range(ofPage: page)
                bytes.replaceSubrange(range, with: before[range])
            }
            if hasRecord { bytes.replaceSubrange(18..<20, with: [9, 9]) }  // SQLite does not even open it
            for part in StoreNamespace.parts(of: file) { try FileManager.default.removeItem(at: part) }
            try bytes.write(to: file)
            let outcome = try reopened()
            let refused = outcome.bodies.keys.filter { $0.hasPrefix("before") }
            #expect(refused == [], "run \(run): \(outcome.remarks)")
            returned += outcome.bodies.count - refused.count
        }
        #expect(hasRecord || returned > 1000)
    }

    /// Fails when pages of one earlier time bear each other out.
    @Test(arguments: [["store", "event_by_queue"], ["store"], ["event_by_queue"], ["stream"], ["queue"], ["ledger"]])
    func `all events come back from a file whose small pages are of an earlier time`(tables: [String]) throws {
        defer { folder.remove() }
        var store = try SQLiteEventStore(path: file.path)
        try add((0..<100).map { "\($0)" }, to: store)
        try store.close()
        let earlier = try Data(contentsOf: file)
        store = try SQLiteEventStore(path: file.path)
        try add((100..<200).map { "\($0)" }, to: store)
        var transaction = StoreTransaction()
        transaction.added = (200..<300).map { EventStoreTests.event("\($0)", to: "e") }
        for place in transaction.added.indices { transaction.added[place].stream = "t" }
        transaction.ledger.countSubmitted("t", 100)
        _ = try store.commit(transaction)
        try store.close()
        let pages = try DatabasePages(path: file.path)
        var bytes = try Data(contentsOf: file)
        for table in tables {
            for page in pages.tree(from: try #require(pages.roots()[table])).numbers {
                let range = DamagedFile.range(ofPage: page)
                if range.upperBound <= earlier.count { bytes.replaceSubrange(range, with: earlier[range]) }
            }
        }
        try bytes.write(to: file)
        let outcome = try reopened()
        #expect(outcome.bodies.count == 300, "\(outcome.remarks)")
        #expect(outcome.ledger.total.pending == 300 && outcome.ledger.total.droppedTotal == 0, "\(outcome.ledger)")
        store = try SQLiteEventStore(path: file.path)
        try add(["later"], to: store)
        #expect(try store.leaseReady(.max).map(\.id).last == "later")
        try store.close()
    }

    /// Fails when events in the place of the arrivals, whose times look old, expire all events.
    @Test func `an event page in the place of the arrivals expires no event`() throws {
        let damaged = try DamagedFile(events: 200)
        defer {
            damaged.folder.remove()
            folder.remove()
        }
        let pages = try DatabasePages(path: damaged.file.path)
        let (arrival, event) = (try #require(pages.roots()["arrival"]), try #require(pages.roots()["event"]))
        let leaf = try #require(pages.tree(from: event).numbers.last)
        try damaged.write {
            $0.replaceSubrange(
                DamagedFile.range(ofPage: arrival), with: damaged.bytes[DamagedFile.range(ofPage: leaf)])
        }
        let store = try SQLiteEventStore(path: damaged.file.path)
        let limit = AgeLimit(
            bootID: "", millisecondsSinceBoot: 0, wallTime: Timestamp(milliseconds: 1_716_000_000_000 - 30 * 86_400_000)
        )
        #expect(try store.expiredRows(by: limit, atMost: 1000) == [])
        let outcome = try DamagedFile.outcome(of: store)
        #expect(outcome.bodies == damaged.bodies && outcome.wasRebuilt, "\(outcome.remarks)")
        try store.close()
    }

    /// Fails when what came back offsets what is lost.
    @Test func `of an earlier page the lost events are counted, and those that are over stay over`() throws {
        defer { folder.remove() }
        let store = try SQLiteEventStore(path: file.path)
        try add((0..<110).map { "\($0)" }, to: store)
        try store.file.withDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        let earlier = try Data(contentsOf: file)
        var removal = StoreTransaction()
        removal.finished = try store.storedRows(atMost: 110).filter { $0 > 107 }.map {
            FinishedEvent(row: $0, outcome: .delivered)
        }
        _ = try store.commit(removal)
        try add((110..<113).map { "\($0)" }, to: store)
        try store.close()
        let pages = try DatabasePages(path: file.path)
        let tree = pages.tree(from: try #require(pages.roots()["event"]))
        let last = try #require(tree.numbers.max { pages.firstRow(onPage: $0) < pages.firstRow(onPage: $1) })
        var bytes = try Data(contentsOf: file)
        let range = DamagedFile.range(ofPage: last)
        bytes.replaceSubrange(range, with: earlier[range])
        bytes.replaceSubrange(18..<20, with: [9, 9])  // so that the file is rebuilt
        try bytes.write(to: file)
        let outcome = try reopened()
        #expect(Set(outcome.bodies.keys) == Set((0..<107).map { "\($0)" }), "\(outcome.remarks)")
        let account = outcome.ledger["s"]
        #expect(account.dropped == [.damaged: 3] && account.delivered == 3 && account.pending == 107, "\(account)")
        #expect(outcome.remarks.contains { $0.contains("107 events came back, 3 lost.") }, "\(outcome.remarks)")
    }
}

extension DatabasePages {
    /// The lowest row on a page of a table; 0 for an inner one.
    fileprivate func firstRow(onPage number: Int) -> Int64 { treePage(number)?.cell(0)?.row ?? 0 }
}
