import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// What the store in memory and the store on disk have in common.
@Suite struct EventStoreTests {
    enum Kind: CaseIterable { case memory, sqlite }

    static func with(_ kind: Kind, _ body: (any EventStore) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store: any EventStore =
            switch kind {
            case .memory: InMemoryEventStore()
            case .sqlite: try SQLiteEventStore(path: folder.file("s.sqlite").path)
            }
        try body(store)
        try store.close()
    }

    /// A moment on both clocks; the system booted at 0.
    static func time(_ seconds: Int64, boot: String = "this") -> StorageTime {
        var time = StorageTime(ManualClock())
        (time.wall, time.bootID, time.millisecondsSinceBoot) = (
            Timestamp(milliseconds: seconds * 1000), boot, seconds * 1000
        )
        return time
    }

    static let leaseEnd: Duration = .seconds(60)

    static func event(_ id: String, at seconds: Int64 = 0, to destination: String = "d") -> NewEvent {
        NewEvent(
            id: id, stream: "s", destination: destination, storedAt: time(seconds),
            body: Array("{}".utf8))
    }

    /// Fails when ids are stored as SQLite texts, which end at a NUL, or compared as Swift strings.
    @Test(arguments: Kind.allCases)
    func `ids are compared by their bytes`(kind: Kind) throws {
        let fifteen = "\0" + String(repeating: "x", count: 14)  // with its terminating NUL as many bytes as a UUID
        let ids = ["x", "x\0", "x\0a", "x\0b", fifteen, "\u{e9}", "e\u{301}", ""]
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = ids.map { Self.event($0) }
            _ = try store.commit(transaction)
            let again = try store.commit(transaction)
            #expect(again.total.dropped == [.duplicate: ids.count])
            let taken = try store.leaseReady(99, for: "d")
            #expect(taken.map { Array($0.id.utf8) } == ids.map { Array($0.utf8) })
            var removal = StoreTransaction()
            removal.finished = taken.map { FinishedEvent(row: $0.row, outcome: .delivered) }
            #expect(try store.commit(removal).total.delivered == ids.count)
        }
    }

    /// Fails when the number of a stream is looked up by a Swift string, to which both names are the same.
    @Test(arguments: Kind.allCases)
    func `streams are told apart by the bytes of their names`(kind: Kind) throws {
        let names = ["\u{e9}", "e\u{301}"]
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = names.map { name in
                var event = Self.event(name)
                (event.stream, event.isNumbered, event.body) = (name, true, Array(#"{"meta":{"id":"1"}}"#.utf8))
                return event
            }
            _ = try store.commit(transaction)
            let taken = try store.leaseReady(99, for: "d")
            #expect(taken.map { Array($0.stream.utf8) } == names.map { Array($0.utf8) })
            for event in taken {
                #expect(try JSON(parsing: event.body)[path: SequenceNumber.path]?.number?.int64 == 1)
            }
        }
    }

    /// Fails by an overflow when the row number after the position is computed.
    @Test(arguments: Kind.allCases)
    func `a lease after the largest row number is empty`(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1")]
            _ = try store.commit(transaction)
            let last = SendingPosition(priority: .deferred, row: .max)
            let found = try store.lease(.ready(after: last), for: "d", atMost: 9, now: .zero, until: Self.leaseEnd)
            #expect(found == [])
        }
    }

    @Test(arguments: Kind.allCases)
    func `a lease returns the events of one destination after a position, oldest first`(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1"), Self.event("2", to: "e"), Self.event("3"), Self.event("4")]
            let counted = try store.commit(transaction)
            #expect(counted.isEmpty)
            let first = try store.leaseReady(2, for: "d")
            #expect(first.map(\.id) == ["1", "3"])
            let rest = try store.leaseReady(9, after: first[1])
            #expect(rest.map(\.id) == ["4"])
            #expect(try store.destinations() == ["d", "e"])
        }
    }

    /// Fails when the rows of events that one statement inserts are mistaken.
    @Test(arguments: Kind.allCases)
    func `events of one transaction keep their order and their times`(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = (0..<40).map { number in
                var event = Self.event("\(number)", at: Int64(number))
                event.isIDGenerated = number != 7
                return event
            }
            transaction.added.append(transaction.added[7])
            #expect(try store.commit(transaction).total.dropped == [.duplicate: 1])
            let leased = try store.leaseReady(99)
            #expect(leased.map(\.id) == (0..<40).map(String.init))
            for number in [1, 15, 16, 17, 33] {
                let limit = AgeLimit(bootID: "this", millisecondsSinceBoot: Int64(number) * 1000, wallTime: nil)
                #expect(try store.expiredRows(by: limit, atMost: 99).sorted() == leased.prefix(number).map(\.row))
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `verdicts remove their events and no others`(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = (0..<8).map { Self.event("\($0)") }
            _ = try store.commit(transaction)
            let rows = try store.leaseReady(9).map(\.row)
            var verdicts = StoreTransaction()
            verdicts.failed = [FailedEvent(row: rows[1], retryAt: Self.time(0))]
            _ = try store.commit(verdicts)
            verdicts = StoreTransaction()
            verdicts.finished = [0, 1, 2, 2, 5, 7].map { FinishedEvent(row: rows[$0], outcome: .delivered) }
            verdicts.finished.insert(FinishedEvent(row: rows[3], outcome: .dropped(.rejectedInvalid)), at: 3)
            verdicts.finished.append(FinishedEvent(row: .max, outcome: .delivered))
            let counted = try store.commit(verdicts)
            #expect(counted.total.delivered == 5 && counted.total.dropped == [.rejectedInvalid: 1])
            #expect(try store.storedRows(atMost: 9).sorted() == [rows[4], rows[6]])
            #expect(try store.nextRetry(for: "d") == nil)
        }
    }

    @Test(arguments: Kind.allCases)
    func `an event with a stored or delivered id is counted as a duplicate`(kind: Kind) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1"), Self.event("1")]
            transaction.ledger.countSubmitted("s", 2)
            let counted = try store.commit(transaction)
            #expect(counted.total.dropped == [.duplicate: 1])
            var removal = StoreTransaction()
            removal.finished = try store.leaseReady(9, for: "d").map {
                FinishedEvent(row: $0.row, outcome: .delivered)
            }
            removal.deliveredIDs = ["1"]
            _ = try store.commit(removal)
            var again = StoreTransaction()
            again.added = [Self.event("1")]
            again.ledger.countSubmitted("s")
            let countedAgain = try store.commit(again)
            #expect(countedAgain.total.dropped == [.duplicate: 1])
            let account = try store.load().ledger.streams["s"]
            #expect(account?.submitted == 3 && account?.delivered == 1 && account?.dropped == [.duplicate: 2])
        }
    }

    @Test(arguments: Kind.allCases)
    func `expired events, failed events, values and held submissions are read back as committed`(kind: Kind) throws {
        try Self.with(kind) { store in
            #expect(try store.destinations().isEmpty)
            var transaction = StoreTransaction()
            transaction.added = [Self.event("1", at: 10), Self.event("2", at: 20)]
            transaction.values = ["name": "value"]
            transaction.heldSubmissions = [1, 2].map { HeldSubmission(number: $0, stream: "s", submission: []) }
            transaction.removedSubmissions = [1]
            _ = try store.commit(transaction)
            let old = try store.expiredRows(
                by: AgeLimit(bootID: "this", millisecondsSinceBoot: 20_000, wallTime: nil), atMost: 9)
            let unknown = try store.expiredRows(
                by: AgeLimit(bootID: "other", millisecondsSinceBoot: 0, wallTime: nil), atMost: 9)
            #expect(unknown.isEmpty)
            let before = Timestamp(milliseconds: 20_001)
            let other = try store.expiredRows(
                by: AgeLimit(bootID: "other", millisecondsSinceBoot: 0, wallTime: before), atMost: 9)
            #expect(other.count == 2)
            #expect(old.count == 1)
            var attempt = StoreTransaction()
            attempt.failed = old.map { FailedEvent(row: $0, retryAt: Self.time(30)) }
            _ = try store.commit(attempt)
            let leased = try store.leaseReady(9)
            #expect(leased.map(\.id) == ["2"])
            let state = try store.load()
            #expect(state.values == ["name": "value"])
            #expect(try store.value(named: "name") == "value")
            #expect(state.heldSubmissions.map(\.number) == [2])
        }
    }

    @Test(
        arguments: Kind.allCases,
        ["0191f3b2-7c44-7d0e-8a5b-3f64c1d2e907", "0191F3B2-7C44-7D0E-8A5B-3F64C1D2E907", "x", "16 bytes, no less"])
    func `an id of any form is read back unchanged and detected as a duplicate`(kind: Kind, id: String) throws {
        try Self.with(kind) { store in
            var transaction = StoreTransaction()
            transaction.added = [Self.event(id), Self.event(id)]
            let counted = try store.commit(transaction)
            #expect(counted.total.dropped == [.duplicate: 1])
            let taken = try store.leaseReady(9, for: "d")
            #expect(taken.map(\.id) == [id])
        }
    }

    @Test func `a store file that is open cannot be opened again until it is closed`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        let owner = try SQLiteEventStore(path: path)
        #expect { try SQLiteEventStore(path: path) } throws: { ($0 as? StoreError)?.code == .owned }
        try owner.close()
        try SQLiteEventStore(path: path).close()
    }

    @Test(arguments: ["notes, not a database, longer than a header", "x"])
    func `a file that is not a store is refused with its path and left unchanged`(content: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("notes.txt")
        try Data(content.utf8).write(to: file)
        #expect { try SQLiteEventStore(path: file.path) } throws: {
            ($0 as? StoreError)?.code == .notADatabase && "\($0)".contains(file.path)
        }
        #expect(try Data(contentsOf: file) == Data(content.utf8))
    }
}
