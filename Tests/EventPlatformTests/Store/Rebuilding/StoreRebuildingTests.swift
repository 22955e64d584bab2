import EventPlatformTesting
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// A file that is rebuilt while it is open, or whose rebuilding ends halfway.
@Suite struct StoreRebuildingTests {
    /// Writes pages of the file while a store has it open, as a disk does that loses them.
    private static func write(
        _ store: SQLiteEventStore, _ change: (FileHandle) throws -> Void
    ) throws {
        try store.file.withDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory") }
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: store.path))
        try change(handle)
        try handle.close()
    }

    private static func write(_ bytes: Data, toPage page: Int, of handle: FileHandle) throws {
        try handle.seek(toOffset: UInt64((page - 1) * DamagedFile.pageSize))
        try handle.write(contentsOf: bytes)
    }

    private static func page(_ page: Int, of handle: FileHandle) throws -> Data {
        try handle.seek(toOffset: UInt64((page - 1) * DamagedFile.pageSize))
        return try #require(try handle.read(upToCount: DamagedFile.pageSize))
    }

    private static func leaves(of path: String, _ tree: String = "event") throws -> [Int] {
        let pages = try DatabasePages(path: path)
        let found = pages.tree(from: try #require(pages.roots()[tree]))
        return found.numbers.filter { pages.treePage($0)?.children.isEmpty == true }
    }

    @Test(arguments: [
        "event", "event_by_queue", "ledger", "store", "stream", "queue", "arrival", "retry", "setting", "held",
    ])
    func `an open file is rebuilt, and what is leased stays leased`(table: String) throws {
        let damaged = try DamagedFile(events: 300)
        defer { damaged.folder.remove() }
        let store = try SQLiteEventStore(path: damaged.file.path)
        let before = try store.ledger()
        let leased = try store.leaseReady(30)
        let pages = try Self.leaves(of: damaged.file.path, table)
        let page = pages[pages.count / 2]
        // Nothing reads the held submissions while the client runs.
        let other = table == "held" ? try Self.leaves(of: damaged.file.path, "event_by_queue") : []
        try Self.write(store) { handle in
            for page in [page] + other { try Self.write(Data(count: DamagedFile.pageSize), toPage: page, of: handle) }
        }

        // Each works as if nothing had happened.
        var transaction = StoreTransaction()
        transaction.finished = leased.prefix(10).map { FinishedEvent(row: $0.row, outcome: .delivered) }
        transaction.added = [EventStoreTests.event("new")]
        transaction.ledger.countSubmitted("s")
        var counted = try store.commit(transaction)
        counted.countSubmitted("s")
        let more = try store.leaseReady(.max)
        #expect(more.last?.id == "new" && more.allSatisfy { event in !leased.contains { $0.row == event.row } })
        let report = try store.maintainAll()
        #expect(report.remarks.filter { $0.contains("was rebuilt") }.count <= 1)
        let account = before + counted + report.ledger
        #expect(try store.ledger() == account, "what the client counts is what the file has")
        #expect(try account.total.pending == store.totals().events + 3)
        let lost = account.total.dropped[.damaged] ?? 0
        #expect(table == "event" ? lost > 0 : lost == 0, "\(report)")
        try store.close()
        var next = account  // submissions that the client had in memory alone have ended with it
        if table == "held" { next.countDropped("s", .damaged, 3) }
        #expect(try SQLiteEventStore(path: damaged.file.path).ledger() == next)
    }

    /// Fails when verdicts are counted before their rows are removed: the account becomes negative, and the events are
    /// sent again and again.
    @Test(arguments: [false, true])
    func `verdicts on events of a misplaced page are counted once`(isExchanged: Bool) throws {
        let damaged = try DamagedFile(events: 300)
        defer { damaged.folder.remove() }
        let store = try SQLiteEventStore(path: damaged.file.path)
        let leased = try store.leaseReady(.max)
        let leaves = try Self.leaves(of: damaged.file.path)
        let (first, second) = (leaves[leaves.count / 2], leaves[leaves.count / 2 + 1])
        try Self.write(store) { handle in
            let pages = (try Self.page(first, of: handle), try Self.page(second, of: handle))
            try Self.write(pages.0, toPage: second, of: handle)
            if isExchanged { try Self.write(pages.1, toPage: first, of: handle) }
        }
        var transaction = StoreTransaction()
        transaction.finished = leased.map { FinishedEvent(row: $0.row, outcome: .delivered) }
        let counted = try store.commit(transaction)
        #expect(isExchanged ? counted.total.delivered == leased.count : counted.total.delivered < leased.count)
        let report = try store.maintainAll()
        #expect(try store.leaseReady(.max).isEmpty, "none is sent again")
        let total = try store.ledger().total
        #expect(try total.pending == store.totals().events + 3)
        let lost = leased.count - counted.total.delivered
        #expect(report.ledger.total.dropped[.damaged] ?? 0 >= lost)
        try store.close()
    }

    /// Fails when what is on a page of before a refusal counts, although its checksum matches.
    @Test func `no event that a refusal covers comes back from a page of before it`() throws {
        let damaged = try DamagedFile(events: 300)
        defer { damaged.folder.remove() }
        var store = try SQLiteEventStore(path: damaged.file.path)
        _ = try store.replaceFile(dropping: .consentDeclined, countsHeld: true)
        var transaction = StoreTransaction()
        transaction.added = (0..<300).map {
            var event = EventStoreTests.event("after \($0)")
            event.body = Array(#"{"x":"\#(String(repeating: "x", count: 400))"}"#.utf8)
            return event
        }
        transaction.ledger.countSubmitted("s", 300)
        _ = try store.commit(transaction)
        try store.close()
        let whole = try Data(contentsOf: damaged.file)
        for page in 2...whole.count / DamagedFile.pageSize where page <= damaged.pageCount {
            for source in [page, damaged.pageCount - page + 1] {
                var bytes = whole
                bytes.replaceSubrange(
                    DamagedFile.range(ofPage: page), with: damaged.bytes[DamagedFile.range(ofPage: source)])
                try bytes.write(to: damaged.file)
                store = try SQLiteEventStore(path: damaged.file.path)
                let outcome = try DamagedFile.outcome(of: store)
                let refused = outcome.bodies.keys.filter { !$0.hasPrefix("after") }
                #expect(refused == [], "\(page)")
                #expect(outcome.bodies.count > 150, "\(page) \(source) \(outcome.remarks) \(outcome.ledger)")
                try store.close()
            }
        }
    }

    @Test func `the account begins anew where its counts are lost, and says so`() throws {
        let damaged = try DamagedFile(events: 300)
        defer { damaged.folder.remove() }
        let page = try Self.leaves(of: damaged.file.path, "ledger")[0]
        try damaged.write { $0.replaceSubrange(DamagedFile.range(ofPage: page), with: Data(count: 8192)) }
        let outcome = try damaged.open("ledger")
        #expect(outcome.bodies.count == damaged.bodies.count)
        #expect(outcome.ledger.total.submitted == damaged.bodies.count + 3 && outcome.ledger.total.delivered == 0)
        #expect(outcome.remarks.contains { $0.contains("the account was lost and begins anew") })
    }

    // MARK: - Ends halfway

    private struct KilledError: Error {}

    /// The state of the files is that of a process that was killed after any of the steps.
    @Test func `an exchange that ends after any step is finished by the next process`() throws {
        let damaged = try DamagedFile(events: 100)
        defer { damaged.folder.remove() }
        var (last, ends) = (0, 0)
        repeat {
            last += 1
            for next in [0, 1, 2] {
                try damaged.write { $0.replaceSubrange(DamagedFile.range(ofPage: 1), with: Data(count: 8192)) }
                try Data([0x37, 0x7F, 0x06, 0x82] + "a log".utf8).write(
                    to: URL(fileURLWithPath: damaged.file.path + "-wal"))
                DamageMark(of: damaged.file.path).set()
                let steps = Locked(last)
                let stepping = StoreFileExchange(of: damaged.file.path) {
                    if steps.withLock({
                        $0 -= 1; return $0 == 0
                    }) {
                        throw KilledError()
                    }
                }
                _ = try StoreRebuilder(of: damaged.file.path, to: stepping.unfinished).salvage()
                do {
                    try stepping.run(keepsOld: true)
                    ends += 1
                } catch is KilledError {}
                // The next process is killed too, and the one after that is not.
                steps.withLock { $0 = next }
                do { try stepping.finishIfPending() } catch is KilledError {}
                let store = try SQLiteEventStore(path: damaged.file.path)
                let outcome = try DamagedFile.outcome(of: store)
                try store.close()
                #expect(outcome.bodies == damaged.bodies, "\(last), \(next)")
                #expect(try Data(contentsOf: URL(fileURLWithPath: stepping.aside)).count == damaged.bytes.count)
                #expect(
                    try Set(FileManager.default.contentsOfDirectory(atPath: damaged.folder.url.path))
                        .isSubset(
                            of: [
                                "s.sqlite", "s.sqlite.lock", "s.sqlite-reserve", "s.sqlite.set-aside",
                                "s.sqlite.set-aside-wal",
                            ]))
            }
        } while ends == 0
        #expect(last > 4)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a file system takes the rights of root"))
    func `a file is rebuilt once there is room for another one`() throws {
        let damaged = try DamagedFile(events: 400)
        defer { damaged.folder.remove() }
        let disk = try SmallDisk(bytes: damaged.bytes.count + (3 << 20))
        let file = disk.file("s.sqlite")
        let path = file.path
        var bytes = damaged.bytes
        bytes.replaceSubrange(DamagedFile.range(ofPage: 4), with: Data(count: 8192))
        try bytes.write(to: file)
        try disk.fill()
        let error = #expect(throws: StoreError.self) { try SQLiteEventStore(path: path) }
        #expect(error?.code == .unavailable)
        #expect(try Data(contentsOf: file) == bytes)
        try disk.free()
        let store = try SQLiteEventStore(path: path)
        #expect(try DamagedFile.outcome(of: store).bodies == damaged.bodies)
        _ = try store.maintainAll()

        // While it is open
        let page = try Self.leaves(of: path, "event_by_queue")[0]
        try Self.write(store) { try Self.write(Data(count: 8192), toPage: page, of: $0) }
        try StoreFileExchange(of: path).removeAside()
        try disk.fill()
        store.release(Array(1...10_000))
        let failure = #expect(throws: StoreError.self) { try store.leaseReady(9) }
        #expect(failure?.code == .notADatabase, "\(String(describing: failure))")
        let remarks = store.collectReport().remarks
        #expect(remarks.contains { $0.contains("cannot be rebuilt yet") }, "\(remarks)")
        try disk.free()
        #expect(throws: StoreError.self, "not before the next cycle") { try store.leaseReady(9) }
        _ = try store.maintainAll()
        #expect(try store.leaseReady(9).count == 9)
        try store.close()
        try disk.remove()
    }

    // MARK: - Files that are gone

    @Test func `a file that was removed while it is open is written again with all events`() throws {
        let damaged = try DamagedFile(events: 100)
        defer { damaged.folder.remove() }
        let store = try SQLiteEventStore(path: damaged.file.path)
        try FileManager.default.removeItem(at: damaged.folder.url)
        #expect(!store.isInPlace)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("new")]
        transaction.ledger.countSubmitted("s")
        _ = try store.commit(transaction)
        #expect(store.isInPlace)
        #expect(throws: StoreError.self, "its lock is taken too") { try SQLiteEventStore(path: damaged.file.path) }
        try store.close()
        let next = try SQLiteEventStore(path: damaged.file.path)
        #expect(try DamagedFile.outcome(of: next).bodies.count == damaged.bodies.count + 1)
        try next.close()
    }

    /// Fails when the connection that alone has the events is closed before the new file is complete.
    @Test func `a file that was removed and cannot be written again yet keeps its events`() throws {
        let damaged = try DamagedFile(events: 100)
        defer { damaged.folder.remove() }
        let store = try SQLiteEventStore(path: damaged.file.path)
        for part in ["", "-wal", "-shm"] {
            do { try FileManager.default.removeItem(atPath: damaged.file.path + part) } catch {}
        }
        let obstacle = damaged.file.path + ".rebuilt"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
        let count = damaged.bodies.count
        _ = try store.maintainAll()
        #expect(try !store.isInPlace && store.storedRows(atMost: .max).count == count)
        try FileManager.default.removeItem(atPath: obstacle)
        _ = try store.maintainAll()
        #expect(try store.isInPlace && store.storedRows(atMost: .max).count == count)
        try store.close()
    }

    @Test func `a store whose log or content was removed is reported`() throws {
        let damaged = try DamagedFile(events: 100)
        defer { damaged.folder.remove() }
        func remarks() throws -> String {
            let store = try SQLiteEventStore(path: damaged.file.path)
            defer { do { try store.close() } catch {} }
            return store.collectReport().remarks.joined()
        }
        try damaged.write { _ in }
        #expect(try remarks() == "")
        // As a killed process leaves it.
        try Data(count: 32_768).write(to: URL(fileURLWithPath: damaged.file.path + "-shm"))
        #expect(try remarks().contains("has lost its log"))
        SidecarFile(beside: damaged.file, SidecarFile.installIDExtension)
            .withoutError { try $0.write("id") }
        try damaged.write { $0 = Data() }
        #expect(try remarks().contains("was emptied by another program"))
    }

    /// Fails when SQLite opens the file first, which removes the log of an empty file.
    @Test func `what the log of an emptied file has comes back`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let copy = folder.file("copy.sqlite")
        let store = try SQLiteEventStore(path: folder.path("s.sqlite"))
        var transaction = StoreTransaction()
        transaction.added = (0..<50).map { EventStoreTests.event("\($0)") }
        transaction.ledger.countSubmitted("s", 50)
        _ = try store.commit(transaction)
        try FileManager.default.copyItem(atPath: store.path + "-wal", toPath: copy.path + "-wal")
        try store.close()
        try Data().write(to: copy)
        let next = try SQLiteEventStore(path: copy.path)
        #expect(try DamagedFile.outcome(of: next).bodies.count == 50)
        try next.close()
    }

    // MARK: - What is kept aside

    @Test func `one damaged file is kept, for as long as an event`() throws {
        let damaged = try DamagedFile(events: 50)
        defer { damaged.folder.remove() }
        let aside = StoreFileExchange(of: damaged.file.path).aside
        for _ in 1...2 {
            try Data(count: 8192).write(to: damaged.file)
            try damaged.bytes.replacing(page: 4).write(to: damaged.file)
            let store = try SQLiteEventStore(path: damaged.file.path)
            _ = try store.load()
            _ = try store.leaseReady(9)
            #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == damaged.bytes.replacing(page: 4))
            let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
            let later = StorageTime(
                wall: now.advanced(by: .seconds(31 * 86_400)), bootID: "", millisecondsSinceBoot: 0)
            _ = try store.maintain(
                at: StorageTime(wall: now, bootID: "", millisecondsSinceBoot: 0), maximumAge: .seconds(30 * 86_400))
            #expect(FileManager.default.fileExists(atPath: aside))
            _ = try store.maintain(at: later, maximumAge: .seconds(30 * 86_400))
            #expect(!FileManager.default.fileExists(atPath: aside))
            try store.close()
        }
    }
}

extension Data {
    /// The bytes with a page of zeros.
    fileprivate func replacing(page: Int) -> Data {
        var bytes = self
        bytes.replaceSubrange(DamagedFile.range(ofPage: page), with: Data(count: DamagedFile.pageSize))
        return bytes
    }
}

extension SidecarFile {
    fileprivate func withoutError(_ work: (SidecarFile) throws -> Void) {
        do { try work(self) } catch { Issue.record("\(error)") }
    }
}
