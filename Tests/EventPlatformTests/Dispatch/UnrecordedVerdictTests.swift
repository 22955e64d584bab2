import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Verdicts that the store does not take: what the intake has said is not asked again.
@Suite(.waitLimit) struct UnrecordedVerdictTests {
    /// A store whose commits of verdicts fail while its disk is full.
    private final class FullStore: ForwardingStore {
        let base = InMemoryEventStore()
        private let full = Locked(false)
        /// The rows whose verdicts were committed, in order.
        let recorded = Locked<[Int64]>([])

        func set(isFull: Bool) { full.withLock { $0 = isFull } }

        func commit(_ transaction: StoreTransaction) throws -> Ledger {
            let rows = transaction.finished.map(\.row) + transaction.failed.map(\.row)
            if full.withLock(\.self), !rows.isEmpty { throw StoreError(.unavailable, "the disk is full") }
            recorded.withLock { $0 += rows }
            return base.commit(transaction)
        }
    }

    /// Fails when other events are sent meanwhile: the next process would repeat all of them.
    @Test func `a destination pauses with the first verdict that cannot be recorded`() {
        let store = FullStore()
        var bench = SenderBench(250, store: store)
        store.set(isFull: true)
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.count == 1 && bench.total.delivered == 0 && bench.total.pending == 250)
        // Longer than any lease.
        bench.run(for: .seconds(200_000)) { _ in SenderBench.page(201) }
        bench.submit(["more"])
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.count == 1 && bench.sender.nextRecording != nil)
        store.set(isFull: false)
        bench.sender.recordVerdicts()
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.flatMap(\.self).count == 251, "each event was sent once")
        #expect(bench.total.delivered == 251 && bench.total.pending == 0)
        #expect(bench.sender.nextRecording == nil && bench.nextSendTime == nil)
    }

    /// Fails when the next request begins before it is known whether the store takes verdicts.
    @Test func `the first request of a process has ended before the second begins`() {
        let store = FullStore()
        var bench = SenderBench(250, store: store) { $0.emitter.emitRange = 250 }
        store.set(isFull: true)
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.count == 1)
    }

    /// Fails when nothing tries again to record a verdict.
    @Test func `a flush ends without a repetition, and the verdict is recorded with the next one`() async throws {
        let store = FullStore()
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.custom = { store }
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        store.set(isFull: true)
        let report = await platform.client.flush(deadline: .milliseconds(500))
        #expect(report.delivered == 0 && report.pending == 1)
        #expect("\(report.end)".contains("the store cannot be written"))
        store.set(isFull: false)
        #expect(await platform.client.flush(deadline: .milliseconds(500)).delivered == 1)
        #expect(platform.connection.requests.filter { $0.method == .post }.count == 1)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when a verdict overtakes those that wait: a back-off that was saved last would be an earlier one.
    @Test func `verdicts are recorded in the order of the responses`() throws {
        let store = FullStore()
        var bench = SenderBench(3, store: store) {
            $0.emitter.bufferOption = 1
            $0.emitter.maximumConcurrentRequests = 3
        }
        bench.cycle { request in
            store.set(isFull: request.ids == ["0"])
            return SenderBench.page(201)
        }
        #expect(bench.requests == [["0"], ["1"], ["2"]])
        #expect(store.recorded.withLock { $0 } == [], "within a second after the first one failed")
        bench.sender.recordVerdicts()
        let rows = store.recorded.withLock { $0 }
        #expect(rows.count == 3 && rows == rows.sorted() && bench.total.delivered == 3)
    }

    // MARK: - In a client

    private static func platform(_ store: FullStore) async -> TestPlatform {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.custom = { store }
        }
        await platform.loadConfigurations()
        return platform
    }

    private static func posts(_ platform: TestPlatform) -> Int {
        platform.connection.requests.filter { $0.method == .post }.count
    }

    /// Fails when only a further event or a flush tries again to record a verdict.
    @Test func `a running client records a verdict by itself, a second after it could not`() async throws {
        let store = FullStore()
        let platform = await Self.platform(store)
        platform.client.start()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        store.set(isFull: true)
        await platform.client.dispatch()
        #expect(Self.posts(platform) == 1 && platform.client.ledger.total.delivered == 0)
        try await platform.clock.waitForSleep(of: UnrecordedVerdicts.pause)
        platform.clock.advance(by: UnrecordedVerdicts.pause)
        try await platform.clock.waitForSleep(of: UnrecordedVerdicts.pause)
        #expect(platform.client.ledger.total.delivered == 0, "there is still no room")
        store.set(isFull: false)
        platform.clock.advance(by: UnrecordedVerdicts.pause)
        await until("the verdict is recorded") { platform.client.ledger.total.delivered == 1 }
        #expect(Self.posts(platform) == 1 && platform.client.ledger.total.pending == 0)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when the timer is set at the end of a cycle only: a request without a response would delay the record.
    @Test func `a verdict is recorded while another request has no response`() async throws {
        let store = FullStore()
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.custom = { store }
            $0.emitter.bufferOption = 1
            $0.emitter.maximumConcurrentRequests = 2
        }
        await platform.loadConfigurations()
        let (posts, response) = (Locked(0), Signal())
        platform.connection.respond { _ in
            let number = posts.withLock { count in
                count += 1
                return count
            }
            if number == 2 { await response.wait(after: 0) }
            return NetworkResponse(status: 201)
        }
        platform.client.start()
        for _ in 0..<2 { platform.client.submitClick(stream: "app") }
        await platform.client.persist()
        store.set(isFull: true)
        let dispatch = Task { await platform.client.dispatch() }
        await until("the second request has begun") { posts.withLock(\.self) == 2 }
        try await platform.clock.waitForSleep(of: UnrecordedVerdicts.pause)
        store.set(isFull: false)
        platform.clock.advance(by: UnrecordedVerdicts.pause)
        await until("the first verdict is recorded") { platform.client.ledger.total.delivered == 1 }
        response.raise()
        _ = await dispatch.value
        #expect(platform.client.ledger.total.delivered == 2)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when the next process sends the event again.
    @Test func `a client that closes records what the intake has accepted`() async {
        let store = FullStore()
        let first = await Self.platform(store)
        first.client.submitClick(stream: "app")
        await first.client.persist()
        store.set(isFull: true)
        await first.client.dispatch()
        #expect(Self.posts(first) == 1 && first.client.ledger.total.delivered == 0)
        store.set(isFull: false)
        await first.client.runtime.core.closeSenders()
        #expect(first.client.ledger.total.delivered == 1)
        _ = await first.client.shutdown(deadline: .zero)
        let next = await Self.platform(store)
        #expect(await next.sentEvents() == [])
        #expect(next.client.ledger.total.delivered == 1 && next.client.ledger.total.pending == 0)
        _ = await next.client.shutdown(deadline: .zero)
    }
}
