import Testing

@testable import EventIntake

/// The deadlines of a connection as a state machine, without a connection: the time is an argument.
@Suite struct ConnectionDeadlinesTests {
    private static var limits: IntakeLimits {
        var limits = IntakeLimits()
        (limits.headTimeout, limits.bodyTimeout, limits.writeTimeout) = (.seconds(10), .seconds(20), .seconds(30))
        return limits
    }

    private func after(_ events: [(ConnectionDeadlines.Event, Int)]) -> Duration? {
        var deadlines = ConnectionDeadlines(Self.limits)
        for (event, second) in events { deadlines.handle(event, at: .seconds(second)) }
        return deadlines.next
    }

    @Test func `the deadline of a head counts from the opening or the last response`() {
        #expect(after([(.opened, 5)]) == .seconds(15))
        #expect(after([(.opened, 0), (.head, 1), (.bodyEnd, 1), (.responseEnd, 7)]) == .seconds(17))
    }

    @Test func `the deadline of a body counts from its head`() {
        #expect(after([(.opened, 0), (.head, 3)]) == .seconds(23))
    }

    @Test func `there is no deadline while the intake handles a request`() {
        #expect(after([(.opened, 0), (.head, 3), (.bodyEnd, 4)]) == nil)
        #expect(after([(.opened, 0), (.head, 3), (.bodyEnd, 4), (.writing, 50), (.written, 50)]) == nil)
    }

    @Test func `every part of a response has a deadline, which each sent part renews`() {
        let asked: [(ConnectionDeadlines.Event, Int)] = [(.opened, 0), (.head, 1), (.bodyEnd, 1)]
        #expect(after(asked + [(.writing, 5)]) == .seconds(35))
        #expect(after(asked + [(.writing, 5), (.writing, 9)]) == .seconds(35))
        #expect(after(asked + [(.writing, 5), (.writing, 9), (.written, 11)]) == .seconds(41))
    }

    @Test func `a response before the end of the body leaves the body's deadline`() {
        #expect(after([(.opened, 0), (.head, 1), (.writing, 2), (.written, 2), (.responseEnd, 2)]) == .seconds(21))
    }

    @Test func `with pipelined requests the deadline of the next head counts from the last response`() {
        let two: [(ConnectionDeadlines.Event, Int)] = [
            (.opened, 0), (.head, 1), (.bodyEnd, 1), (.head, 2), (.bodyEnd, 2),
        ]
        #expect(after(two) == nil)
        #expect(after(two + [(.responseEnd, 3)]) == nil)
        #expect(after(two + [(.responseEnd, 3), (.responseEnd, 4)]) == .seconds(14))
    }
}
