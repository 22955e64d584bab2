import EventPlatformTesting
import EventSupport
import Testing

@testable import EventPlatform

/// The next batch, of 100 events, is read while a request is in flight, and sent before the verdict on that one is
/// committed.
@Suite struct ReadAheadTests {
    /// How many events were delivered, by the ledger, when each further request began.
    private func deliveredWhenBegun(_ bench: inout SenderBench, status: (Int) -> Int = { _ in 201 }) -> [Int] {
        let book = bench.book
        var (begun, waiting, responses): ([Int], [BatchRequest], Int) = ([], bench.sender.beginCycle(isPaced: false), 0)
        while !waiting.isEmpty {
            bench.sender.readAhead()
            let request = waiting.removeFirst()
            responses += 1
            bench.sender.finish(request.number, SenderBench.page(status(responses))) { next in
                begun += next.map { _ in book.current.total.delivered }
                waiting += next
            }
        }
        return begun
    }

    @Test func `while batches are full, the next request begins before the verdict is committed`() {
        var bench = SenderBench(350)
        // The first verdict shows whether the store takes any; the last batch is not full, and waits for the commit.
        #expect(deliveredWhenBegun(&bench) == [100, 100, 300])
        #expect(bench.total.delivered == 350 && !bench.sender.isInCycle)
    }

    @Test func `after a failure nothing is read ahead until it is resolved`() {
        var bench = SenderBench(400)
        let begun = deliveredWhenBegun(&bench) { $0 == 2 ? 503 : 201 }
        #expect(begun == [100], "the second request backs off")
        #expect(bench.total.delivered == 100 && !bench.sender.isInCycle)
    }

    @Test func `a cycle that is cancelled releases what was read ahead`() {
        let store = SpyStore()
        var bench = SenderBench(300, store: store)
        _ = bench.sender.beginCycle(isPaced: false)
        bench.sender.readAhead()
        #expect(store.leased.count == 200)
        bench.sender.cancelRequests()
        #expect(store.leased.isEmpty)
    }

    @Test func `a batch that takes all events reads nothing ahead`() {
        let store = SpyStore()
        var bench = SenderBench(99, store: store)
        _ = bench.sender.beginCycle(isPaced: false)
        let leases = store.leases
        bench.sender.readAhead()
        #expect(store.leases == leases)
    }

    /// Fails when the store may lease what a request has, since its lease has ended.
    @Test func `the system may sleep while a request is in flight without an event being sent twice`() {
        var bench = SenderBench(500)
        bench.cycle { [clock = bench.clock] _ in
            clock.advance(by: .seconds(24 * 3600))
            return SenderBench.page(201)
        }
        let sent = bench.requests.flatMap(\.self)
        #expect(sent.count == 500 && Set(sent).count == 500)
        #expect(bench.total.delivered == 500)
    }

    /// Fails when the store may lease what a response has just delivered.
    @Test func `an event that is too large does not let a delivered one be sent again after sleep`() {
        var bench = SenderBench(100)
        bench.submit(["large"], body: Array(repeating: UInt8(ascii: " "), count: 100_000))
        bench.submit((0..<200).map { "\($0) later" })
        bench.cycle { [clock = bench.clock] _ in
            clock.advance(by: .seconds(24 * 3600))
            return SenderBench.page(201)
        }
        let sent = bench.requests.flatMap(\.self)
        #expect(sent.count == 300 && Set(sent).count == 300)
        #expect(bench.total.delivered == 300 && bench.total.dropped == [.tooLarge: 1])
    }

    /// The responses that come after one cycle has begun, and in which requests the events were.
    private func finish(_ bench: inout SenderBench, _ first: [BatchRequest]) -> [[String]] {
        var (waiting, sent): ([BatchRequest], [[String]]) = (first, [])
        while !waiting.isEmpty {
            let request = waiting.removeFirst()
            sent.append(request.ids)
            waiting += bench.sender.finish(request.number, SenderBench.page(201))
        }
        return sent
    }

    @Test func `what was read ahead is not sent after a throttle for stored events has come`() {
        var bench = SenderBench(250)
        let first = bench.sender.beginCycle(isPaced: false)
        bench.sender.readAhead()
        bench.sender.settings.throttles.all = Throttle(share: 0, includesStored: true)
        #expect(finish(&bench, first).map(\.count) == [100])
        #expect(bench.total.delivered == 100 && bench.total.dropped == [.throttled: 150])
    }

    @Test func `what was read ahead is not sent after a refusal has removed it, also when a grant follows at once`()
        throws
    {
        var bench = SenderBench(250)
        let first = bench.sender.beginCycle(isPaced: false)
        bench.sender.readAhead()
        var removal = StoreTransaction()
        removal.finished = try bench.store.storedRows(atMost: .max).map {
            FinishedEvent(row: $0, outcome: .dropped(.consentDeclined))
        }
        bench.book.add(try bench.store.commit(removal))
        bench.submit(["later"])
        bench.sender.settings.removals += 1
        #expect(finish(&bench, first).map(\.count) == [100, 1])
        #expect(bench.total.delivered == 1 && bench.total.dropped == [.consentDeclined: 250])
    }

    @Test func `while a destination recovers nothing is read ahead`() {
        let store = SpyStore()
        var bench = SenderBench(600, store: store)
        bench.cycle { _ in SenderBench.page(503) }
        bench.clock.advance(by: .seconds(3600))
        let first = bench.sender.beginCycle(isPaced: true)
        let second = bench.sender.finish(first[0].number, SenderBench.page(201))
        let leases = store.leases
        bench.sender.readAhead()
        #expect(second.count == 1 && store.leases == leases)
    }
}
