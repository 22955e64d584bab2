import EventSupport
import Foundation
import Testing

@testable import TestSupport

/// The limits of a test's length, by the processor time that the process has used in each second.
@Suite struct WaitLimitTests {
    /// Lets that many seconds pass.
    ///
    /// - Returns: the names of the tests that do not end, in the last second.
    private static func pass(_ seconds: Int, isBusy: Bool, _ state: inout IdleWatch.State) -> [String] {
        var hanging: [String] = []
        for _ in 0..<seconds {
            hanging = state.tick(used: isBusy ? state.worked.used + .seconds(1) : state.worked.used).map(\.name)
        }
        return hanging
    }

    private static func state(_ late: Signal, secondsLeft: Int = IdleWatch.workLimit) -> IdleWatch.State {
        var state = IdleWatch.State()
        state.tests[UUID()] = IdleWatch.RunningTest(name: "test", late: late, secondsLeft: secondsLeft)
        return state
    }

    /// Fails when only an idle process ends a test.
    @Test func `a test that works for ever is cancelled after ten minutes, and ends the process 15 s later`() {
        let late = Signal()
        var state = Self.state(late)
        #expect(Self.pass(IdleWatch.workLimit - 1, isBusy: true, &state) == [] && late.count == 0)
        #expect(Self.pass(1, isBusy: true, &state) == [] && late.count == 1)
        #expect(Self.pass(IdleWatch.secondsToEnd - 1, isBusy: true, &state) == [])
        #expect(Self.pass(1, isBusy: true, &state) == ["test"] && late.count == 1)
    }

    @Test func `a test that waits while the process is idle is cancelled after 40 s, and ends the process 15 s later`()
    {
        let late = Signal()
        var state = Self.state(late, secondsLeft: .max)
        #expect(Self.pass(2 * IdleWatch.workLimit, isBusy: true, &state) == [] && late.count == 0)
        #expect(Self.pass(IdleWatch.idleLimit - 1, isBusy: false, &state) == [] && late.count == 0)
        #expect(Self.pass(1, isBusy: false, &state) == [] && late.count == 1)
        #expect(Self.pass(IdleWatch.secondsToEnd, isBusy: false, &state) == ["test"])
    }
}
