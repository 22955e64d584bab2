import EventPlatformTesting
import EventSupport
import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct FetchLoopTests {
    /// Fails when a success leaves the schedule of retries where an outage has brought it.
    @Test func `the retries of a second outage begin with the first delay`() async throws {
        let (clock, requests, isUp) = (ManualClock(), Signal(), Locked(false))
        let loop = FetchLoop(clocks: clock, requests: requests, publish: { _ in }) {
            FetchLoop.Settings(firstRetryDelay: .seconds(30), refresh: .every(.seconds(1000)))
        }
        let task = Task { await loop.run { isUp.withLock(\.self) } }
        for delay in [30, 45, 67.5] {
            try await clock.waitForSleep(of: .seconds(delay))
            if delay == 67.5 { isUp.withLock { $0 = true } }
            clock.advance(by: .seconds(delay))
        }
        try await clock.waitForSleep(of: .seconds(1000))
        isUp.withLock { $0 = false }
        clock.advance(by: .seconds(1000))
        try await clock.waitForSleep(of: .seconds(30))
        task.cancel()
        await task.value
    }
}
