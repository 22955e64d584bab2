import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// The age of events across starts of the system, whose clocks may be wrong.
@Suite(.waitLimit) struct BootRecordTests {
    private static let day: Int64 = 86_400_000
    private static let maximumAge: Duration = .seconds(30 * 86_400)
    private static let begin: Int64 = 1_767_225_600_000

    /// A time `days` after the begin of a boot, by a wall clock that is `error` days off.
    private static func time(
        _ boot: String, beganAt begin: Int64 = begin, days: Int64 = 0, error: Int64 = 0
    ) -> StorageTime {
        StorageTime(
            wall: Timestamp(milliseconds: begin + (days + error) * day), bootID: boot,
            millisecondsSinceBoot: days * day)
    }

    private static func confirm(_ boots: inout BootRecord, at time: StorageTime) {
        let isChanged = boots.confirm(by: time.wall, at: time)
        #expect(isChanged)
    }

    @Test func `the running boot needs no wall clock`() {
        let limit = BootRecord().limit(at: Self.time("b", days: 40, error: -9000), maximumAge: Self.maximumAge)
        #expect(limit.excludes(Self.time("b", days: 9)) && !limit.excludes(Self.time("b", days: 11)))
    }

    /// Fails when a boot counts whose clock nobody has confirmed, or the running one is taken for right.
    @Test(arguments: [false, true], [false, true])
    func `a time of an earlier boot counts only if both clocks were confirmed`(first: Bool, second: Bool) {
        var boots = BootRecord()
        let stored = Self.time("a", days: 1)
        if first { Self.confirm(&boots, at: stored) }
        boots.note(["a"], at: stored)
        let begin = Self.begin + 2 * Self.day
        for (days, isOld) in [(28 as Int64, false), (31, true)] {
            let now = Self.time("b", beganAt: begin, days: days)
            var boots = boots
            boots.note(["a"], at: now)
            if second { Self.confirm(&boots, at: now) }
            let limit = boots.limit(at: now, maximumAge: Self.maximumAge)
            #expect(limit.excludes(stored) == (isOld && first && second), "\(days)")
        }
    }

    @Test func `events of unknown age expire 30 days after a clock was first right`() {
        var boots = BootRecord()
        let stored = Self.time("a", beganAt: 0)  // 1970
        boots.note(["a"], at: stored)
        let right = Self.time("b", days: 1)
        boots.note(["a"], at: right)
        Self.confirm(&boots, at: right)
        for (days, isOld) in [(30 as Int64, false), (32, true)] {
            let now = Self.time("b", days: days)
            #expect(boots.limit(at: now, maximumAge: Self.maximumAge).excludes(stored) == isOld)
        }
        let next = Self.time("c", beganAt: Self.begin + 20 * Self.day, days: 12)
        #expect(!boots.limit(at: next, maximumAge: Self.maximumAge).excludes(stored), "its clock is not confirmed")
        Self.confirm(&boots, at: next)
        #expect(boots.limit(at: next, maximumAge: Self.maximumAge).excludes(stored))
    }

    @Test func `a clock that is set right within a boot dates what was stored before`() {
        var boots = BootRecord()
        let stored = StorageTime(wall: Timestamp(milliseconds: 0), bootID: "a", millisecondsSinceBoot: 0)
        boots.note(["a"], at: stored)
        let right = Self.time("a", days: 1)
        let changes = [7200, 5, 0].map { boots.confirm(by: right.wall.advanced(by: .seconds($0)), at: right) }
        #expect(changes == [false, true, false], "not by a date two hours off; then it is known")
        let now = Self.time("b", beganAt: Self.begin + 2 * Self.day, days: 29)
        Self.confirm(&boots, at: now)
        #expect(boots.limit(at: now, maximumAge: Self.maximumAge).excludes(stored))
    }

    @Test func `the record has the boots of stored events, at most 100`() throws {
        var boots = BootRecord()
        let now = Self.time("now")
        boots.note((0..<500).map { "\($0)" }, at: now)
        boots.note((0..<500).map { "\($0)" } + ["now"], at: now)
        let store = InMemoryEventStore()
        try boots.save(in: store)
        #expect(try BootRecord(from: store) == boots)
        #expect(store.value(named: BootRecord.name)?.utf8.count ?? 0 < 5000)
        boots.note(["now"], at: now)
        var alone = BootRecord()
        alone.note(["now"], at: now)
        #expect(boots == alone)
    }

    // MARK: - Clients

    /// Fails when the wall clock of an earlier boot is believed: a 503 with a `Date` confirms the one of this boot, and
    /// the difference to a wrong one looks like an age.
    @Test(arguments: [-20_454, -3650, -40, 60, 89])
    func `nothing of a boot with a wrong clock expires after one answer with a date`(error: Int64) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let clock = ManualClock()
        let right = clock.wall.milliseconds
        clock.setWall(milliseconds: right + error * Self.day)
        let offset = Locked(error)  // of the server's clock
        func platform(_ seed: UInt64) async -> TestPlatform {
            let platform = TestPlatform(
                streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed, clock: clock,
                configure: {
                    $0.store.location = .file(folder.file("events.sqlite"))
                    $0.dispatchMode = .manual
                })
            await platform.loadConfigurations()
            platform.connection.respond { _ in
                let date = clock.wall.advanced(by: .seconds(-86_400 * offset.withLock(\.self)))
                return NetworkResponse(status: 503, headers: ["Date": HTTPDateTests.text(date)])
            }
            return platform
        }
        let first = await platform(1)
        for _ in 0..<20 { first.client.submitClick(stream: "app") }
        await first.client.persist()
        await first.client.runCycle()
        _ = await first.client.shutdown(deadline: .zero)
        clock.restartSystem()
        clock.setWall(milliseconds: right)
        offset.withLock { $0 = 0 }
        let second = await platform(2)
        for _ in 0..<3 {
            await second.client.runCycle()
            clock.advance(by: .seconds(90_000))  // longer than any back-off
        }
        #expect(second.client.ledger.total.pending == 20)
        clock.advance(by: .seconds(31 * 86_400))
        await second.client.runCycle()
        #expect(second.client.ledger.total.dropped == [.expired: 20], "30 days after a clock was right")
        _ = await second.client.shutdown(deadline: .zero)
    }

    /// Fails when the wall clock of this boot is believed before a server has confirmed it.
    @Test(arguments: [(29, false, 1), (31, false, 1), (29, true, 1), (31, true, 0), (3650, true, 0)])
    func `after a reboot events expire once both clocks are confirmed`(
        leap: (days: Int64, isConfirmed: Bool, kept: Int)
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let clock = ManualClock()
        func platform(_ seed: UInt64) async -> TestPlatform {
            let platform = TestPlatform(
                streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed, clock: clock,
                configure: {
                    $0.store.location = .file(folder.file("events.sqlite"))
                    $0.dispatchMode = .manual
                })
            await platform.loadConfigurations()
            platform.connection.respond { _ in
                let headers = leap.isConfirmed ? ["Date": HTTPDateTests.text(clock.wall)] : [:]
                return NetworkResponse(status: 503, headers: headers)
            }
            return platform
        }
        var running = await platform(1)
        running.client.submitClick(stream: "app")
        await running.client.persist()
        await running.client.runCycle()
        _ = await running.client.shutdown(deadline: .zero)
        clock.restartSystem()
        clock.setWall(milliseconds: clock.wall.milliseconds + leap.days * Self.day)
        running = await platform(2)
        running.client.submitClick(stream: "app")
        for _ in 0..<2 {
            await running.client.runCycle()
            clock.advance(by: .seconds(3600))
        }
        #expect(running.client.ledger.total.pending == 1 + leap.kept)
        _ = await running.client.shutdown(deadline: .zero)
    }
}
