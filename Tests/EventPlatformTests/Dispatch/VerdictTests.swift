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

    @Test("accepted", arguments: [201, 202])
    func delivered(status: Int) async {
        let platform = await Self.run { _ in NetworkResponse(status: status) }
        #expect(platform.client.ledger.total.delivered == 3)
    }

    @Test("final: dropped and counted", arguments: [400, 401, 403, 410, 422])
    func final(status: Int) async {
        let platform = await Self.run { _ in NetworkResponse(status: status) }
        #expect(platform.client.ledger.total.dropped == [.rejectedStatus: 3])
    }

    @Test("kept, and the destination left alone", arguments: [200, 301, 404, 408, 425, 429, 500, 503])
    func kept(status: Int) async {
        let platform = await Self.run { _ in NetworkResponse(status: status, body: Array("<html>".utf8)) }
        #expect(platform.client.ledger.total.pending == 3)
        platform.connection.answer { _ in NetworkResponse(status: 201) }
        platform.clock.advance(by: .seconds(2))
        #expect(await platform.sentEvents().count >= 3)
        #expect(platform.client.ledger.total.delivered == 3)
    }

    @Test func `no answer at all keeps everything`() async {
        let platform = await Self.run { _ in throw NetworkError("connection refused") }
        #expect(platform.client.ledger.total.pending == 3)
        #expect(platform.client.diagnostics.contains { $0.description.contains("connection refused") })
    }

    @Test func `a 207 speaks event by event`() async {
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

    @Test func `a 400 with lists drops what it names`() async {
        let platform = await Self.run { ids in
            NetworkResponse(
                status: 400,
                body: JSONValue.object(["invalid": .array(ids.map { Self.entry($0, "invalid") })]).jsonBytes)
        }
        #expect(platform.client.ledger.total.dropped == [.rejectedInvalid: 3])
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

    @Test func `a 413 halves the batch until one event is too large alone`() async {
        let platform = await Self.run { ids in NetworkResponse(status: ids.count > 1 ? 413 : 201) }
        #expect(platform.client.ledger.total.delivered == 3)
        let alone = await Self.run { _ in NetworkResponse(status: 413) }
        #expect(alone.client.ledger.total.dropped == [.tooLarge: 3])
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

    @Test func `an event over the byte limit is tried alone, and only so often, while others pass`() async {
        let platform = TestPlatform(streams: Self.streams) {
            $0.network.byteLimit = 1000
            $0.validation.mode = .off
        }
        await platform.loadConfigurations()
        let large = String(repeating: "x", count: 2000)
        platform.client.submitClick(stream: "app", interactionData: .init(elementID: large))
        platform.client.submitClick(stream: "app")
        platform.connection.answer { NetworkResponse(status: $0.body.count > 1000 ? 500 : 201) }
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.delivered == 1)
        for attempt in 0..<4 {
            platform.clock.advance(by: .seconds(30 * (1 << attempt)))
            await platform.client.runCycle()
        }
        #expect(platform.client.ledger.total.dropped == [.tooLarge: 1])
    }

    @Test func `a user who declines during a request stops all that has not left, held events too`() async {
        let platform = TestPlatform(streams: Self.streams) { $0.network.batchSize = 1 }
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
            $0.network.retry.customRetryForStatusCodes = [403: true, 500: false]
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
