import EventPlatformTesting
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// A store file with events of many sizes, and what SQLite reads of it before it is damaged.
struct DamagedFile {
    static let pageSize = DatabasePages.pageSize

    let folder: TemporaryFolder
    let file: URL
    /// The undamaged bytes.
    let bytes: Data
    /// The bytes at an earlier time.
    let earlier: Data
    /// The body of each waiting event by its id.
    let bodies: [String: [UInt8]]
    /// The ids of delivered events.
    let delivered: Set<String>
    /// The pages that each waiting event is on.
    let pages: [String: Set<Int>]
    let ledger: Ledger

    /// Fills a file: some of the events are delivered, so that the file has free pages.
    init(events: Int = 500, seed: UInt64 = 1) throws {
        folder = try TemporaryFolder()
        file = folder.file("s.sqlite")
        var random = SeededGenerator(seed: seed)
        let store = try SQLiteEventStore(path: file.path)
        try Self.add(events / 2, to: store, &random, from: 0)
        let sent = try store.leaseReady(events / 3)
        var transaction = StoreTransaction()
        transaction.finished = sent.map { FinishedEvent(row: $0.row, outcome: .delivered) }
        _ = try store.commit(transaction)
        try Self.add(events / 4, to: store, &random, from: events)
        try store.file.withDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        earlier = try Data(contentsOf: file)
        try Self.add(events / 2, to: store, &random, from: 2 * events)
        let more = try store.leaseReady(events / 10)
        transaction = StoreTransaction()
        transaction.finished = more.map { FinishedEvent(row: $0.row, outcome: .delivered) }
        let failed = try store.leaseReady(20)
        transaction.failed = failed.map { FailedEvent(row: $0.row, retryAt: EventStoreTests.time(1)) }
        transaction.heldSubmissions = (1...3).map {
            HeldSubmission(number: $0, stream: "s", submission: Array("held \($0)".utf8))
        }
        transaction.ledger.countSubmitted("s", 3)
        try transaction.set("kept", for: "name")
        _ = try store.commit(transaction)
        delivered = Set((sent + more).map(\.id))
        ledger = try store.ledger()
        try store.close()
        bytes = try Data(contentsOf: file)
        (bodies, pages) = try Self.content(of: file)
    }

    private static func add(
        _ count: Int, to store: SQLiteEventStore, _ random: inout SeededGenerator, from first: Int
    ) throws {
        for part in stride(from: first, to: first + count, by: 25) {
            var transaction = StoreTransaction()
            for number in part..<min(part + 25, first + count) {
                var event = EventStoreTests.event(
                    number % 7 == 0 ? "given-\(number)" : id(number), to: number % 5 == 0 ? "e" : "d")
                event.isIDGenerated = number % 7 != 0
                event.stream = number % 3 == 0 ? "t" : "s"
                event.isNumbered = number % 2 == 0
                let size = number % 40 == 0 ? Int.random(in: 9000..<30_000, using: &random) : 60 + number % 900
                event.body = Array(
                    #"{"meta":{"stream":"\#(event.stream)"},"x":"\#(String(repeating: "x", count: size))"}"#.utf8)
                if number % 11 == 0 {
                    event.awaitedSchema = "/a/1.0.0"
                    event.body = StoreDamageTests.submission(event.stream, event.body).encoded()
                }
                transaction.added.append(event)
                transaction.ledger.countSubmitted(event.stream)
            }
            _ = try store.commit(transaction)
        }
    }

    private static func id(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "018f0000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// The waiting events by SQL, and the pages of each.
    private static func content(of file: URL) throws -> ([String: [UInt8]], [String: Set<Int>]) {
        let queue = try StoreConnection.open(file.path, isReadOnly: true)
        var (bodies, ids) = ([String: [UInt8]](), [Int64: String]())
        try queue.read { database in
            for row in try Row.fetchAll(database, sql: "SELECT row, id, body FROM event") {
                let id = try row.id(at: 1).text
                bodies[id] = try row.bytes(at: 2)
                ids[row[0]] = id
            }
        }
        try queue.close()
        var pages: [String: Set<Int>] = [:]
        let reader = try DatabasePages(path: file.path)
        let tree = reader.tree(from: try #require(reader.roots()["event"]))
        for number in tree.numbers {
            guard let page = reader.treePage(number), page.kind == .leafTable else { continue }
            for index in 0..<page.cellCount {
                let cell = try #require(page.cell(index))
                var all: Set<Int> = [number]
                var next = cell.overflow
                while next != 0 {
                    all.insert(next)
                    next = try #require(reader.page(next)).bigEndian32(at: 0)
                }
                pages[try #require(ids[cell.row])] = all
            }
        }
        #expect(pages.count == bodies.count)
        return (bodies, pages)
    }

    var pageCount: Int { bytes.count / Self.pageSize }

    /// Writes the file anew with a change, without any file beside it.
    func write(_ change: (inout Data) throws -> Void) throws {
        for part in StoreNamespace.parts(of: file) where part != file { try FileManager.default.removeItem(at: part) }
        var damaged = bytes
        try change(&damaged)
        try damaged.write(to: file)
    }

    static func range(ofPage number: Int) -> Range<Int> { (number - 1) * pageSize..<number * pageSize }

    /// What came back of a damaged file.
    struct Outcome {
        var bodies: [String: [UInt8]] = [:]
        /// The rows that were leased.
        var rows: Set<Int64> = []
        var ledger = Ledger()
        var stored = 0
        var held = 0
        var remarks: [String] = []
        var wasRebuilt: Bool { remarks.contains { $0.contains("was rebuilt") } }
    }

    /// Opens the file as a client does, reads every event, and checks that the account matches.
    func open(_ what: Comment, _ place: SourceLocation = #_sourceLocation) throws -> Outcome {
        let store = try SQLiteEventStore(path: file.path)
        let outcome = try Self.outcome(of: store)
        try store.close()
        guard outcome.wasRebuilt else { return outcome }
        let findings = try StoreInspector(path: file.path).findings()
        #expect(findings == [], what, sourceLocation: place)
        return outcome
    }

    static func outcome(of store: SQLiteEventStore) throws -> Outcome {
        var outcome = Outcome()
        outcome.held = try store.load().heldSubmissions.count
        outcome.remarks = try store.maintainAll().remarks
        for destination in try store.destinations() {
            let ready = try store.leaseReady(.max, for: destination)
            let retries = try store.lease(
                .retries, for: destination, atMost: .max, now: .seconds(1 << 30), until: .seconds(1 << 31))
            for event in ready + retries {
                outcome.bodies[event.id] = event.body
                outcome.rows.insert(event.row)
            }
        }
        for schema in try store.awaitedSchemas() {
            for event in try store.events(awaiting: schema, atMost: .max) {
                outcome.bodies[event.id] = event.submission
            }
        }
        outcome.remarks += store.collectReport().remarks
        outcome.ledger = try store.ledger()
        outcome.stored = try store.totals().events
        return outcome
    }
}
