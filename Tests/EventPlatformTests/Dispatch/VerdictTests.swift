import EventPlatformTesting
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// What each response of the intake means for the events and the destination: the rows of the table in
/// VerdictsOfTheIntake.md.
@Suite("Each response has the verdict of its row") struct VerdictTests {
    /// What a failure may be due to.
    private enum Fault {
        case none
        /// The batch is sent again by halves.
        case maybeOfTheBatch
    }

    /// Sends three events and responds to the first request.
    private static func run(_ responder: (BatchRequest) -> BatchRequest.Result) -> SenderBench {
        var bench = SenderBench(3)
        bench.cycle(responder)
        return bench
    }

    /// Expects that all events are kept, the destination is in back-off, and the events are delivered afterwards.
    private static func expectKept(_ label: String, _ fault: Fault, _ result: BatchRequest.Result) {
        var bench = run { _ in result }
        #expect(bench.total.pending == 3 && bench.requests.count == 1, "\(label)")
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.count == 1, "\(label): in back-off")
        bench.clock.advance(by: .seconds(1))
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests[1].count == (fault == .none ? 3 : 1), "\(label)")
        #expect(bench.total.delivered == 3, "\(label)")
    }

    /// Expects that the address is reported once, however often it is tried.
    private static func expectNoIntake(_ status: Int) {
        expectKept("\(status)", .none, SenderBench.page(status))
        var bench = run { _ in SenderBench.page(status) }
        bench.clock.advance(by: .seconds(1))
        bench.cycle { _ in SenderBench.page(status) }
        #expect(bench.requests.count == 2 && bench.sender.hasNoIntake)
        let reports = bench.diagnostics.recent.filter { $0.kind == .noIntake }
        #expect(reports.count == 1 && reports[0].message.contains("/v1/events"), "\(bench.diagnostics.recent)")
        bench.clock.advance(by: .seconds(10))
        bench.cycle { _ in SenderBench.page(201) }
        #expect(!bench.sender.hasNoIntake && bench.total.delivered == 3)
    }

    @Test func `201`() { #expect(Self.run { _ in SenderBench.page(201) }.total.delivered == 3) }
    @Test func `202`() { #expect(Self.run { _ in SenderBench.page(202) }.total.delivered == 3) }
    @Test func `207 with lists`() {
        let bench = Self.run { _ in SenderBench.lists(207, invalid: ["0"], error: ["1"]) }
        #expect(bench.total.delivered == 1 && bench.total.dropped == [.rejectedInvalid: 1] && bench.total.pending == 1)
        #expect(bench.requests.count == 1, "the failed one is not repeated at once")
        #expect(bench.sender.backoff == Backoff(), "the destination is not in back-off")
    }
    @Test(arguments: ["", "{\"invalid\":[{\"event\":{\"me", "<html>", "[]", "null", "{\"invalid\":7}"])
    func `207 without lists`(body: String) {
        Self.expectKept("207", .maybeOfTheBatch, .response(CompleteResponse(status: 207, body: Array(body.utf8))))
    }
    @Test func `400 with lists`() {
        let refused = Self.run { SenderBench.lists(400, invalid: $0.ids) }
        #expect(refused.total.dropped == [.rejectedInvalid: 3] && refused.requests.count == 1)
        let mixed = Self.run { _ in SenderBench.lists(400, invalid: ["0"], error: ["1", "2"]) }
        #expect(mixed.total.dropped == [.rejectedInvalid: 1] && mixed.total.pending == 2)
        // The intake refuses a batch with 400 only where every event of it is invalid.
        let partial = Self.run {
            $0.ids.contains("1") ? SenderBench.lists(400, invalid: ["1"]) : SenderBench.page(201)
        }
        #expect(partial.total.dropped == [.rejectedInvalid: 1] && partial.total.delivered == 2)
        #expect(partial.requests.map(\.count) == [3, 1, 1], "by halves")
    }
    @Test(arguments: ["", "<html>", "{\"type\":\"problem\"}", "{\"invalid\":["])
    func `400 without lists`(body: String) {
        Self.expectKept("400", .maybeOfTheBatch, .response(CompleteResponse(status: 400, body: Array(body.utf8))))
    }
    @Test func `401`() { Self.expectKept("401", .none, SenderBench.page(401)) }
    @Test func `403`() {
        Self.expectKept("403", .none, SenderBench.page(403))
        let bench = Self.run { _ in SenderBench.page(403) }
        #expect(bench.diagnostics.recent.contains { $0.message.contains("403") && $0.message.contains("credentials") })
    }
    @Test func `404`() { Self.expectNoIntake(404) }
    @Test func `405`() { Self.expectNoIntake(405) }
    @Test func `408`() { Self.expectKept("408", .none, SenderBench.page(408)) }
    @Test func `410`() { Self.expectKept("410", .maybeOfTheBatch, SenderBench.page(410)) }
    @Test func `413`() {
        let halved = Self.run { SenderBench.page($0.ids.count > 1 ? 413 : 201) }
        #expect(halved.total.delivered == 3)
        #expect(Self.run { _ in SenderBench.page(413) }.total.pending == 3, "no event is dropped while none passes")
        var one = SenderBench(3)
        one.run(for: .seconds(600)) { SenderBench.page($0.ids.contains("1") ? 413 : 201) }
        #expect(one.total.delivered == 2 && one.total.dropped == [.tooLarge: 1])
    }
    @Test func `422`() { Self.expectKept("422", .maybeOfTheBatch, SenderBench.page(422)) }
    @Test func `425`() { Self.expectKept("425", .none, SenderBench.page(425)) }
    @Test func `429`() { Self.expectKept("429", .none, SenderBench.page(429)) }
    @Test func `500 with lists`() {
        let bench = Self.run {
            $0.ids.count == 3 ? SenderBench.lists(500, invalid: ["0"], error: ["1"]) : SenderBench.page(201)
        }
        #expect(bench.total.dropped == [.rejectedInvalid: 1] && bench.total.pending == 1)
        #expect(bench.total.delivered == 1, "the event that is not named is sent again without back-off")
    }
    @Test func `500 that names every event`() {
        var bench = Self.run { SenderBench.lists(500, error: $0.ids) }
        #expect(bench.total.pending == 3 && !bench.sender.backoff.allows(bench.clock.sinceBoot))
        bench.clock.advance(by: .seconds(1))
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.requests.map(\.count) == [3, 3] && bench.total.delivered == 3, "never halved")
        #expect(bench.batchRequests[1].batch.events.allSatisfy { $0.attempts == 0 }, "no attempt is counted")
    }
    @Test func `500 without lists`() { Self.expectKept("500", .maybeOfTheBatch, SenderBench.page(500)) }
    @Test func `503`() { Self.expectKept("503", .none, SenderBench.page(503)) }
    @Test(arguments: [402, 406, 409, 411, 415, 418, 431, 451, 499])
    func `any other 4xx`(status: Int) { Self.expectKept("\(status)", .maybeOfTheBatch, SenderBench.page(status)) }
    @Test(arguments: [501, 502, 504, 507, 511, 599])
    func `any other 5xx`(status: Int) { Self.expectKept("\(status)", .maybeOfTheBatch, SenderBench.page(status)) }
    @Test(arguments: [200, 203, 204, 206])
    func `200 with a page`(status: Int) { Self.expectKept("\(status)", .none, SenderBench.page(status)) }
    @Test(arguments: [300, 301, 302, 303, 304, 307, 308])
    func `a redirect`(status: Int) {
        Self.expectKept("\(status)", .none, SenderBench.page(status, ["Location": "https://elsewhere.example/"]))
    }
    @Test func `no network`() {
        Self.expectKept("no network", .none, .failed(NetworkError(.unreachable, "no such host")))
    }
    @Test(arguments: [NetworkError.Code.timedOut, .tooLarge, .incomplete, .reset])
    func `a network error after the request was sent halves the batch`(code: NetworkError.Code) {
        Self.expectKept("\(code)", .maybeOfTheBatch, .failed(NetworkError(code, "broken")))
    }

    // MARK: - Profiles and customRetryForStatusCodes

    @Test(arguments: [400, 401, 403, 410, 422])
    func `a status that is final in the Snowplow profile drops the batch`(status: Int) {
        var bench = SenderBench(3) { $0.emitter = EmitterConfiguration(.snowplow) }
        bench.cycle { _ in SenderBench.page(status) }
        #expect(bench.total.dropped == [.rejectedStatus: 3])
        #expect(bench.diagnostics.recent.contains { $0.message.contains("\(status), which is final") })
    }

    @Test func `customRetryForStatusCodes takes precedence over the status, the lists and the profile`() {
        func run(_ status: Int, _ retries: Bool, _ responder: (BatchRequest) -> BatchRequest.Result) -> SenderBench {
            var bench = SenderBench(3) {
                $0.emitter = EmitterConfiguration(.snowplow)
                $0.emitter.retryPolicy.customRetryForStatusCodes = [status: retries]
            }
            bench.cycle(responder)
            return bench
        }
        #expect(run(403, true) { _ in SenderBench.page(403) }.total.pending == 3)
        #expect(run(500, false) { _ in SenderBench.page(500) }.total.dropped == [.rejectedStatus: 3])
        #expect(run(413, true) { _ in SenderBench.page(413) }.total.pending == 3)
        #expect(run(207, true) { SenderBench.lists(207, invalid: $0.ids) }.total.pending == 3)
        #expect(run(500, false) { SenderBench.lists(500, error: $0.ids) }.total.dropped == [.rejectedStatus: 3])
    }

    @Test func `an event that fails alone with a status that customRetryForStatusCodes retries is kept`() {
        var bench = SenderBench(20) { $0.emitter.retryPolicy.customRetryForStatusCodes = [400: true] }
        bench.run(for: .seconds(7200)) { SenderBench.page($0.ids.contains("7") ? 400 : 201) }
        #expect(bench.total.delivered == 19 && bench.total.pending == 1)
    }

    /// One event that is not JSON makes the body of the whole batch invalid: a final status may not drop the others.
    @Test(arguments: [false, true])
    func `events whose stored bytes are not JSON are dropped, and others are kept`(isSnowplow: Bool) {
        let bodies = ["{}", "{\u{0}", "{}"].map { Array($0.utf8) }
        let events = bodies.enumerated().map { row, body in
            LeasedEvent(row: Int64(row), id: "\(row)", stream: "s", priority: .normal, body: body)
        }
        let policy = EmitterConfiguration(isSnowplow ? .snowplow : .eventPlatform).retryPolicy
        func verdict(_ events: [LeasedEvent]) -> Verdict {
            Verdict(
                CompleteResponse(status: 400), lists: nil, to: Batch(events), policy: policy,
                now: Timestamp(milliseconds: 0), hasAcceptedSince: false)
        }
        let mixed = verdict(events)
        #expect(mixed.outcomes == [.kept, .dropped(.unencodable), .kept] && mixed.destination == .unchanged)
        let sound: Verdict.Outcome = isSnowplow ? .dropped(.rejectedStatus) : .kept
        #expect(verdict([events[0], events[2]]).outcomes == [sound, sound])
    }

    // MARK: - Incomplete lists

    @Test(arguments: [207, 500])
    func `an event whose id is a number is matched with the intake's lists`(status: Int) {
        var bench = SenderBench()
        bench.submit(["5", "6"])
        bench.cycle { request in
            guard request.ids.contains("5") else { return SenderBench.page(201) }
            return .response(
                CompleteResponse(
                    status: status, body: Array(#"{"invalid":[{"event":{"meta":{"id":5}}}],"error":[]}"#.utf8)))
        }
        #expect(bench.total.delivered == 1 && bench.total.dropped == [.rejectedInvalid: 1])
    }

    @Test func `a batch whose response has lists without ids is halved`() {
        let bench = Self.run { request in
            request.ids.count == 1
                ? SenderBench.page(201)
                : .response(CompleteResponse(status: 207, body: Array(#"{"invalid":[{"event":{}}],"error":[]}"#.utf8)))
        }
        #expect(bench.total.delivered == 3)
    }

    @Test(arguments: [207, 400, 500])
    func `an entry without an id beside one with an id makes the client ask about the rest of the batch`(status: Int) {
        let bench = Self.run { request in
            switch request.ids.count {
            case 3:
                let body = #"{"invalid":[{"event":{"meta":{"id":"0"}}},{"event":{"meta":{}}}]}"#
                return .response(CompleteResponse(status: status, body: Array(body.utf8)))
            case 2: return .response(CompleteResponse(status: 207, body: Array(#"{"invalid":[{"event":{}}]}"#.utf8)))
            default: return SenderBench.page(201)
            }
        }
        #expect(bench.total.dropped == [.rejectedInvalid: 1] && bench.total.delivered == 2)
        #expect(bench.requests.count == 3, "one with all, one with each")
    }

    // MARK: - Byte limits, kept ids and Retry-After

    @Test(arguments: [NetworkRequest.Method.get, .post])
    func `an event above the byte limit is dropped, and others are delivered`(method: NetworkRequest.Method) {
        var bench = SenderBench {
            $0.network.method = method
            $0.emitter.byteLimitPost = 1500
            $0.emitter.byteLimitGet = 1500
        }
        bench.submit(["a"])
        bench.submit(["b", "c"], body: Array(repeating: UInt8(ascii: "x"), count: 2000))
        bench.submit(["d"])
        bench.cycle { _ in SenderBench.page(201) }
        #expect(bench.total.dropped == [.tooLarge: 2] && bench.total.delivered == 2)
        #expect(bench.diagnostics.recent.contains { $0.message.contains("more than the byte limit") })
        #expect(
            bench.batchRequests.allSatisfy {
                max($0.networkRequest.body.count, $0.networkRequest.url.absoluteString.count) <= 1500
            })
    }

    @Test func `an event with the id of a delivered one is a duplicate, and one with the id of a refused one is not`() {
        var bench = SenderBench { $0.keepsDeliveredIDs = true }
        bench.submit(["mine"])
        bench.cycle { SenderBench.lists(400, invalid: $0.ids) }
        for _ in 0..<2 {
            bench.submit(["mine"])
            bench.cycle { _ in SenderBench.page(201) }
        }
        #expect(bench.total.delivered == 1 && bench.total.dropped == [.rejectedInvalid: 1, .duplicate: 1])
    }

    @Test func `a date in Retry-After is measured from the Date of the same response`() {
        var bench = Self.run { _ in
            SenderBench.page(
                503, ["Date": "Thu, 01 Jan 2015 00:00:00 GMT", "Retry-After": "Thu, 01 Jan 2015 00:02:00 GMT"])
        }
        for (seconds, delivered) in [(119, 0), (121, 3)] {
            bench.clock.advance(by: .seconds(seconds))
            bench.cycle { _ in SenderBench.page(201) }
            #expect(bench.total.delivered == delivered)
        }
    }

    @Test func `seconds in Retry-After are waited for`() {
        var bench = Self.run { _ in SenderBench.page(503, ["Retry-After": "120"]) }
        for (seconds, delivered) in [(119, 0), (1, 3)] {
            bench.clock.advance(by: .seconds(seconds))
            bench.cycle { _ in SenderBench.page(201) }
            #expect(bench.total.delivered == delivered)
        }
    }

    // MARK: - The table of the article

    /// A response of each row that one has, to three events.
    private static let responses: [String: BatchRequest.Result] = {
        var responses: [String: BatchRequest.Result] = [
            "any other 4xx": SenderBench.page(418), "any other 5xx": SenderBench.page(502),
            "200 with a page": SenderBench.page(200), "a redirect": SenderBench.page(302),
            "no network": .failed(NetworkError(.unreachable, "offline")),
            "a malformed response": .failed(NetworkError(.incomplete, "malformed")),
            "a truncated response": .failed(NetworkError(.incomplete, "truncated")),
            "a reset before the intake accepted": .failed(NetworkError(.reset, "reset")),
            "a reset after the intake accepted": .failed(NetworkError(.reset, "reset")),
            "no response in time": .failed(NetworkError(.timedOut, "late")),
            "500 that names every event": SenderBench.lists(500, error: ["0", "1", "2"]),
        ]
        for status in [201, 202, 401, 403, 404, 405, 408, 410, 422, 425, 429, 503] {
            responses["\(status)"] = SenderBench.page(status)
        }
        for status in [207, 400, 500] {
            responses["\(status) with lists"] = SenderBench.lists(status, invalid: ["0"], error: ["1"])
            responses["\(status) without lists"] = SenderBench.page(status)
        }
        return responses
    }()

    private static func row(_ name: String) throws -> (events: String, destination: String) {
        let article = try String(
            contentsOf: Checkout.file("Sources/EventPlatform/Documentation.docc/VerdictsOfTheIntake.md"),
            encoding: .utf8)
        let line = try #require(article.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") }, "\(name)")
        let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let other = columns[1].firstMatch(of: /^as `([^`]+)`$/) else { return (columns[1], columns[2]) }
        return (try row(String(other.1)).events, columns[2])
    }

    /// Fails when a column of a row says something else than what the client does.
    @Test(arguments: responses.keys.sorted())
    func `the columns of a row are what the client does`(name: String) throws {
        let (events, destination) = try Self.row(name)
        let result = try #require(Self.responses[name])
        var bench = Self.run { $0.ids.count == 3 ? result : SenderBench.page(503) }
        let hasLists = events.hasPrefix("named invalid: dropped, ``DropReason/rejectedInvalid``;")
        let others = hasLists ? String(try #require(events.firstMatch(of: /all others: (.*)$/)).1) : events
        #expect(bench.total.dropped == (hasLists ? [.rejectedInvalid: 1] : [:]))
        #expect(bench.total.delivered == (others.hasPrefix("delivered") ? (hasLists ? 1 : 3) : 0))
        #expect(others.hasPrefix("delivered") || others.hasPrefix("kept") || events.hasPrefix("as "), "\(events)")
        let isAgainAtOnce = others.contains("again by halves") || others.contains("again at once")
        #expect(bench.requests.count == (isAgainAtOnce ? 2 : 1))
        if isAgainAtOnce { return }
        let backsOff = destination.hasPrefix("backs off")
        #expect(backsOff || destination == "goes on", "\(destination)")
        #expect((bench.sender.backoff == Backoff()) == !backsOff)
        guard backsOff else { return }
        bench.clock.advance(by: .seconds(1))
        bench.cycle { _ in SenderBench.page(201) }
        let isSuspected = destination.contains("the batch may be at fault")
        #expect(bench.requests[1].count == (isSuspected ? 1 : 3))
        #expect(bench.diagnostics.recent.contains { $0.kind == .noIntake } == events.contains("Kind/noIntake"))
    }
}
