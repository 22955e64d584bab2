import EventSupport
import EventPlatformTesting
import EventSchema
import Foundation
import GRDB
import Testing

@testable import EventPlatform

/// Second processes beside the owner of a store file.
@Suite struct SpoolTests {
    private struct Place {
        let folder: TemporaryFolder
        let main: URL
        var namespace: StoreNamespace { StoreNamespace(main) }

        init() throws {
            folder = try TemporaryFolder()
            main = folder.file("events.sqlite")
        }

        func owner() throws -> SQLiteEventStore {
            try SQLiteEventStore(path: main.path, settings: StoreSettings(), namespace: namespace)
        }

        func guest(isEnqueueOnly: Bool = false) -> SpoolStore {
            SpoolStore(namespace, settings: StoreSettings(), isEnqueueOnly: isEnqueueOnly)
        }

        var names: [String] { get throws { try namespace.neighbours().map(\.lastPathComponent) } }
    }

    private static func adding(_ ids: String...) -> StoreTransaction {
        var transaction = StoreTransaction()
        transaction.added = ids.map { EventStoreTests.event($0) }
        transaction.ledger.countSubmitted("s", ids.count)
        return transaction
    }

    private static func ids(in store: any EventStore) throws -> [String] {
        try store.take(99, for: "d", after: 0, lease: EventStoreTests.lease).map(\.id)
    }

    /// Fails when `maintain()` does not take in neighbours, or the source is not removed.
    @Test func `the owner takes in what a second process commits, while both run`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), place.guest())
        _ = try owner.commit(Self.adding("1"))
        _ = try guest.commit(Self.adding("2", "3"))
        #expect(guest.handsOver)
        #expect(try guest.take(9, for: "d", after: 0, lease: EventStoreTests.lease).isEmpty)
        let report = try owner.maintain()
        #expect(report.ledger.total.submitted == 2 && report.remarks.isEmpty)
        let taken = try Self.ids(in: owner)
        #expect(taken == ["1", "2", "3"])
        #expect(try place.names.isEmpty)
        #expect(try owner.load().ledger.total.submitted == 3)
        try owner.close()
    }

    /// Fails when the `taken` row is not written in the transaction of the events.
    @Test("a file comes in once, wherever the owner is killed while it takes it in", arguments: 0...3)
    func interrupted(portions: Int) throws {
        let place = try Place()
        defer { place.folder.remove() }
        let count = 3 * SpoolIntake.eventsPerTransaction - 10
        let guest = try SQLiteEventStore(path: place.namespace.newSpool().path)
        var transaction = StoreTransaction()
        transaction.added = (0..<count).map { number in
            var event = EventStoreTests.event("\(number)")
            event.hasOwnID = true  // so that nothing but the note of what was taken keeps it from coming twice
            return event
        }
        transaction.ledger.countSubmitted("s", count)
        _ = try guest.commit(transaction)
        let file = try guest.fileID()
        try guest.close()

        let first = try SQLiteEventStore(path: place.main.path)
        let source = try SQLiteEventStore(path: try place.namespace.neighbours()[0].path)
        var arrival: Int64 = 0
        for number in 0..<portions {
            let events = number == 0 ? [] : try source.events(afterArrival: arrival, limit: 500)
            arrival = events.last?.arrival ?? 0
            var portion = SpoolPortion(file: file, arrival: arrival)
            portion.events = events.map(\.event)
            if number == 0 { portion.ledger = try source.load().ledger }
            _ = try first.takeIn(portion)
        }
        try source.close()
        try first.close()

        let second = try place.owner()
        let ids = try second.take(.max, for: "d", after: 0, lease: EventStoreTests.lease).map(\.id)
        #expect(ids == (0..<count).map(String.init))
        #expect(try second.load().ledger.total.submitted == count)
        #expect(try place.names.isEmpty)
        try second.close()
    }

    /// Fails without `becomeOwner(_:)`.
    @Test func `a second process becomes the owner when that has ended, with the whole account`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), place.guest())
        _ = try owner.commit(Self.adding("1"))
        let before = try guest.commit(Self.adding("2"))
        #expect(before.isEmpty)
        try owner.close()
        let restored = try guest.commit(Self.adding("3"))
        #expect(restored.total.submitted == 1, "the other one's; its own are known")
        #expect(!guest.handsOver)
        let taken = try Self.ids(in: guest)
        #expect(taken == ["1", "2", "3"])
        try guest.close()
    }

    /// Fails without the look at `isEnqueueOnly` in `becomeOwner(_:)`.
    @Test func `an enqueue-only client never becomes the owner`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let guest = place.guest(isEnqueueOnly: true)
        _ = try guest.commit(Self.adding("1"))
        #expect(guest.handsOver)
        #expect(!FileManager.default.fileExists(atPath: place.main.path))
        let owner = try place.owner()
        let taken = try Self.ids(in: owner)
        #expect(taken == ["1"])
        try owner.close()
    }

    /// Fails when `SpoolStore.commit(_:)` closes a file whose submissions are held.
    @Test func `submissions that wait stay with their client while it runs, and the owner's then`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), place.guest())
        var transaction = StoreTransaction()
        transaction.held = [HeldSubmission(number: 1, stream: "s", json: [7])]
        transaction.ledger.countSubmitted("s")
        _ = try guest.commit(transaction)
        _ = try owner.maintain()
        #expect(try owner.load().heldSubmissions.isEmpty)
        try guest.close()  // as if it had been killed
        let left = [HeldSubmission(number: 0, stream: "s", json: [7])]
        #expect(try owner.maintain().held == left)
        #expect(try owner.load().heldSubmissions == left)
        #expect(try owner.maintain().held.isEmpty, "told once")
        try owner.close()
    }

    /// Fails without `renumberHeld()`: both have counted from 1, and one's submissions take the other's place.
    @Test func `what the owner left undecided is decided by the client that becomes the owner`() async throws {
        let place = try Place()
        defer { place.folder.remove() }
        func platform(_ seed: UInt64) -> TestPlatform {
            TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed) {
                $0.store.location = .file(place.main)
            }
        }
        var first: TestPlatform? = platform(1)
        for number in 1...3 { first?.client.submitInteraction(stream: "app", action: "first-\(number)") }
        #expect(await first?.client.persist() == true)
        let second = platform(2)
        #expect(await second.client.pipeline.openedStore()?.handsOver == true)
        first = nil  // as if it had been killed
        for number in 1...3 { second.client.submitInteraction(stream: "app", action: "second-\(number)") }
        #expect(await second.client.persist())
        await second.loadConfigurations()
        let actions = await second.sentEvents().compactMap { $0["action"]?.string }
        #expect(Set(actions) == Set((1...3).flatMap { ["first-\($0)", "second-\($0)"] }))
        #expect(second.client.ledger.total.delivered == 6 && second.client.ledger.total.pending == 0)
    }

    /// Fails when `neighbours()` leaves out `alternatives`.
    @Test func `what waits in the files beside a file that could not be used comes in; newer ones stay`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        for (number, file) in place.namespace.alternatives.enumerated() {
            let store = try SQLiteEventStore(path: file.path)
            _ = try store.commit(Self.adding("\(number)"))
            if number == 1 { try store.onFile { try $0.execute(sql: "PRAGMA user_version = 99") } }
            try store.close()
        }
        let owner = try place.owner()
        let taken = try Self.ids(in: owner)
        #expect(taken == ["0", "2"])
        #expect(try place.names == ["events-3.sqlite"])
        let remarks = try owner.maintain().remarks
        #expect(remarks.count == 1 && remarks[0].contains("events-3.sqlite") && remarks[0].contains("newer"))
        #expect(try owner.maintain().remarks.isEmpty, "said once")
        try owner.close()
    }

    #if os(Linux)
        /// Fails when `StoreLock` only closes its file.
        @Test func `a process that is being started does not keep the lock of a store that was closed`() throws {
            let place = try Place()
            defer { place.folder.remove() }
            let owner = try place.owner()
            // What a fork has until it runs its own program: a copy of every descriptor.
            let lock = try #require(
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.first {
                    var path = [CChar](repeating: 0, count: 4096)
                    let count = readlink("/proc/self/fd/\($0)", &path, path.count)
                    return count > 0
                        && String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
                            .hasSuffix(place.main.path + ".lock")
                })
            let copy = dup(lock)
            defer { close(copy) }
            try owner.close()
            try place.owner().close()
        }
    #endif

    /// Fails without `StoreLock`: then both send.
    @Test func `two clients on one file: the first sends what both submit`() async throws {
        let place = try Place()
        defer { place.folder.remove() }
        let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]
        func platform(_ seed: UInt64) -> TestPlatform {
            TestPlatform(streams: streams, seed: seed) { $0.store.location = .file(place.main) }
        }
        let (first, second) = (platform(1), platform(2))
        for platform in [first, second] {
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "app")
            await platform.client.persist()
        }
        let report = await second.client.flush(deadline: .seconds(5))
        #expect(report.pending == 1 && !report.deadlinePassed, "handed over")
        #expect(await second.sentEvents().isEmpty)
        let sent = await first.sentEvents()
        #expect(sent.count == 2)
        #expect(Set(sent.compactMap { $0["agent"]?["app_install_id"]?.string }).count <= 1)
        #expect(first.client.ledger.total.delivered == 2)
    }

    /// Fails when an owner with nothing to send looks after nothing.
    @Test func `an owner with nothing to do decides what a second client left undecided`() async throws {
        let place = try Place()
        defer { place.folder.remove() }
        func platform(_ seed: UInt64) -> TestPlatform {
            TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed) {
                $0.store.location = .file(place.main)
            }
        }
        let owner = platform(1)
        await owner.loadConfigurations()
        var second: TestPlatform? = platform(2)
        second?.client.submitClick(stream: "app")
        #expect(await second?.client.persist() == true)
        second = nil  // as if it had been killed
        owner.client.parts.outside.raise()  // as the watch does
        await owner.client.dispatcher.noteWaiting()
        let destinations = try await owner.client.pipeline.openedStore()?.destinations()
        #expect(destinations?.count == 1 && owner.client.ledger.total.pending == 1)
    }

    /// Fails when `becomeOwner(_:)` lets an error out, or leaves the file open.
    @Test func `a client goes on handing over when the store file of an owner that has ended cannot be read`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), place.guest())
        _ = try owner.commit(Self.adding("1"))
        try owner.onFile { try $0.execute(sql: "INSERT INTO held VALUES (9223372036854775807, 's', x'00')") }
        try owner.close()
        for id in ["2", "3"] { _ = try guest.commit(Self.adding(id)) }
        #expect(guest.handsOver)
        #expect(try guest.maintain().remarks.first?.contains("number") == true, "it says so")
        #expect(try guest.maintain().remarks.isEmpty, "once")
        try guest.close()
        try DatabaseQueue(path: place.main.path).write { try $0.execute(sql: "DELETE FROM held") }
        let next = try place.owner()
        let taken = try Self.ids(in: next)
        #expect(taken == ["1", "2", "3"])
        try next.close()
    }

    /// Fails when `becomeOwner(_:)` forgets whom to tell.
    @Test(.timeLimit(.minutes(5)))
    func `a client that became the owner hears of others' events too`() async throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, second, third) = (try place.owner(), place.guest(), place.guest(isEnqueueOnly: true))
        let heard = AsyncStream.makeStream(of: Void.self)
        second.onOutsideEvents { heard.continuation.yield() }
        try owner.close()
        _ = try second.commit(Self.adding("1"))
        _ = try third.commit(Self.adding("2"))
        for await _ in heard.stream { break }
        let taken = try Self.ids(in: second)
        #expect(taken == ["1", "2"])
        try second.close()
    }

    /// Fails when what the account lacks is told by the commit that fails.
    @Test func `the account of the file is told by the first commit that succeeds`() throws {
        let place = try Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), place.guest())
        _ = try owner.commit(Self.adding("1"))
        try owner.close()
        var broken = Self.adding("2")
        broken.held = [1, 1].map { HeldSubmission(number: $0, stream: "s", json: []) }
        #expect(throws: DatabaseError.self) { try guest.commit(broken) }
        let restored = try guest.commit(Self.adding("2"))
        #expect(restored.total.submitted == 1)
        let again = try guest.commit(Self.adding("3"))
        #expect(again.isEmpty)
        try guest.close()
    }

    /// Fails without the watch: nothing else wakes a client that has nothing to send.
    @Test func `an owner that has nothing to do hears of a second process's events at once`() async throws {
        let place = try Place()
        defer { place.folder.remove() }
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.location = .file(place.main)
            $0.dispatchMode = .immediate
        }
        let arrived = AsyncStream.makeStream(of: Void.self)
        platform.connection.answer { request in
            guard request.method == .post else { return NetworkResponse(status: 404) }
            arrived.continuation.yield()
            return NetworkResponse(status: 201)
        }
        try await platform.client.open()
        let run = Task { await platform.client.run() }
        let guest = place.guest(isEnqueueOnly: true)
        var transaction = Self.adding("1")
        transaction.added[0].storedAt = StorageTime(platform.clock)
        _ = try guest.commit(transaction)
        for await _ in arrived.stream { break }
        let requests = platform.connection.requests.filter { $0.method == .post }
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["[{}]"])
        run.cancel()
        await run.value
        _ = await platform.client.shutdown(deadline: .zero)
    }
}
