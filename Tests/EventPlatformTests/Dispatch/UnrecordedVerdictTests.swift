import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import Testing

@testable import EventPlatform

/// Verdicts that the store does not take: what the intake has said is not asked again.
@Suite struct UnrecordedVerdictTests {
    /// A store whose commits of verdicts fail while its disk is full.
    private final class FullStore: ForwardingStore {
        let base = InMemoryEventStore()
        private let full = Locked(false)

        func set(isFull: Bool) { full.withLock { $0 = isFull } }

        func commit(_ transaction: StoreTransaction) throws -> Ledger {
            let hasVerdicts = !transaction.finished.isEmpty || !transaction.failed.isEmpty
            if full.withLock(\.self), hasVerdicts { throw StoreError(.unavailable, "the disk is full") }
            return base.commit(transaction)
        }
    }

    @Test func `accepted events are in no further request, and are recorded once there is room`() {
        let store = FullStore()
        var bench = SenderBench(250, store: store)
        store.set(isFull: true)
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.count == 3 && bench.total.delivered == 0 && bench.total.pending == 250)
        // Longer than any lease.
        bench.run(for: .seconds(200_000)) { _ in SenderBench.page(201) }
        bench.submit(["more"])
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.flatMap(\.self).count == 251, "each event was sent once")
        #expect(bench.sender.nextRecording != nil)
        store.set(isFull: false)
        bench.sender.recordVerdicts()
        #expect(bench.total.delivered == 251 && bench.total.pending == 0)
        #expect(bench.sender.nextRecording == nil && bench.sender.nextSendTime() == nil)
    }

    @Test func `a destination pauses with the maximum of verdicts that are not recorded`() {
        let store = FullStore()
        var bench = SenderBench(UnrecordedVerdicts.capacity + 500, store: store)
        store.set(isFull: true)
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.flatMap(\.self).count == UnrecordedVerdicts.capacity)
        store.set(isFull: false)
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.total.delivered == UnrecordedVerdicts.capacity + 500)
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
}
