import EventPlatformTesting
import EventSupport
import Testing

@testable import EventPlatform

/// Retries of events that the intake could not process: how often, when, and in which batch.
@Suite struct SenderRetryTests {
    /// Accepts everything but the events of `bad`, which it names as failed.
    private static func naming(_ bad: Set<String>, whole: Int = 500) -> (BatchRequest) -> BatchRequest.Result {
        { request in
            let failed = request.ids.filter(bad.contains)
            if failed.isEmpty { return SenderBench.page(201) }
            return SenderBench.lists(failed.count == request.ids.count ? whole : 207, error: failed)
        }
    }

    /// Fails when a sender leases an event to see whether one waits.
    @Test func `a sender leases no event before its cycle begins`() {
        let store = SpyStore()
        var bench = SenderBench(2, store: store)
        #expect(bench.nextSendTime != nil && store.leases == 0)
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.nextSendTime == nil && store.leases > 0)
    }

    /// Has events that cannot be leased, as those that the cipher cannot open.
    private final class SealedStore: ForwardingStore {
        let base = InMemoryEventStore()

        func lease(
            _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
            until deadline: Duration
        ) throws -> [LeasedEvent] { [] }
    }

    /// A clock that goes on with each reading, as that of the system does.
    private struct RunningClock: Clocks {
        let readings = Locked<Int64>(0)

        var wall: Timestamp { Timestamp(milliseconds: 0) }
        var bootID: String { "boot" }
        var sinceBoot: Duration {
            readings.withLock {
                $0 += 1
                return .nanoseconds($0)
            }
        }
        func sleep(until _: Duration) async throws {}
    }

    @Test func `events that cannot be read are tried again a second later in the immediate mode`() {
        let bench = SenderBench(1, store: SealedStore()) { $0.mode = .immediate }
        let clock = RunningClock()
        var sender = Sender(
            to: SenderBench.destination, from: bench.store, bench.sender.settings, clocks: clock, random: { 0 },
            diagnostics: bench.diagnostics, ledger: bench.book)
        sender.eventsCommitted()
        #expect(sender.nextCycle.map { $0 < .seconds(1) } == true)
        #expect(sender.beginCycle(isPaced: true).isEmpty)
        #expect(sender.nextCycle.map { $0 > .seconds(1) } == true)
    }

    @Test func `an event named as failed is retried after 30 s, doubling, and dropped after five attempts`() {
        var bench = SenderBench(2)
        var tries: [Duration] = []
        let clock = bench.clock
        let begin = clock.sinceBoot
        for second in 0..<900 {
            bench.submit(["good \(second)"])
            bench.cycle { request in
                if request.ids.contains("0") { tries.append(clock.sinceBoot - begin) }
                return Self.naming(["0"])(request)
            }
            clock.advance(by: .seconds(1))
        }
        #expect(tries == [0, 30, 90, 210, 450].map { .seconds($0) })
        #expect(bench.total.dropped == [.intakeError: 1] && bench.total.pending == 0)
    }

    @Test func `events named as failed are retried together, after events that never failed`() {
        var bench = SenderBench(6)
        let responder = Self.naming(["0", "2", "4"])
        bench.cycle(responder)
        bench.clock.advance(by: .seconds(30))
        bench.submit(["6"])
        bench.cycle(responder)
        #expect(bench.requests == [["0", "1", "2", "3", "4", "5"], ["6"], ["0", "2", "4"]])
    }

    @Test func `an event that waits for its retry time delays no other, and no timer runs before that time`() {
        var bench = SenderBench(1)
        bench.cycle { SenderBench.lists(207, error: $0.ids) }
        #expect(bench.sender.nextCycle == bench.clock.sinceBoot + .seconds(30))
        bench.clock.advance(by: .seconds(10))
        bench.submit(["1"])
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests == [["0"], ["1"]] && bench.total.delivered == 1)
        bench.clock.advance(by: .seconds(19))
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.count == 2)
        bench.clock.advance(by: .seconds(1))
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.total.delivered == 2 && bench.sender.nextCycle == nil)
    }

    /// Fails when retry times are not stored: five launches would use up all attempts at once.
    @Test func `attempts and retry times are kept across restarts`() {
        let (clock, store) = (ManualClock(), InMemoryEventStore())
        for launch in 0..<8 {
            var bench = SenderBench(launch == 0 ? 1 : 0, clock: clock, store: store)
            bench.cycle { SenderBench.lists(207, error: $0.ids) }
            #expect(bench.requests.count == (launch == 0 ? 1 : 0))
            clock.advance(by: .seconds(3))
        }
        clock.advance(by: .seconds(6))
        var last = SenderBench(0, clock: clock, store: store)
        last.cycle { _ in SenderBench.page(201) }
        #expect(last.batchRequests.first?.batch.events.first?.attempts == 1 && last.total.delivered == 1)
    }

    @Test func `a back-off is kept across restarts of the sender`() {
        let (clock, store) = (ManualClock(), InMemoryEventStore())
        var first = SenderBench(3, clock: clock, store: store)
        first.cycle { _ in SenderBench.page(503, ["Retry-After": "600"]) }
        for _ in 0..<10 {
            var again = SenderBench(0, clock: clock, store: store)
            again.cycle { _ in SenderBench.page(201) }
            #expect(again.requests.isEmpty, "a restart does not end the back-off")
        }
        clock.advance(by: .seconds(600))
        var last = SenderBench(0, clock: clock, store: store)
        last.cycle { _ in SenderBench.page(201) }
        #expect(last.total.delivered == 3)
        #expect(SenderBench(0, clock: clock, store: store).sender.backoff == Backoff(), "a success resets it")
    }

    @Test func `events that fail within five seconds have the same retry time`() {
        let policy = RetryPolicy()
        let now = StorageTime(wall: Timestamp(milliseconds: 0), bootID: "b", millisecondsSinceBoot: 1_000_001)
        #expect(policy.retryTime(afterAttempts: 1, at: now).millisecondsSinceBoot == 1_035_000)
        #expect(
            policy.retryTime(afterAttempts: 1, at: now.advanced(by: .milliseconds(4999))).millisecondsSinceBoot
                == 1_035_000)
        #expect(policy.retryTime(afterAttempts: 5, at: now).millisecondsSinceBoot == 1_000_000 + 86_405_000)
        #expect((1...4).map(policy.pause) == [30, 60, 120, 240].map { .seconds($0) })
    }

    /// Fails when that it is to be alone is not stored: after a restart, others would fail with it.
    @Test func `an event that failed alone until its attempts are used up is sent alone, also after a restart`() {
        let (clock, store) = (ManualClock(), InMemoryEventStore())
        var bench = SenderBench(20, clock: clock, store: store)
        bench.run(for: .seconds(7200)) { SenderBench.page($0.ids.contains("7") ? 500 : 201) }
        #expect(bench.total.delivered == 19 && bench.total.pending == 1)
        var next = SenderBench(0, clock: clock, store: store)
        next.submit(["x", "y"])
        next.cycle { SenderBench.lists(207, error: $0.ids) }
        clock.advance(by: .seconds(90_000))
        next.cycle { _ in SenderBench.page(201) }
        #expect(next.requests.contains(["7"]))
        #expect(next.batchRequests.flatMap(\.batch.events).filter(\.isIsolated).map(\.id) == ["7"])
        #expect(next.total.delivered == 3)
    }

    @Test func `in the immediate mode two requests of a large backlog follow an outage, and more after 30 s`() {
        var bench = SenderBench(500) { $0.mode = .immediate }
        bench.cycle(isPaced: true) { _ in SenderBench.page(503) }
        for requests in [2, 2, 1] {
            let before = bench.requests.count
            bench.clock.advance(by: .seconds(30))
            bench.cycle(isPaced: true) { _ in SenderBench.page(201) }
            #expect(bench.requests.count - before == requests)
            let next = bench.sender.nextCycle.map { $0 - bench.clock.sinceBoot }
            #expect(next == (requests == 2 ? .seconds(30) : nil))
        }
        #expect(bench.total.delivered == 500)
    }

    // MARK: - A 500 that names its whole batch

    @Test func `a 500 that names its whole batch counts no attempt and does not halve the batch`() {
        var bench = SenderBench(500)
        bench.run(for: .seconds(36_000)) { SenderBench.lists(500, error: $0.ids) }
        #expect(bench.total.pending == 500)
        #expect((10..<60).contains(bench.requests.count), "\(bench.requests.count) requests in ten hours")
        #expect(bench.requests.allSatisfy { $0.count == 100 })
        let before = bench.requests.count
        bench.clock.advance(by: .seconds(3600))
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.total.delivered == 500 && bench.requests.count - before == 5)
    }

    @Test func `a 500 that names its whole batch counts as an attempt after another event was accepted`() {
        var bench = SenderBench(2)
        let responder = Self.naming(["0", "1"])
        bench.cycle(responder)
        bench.submit(["2"])
        bench.clock.advance(by: .seconds(1))
        bench.cycle(responder)
        #expect(bench.requests == [["0", "1"], ["2"], ["0", "1"]], "other events are sent first")
        bench.clock.advance(by: .seconds(35))
        bench.cycle(responder)
        #expect(bench.batchRequests.last?.batch.events.map(\.attempts) == [1, 1])
        bench.clock.advance(by: .seconds(65))
        bench.cycle(responder)
        #expect(bench.batchRequests.last?.batch.events.map(\.attempts) == [1, 1], "no event was accepted since")
    }

    @Test func `retries that fail as a whole batch delay no other retry`() {
        var bench = SenderBench(4) { $0.emitter.bufferOption = 2 }
        bench.cycle { SenderBench.lists(207, error: $0.ids) }
        bench.clock.advance(by: .seconds(30))
        for _ in 0..<2 {
            bench.cycle(Self.naming(["0", "1"]))
            bench.clock.advance(by: .seconds(1))
        }
        #expect(bench.requests.dropFirst(2) == [["0", "1"], ["2", "3"], ["0", "1"]])
        #expect(bench.total.delivered == 2)
    }

    // MARK: - An event that is never named

    @Test(arguments: [400, 410, 422], [0, 637, 999])
    func `one event among 1000 that a bare 400, 410 or 422 refuses is dropped alone`(status: Int, place: Int) {
        var bench = SenderBench(1000)
        bench.run(for: .seconds(600)) { SenderBench.page($0.ids.contains("\(place)") ? status : 201) }
        bench.submit(["later"])
        bench.run(for: .seconds(600)) { SenderBench.page($0.ids.contains("\(place)") ? status : 201) }
        #expect(bench.total.delivered == 1000 && bench.total.dropped == [.rejectedStatus: 1])
        #expect(bench.requests.count <= 60, "\(bench.requests.count) requests")
    }

    @Test(arguments: [0, 637, 999])
    func `one event among 1000 that causes a bare 500 is isolated, and the others are delivered`(place: Int) {
        var bench = SenderBench(1000)
        func respond(to request: BatchRequest) -> BatchRequest.Result {
            SenderBench.page(request.ids.contains("\(place)") ? 500 : 201)
        }
        for minute in 0..<(2 * 24 * 60) {
            bench.submit(["good \(minute)"])
            bench.run(for: .seconds(60), respond)
            if minute == 10 { #expect(bench.total.delivered == 999 + 11) }
        }
        let tries = bench.batchRequests.filter { $0.ids.contains("\(place)") && $0.batch.events[0].attempts > 0 }
        let count = tries.count
        #expect(tries.allSatisfy { $0.ids.count == 1 } && (3...12).contains(count))
        #expect(bench.total.delivered == 999 + 2 * 24 * 60 && bench.total.pending == 1)
        #expect(bench.diagnostics.recent.contains { $0.message.contains("once a day") })
    }

    @Test(arguments: [400, 500], [2, 7, 20])
    func `adjacent events that a bare response refuses are all found`(status: Int, count: Int) {
        var bench = SenderBench(200)
        let bad = Set((50..<50 + count).map(String.init))
        bench.run(for: .seconds(6 * 3600)) { SenderBench.page(bad.isDisjoint(with: $0.ids) ? 201 : status) }
        #expect(bench.total.delivered == 200 - count)
        #expect(bench.total.dropped == (status == 400 ? [.rejectedStatus: count] : [:]))
    }

    @Test(arguments: [400, 403, 410, 422, 200, 302])
    func `a minute of a proxy's responses drops no event`(status: Int) {
        var bench = SenderBench(3000)
        bench.cycle(isPaced: false) { SenderBench.page($0.number <= 3 ? 201 : status) }
        #expect(bench.total.delivered == 300)
        bench.run(for: .seconds(60)) { _ in SenderBench.page(status) }
        #expect(bench.total.pending == 2700, "a single failure after a success drops nothing")
        bench.run(for: .seconds(3 * 3600)) { _ in SenderBench.page(201) }
        #expect(bench.total.delivered == 3000)
    }

    /// Fails when an old success counts as a proof that the destination works.
    @Test func `events submitted one by one are not dropped during three minutes of 400`() {
        var bench = SenderBench { $0.mode = .immediate }
        for number in 0..<60 {
            bench.submit(["\(number)"])
            bench.run(for: .seconds(10)) { _ in SenderBench.page((12..<30).contains(number) ? 400 : 201) }
        }
        bench.run(for: .seconds(3600)) { _ in SenderBench.page(201) }
        #expect(bench.total.delivered == 60)
    }

    @Test func `no event is dropped while an intake responds with 400 or 500 for a week`() {
        for status in [400, 500] {
            var bench = SenderBench(300)
            bench.run(for: .seconds(500 * 1200)) { _ in SenderBench.page(status) }
            bench.run(for: .seconds(5 * 3600)) { _ in SenderBench.page(201) }
            #expect(bench.total.delivered == 300)
        }
    }

    /// Fails when an event is sent again whose verdict could not be recorded.
    @Test func `a sender sends an event once while the store cannot record its verdict`() {
        var bench = SenderBench(1, store: FullStore())
        bench.run(for: .seconds(7200)) { _ in SenderBench.page(201) }
        #expect(bench.requests.count == 1, "\(bench.requests.count) requests in two hours")
        #expect(bench.total.pending == 1)
    }
}
