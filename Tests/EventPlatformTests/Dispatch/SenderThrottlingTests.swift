import EventPlatformTesting
import EventSupport
import Testing

@testable import EventPlatform

@Suite struct SenderThrottlingTests {
    /// Refuses transactions that drop events for as long as it is set to.
    private final class UnwillingStore: ForwardingStore {
        let base = InMemoryEventStore()
        let refuses = Locked(true)

        func commit(_ transaction: StoreTransaction) throws -> Ledger {
            if !transaction.finished.isEmpty, refuses.withLock({ $0 }) {
                throw StoreError(.unavailable, path: "events.sqlite", "no space")
            }
            return base.commit(transaction)
        }
    }

    @Test(arguments: [true, false])
    func `stored events are dropped by the throttle that includes them alone`(passesThat: Bool) {
        var throttles = Throttles()
        throttles.all = Throttle(share: passesThat ? 1 : 0, includesStored: true)
        throttles.streams = ["s": Throttle(share: passesThat ? 0 : 1)]
        #expect(throttles.includesStored)
        #expect(throttles.removeStored("s", session: "session") == !passesThat)
        #expect(!throttles.pass("s", session: "session"), "one of the two refuses it")
    }

    @Test func `stored events of a stream that is switched off are dropped instead of sent`() {
        var bench = SenderBench(400) { $0.throttles.streams = ["s": Throttle(share: 0, includesStored: true)] }
        bench.cycle { _ in .response(CompleteResponse(status: 201)) }
        #expect(bench.requests.isEmpty)
        #expect(bench.total.dropped == [.throttled: 400] && bench.total.pending == 0)
    }

    @Test func `events that cannot be removed are not sent, and wait for a back-off`() {
        let store = UnwillingStore()
        var bench = SenderBench(3, store: store) {
            $0.mode = .immediate
            $0.throttles.streams = ["s": Throttle(share: 0, includesStored: true)]
        }
        bench.cycle { _ in .response(CompleteResponse(status: 201)) }
        #expect(bench.requests.isEmpty && bench.total.dropped.isEmpty)
        let next = bench.nextSendTime
        #expect(next.map { $0 > bench.clock.sinceBoot } == true, "\(String(describing: next))")
        store.refuses.withLock { $0 = false }
        bench.clock.advance(by: .seconds(600))
        bench.cycle { _ in .response(CompleteResponse(status: 201)) }
        #expect(bench.requests.isEmpty && bench.total.dropped == [.throttled: 3])
    }
}
