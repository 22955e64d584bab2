import Testing

@testable import EventPlatform

/// What is known of one destination.
@Suite struct DestinationStateTests {
    static func event(_ row: Int64, attempts: Int = 0) -> StoredEvent {
        StoredEvent(row: row, id: "\(row)", stream: "s", attempts: attempts, body: [0x31])
    }

    @Test func `who fails alone is at fault only once the destination has proved to be well`() {
        var lane = DestinationState()
        let event = Self.event(7)
        let isAtFault = lane.failed([event], now: .zero, retryAfter: nil, random: .max)
        #expect(!isAtFault && lane.readsAfter == 7 && !lane.backoff.allows(.zero), "others go first")
        lane.began()
        lane.succeeded(within: 100)
        #expect(lane.readsAfter == 0 && lane.limit.count(within: 100) == 1, "then it goes again, alone")
        let isAtFaultNow = lane.failed([event], now: .zero, retryAfter: nil, random: .max)
        #expect(isAtFaultNow && lane.backoff.allows(.zero), "and nobody waits for it")
    }

    @Test func `a failure behind a success is not waited for, a second one is`() {
        var lane = DestinationState()
        let events = (1...8).map { Self.event($0) }
        lane.succeeded(within: 100)
        _ = lane.failed(events, now: .zero, retryAfter: nil, random: .max)
        #expect(lane.backoff.allows(.zero) && lane.limit.count(within: 100) == 4 && lane.readsAfter == 0)
        _ = lane.failed(Array(events.prefix(4)), now: .zero, retryAfter: nil, random: .max)
        #expect(!lane.backoff.allows(.zero) && lane.readsAfter == 4, "a probe tells an outage from a faulty event")
        lane.began()
        lane.succeeded(within: 100)
        #expect(lane.readsAfter == 0 && lane.limit.count(within: 100) == 2, "the probe leaves the search as it was")
        _ = lane.failed(Array(events.prefix(2)), now: .zero, retryAfter: nil, random: .max)
        #expect(lane.backoff.allows(.zero) && lane.readsAfter == 4, "the next probe begins where one has passed")
        lane.succeeded(within: 100)
        _ = lane.failed(events, now: .zero, retryAfter: .delay(.seconds(5)), random: 0)
        #expect(!lane.backoff.allows(.seconds(4)), "what the destination asks for it gets")
    }

    @Test func `an outage clears all suspicion`() {
        var lane = DestinationState()
        _ = lane.failed([Self.event(1)], now: .zero, retryAfter: nil, random: 0)
        lane.failed(now: .zero, retryAfter: nil, random: 0)
        #expect(lane.readsAfter == 0)
    }

    @Test func `the limit halves down to one event and doubles with success; too large is remembered for longer`() {
        var limit = BatchLimit()
        #expect(limit.count(within: 100) == 100)
        var counts: [Int] = []
        for _ in 0..<8 {
            limit.failed(limit.count(within: 100))
            counts.append(limit.count(within: 100))
        }
        #expect(counts == [50, 25, 12, 6, 3, 1, 1, 1])
        for count in [2, 4, 8, 16, 32, 64, 100] {
            limit.succeeded(within: 100)
            #expect(limit.count(within: 100) == count)
        }
        limit.wasTooLarge(100)
        for _ in 1..<BatchLimit.patienceAfterTooLarge { limit.succeeded(within: 100) }
        #expect(limit.count(within: 100) == 50)
        limit.succeeded(within: 100)
        #expect(limit.count(within: 100) == 100)
    }

    @Test func `several senders only while all is well`() {
        var lane = DestinationState()
        lane.began()
        #expect(lane.mayBegin(now: .zero, atMost: 2) && !lane.mayBegin(now: .zero, atMost: 1))
        lane.ended()
        _ = lane.failed([Self.event(1), Self.event(2)], now: .zero, retryAfter: nil, random: 0)
        lane.began()
        #expect(!lane.mayBegin(now: .zero, atMost: 2))
    }

    @Test func `gzip is given up for a destination that refuses it, and only then`() {
        for status in [400, 415, 500, 501] {
            var trial = GzipTrial.untried
            let goesAgain = trial.answered(status, hasLists: false, toCompressed: true)
            #expect(goesAgain && !trial.mayCompress, "\(status)")
        }
        for (status, hasLists) in [(201, false), (207, true), (400, true), (500, true)] {
            var trial = GzipTrial.untried
            _ = trial.answered(status, hasLists: hasLists, toCompressed: true)
            let goesAgain = trial.answered(400, hasLists: false, toCompressed: true)
            #expect(!goesAgain && trial.mayCompress, "\(status)")
            let is415 = trial.answered(415, hasLists: false, toCompressed: true)
            #expect(is415 && !trial.mayCompress)
        }
        // 200 and 204 are somebody else's page: they say nothing of the intake.
        for status in [200, 204, 302, 401, 403, 404, 413, 429, 503] {
            var trial = GzipTrial.untried
            let goesAgain = trial.answered(status, hasLists: false, toCompressed: true)
            #expect(!goesAgain && trial == .untried, "\(status)")
        }
    }

    @Test func `gzip is not given up for what befalls plain bodies alike`() {
        var trial = GzipTrial.untried
        _ = trial.answered(500, hasLists: false, toCompressed: true)
        let goesAgain = trial.answered(500, hasLists: false, toCompressed: false)
        #expect(!goesAgain && trial == .excused && !trial.mayCompress, "an outage: nothing is known")
        _ = trial.answered(201, hasLists: false, toCompressed: false)
        #expect(trial == .untried, "it is over, and the trial begins anew")
        _ = trial.answered(500, hasLists: false, toCompressed: true)
        _ = trial.answered(201, hasLists: false, toCompressed: false)
        #expect(trial == .refuses)
    }

    /// Fails when a final status ends all events of a batch that nobody can read.
    @Test func `events that are no JSON any more go, and the others again`() {
        let bodies = ["{}", "{\u{0}", "{}"].map { Array($0.utf8) }
        let events = bodies.enumerated().map { row, body in
            StoredEvent(row: Int64(row), id: "\(row)", stream: "s", attempts: 0, body: body)
        }
        let batch = Batch(from: events, limit: 9, byteLimit: 1000)
        let now = Timestamp(milliseconds: 0)
        let answer = NetworkResponse(status: 400)
        let verdict = Verdict(answer, lists: nil, to: batch, policy: RetryPolicy(), now: now)
        #expect(verdict.fates == [.kept, .dropped(.unencodable), .kept] && verdict.destination == .goesOn)
        let sound = Batch(from: [events[0], events[2]], limit: 9, byteLimit: 1000)
        let final = Verdict(answer, lists: nil, to: sound, policy: RetryPolicy(), now: now)
        #expect(final.fates == [.dropped(.rejectedStatus), .dropped(.rejectedStatus)])
    }

    @Test func `an answer names the ids whose bytes it has`() {
        let body = "{\"invalid\":[{\"status\":\"invalid\",\"event\":{\"meta\":{\"id\":\"\u{e9}\"}},\"context\":{}}]}"
        let lists = IntakeLists(Array(body.utf8))
        func event(_ id: String) -> StoredEvent { StoredEvent(row: 1, id: id, stream: "s", attempts: 0, body: []) }
        #expect(lists?.nameOnly([event("\u{e9}")]) == true)
        #expect(lists?.nameOnly([event("e\u{301}")]) == false)
    }

    @Test func `a batch is bounded by count and bytes, and a failed event goes alone`() {
        func event(_ row: Int64, _ bytes: Int, attempts: Int = 0) -> StoredEvent {
            StoredEvent(
                row: row, id: "\(row)", stream: "s", attempts: attempts, body: Array(repeating: 0x31, count: bytes))
        }
        let events = [event(1, 10), event(2, 10), event(3, 10, attempts: 1), event(4, 10)]
        #expect(Batch(from: events, limit: 1, byteLimit: 1000).events.map(\.row) == [1])
        #expect(Batch(from: events, limit: 9, byteLimit: 24).events.map(\.row) == [1, 2])
        #expect(Batch(from: events, limit: 9, byteLimit: 23).events.map(\.row) == [1, 2])
        #expect(Batch(from: events, limit: 9, byteLimit: 22).events.map(\.row) == [1])
        #expect(Batch(from: events, limit: 9, byteLimit: 1000).events.map(\.row) == [1, 2])
        #expect(Batch(from: Array(events[2...]), limit: 9, byteLimit: 1000).events.map(\.row) == [3])
        #expect(Batch(from: [event(1, 5000)], limit: 9, byteLimit: 100).events.map(\.row) == [1], "never empty")
    }
}
