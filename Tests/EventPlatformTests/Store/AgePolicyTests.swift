import Testing

@testable import EventPlatform

/// When stored events are too old, and when the wall clock is trusted for that.
@Suite struct AgePolicyTests {
    @Test(arguments: [(0, true), (31, true), (91, false), (-1, false), (3650, false)])
    func `the wall clock is plausible up to 90 days after the last trusted time`(days: Int64, isPlausible: Bool) {
        let last = Timestamp(milliseconds: 1_000_000_000_000)
        let now = last.advanced(by: .seconds(days * 86_400))
        #expect(AgePolicy().isPlausible(now, lastTrusted: last) == isPlausible)
        let time = StorageTime(wall: now, bootID: "b", millisecondsSinceBoot: 40 * 86_400_000)
        let limit = AgePolicy().limit(at: time, lastTrusted: last)
        #expect(limit.millisecondsSinceBoot == 10 * 86_400_000, "the boot clock is always plausible")
        #expect((limit.wallTime != nil) == isPlausible)
    }

    @Test func `an implausible wall clock is trusted once a server's date confirms it`() throws {
        let store = InMemoryEventStore()
        let start = Timestamp(milliseconds: 1_767_225_600_000)
        try LastTrustedWallClock.record(start, after: nil, in: store)
        let leapt = start.advanced(by: .seconds(400 * 86_400))
        #expect(!AgePolicy().isPlausible(leapt, lastTrusted: try LastTrustedWallClock.read(from: store)))
        try LastTrustedWallClock.confirm(leapt, by: leapt.advanced(by: .seconds(-7200)), in: store)
        #expect(
            !AgePolicy().isPlausible(leapt, lastTrusted: try LastTrustedWallClock.read(from: store)),
            "not confirmed by a date two hours off"
        )
        try LastTrustedWallClock.confirm(leapt, by: leapt.advanced(by: .seconds(5)), in: store)
        #expect(AgePolicy().isPlausible(leapt, lastTrusted: try LastTrustedWallClock.read(from: store)))
    }
}
