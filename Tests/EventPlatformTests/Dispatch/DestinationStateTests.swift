import Foundation
import Testing

@testable import EventPlatform

/// The state of one destination.
@Suite struct DestinationStateTests {
    static func event(_ row: Int64, attempts: Int = 0, isIsolated: Bool = false, bytes: Int = 1) -> StoredEvent {
        StoredEvent(
            row: row, id: "\(row)", stream: "s", priority: .normal, attempts: attempts, isIsolated: isIsolated,
            body: Array(repeating: 0x31, count: bytes))
    }

    static func delivery(
        _ events: [StoredEvent], before: FaultSearch.Proof = .none, isProbe: Bool = false
    ) -> Delivery {
        var delivery = Delivery(
            1, Batch(events), to: URL(filePath: "/"), NetworkConfiguration(endpoint: "h"), compress: false)
        delivery.priorProof = before
        delivery.isProbe = isProbe
        return delivery
    }

    private static func succeed(_ state: inout DestinationState, isProbe: Bool = false) {
        state.answered(delivery([], isProbe: isProbe), hasAccepted: true, within: 100, now: .zero)
    }

    private static func fail(
        _ state: inout DestinationState, _ events: [StoredEvent], isFinal: Bool = false, retryAfter: RetryAfter? = nil,
        at now: Duration = .zero
    ) -> Bool {
        let delivery = delivery(events, before: state.search.proof(now: now))
        return state.failed(delivery, isFinal: isFinal, now: now, retryAfter: retryAfter, random: .max)
    }

    @Test func `an event that fails alone is at fault after another event was accepted in between`() {
        var state = DestinationState()
        let event = Self.event(7)
        #expect(!Self.fail(&state, [event]))
        #expect(state.search.readyUpTo == event.position && state.search.isProbing(now: .zero), "others go first")
        #expect(!state.backoff.allows(.zero))
        Self.succeed(&state, isProbe: true)
        #expect(!state.search.isProbing(now: .zero) && state.limit.count(within: 100) == 1, "then it goes again, alone")
        #expect(Self.fail(&state, [event]) && state.backoff.allows(.zero), "and nobody waits for it")
    }

    @Test(arguments: [false, true])
    func `the first failure alone after a success isolates an event, but does not drop it`(isFinal: Bool) {
        var state = DestinationState()
        Self.succeed(&state)
        #expect(Self.fail(&state, [Self.event(7)], isFinal: isFinal) == !isFinal)
    }

    @Test(arguments: [false, true])
    func `an event is dropped only within a minute of a success, and isolated later too`(isFinal: Bool) {
        for (seconds, isAtFault) in [(60, true), (61, !isFinal)] {
            var state = DestinationState()
            _ = Self.fail(&state, [Self.event(7)])
            Self.succeed(&state, isProbe: true)
            #expect(Self.fail(&state, [Self.event(7)], isFinal: isFinal, at: .seconds(seconds)) == isAtFault)
        }
    }

    @Test func `the search probes again when the last success is more than a minute old`() {
        var search = FaultSearch()
        search.suspect([Self.event(7)])
        search.accepted(now: .seconds(100))
        #expect(!search.isProbing(now: .seconds(160)) && search.isProbing(now: .seconds(161)))
    }

    @Test func `the first failure after a success halves the batch, and the second backs off`() {
        var state = DestinationState()
        let events = (1...8).map { Self.event($0) }
        Self.succeed(&state)
        #expect(!Self.fail(&state, events))
        #expect(state.backoff.allows(.zero) && state.limit.count(within: 100) == 4 && !state.search.isUnderWay)
        #expect(!Self.fail(&state, Array(events.prefix(4))))
        #expect(!state.backoff.allows(.zero), "a probe tells an outage from a faulty event")
        #expect(state.search.readyUpTo == events[3].position)
        Self.succeed(&state, isProbe: true)
        #expect(state.limit.count(within: 100) == 2, "the probe leaves the search as it was")
        #expect(!Self.fail(&state, Array(events.prefix(2))) && state.backoff.allows(.zero))
        #expect(state.search.readyUpTo == events[3].position, "the next probe begins where one has passed")
        Self.succeed(&state)
        _ = Self.fail(&state, events, retryAfter: .delay(.seconds(5)))
        #expect(!state.backoff.allows(.seconds(4)), "what the destination asks for it gets")
    }

    @Test func `a failure of the destination ends the search for a faulty event`() {
        var state = DestinationState()
        _ = Self.fail(&state, [Self.event(1), Self.event(2, attempts: 1)])
        _ = Self.fail(&state, [Self.event(1), Self.event(2, attempts: 1)])
        #expect(state.search.isUnderWay)
        state.failed(now: .zero, retryAfter: nil, random: 0)
        #expect(!state.search.isUnderWay)
    }

    @Test func `a failure that names the whole batch keeps the batch limit and suspects every event of the batch`() {
        var state = DestinationState()
        Self.succeed(&state)
        let batch = Batch([Self.event(1), Self.event(2)])
        state.wholeBatchFailed(batch, now: .zero, retryAfter: nil, random: .max)
        #expect(state.limit.count == nil && !state.backoff.allows(.zero))
        #expect(state.search.readyUpTo == batch.events[1].position)
    }

    @Test func `an acceptance counts for events that were tried before it, and for no others`() {
        var record = AcceptanceRecord()
        let (fresh, failed) = (Self.event(1), Self.event(2, attempts: 1))
        record.accepted()
        #expect(!record.hasAcceptedSinceLastTry(of: [fresh]), "never tried")
        #expect(record.hasAcceptedSinceLastTry(of: [failed]), "tried by an earlier process")
        record.tried(fresh)
        record.tried(failed)
        #expect(!record.hasAcceptedSinceLastTry(of: [fresh]) && !record.hasAcceptedSinceLastTry(of: [failed]))
        record.accepted()
        #expect(record.hasAcceptedSinceLastTry(of: [fresh, failed]))
        #expect(!record.hasAcceptedSinceLastTry(of: [fresh, failed, Self.event(3)]), "each of them")
        record.finished(failed)
        record.tried(fresh)
        #expect(!record.hasAcceptedSinceLastTry(of: [fresh]))
    }

    @Test func `the batch limit halves with failures, doubles with successes, and grows later after 413`() {
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
        for _ in 1..<BatchLimit.successesAfterTooLarge { limit.succeeded(within: 100) }
        #expect(limit.count(within: 100) == 50)
        limit.succeeded(within: 100)
        #expect(limit.count(within: 100) == 100)
    }

    @Test func `a destination with a reduced batch limit has one request at a time`() {
        var state = DestinationState()
        func mayBegin(_ underWay: Int, _ limit: Int) -> Bool {
            state.mayBegin(now: .zero, underWay: underWay, atMost: limit)
        }
        #expect(mayBegin(1, 2) && !mayBegin(1, 1))
        Self.succeed(&state)
        _ = Self.fail(&state, [Self.event(1), Self.event(2)])
        #expect(mayBegin(0, 2) && !mayBegin(1, 2))
    }

    @Test func `gzip is given up after an answer that refuses it, and after no other answer`() {
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
        // 200 and 204 are not answers of the intake, so they do not show whether it accepts gzip.
        for status in [200, 204, 302, 401, 403, 404, 413, 429, 503] {
            var trial = GzipTrial.untried
            let goesAgain = trial.answered(status, hasLists: false, toCompressed: true)
            #expect(!goesAgain && trial == .untried, "\(status)")
        }
    }

    @Test func `gzip is not given up when uncompressed bodies fail with the same status`() {
        var trial = GzipTrial.untried
        _ = trial.answered(500, hasLists: false, toCompressed: true)
        let goesAgain = trial.answered(500, hasLists: false, toCompressed: false)
        #expect(!goesAgain && trial == .inconclusive && !trial.mayCompress, "an outage: nothing is known")
        _ = trial.answered(201, hasLists: false, toCompressed: false)
        #expect(trial == .untried, "it is over, and the trial begins anew")
        _ = trial.answered(500, hasLists: false, toCompressed: true)
        _ = trial.answered(201, hasLists: false, toCompressed: false)
        #expect(trial == .unsupported)
    }

    /// One event that is not JSON makes the body of the whole batch invalid: a final status may not drop the others.
    @Test(arguments: [false, true])
    func `events whose stored bytes are not JSON are dropped, and others are kept`(isSnowplow: Bool) {
        let bodies = ["{}", "{\u{0}", "{}"].map { Array($0.utf8) }
        let events = bodies.enumerated().map { row, body in
            StoredEvent(row: Int64(row), id: "\(row)", stream: "s", priority: .normal, body: body)
        }
        let policy = EmitterConfiguration(isSnowplow ? .snowplow : .eventPlatform).retry
        func verdict(_ events: [StoredEvent]) -> Verdict {
            Verdict(
                NetworkResponse(status: 400), lists: nil, to: Batch(events), policy: policy,
                now: Timestamp(milliseconds: 0), hasAcceptedSince: false)
        }
        let mixed = verdict(events)
        #expect(mixed.outcomes == [.kept, .dropped(.unencodable), .kept] && mixed.destination == .unchanged)
        let sound: Verdict.Outcome = isSnowplow ? .dropped(.rejectedStatus) : .kept
        #expect(verdict([events[0], events[2]]).outcomes == [sound, sound])
    }

    @Test func `an id in an answer matches an event with the same bytes, not one that is canonically equivalent`() {
        let body = "{\"invalid\":[{\"status\":\"invalid\",\"event\":{\"meta\":{\"id\":\"\u{e9}\"}},\"context\":{}}]}"
        let lists = IntakeLists(Array(body.utf8))
        func event(_ id: String) -> StoredEvent {
            StoredEvent(row: 1, id: id, stream: "s", priority: .normal, body: [])
        }
        #expect(lists?.nameOnly([event("\u{e9}")]) == true && lists?.refuses(event("\u{e9}")) == true)
        #expect(lists?.nameOnly([event("e\u{301}")]) == false && lists?.refuses(event("e\u{301}")) == false)
    }

    @Test func `a batch is bounded by count and bytes, and an isolated event is sent alone`() {
        let events = [
            Self.event(1, bytes: 10), Self.event(2, bytes: 10), Self.event(3, attempts: 1, isIsolated: true, bytes: 10),
            Self.event(4, bytes: 10),
        ]
        func rows(_ events: [StoredEvent], _ limit: Int, _ byteLimit: Int) -> [Int64] {
            Batch(from: events, limit: limit, byteLimit: byteLimit).rows
        }
        #expect(rows(events, 1, 1000) == [1])
        #expect(rows(events, 9, 24) == [1, 2] && rows(events, 9, 23) == [1, 2] && rows(events, 9, 22) == [1])
        #expect(rows(events, 9, 1000) == [1, 2])
        #expect(rows(Array(events[2...]), 9, 1000) == [3])
        #expect(rows([Self.event(1, bytes: 5000)], 9, 100) == [1], "never empty")
    }

    @Test func `new events are sent first, then failed events together, then isolated events`() {
        var queue = DeliveryQueue()
        queue.add([
            Self.event(1, attempts: 1, isIsolated: true), Self.event(2, attempts: 1), Self.event(3, attempts: 2),
            Self.event(4),
        ])
        var batches: [[Int64]] = []
        while let batch = queue.removeBatch(limit: 9, byteLimit: 1000) { batches.append(batch.rows) }
        #expect(batches == [[4], [2, 3], [1]])
    }
}
