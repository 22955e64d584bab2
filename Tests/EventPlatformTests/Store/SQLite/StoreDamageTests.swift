import EventSupport
import EventPlatformTesting
import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Store files with wrong bytes at random places: readers report them, and never end the process.
@Suite struct StoreDamageTests {
    private static let secret = "a word that nobody may read"

    private static func filled(_ path: String) throws {
        let store = try SQLiteEventStore(path: path)
        for part in 0..<6 {
            var transaction = StoreTransaction()
            for number in 0..<50 {
                var event = EventStoreTests.event("\(part)-\(number)", to: number % 2 == 0 ? "d" : "e")
                event.stream = "s\(number % 3)"
                event.isIDGenerated = number % 5 != 0
                event.body = Array("{\"x\":\"\(secret) \(String(repeating: "y", count: number * 30))\"}".utf8)
                if number % 11 == 0 {
                    event.awaitedSchema = "schema"
                    event.body = submission(event.stream, event.body).encoded()
                }
                transaction.added.append(event)
                transaction.ledger.countSubmitted(event.stream)
            }
            transaction.heldSubmissions = [
                HeldSubmission(number: Int64(part) + 1, stream: "s0", submission: Array(secret.utf8))
            ]
            transaction.ledger.countSubmitted("s0")
            _ = try store.commit(transaction)
        }
        try store.close()
    }

    static func submission(_ stream: String, _ event: [UInt8]) -> Submission {
        Submission(
            .init(
                stream: stream, schema: SchemaID("schema"), id: "generated", time: Timestamp(milliseconds: 0),
                context: .empty, content: .written(event)))
    }

    /// A copy of a file with a flipped bit, a page of zeros, or a run of random bytes.
    private static func damaged(_ bytes: Data, _ random: inout SeededGenerator) -> Data {
        var bytes = bytes
        let place = Int.random(in: 100..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1:
            let page = max(1, place / 8192) * 8192  // the first page identifies the file
            bytes.replaceSubrange(page..<page + 8192, with: Data(count: 8192))
        default:
            for offset in place..<min(place + 200, bytes.count) { bytes[offset] = .random(in: 0...255, using: &random) }
        }
        return bytes
    }

    /// Fails when a refused opening leaves its lock file, by which a purge takes the file for a damaged store.
    @Test func `a file that was refused as a store has no lock file, and a forced purge leaves it alone`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("disk.img")
        let content = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) })
        try content.write(to: file)
        let opening = #expect(throws: StoreError.self) { try SQLiteEventStore(path: file.path) }
        #expect(opening?.code == .notADatabase)
        #expect(throws: StoreError.self) { try StoreEditor.purge(path: file.path, isForced: true) }
        #expect(try Data(contentsOf: file) == content)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("").path) == ["disk.img"])
    }

    /// Fails by ending the process when columns are read with GRDB's subscripts instead of `Row.value(_:)`.
    @Test func `a damaged file is reported, its readable events are exported, and a purge erases it`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let whole = folder.file("whole.sqlite")
        try Self.filled(whole.path)
        let bytes = try Data(contentsOf: whole)
        var random = SeededGenerator(seed: 7)
        var (found, exported) = (0, 0)
        for number in 0..<150 {
            let file = folder.file("damaged-\(number).sqlite")
            try Self.damaged(bytes, &random).write(to: file)
            found += Self.findings(file.path) ? 1 : 0
            exported += Self.exported(file.path)
            Self.use(file.path)
            _ = try StoreEditor.purge(path: file.path)
            for part in StoreNamespace.parts(of: file) {
                #expect(
                    try Data(contentsOf: part).range(of: Data(Self.secret.utf8)) == nil, "\(part.lastPathComponent)")
            }
        }
        #expect(found > 30, "\(found) of 150 damages were found")
        #expect(exported > 150 * 100, "most events of most files can be read")
    }

    /// Fails when a reader ends at the first page that cannot be read, or gives an event twice.
    @Test func `every event of the undamaged pages is exported once, whichever page is damaged`() throws {
        let damaged = try DamagedFile(events: 200)
        defer { damaged.folder.remove() }
        var partly = 0
        for page in 1...damaged.pageCount {
            for other in [nil, page % damaged.pageCount + 1] {
                try damaged.write { bytes in
                    let range = DamagedFile.range(ofPage: page)
                    let noise = Data(repeating: 0xFF, count: range.count)
                    bytes.replaceSubrange(range, with: other.map { bytes[DamagedFile.range(ofPage: $0)] } ?? noise)
                }
                var ids: [String] = []
                let path = damaged.file.path
                do { try StoreInspector(path: path).forEachEvent { item, _ in ids.append(item.id) } } catch {
                    partly += 1
                    let message = "\(error)"
                    #expect(message.contains(path) && message.contains("run `queue salvage`"), "\(message)")
                }
                let expected = damaged.bodies.keys.filter { !(damaged.pages[$0]?.contains(page) ?? false) }
                #expect(Set(ids).isSuperset(of: expected), "page \(page)")
                #expect(Set(ids).count == ids.count, "page \(page)")
            }
        }
        #expect(partly > 10, "\(partly) pages have some of the events")
    }

    /// Values that no commit writes. Fails by ending the process when one is used in arithmetic before it is checked.
    @Test(
        arguments: [
            "number = 'x'", "state = 7", "state = 'x'", "state = 2", "checksum = 'x'", "checksum = 0", "queue = 99",
            "queue = 'x'", "id = x'00'", "stream = 99", "stream = 'x'", "schema = 'x'", "body = x'7b7d'", "body = 7",
        ])
    func `an invalid column value is reported as damage`(value: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        try Self.filled(file.path)
        try DatabaseQueue(path: file.path).write { database in
            try database.execute(sql: "UPDATE event SET \(value) WHERE row IN (2, (SELECT max(row) FROM event))")
        }
        #expect(Self.findings(file.path))
        #expect(value == "state = 2" || Self.exported(file.path) == 298)
        do { _ = try StoreInspector(path: file.path).statistics(now: Timestamp(milliseconds: 0)) } catch {}
        Self.use(file.path)
        _ = try StoreEditor.purge(path: file.path)
        for part in StoreNamespace.parts(of: file) {
            #expect(try Data(contentsOf: part).range(of: Data(Self.secret.utf8)) == nil)
        }
    }

    @Test(arguments: ["9223372036854775807", "-1", "'x'"])
    func `an invalid counter does not end the process`(value: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for table in [
            "ledger SET count", "store SET events", "store SET last_row", "store SET claimed_row", "arrival SET wall",
            "arrival SET since_boot", "queue SET priority", "held SET number", "held SET is_sealed",
        ] {
            // The numbers of held submissions are unique, and SQLite lets them be nothing but integers.
            let isNumber = table == "held SET number"
            if isNumber, value == "'x'" { continue }
            let rows = isNumber ? " WHERE number = (SELECT min(number) FROM held)" : ""
            let file = folder.file("\(table.replacing(" ", with: "-")).sqlite")
            try Self.filled(file.path)
            try DatabaseQueue(path: file.path).write { database in
                try database.execute(sql: "UPDATE \(table) = \(value)\(rows)")
                #expect(database.changesCount > 0, "\(table)")
            }
            _ = Self.findings(file.path)
            Self.use(file.path)
            _ = try StoreEditor.purge(path: file.path)
        }
    }

    private static func findings(_ path: String) -> Bool {
        do { return try !StoreInspector(path: path).findings().isEmpty } catch { return true }
    }

    /// How many events an export gives.
    private static func exported(_ path: String) -> Int {
        var count = 0
        do {
            try StoreInspector(path: path).forEachEvent { _, _ in count += 1 }
        } catch {
            #expect(error is StoreError || error is DatabaseError, "\(error)")
        }
        return count
    }

    /// What a client does with a store. Errors are fine.
    private static func use(_ path: String) {
        do {
            let store = try SQLiteEventStore(path: path)
            defer { do { try store.close() } catch {} }
            _ = try store.load()
            for destination in try store.destinations() {
                let taken = try store.leaseReady(100, for: destination)
                var transaction = StoreTransaction()
                transaction.finished = taken.prefix(3).map { FinishedEvent(row: $0.row, outcome: .delivered) }
                transaction.failed = taken.suffix(3).map { FailedEvent(row: $0.row, retryAt: EventStoreTests.time(1)) }
                transaction.added = [EventStoreTests.event("new")]
                _ = try store.commit(transaction)
            }
            _ = try store.lease(.retries, for: "d", atMost: 100, now: .zero, until: EventStoreTests.leaseEnd)
            _ = try store.nextRetry(for: "d")
            for schema in try store.awaitedSchemas() { _ = try store.events(awaiting: schema, atMost: 10) }
            _ = try store.maintain()
            _ = try store.expiredRows(by: AgeLimit(bootID: "x", millisecondsSinceBoot: 0, wallTime: nil), atMost: 10)
        } catch {}
    }
}
