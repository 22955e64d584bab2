import EventPlatformTesting
import EventSupport
import Testing

@testable import EventPlatform

/// A sender under random inputs, compared with a model that only counts.
@Suite struct SenderModelTests {
    private struct Run {
        let store = SpyStore()
        var bench: SenderBench
        var random: SeededGenerator
        /// Requests without a response.
        var inFlight: [BatchRequest] = []
        var submitted = 0
        var accepted: Set<String> = []
        /// The largest number of requests that the settings have allowed since none was in flight.
        var allowed = 1

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            bench = SenderBench(0, store: store, jitter: random.next()) { $0.emitter.bufferOption = 7 }
        }

        mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

        mutating func step() {
            switch pick(0..<20) {
            case 0..<4: submit()
            case 4..<6: bench.clock.advance(by: .milliseconds(pick(0..<200_000)))
            case 6..<8: begin(isPaced: false)
            case 8..<10: beginIfDue()
            case 10: changeSettings()
            case 11: changeCircumstances()
            case 12 where pick(0..<4) == 0:
                bench.sender.cancelRequests()
                inFlight = []
            default: respondToOne()
            }
            if pick(0..<3) > 0 { bench.sender.readAhead() }
            check()
        }

        private mutating func submit() {
            let count = pick(1..<20)
            bench.submit(
                (0..<count).map { "\(submitted + $0)" }, priority: EventPriority(rawValue: pick(0..<3)) ?? .normal)
            submitted += count
        }

        private mutating func begin(isPaced: Bool) {
            if inFlight.isEmpty { allowed = bench.sender.settings.emitter.maximumConcurrentRequests }
            inFlight += bench.sender.beginCycle(isPaced: isPaced)
        }

        private mutating func beginIfDue() {
            guard let due = bench.sender.nextCycle else { return }
            bench.clock.advance(by: max(.zero, due - bench.clock.sinceBoot))
            begin(isPaced: true)
        }

        private mutating func changeSettings() {
            bench.sender.settings.maySend = pick(0..<4) > 0
            bench.sender.settings.emitter.maximumConcurrentRequests = pick(1..<5)
            allowed = max(allowed, bench.sender.settings.emitter.maximumConcurrentRequests)
            bench.sender.settings.mode = [.periodic(), .immediate, .piggyback(), .manual][pick(0..<4)]
        }

        private mutating func changeCircumstances() {
            bench.sender.set(DispatchProfile(sendsAutomatically: pick(0..<4) > 0), isReachable: pick(0..<4) > 0)
            if pick(0..<3) == 0 { bench.sender.networkReturned() }
            if pick(0..<3) == 0 { bench.sender.primaryTraffic(endsAt: bench.clock.sinceBoot) }
        }

        private mutating func respondToOne() {
            guard !inFlight.isEmpty else { return }
            let request = inFlight.remove(at: pick(0..<inFlight.count))
            inFlight += bench.sender.finish(request.number, respond(to: request))
        }

        private mutating func respond(to request: BatchRequest) -> BatchRequest.Result {
            let named = request.ids.filter { _ in pick(0..<3) == 0 }
            switch pick(0..<10) {
            case 0: return SenderBench.page([200, 302, 400, 401, 403, 404, 410, 413, 422][pick(0..<9)])
            case 1: return SenderBench.page([425, 429, 500, 502, 503][pick(0..<5)], ["Retry-After": "\(pick(0..<99))"])
            case 2: return .failed(NetworkError(NetworkError.Code.allCases[pick(0..<6)], "broken"))
            case 3: return SenderBench.lists(500, error: request.ids)
            case 4: return SenderBench.lists(500, error: named)
            case 5, 6:
                guard !named.isEmpty else { return accept(request.ids) }
                _ = accept(request.ids.filter { !named.contains($0) })
                return SenderBench.lists(207, error: named)
            default: return accept(request.ids)
            }
        }

        private mutating func accept(_ ids: [String]) -> BatchRequest.Result {
            #expect(accepted.isDisjoint(with: ids), "delivered twice")
            accepted.formUnion(ids)
            return SenderBench.page(201)
        }

        private func check() {
            let rows = inFlight.flatMap(\.batch.rows)
            #expect(Set(rows).count == rows.count, "an event is in two requests")
            #expect(store.leasedTwice.isEmpty)
            #expect(store.leased.isSuperset(of: rows))
            #expect(inFlight.count <= allowed && bench.sender.requestsInFlight == inFlight.count)
            #expect(bench.sender.isInCycle == !inFlight.isEmpty, "a cycle ends with its last request")
            if !bench.sender.isInCycle { #expect(store.leased.isEmpty, "a lease outlives its cycle") }
            let total = bench.total
            #expect(total.submitted == submitted && total.delivered == accepted.count)
        }

        /// Sends everything to an intake that accepts it, and expects that no timer is left.
        mutating func drain() throws {
            bench.sender.settings.maySend = true
            bench.sender.settings.mode = .immediate
            bench.sender.set(DispatchProfile(), isReachable: true)
            while !inFlight.isEmpty {
                let request = inFlight.removeFirst()
                inFlight += bench.sender.finish(request.number, accept(request.ids))
            }
            bench.sender.eventsCommitted()
            for _ in 0..<10_000 {
                guard let due = bench.sender.nextCycle else { break }
                bench.clock.advance(by: max(.zero, due - bench.clock.sinceBoot))
                inFlight = bench.sender.beginCycle(isPaced: true)
                while !inFlight.isEmpty {
                    let request = inFlight.removeFirst()
                    inFlight += bench.sender.finish(request.number, accept(request.ids))
                }
            }
            check()
            #expect(bench.sender.nextCycle == nil, "a timer runs though nothing waits")
            #expect(bench.total.pending == 0 && store.leased.isEmpty)
            #expect(try store.storedRows(atMost: 1).isEmpty)
        }
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `random inputs lose no event, put no event in two requests, and leave no timer`(seed: UInt64) throws {
        var run = Run(seed: seed)
        for _ in 0..<300 { run.step() }
        try run.drain()
    }
}
