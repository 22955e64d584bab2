import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import Testing

/// What each answer of the intake means for the events, seen from outside.
@Suite struct VerdictTests {
    static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    /// Submits three events and answers the first batch with `answer`.
    static func run(_ answer: @escaping @Sendable (_ ids: [String]) throws -> NetworkResponse) async -> TestPlatform {
        let platform = TestPlatform(streams: streams)
        await platform.loadConfigurations()
        for element in ["a", "b", "c"] {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: element))
        }
        platform.connection.answer { request in
            let events = try JSONValue(parsing: request.body).array ?? []
            return try answer(events.compactMap { $0["meta"]?["id"]?.string })
        }
        await platform.client.runCycle()
        return platform
    }

    static func entry(_ id: String, _ status: String) -> JSONValue {
        ["status": .string(status), "event": ["meta": ["id": .string(id)]], "context": ["message": "because"]]
    }

    // MARK: - The rows of the table in VerdictsOfTheIntake.md

    /// Everything was kept, the destination was left alone, and all of it arrives later.
    private static func expectKept(
        _ label: String, _ answer: @escaping @Sendable () throws -> NetworkResponse
    ) async {
        let platform = await run { _ in try answer() }
        #expect(platform.client.ledger.total.pending == 3, "\(label)")
        await platform.client.runCycle()
        #expect(platform.connection.requests.filter { $0.method == .post }.count == 1, "\(label): left alone")
        platform.connection.answer { _ in NetworkResponse(status: 201) }
        for _ in 0..<8 {
            platform.clock.advance(by: .seconds(60))
            await platform.client.runCycle()
        }
        #expect(platform.client.ledger.total.delivered == 3, "\(label)")
    }

    private static func expectFinal(_ status: Int, body: String = "") async {
        let platform = await run { _ in NetworkResponse(status: status, body: Array(body.utf8)) }
        #expect(platform.client.ledger.total.dropped == [.rejectedStatus: 3], "\(status)")
        #expect(platform.client.diagnostics.contains { $0.description.contains("\(status)") })
    }

    @Test func `201`() async {
        let platform = await Self.run { _ in NetworkResponse(status: 201) }
        #expect(platform.client.ledger.total.delivered == 3)
    }
    @Test func `202`() async {
        let platform = await Self.run { _ in NetworkResponse(status: 202) }
        #expect(platform.client.ledger.total.delivered == 3)
    }
    @Test func `207 with lists`() async {
        let platform = await Self.run { ids in
            let body: JSONValue = [
                "invalid": [Self.entry(ids[0], "invalid")], "error": [Self.entry(ids[1], "error")],
            ]
            return NetworkResponse(status: 207, body: body.jsonBytes)
        }
        let total = platform.client.ledger.total
        #expect(total.delivered == 1 && total.dropped == [.rejectedInvalid: 1] && total.pending == 1)
        #expect(
            platform.connection.requests.filter { $0.method == .post }.count == 1,
            "the failed one is not repeated at once")
    }
    @Test(arguments: ["", "{\"invalid\":[{\"event\":{\"me", "<html>", "[]", "null", "{\"invalid\":7}"])
    func `207 without lists`(body: String) async {
        await Self.expectKept("207") { NetworkResponse(status: 207, body: Array(body.utf8)) }
    }
    @Test func `400 with lists`() async {
        let platform = await Self.run { ids in
            let invalid: JSONValue = .array(ids.prefix(2).map { Self.entry($0, "invalid") })
            return NetworkResponse(status: 400, body: JSONValue.object(["invalid": invalid]).jsonBytes)
        }
        #expect(platform.client.ledger.total.dropped == [.rejectedInvalid: 2, .rejectedStatus: 1])
        let mixed = await Self.run { ids in
            let body: JSONValue = [
                "invalid": [Self.entry(ids[0], "invalid")], "error": [Self.entry(ids[1], "error")],
            ]
            return NetworkResponse(status: 400, body: body.jsonBytes)
        }
        let total = mixed.client.ledger.total
        #expect(total.dropped == [.rejectedInvalid: 1, .rejectedStatus: 1] && total.pending == 1)
    }
    @Test(arguments: ["", "<html>", "{\"type\":\"problem\"}", "{\"invalid\":["])
    func `400 without lists`(body: String) async { await Self.expectFinal(400, body: body) }
    @Test func `401`() async { await Self.expectFinal(401) }
    @Test func `403`() async { await Self.expectFinal(403) }
    @Test func `404`() async { await Self.expectKept("404") { NetworkResponse(status: 404) } }
    @Test func `408`() async { await Self.expectKept("408") { NetworkResponse(status: 408) } }
    @Test func `410`() async { await Self.expectFinal(410) }
    @Test func `413`() async {
        let platform = await Self.run { ids in NetworkResponse(status: ids.count > 1 ? 413 : 201) }
        #expect(platform.client.ledger.total.delivered == 3)
        let alone = await Self.run { _ in NetworkResponse(status: 413) }
        #expect(alone.client.ledger.total.dropped == [.tooLarge: 3])
    }
    @Test func `422`() async { await Self.expectFinal(422) }
    @Test func `425`() async { await Self.expectKept("425") { NetworkResponse(status: 425) } }
    @Test func `429`() async { await Self.expectKept("429") { NetworkResponse(status: 429) } }
    @Test func `500 with lists`() async {
        let platform = await Self.run { ids in
            guard ids.count == 3 else { return NetworkResponse(status: 201) }
            let body: JSONValue = [
                "invalid": [Self.entry(ids[0], "invalid")], "error": [Self.entry(ids[1], "error")],
            ]
            return NetworkResponse(status: 500, body: body.jsonBytes)
        }
        let total = platform.client.ledger.total
        #expect(total.dropped == [.rejectedInvalid: 1] && total.pending == 1)
        #expect(total.delivered == 1, "the one not named went again at once: nobody backs off")
    }
    @Test func `500 without lists`() async { await Self.expectKept("500") { NetworkResponse(status: 500) } }
    @Test func `503`() async { await Self.expectKept("503") { NetworkResponse(status: 503) } }
    @Test(arguments: [402, 405, 406, 409, 411, 415, 418, 431, 451, 499])
    func `any other 4xx`(status: Int) async { await Self.expectKept("\(status)") { NetworkResponse(status: status) } }
    @Test(arguments: [501, 502, 504, 507, 511, 599])
    func `any other 5xx`(status: Int) async { await Self.expectKept("\(status)") { NetworkResponse(status: status) } }
    @Test(arguments: [200, 203, 204, 206])
    func `200 with a page`(status: Int) async {
        await Self.expectKept("\(status)") {
            NetworkResponse(status: status, headers: ["Content-Type": "text/html"], body: Array("<html>Log in".utf8))
        }
    }
    @Test(arguments: [300, 301, 302, 303, 304, 307, 308])
    func `a redirect`(status: Int) async {
        await Self.expectKept("\(status)") {
            NetworkResponse(status: status, headers: ["Location": "https://elsewhere.example/"])
        }
    }
    @Test func `no network`() async {
        await Self.expectKept("no network") { throw NetworkError(.unreachable, "no such host") }
    }

    @Test func `an event the intake keeps failing on goes alone, and is dropped after five tries`() async throws {
        let platform = await Self.run { ids in
            guard let first = ids.first else { return NetworkResponse(status: 500) }
            let body: JSONValue = ["invalid": [], "error": [Self.entry(first, "error")]]
            return NetworkResponse(status: ids.count == 1 ? 500 : 207, body: body.jsonBytes)
        }
        for attempt in 0..<4 {
            await platform.client.runCycle()
            #expect(platform.connection.requests.filter { $0.method == .post }.count == attempt + 1, "it rests")
            platform.clock.advance(by: .seconds(30 * (1 << attempt)))
            await platform.client.runCycle()
        }
        let total = platform.client.ledger.total
        #expect(total.delivered == 2 && total.dropped == [.intakeError: 1] && total.pending == 0)
        let sizes = try platform.connection.requests.filter { $0.method == .post }
            .map { try JSONValue(parsing: $0.body).array?.count }
        #expect(sizes == [3, 1, 1, 1, 1])
    }

    @Test("an id that is no text is matched all the same", arguments: [207, 500])
    func oddID(status: Int) async {
        struct Odd: EventInterface {
            var schema: SchemaID { .appBase }
            let meta = ["id": 5]
        }
        let platform = TestPlatform(streams: Self.streams) { $0.validation.mode = .off }
        await platform.loadConfigurations()
        platform.client.submit(stream: "app", event: Odd())
        platform.client.submitClick(stream: "app")
        platform.connection.answer { request in
            let events = try JSONValue(parsing: request.body).array ?? []
            let odd = events.filter { $0["meta"]?["id"] == 5 }
            let lists: JSONObject = ["invalid": .array(odd.map { ["status": "invalid", "event": $0] }), "error": []]
            return odd.isEmpty
                ? NetworkResponse(status: 201)
                : NetworkResponse(status: status, body: JSONValue.object(lists).jsonBytes)
        }
        await platform.client.runCycle()
        platform.clock.advance(by: .seconds(2))
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.delivered == 1)
        #expect(platform.client.ledger.total.dropped == [.rejectedInvalid: 1])
    }

    @Test func `lists that name nobody are asked about by halves`() async {
        let platform = await Self.run { ids in
            guard ids.count == 1 else {
                return NetworkResponse(status: 207, body: Array(#"{"invalid":[{"event":{}}],"error":[]}"#.utf8))
            }
            return NetworkResponse(status: 201)
        }
        #expect(platform.client.ledger.total.delivered == 3)
    }

    @Test(
        "an entry that names nobody beside one that does leaves no event delivered unasked", arguments: [207, 400, 500])
    func halfNamed(status: Int) async {
        let platform = await Self.run { ids in
            switch ids.count {
            case 3:
                let invalid: JSONValue = [
                    Self.entry(ids[0], "invalid"), ["status": "invalid", "event": ["meta": [:]]],
                ]
                return NetworkResponse(status: status, body: JSONValue.object(["invalid": invalid]).jsonBytes)
            case 2: return NetworkResponse(status: 207, body: Array(#"{"invalid":[{"event":{}}]}"#.utf8))
            default: return NetworkResponse(status: 201)
            }
        }
        let total = platform.client.ledger.total
        #expect(total.dropped == [.rejectedInvalid: 1] && total.delivered == 2)
        #expect(platform.connection.requests.filter { $0.method == .post }.count == 3, "one with all, one with each")
    }

    @Test(
        "an event that no request can hold is dropped and named, and others pass",
        arguments: [NetworkRequest.Method.get, .post])
    func overTheByteLimit(method: NetworkRequest.Method) async {
        let platform = TestPlatform(streams: Self.streams) {
            $0.network.method = method
            $0.emitter.byteLimitPost = 1500
            $0.emitter.byteLimitGet = 1500
            $0.validation.mode = .off
        }
        await platform.loadConfigurations()
        let large = String(repeating: "x", count: 2000)
        for element in ["a", large, large, "b"] {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: element))
        }
        platform.connection.answer { _ in NetworkResponse(status: 201) }
        await platform.client.dispatch()
        #expect(platform.client.ledger.total.dropped == [.tooLarge: 2] && platform.client.ledger.total.delivered == 2)
        #expect(platform.client.diagnostics.contains { $0.message.contains("more than the byte limit") })
        let requests = platform.connection.requests.dropFirst()
        #expect(requests.allSatisfy { max($0.body.count, $0.url.absoluteString.utf8.count) <= 1500 })
    }

    @Test func `a user who declines during a request stops all that has not left, held events too`() async {
        let platform = TestPlatform(streams: Self.streams) { $0.emitter.bufferOption = .single }
        await platform.loadConfigurations()
        for _ in 0..<5 { platform.client.submitClick(stream: "app") }
        await platform.client.persist()
        let client = platform.client
        platform.connection.answer { _ in
            Task { await client.set(consent: .declined) }
            while !client.isDeclined { await Task.yield() }
            return NetworkResponse(status: 201)
        }
        await platform.client.runCycle()
        await platform.client.set(consent: .declined)
        #expect(platform.client.ledger.total.delivered == 1)
        #expect(platform.client.ledger.total.dropped == [.consentDeclined: 4])

        let early = TestPlatform(streams: Self.streams)
        early.client.submitClick(stream: "app")
        await early.client.persist()
        await early.client.set(consent: .declined)
        #expect(early.client.ledger.total.dropped == [.consentDeclined: 1])
        #expect(early.client.ledger.total.pending == 0)
    }

    @Test func `only what was delivered is remembered: a refused event may come again`() async {
        let platform = TestPlatform(streams: Self.streams) { $0.store.remembersDelivered = true }
        struct Own: EventInterface {
            var schema: SchemaID { .appBase }
            let action = "own"
            let agent = ["client_platform": "ios"]
            let meta = ["id": "mine"]
        }
        await platform.loadConfigurations()
        platform.connection.answer { _ in NetworkResponse(status: 403) }
        platform.client.submit(stream: "app", event: Own())
        await platform.client.runCycle()
        platform.connection.answer { _ in NetworkResponse(status: 201) }
        for _ in 0..<2 {
            platform.client.submit(stream: "app", event: Own())
            await platform.client.runCycle()
        }
        let total = platform.client.ledger.total
        #expect(total.delivered == 1 && total.dropped == [.rejectedStatus: 1, .duplicate: 1])
    }

    @Test func `the user's map overrides the defaults`() async {
        let platform = TestPlatform(streams: Self.streams) {
            $0.emitter.retry.customRetryForStatusCodes = [403: true, 500: false]
        }
        await platform.loadConfigurations()
        platform.connection.answer { _ in NetworkResponse(status: 403) }
        platform.client.submitClick(stream: "app")
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.pending == 1)
        platform.clock.advance(by: .seconds(2))
        platform.connection.answer { _ in NetworkResponse(status: 500) }
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.dropped == [.rejectedStatus: 1])
    }

    @Test func `a date in Retry-After is read by the server's own clock`() async {
        let platform = await Self.run { _ in
            NetworkResponse(
                status: 503,
                headers: ["Date": "Thu, 01 Jan 2015 00:00:00 GMT", "Retry-After": "Thu, 01 Jan 2015 00:02:00 GMT"])
        }
        platform.connection.answer { _ in NetworkResponse(status: 201) }
        for (seconds, delivered) in [(119, 0), (121, 3)] {
            platform.clock.advance(by: .seconds(seconds))
            await platform.client.runCycle()
            #expect(platform.client.ledger.total.delivered == delivered)
        }
    }

    @Test func `Retry-After is obeyed`() async {
        let platform = await Self.run { _ in NetworkResponse(status: 503, headers: ["Retry-After": "120"]) }
        platform.connection.answer { _ in NetworkResponse(status: 201) }
        platform.clock.advance(by: .seconds(119))
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.delivered == 0)
        platform.clock.advance(by: .seconds(1))
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.delivered == 3)
    }
}
