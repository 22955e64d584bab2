import EventPlatformTesting
import Testing

@testable import EventPlatform

@Suite struct BackoffTests {
    @Test func `the upper bound of a back-off doubles up to the cap`() {
        var backoff = Backoff()
        #expect(backoff.allows(.zero))
        for bound in [1, 2, 4, 8] {
            backoff.failed(now: .zero, retryAfter: nil, random: .max)
            let until = backoff.until ?? .zero
            #expect(until > .milliseconds(bound * 1000 - 10) && until <= .seconds(bound))
        }
        for _ in 0..<100 { backoff.failed(now: .zero, retryAfter: nil, random: .max) }
        #expect(backoff.until.map { $0 <= Backoff.cap && $0 > .seconds(3590) } == true)
    }

    @Test func `the shortest back-off is a millisecond, after any number of failures`() {
        var backoff = Backoff()
        for _ in 0..<5 {
            backoff.failed(now: .zero, retryAfter: nil, random: 0)
            #expect(!backoff.allows(.zero) && backoff.until == .milliseconds(1), "never at once")
        }
    }

    @Test func `Retry-After is obeyed up to the cap`() {
        var backoff = Backoff()
        backoff.failed(now: .zero, retryAfter: .delay(.seconds(120)), random: 0)
        #expect(backoff.until == .seconds(120))
        for asked in [RetryAfter.delay(.seconds(1_000_000)), .date(.seconds(1_000_000))] {
            backoff.failed(now: .zero, retryAfter: asked, random: 0)
            #expect(backoff.until == Backoff.cap)
        }
    }

    @Test func `a date in Retry-After is waited for, with jitter of up to the same delay again`() {
        for (random, until) in [(UInt64.min, 70.0), (.max / 2, 100), (.max, 130)] {
            var backoff = Backoff()
            backoff.failed(now: .seconds(10), retryAfter: .date(.seconds(60)), random: random)
            #expect(backoff.until.map { abs($0 / .seconds(1) - until) < 0.1 } == true, "\(String(describing: backoff))")
        }
    }

    @Test func `a returned network ends the delay, and the next failure has a longer one all the same`() {
        var backoff = Backoff()
        for _ in 0..<3 { backoff.failed(now: .zero, retryAfter: nil, random: .max) }
        backoff.networkReturned(now: .seconds(1))
        #expect(backoff.allows(.seconds(1)) && backoff.failures == 3)
        backoff.failed(now: .seconds(1), retryAfter: nil, random: .max)
        #expect(backoff.until.map { $0 > .seconds(8) } == true)
    }

    @Test(
        arguments: [
            ("30", RetryAfter.delay(.seconds(30))), (" 5 ", .delay(.seconds(5))), ("-3", .delay(.zero)),
            ("99999999999999999999999", .delay(.seconds(1 << 31))),
            ("Thu, 01 Jan 2026 00:01:00 GMT", .date(.seconds(60))),
            ("Thursday, 01-Jan-26 00:01:00 GMT", .date(.seconds(60))),
            ("Thu Jan  1 00:01:00 2026", .date(.seconds(60))),
            ("Thu, 01 Jan 2015 00:01:00 GMT", .date(.zero)), ("soon", nil), ("", nil), ("1.5", nil),
        ])
    func `Retry-After is read as seconds or as an HTTP date`(header: String, expected: RetryAfter?) {
        #expect(RetryAfter(header, now: Timestamp(milliseconds: 1_767_225_600_000)) == expected)
    }

    @Test func `of the delay in Retry-After and the drawn delay the longer is used`() {
        for asked in [1, 30, 600] {
            for random in [UInt64.min, .max / 2, .max] {
                var backoff = Backoff()
                for _ in 0..<6 { backoff.failed(now: .zero, retryAfter: nil, random: 0) }
                var drawn = backoff
                drawn.failed(now: .zero, retryAfter: nil, random: random)
                backoff.failed(now: .zero, retryAfter: .delay(.seconds(asked)), random: random)
                #expect(backoff.until == max(drawn.until ?? .zero, .seconds(asked)), "\(asked) \(random)")
            }
        }
    }

    @Test func `a back-off restored in the same boot continues on the boot clock`() throws {
        let clock = ManualClock()
        var backoff = Backoff()
        for _ in 0..<5 { backoff.failed(now: clock.sinceBoot, retryAfter: .delay(.seconds(600)), random: 0) }
        let text = try StoreValue.text(backoff.saved(at: StorageTime(clock)))
        clock.advance(by: .seconds(100))
        clock.setWall(milliseconds: 0)  // a jump of the wall clock changes nothing
        let restored = Backoff(try StoreValue.value(Backoff.Saved.self, from: text), at: StorageTime(clock))
        #expect(restored.failures == 5)
        #expect(restored.until == clock.sinceBoot + .seconds(500))
    }

    @Test func `a back-off restored after a reboot continues on the wall clock, up to the cap`() {
        let clock = ManualClock()
        func left(_ wall: Int64) -> Duration? {
            let until = StorageTime(
                wall: Timestamp(milliseconds: wall), bootID: "another boot", millisecondsSinceBoot: 5)
            let restored = Backoff(Backoff.Saved(failures: 3, until: until), at: StorageTime(clock))
            return restored.until.map { $0 - clock.sinceBoot }
        }
        #expect(left(clock.wall.milliseconds + 300_000) == .seconds(300))
        #expect(left(0) == .zero, "long past")
        #expect(left(.max) == Backoff.cap && left(.min) == .zero, "an extreme wall clock")
    }

    @Test func `a back-off without failures, or with an invalid number of them, is restored as none`() {
        let now = StorageTime(ManualClock())
        #expect(Backoff(Backoff().saved(at: now), at: now) == Backoff())
        #expect(Backoff(Backoff.Saved(failures: -1, until: now), at: now) == Backoff())
    }

    @Test func `a stored back-off that cannot be decoded is reported, and events are sent`() {
        let store = InMemoryEventStore()
        var transaction = StoreTransaction()
        transaction.values[Backoff.name(of: SenderBench.destination)] = "1 2 3"
        _ = store.commit(transaction)
        var bench = SenderBench(1, store: store)
        #expect(bench.diagnostics.recent.contains { $0.kind == .store })
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.total.delivered == 1)
    }
}
