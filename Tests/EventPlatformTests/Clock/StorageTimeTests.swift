import Testing

@testable import EventPlatform

@Suite struct StorageTimeTests {
    private static func time(wall: Int64, boot: String = "this", sinceBoot: Int64) -> StorageTime {
        StorageTime(wall: Timestamp(milliseconds: wall), bootID: boot, millisecondsSinceBoot: sinceBoot)
    }

    @Test func `a time advances on both clocks`() {
        let time = Self.time(wall: 1000, sinceBoot: 10)
        #expect(time.advanced(by: .milliseconds(5)) == Self.time(wall: 1005, sinceBoot: 15))
        #expect(time.advanced(by: .milliseconds(-5)) == Self.time(wall: 995, sinceBoot: 5))
    }

    @Test func `advancing beyond the range of a clock saturates`() {
        let late = Self.time(wall: .max, sinceBoot: .max)
        #expect(late.advanced(by: .seconds(1)) == late)
        let early = Self.time(wall: .min, sinceBoot: .min)
        #expect(early.advanced(by: .seconds(-1)) == early)
    }

    @Test func `a time of the running boot is kept, and one of an earlier boot is converted by the wall clock`() {
        let now = Self.time(wall: 1000, sinceBoot: 10)
        let sameBoot = Self.time(wall: 99_999, sinceBoot: 3)
        #expect(sameBoot.onBootClock(of: now) == sameBoot)
        let earlierBoot = Self.time(wall: 1500, boot: "earlier", sinceBoot: 77)
        #expect(earlierBoot.onBootClock(of: now) == Self.time(wall: 1500, sinceBoot: 510))
        let past = Self.time(wall: 500, boot: "earlier", sinceBoot: 77)
        #expect(past.onBootClock(of: now) == now)
        #expect(
            earlierBoot.onBootClock(of: now, atMost: .milliseconds(100)) == Self.time(wall: 1100, sinceBoot: 110))
    }
}
