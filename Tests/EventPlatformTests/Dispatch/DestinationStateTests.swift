import Foundation
import Testing

@testable import EventPlatform

/// The state of one destination.
@Suite struct DestinationStateTests {
    static func request(
        _ events: [LeasedEvent], before: FaultSearch.Proof = .none, isProbe: Bool = false
    ) -> BatchRequest {
        var request = BatchRequest(
            1, Batch(events), to: URL(filePath: "/"), NetworkConfiguration(endpoint: "h"), compress: false)
        request.destinationHealthAtStart = before
        request.isProbe = isProbe
        return request
    }

    private static func succeed(_ state: inout DestinationState, isProbe: Bool = false) {
        state.recordResponse(to: request([], isProbe: isProbe), hasAccepted: true, within: 100, now: .zero)
    }

    private static func fail(
        _ state: inout DestinationState, _ events: [LeasedEvent], isFinal: Bool = false, retryAfter: RetryAfter? = nil,
        at now: Duration = .zero
    ) -> Bool {
        let request = request(events, before: state.search.proof(now: now))
        return state.failed(request, isFinal: isFinal, now: now, retryAfter: retryAfter, random: .max)
    }

    @Test func `an event that fails alone is at fault after another event was accepted in between`() {
        var state = DestinationState()
        let event = LeasedEvent.test(7)
        #expect(!Self.fail(&state, [event]))
        #expect(
            state.search.readyUpTo == event.position && state.search.isProbing(now: .zero),
            "other events are sent first")
        #expect(!state.backoff.allows(.zero))
        Self.succeed(&state, isProbe: true)
        #expect(
            !state.search.isProbing(now: .zero) && state.limit.count(within: 100) == 1, "then it is sent again, alone")
        #expect(Self.fail(&state, [event]) && state.backoff.allows(.zero), "without back-off")
    }

    @Test(arguments: [false, true])
    func `the first failure alone after a success isolates an event, but does not drop it`(isFinal: Bool) {
        var state = DestinationState()
        Self.succeed(&state)
        #expect(Self.fail(&state, [LeasedEvent.test(7)], isFinal: isFinal) == !isFinal)
    }

    @Test(arguments: [false, true])
    func `an event is dropped only within a minute of a success, and isolated later too`(isFinal: Bool) {
        for (seconds, isAtFault) in [(60, true), (61, !isFinal)] {
            var state = DestinationState()
            _ = Self.fail(&state, [LeasedEvent.test(7)])
            Self.succeed(&state, isProbe: true)
            #expect(Self.fail(&state, [LeasedEvent.test(7)], isFinal: isFinal, at: .seconds(seconds)) == isAtFault)
        }
    }

    @Test func `the search probes again when the last success is more than a minute old`() {
        var search = FaultSearch()
        search.suspect([LeasedEvent.test(7)])
        search.accepted(now: .seconds(100))
        #expect(!search.isProbing(now: .seconds(160)) && search.isProbing(now: .seconds(161)))
    }

    @Test func `the first failure after a success halves the batch, and the second backs off`() {
        var state = DestinationState()
        let events = (1...8).map { LeasedEvent.test($0) }
        Self.succeed(&state)
        #expect(!Self.fail(&state, events))
        #expect(state.backoff.allows(.zero) && state.limit.count(within: 100) == 4 && !state.search.isUnderWay)
        #expect(!Self.fail(&state, Array(events.prefix(4))))
        #expect(!state.backoff.allows(.zero), "a probe distinguishes an outage from a faulty event")
        #expect(state.search.readyUpTo == events[3].position)
        Self.succeed(&state, isProbe: true)
        #expect(state.limit.count(within: 100) == 2, "the probe leaves the search as it was")
        #expect(!Self.fail(&state, Array(events.prefix(2))) && state.backoff.allows(.zero))
        #expect(state.search.readyUpTo == events[3].position, "the next probe begins where one has passed")
        Self.succeed(&state)
        _ = Self.fail(&state, events, retryAfter: .delay(.seconds(5)))
        #expect(!state.backoff.allows(.seconds(4)), "Retry-After is obeyed")
    }

    @Test func `a failure of the destination ends the search for a faulty event`() {
        var state = DestinationState()
        _ = Self.fail(&state, [LeasedEvent.test(1), LeasedEvent.test(2, attempts: 1)])
        _ = Self.fail(&state, [LeasedEvent.test(1), LeasedEvent.test(2, attempts: 1)])
        #expect(state.search.isUnderWay)
        state.failed(now: .zero, retryAfter: nil, random: 0)
        #expect(!state.search.isUnderWay)
    }

    @Test func `a failure that names the whole batch keeps the batch limit and suspects every event of the batch`() {
        var state = DestinationState()
        Self.succeed(&state)
        let batch = Batch([LeasedEvent.test(1), LeasedEvent.test(2)])
        state.wholeBatchFailed(batch, now: .zero, retryAfter: nil, random: .max)
        #expect(state.limit.count == nil && !state.backoff.allows(.zero))
        #expect(state.search.readyUpTo == batch.events[1].position)
    }

    @Test func `a destination with a reduced batch limit has one request at a time`() {
        var state = DestinationState()
        func mayBegin(_ inFlight: Int, _ limit: Int) -> Bool {
            state.mayBegin(now: .zero, inFlight: inFlight, atMost: limit)
        }
        #expect(mayBegin(1, 2) && !mayBegin(1, 1))
        Self.succeed(&state)
        _ = Self.fail(&state, [LeasedEvent.test(1), LeasedEvent.test(2)])
        #expect(mayBegin(0, 2) && !mayBegin(1, 2))
    }
}
