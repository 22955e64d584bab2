import EventSupport
import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// The requests of a client and what it does with the responses.
@Suite(.waitLimit) struct DeliveryTests {
    static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    static func platform(
        _ count: Int, streams: JSONObject = streams, clock: ManualClock = ManualClock(),
        configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) async -> TestPlatform {
        let platform = TestPlatform(streams: streams, clock: clock, configure: configure)
        await platform.loadConfigurations()
        for number in 0..<count {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: "\(number)"))
        }
        await platform.client.persist()
        return platform
    }

    static func elements(_ request: NetworkRequest) throws -> [String] {
        try (JSONValue(parsing: request.body).array ?? []).compactMap { $0["element_id"]?.string }
    }

    static func posts(_ platform: TestPlatform) -> [NetworkRequest] {
        platform.connection.requests.filter { $0.method == .post }
    }

    // MARK: - Batches

    static let options: [(BufferOption, [Int])] = [
        (.single, [1, 1, 1]), (.defaultGroup, [10, 10, 10]), (.largeGroup, [25, 25, 10]), (40, [40, 20]), (1000, [60]),
        (BufferOption(-3), [1, 1, 1]),
    ]

    @Test(arguments: options)
    func `the buffer option sets the number of events in a request`(option: BufferOption, sizes: [Int]) async throws {
        let platform = await Self.platform(60) { $0.emitter.bufferOption = option }
        await platform.client.dispatch()
        let sent = try Self.posts(platform).map { try Self.elements($0).count }
        #expect(Array(sent.prefix(sizes.count)) == sizes && sent.reduce(0, +) == 60)
    }

    @Test(arguments: [15, 10, 7, 0])
    func `the emit range bounds the events of a request, and the order of events is kept`(range: Int) async throws {
        let platform = await Self.platform(40) {
            $0.emitter.emitRange = range
            $0.emitter.bufferOption = .defaultGroup
        }
        await platform.client.dispatch()
        let sent: [[String]] = try Self.posts(platform).map(Self.elements)
        let largest: Int? = sent.map(\.count).max()
        #expect(largest == max(1, min(range, 10)))
        let expected: [String] = (0..<40).map { String($0) }
        #expect(Array(sent.joined()) == expected)
    }

    @Test func `the Snowplow profile sends ten events in a request`() async throws {
        let platform = await Self.platform(25) { $0.emitter = EmitterConfiguration(.snowplow) }
        await platform.client.dispatch()
        #expect(try Self.posts(platform).map { try Self.elements($0).count } == [10, 10, 5])
        #expect(EmitterConfiguration(.snowplow).byteLimitPost == 40_000)
    }

    @Test func `request bodies stay within the byte limit and use most of it`() async throws {
        let platform = await Self.platform(200) { $0.emitter.byteLimitPost = 2000 }
        await platform.client.dispatch()
        #expect(Self.posts(platform).allSatisfy { $0.body.count <= 2000 })
        #expect(platform.client.ledger.total.delivered == 200)
        #expect(Self.posts(platform).count < 60, "most of the limit is used")
    }

    @Test func `a GET request carries one event in its URL after the query items of the destination`() async throws {
        let platform = await Self.platform(3) {
            $0.network.method = .get
            $0.network.destinations = .everything(to: URL(string: "https://example.org/v1/events?a=b")!)
        }
        platform.client.submitInteraction(
            stream: "app", action: "a&b=c+d/é ü%", interactionData: .init(elementID: "3"))
        platform.connection.respond { _ in NetworkResponse(status: 201) }
        await platform.client.dispatch()
        let events = platform.connection.requests.dropFirst().compactMap { request -> JSONValue? in
            let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
            #expect(
                request.method == .get && request.body.isEmpty && items.first == URLQueryItem(name: "a", value: "b"))
            return items.first { $0.name == "event" }?.value.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
        }
        #expect(events.compactMap { $0["element_id"]?.string } == ["0", "1", "2", "3"])
        #expect(events.last?["action"] == "a&b=c+d/é ü%")
        #expect(platform.client.ledger.total.delivered == 4)
    }

    @Test
    func `concurrent requests to one destination have no event in common`() async throws {
        let platform = await Self.platform(500) {
            $0.emitter.maximumConcurrentRequests = 4
            $0.emitter.bufferOption = .defaultGroup
            $0.emitter.emitRange = 20
        }
        let inFlight = Locked((now: 0, most: 0))
        let second = AsyncStream.makeStream(of: Void.self)
        platform.connection.respond { _ in
            let now = inFlight.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
                return $0.now
            }
            // The first request gets its response once a second one is in flight.
            if now > 1 { second.continuation.finish() } else { for await _ in second.stream {} }
            for _ in 0..<20 { await Task.yield() }
            inFlight.withLock { $0.now -= 1 }
            return NetworkResponse(status: 201)
        }
        await platform.client.dispatch()
        let sent = try Self.posts(platform).flatMap(Self.elements)
        #expect(sent.count == 500 && Set(sent).count == 500)
        #expect(inFlight.withLock(\.most) > 1 && inFlight.withLock(\.most) <= 4)
    }

    // MARK: - Faulty events

    @Test func `one event among 1000 that causes a bare 500 is isolated`() async throws {
        let platform = await Self.platform(1000)
        platform.connection.respond { request in
            NetworkResponse(status: try Self.elements(request).contains("637") ? 500 : 201)
        }
        var rounds = 0
        while platform.client.ledger.total.delivered < 999, rounds < 100 {
            await platform.client.dispatch()
            platform.clock.advance(by: .seconds(15))
            rounds += 1
        }
        #expect(platform.client.ledger.total.delivered == 999 && platform.client.ledger.total.pending == 1)
        #expect(rounds <= 40, "within ten minutes: \(rounds)")
        let before = Self.posts(platform).count
        let submitted = 24 * 6
        for _ in 0..<submitted {
            platform.clock.advance(by: .seconds(600))
            platform.client.submitClick(stream: "app")
            await platform.client.dispatch()
        }
        let alone = try Self.posts(platform).dropFirst(before).filter { try Self.elements($0).contains("637") }
        #expect(alone.count <= 20, "isolated: \(alone.count) attempts in a day")
        #expect(try alone.allSatisfy { try Self.elements($0).count == 1 })
        #expect(platform.client.diagnostics.contains { $0.message.contains("tried again once a day") })
        #expect(platform.client.ledger.total.delivered == 999 + submitted)
    }

    @Test(arguments: [0, 3, 99, 637, 999])
    func `the search for one faulty event among 1000 waits for at most two back-offs`(place: Int) async throws {
        let platform = await Self.platform(1000)
        platform.connection.respond { request in
            NetworkResponse(status: try Self.elements(request).contains("\(place)") ? 500 : 201)
        }
        for _ in 0..<3 {
            await platform.client.dispatch()
            platform.clock.advance(by: .seconds(2))
        }
        #expect(platform.client.ledger.total.delivered == 999 && platform.client.ledger.total.pending == 1)
        #expect(Self.posts(platform).count <= 50, "\(Self.posts(platform).count) requests")
    }

    @Test(arguments: [2, 7, 20])
    func `adjacent faulty events are all isolated, and the others are delivered`(count: Int) async throws {
        let platform = await Self.platform(200)
        platform.connection.respond { request in
            let bad = try Self.elements(request).contains { (50..<50 + count).contains(Int($0) ?? 0) }
            return NetworkResponse(status: bad ? 500 : 201)
        }
        for _ in 0..<200 where platform.client.ledger.total.delivered < 200 - count {
            await platform.client.dispatch()
            platform.clock.advance(by: .seconds(600))
        }
        #expect(platform.client.ledger.total.delivered == 200 - count)
        #expect(platform.client.ledger.total.pending == count)
    }

    @Test func `no event is dropped while an intake responds with 500 for a week`() async {
        let platform = await Self.platform(300)
        platform.connection.respond { _ in NetworkResponse(status: 500) }
        for _ in 0..<500 {
            await platform.client.dispatch()
            platform.clock.advance(by: .seconds(1200))
        }
        platform.connection.respond { _ in NetworkResponse(status: 201) }
        for _ in 0..<5 {
            await platform.client.dispatch()
            platform.clock.advance(by: .seconds(3600))
        }
        #expect(platform.client.ledger.total.delivered == 300)
    }

    /// Fails when a 500 that names the whole batch counts an attempt for each event.
    @Test func `a 500 that names every event for ten hours drops none, and requests back off`() async {
        let platform = await Self.platform(500)
        platform.connection.respond { request in
            guard request.method == .post else { return NetworkResponse(status: 404) }
            let entries = (try JSONValue(parsing: request.body).array ?? []).map { event -> JSONValue in
                ["status": "error", "event": event, "context": ["message": "the disk is full"]]
            }
            return NetworkResponse(status: 500, body: JSONValue.object(["error": .array(entries)]).jsonBytes)
        }
        for _ in 0..<600 {
            await platform.client.runCycle()
            platform.clock.advance(by: .seconds(60))
        }
        #expect(platform.client.ledger.total.pending == 500)
        #expect(Self.posts(platform).count < 60, "\(Self.posts(platform).count) requests in ten hours")
        platform.connection.respond { _ in NetworkResponse(status: 201) }
        platform.clock.advance(by: .seconds(3600))
        let before = Self.posts(platform).count
        #expect(await platform.client.dispatch().delivered == 500)
        #expect(Self.posts(platform).count - before < 20, "in batches, not one by one")
    }

    /// Fails when an event is sent again whose verdict could not be recorded.
    @Test func `an event is sent once while the store cannot record its verdict`() async {
        let platform = TestPlatform(streams: Self.streams, clock: ManualClock(), openStore: { _ in FullStore() })
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        for _ in 0..<120 {
            await platform.client.runCycle()
            platform.clock.advance(by: .seconds(60))
        }
        #expect(Self.posts(platform).count == 1, "\(Self.posts(platform).count) requests in two hours")
        #expect(platform.client.ledger.total.pending == 1)
    }

    @Test func `a destination that always fails delays no other destination`() async throws {
        let streams: JSONObject = [
            "app": ["schema_title": "analytics/product_metrics/app/base"],
            "other": [
                "schema_title": "analytics/product_metrics/app/base", "destination_event_service": "other-service",
            ],
        ]
        let platform = await Self.platform(5, streams: streams) {
            $0.network.destinations = Destinations(services: [
                Destinations.analytics: URL(string: "https://a.example/v1/events")!,
                "other-service": URL(string: "https://b.example/v1/events")!,
            ])
        }
        platform.connection.respond { NetworkResponse(status: $0.url.host == "a.example" ? 503 : 201) }
        for _ in 0..<20 {
            platform.client.submitClick(stream: "other")
            await platform.client.runCycle()
            platform.clock.advance(by: .seconds(30))
        }
        #expect(platform.client.ledger.streams["other"]?.delivered == 20)
        #expect(platform.client.ledger.streams["app"]?.pending == 5)
        #expect(Self.posts(platform).filter { $0.url.host == "a.example" }.count < 12)
    }

    // MARK: - Restarts

    @Test func `a back-off is kept across restarts and reset by the first success`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let clock = ManualClock()
        func launch(_ count: Int) async -> TestPlatform {
            await Self.platform(count, clock: clock) { $0.store.location = .file(folder.file("events.sqlite")) }
        }
        let first = await launch(3)
        first.connection.respond { _ in NetworkResponse(status: 503, headers: ["Retry-After": "600"]) }
        await first.client.dispatch()
        _ = await first.client.shutdown(deadline: .zero)
        for _ in 0..<10 {
            let again = await launch(0)
            await again.client.dispatch()
            #expect(Self.posts(again).isEmpty, "a restart does not end the back-off")
            _ = await again.client.shutdown(deadline: .zero)
        }
        clock.advance(by: .seconds(600))
        let last = await launch(0)
        await last.client.dispatch()
        #expect(last.client.ledger.total.delivered == 3)
        _ = await last.client.shutdown(deadline: .zero)
        let well = await launch(1)
        await well.client.dispatch()
        #expect(Self.posts(well).count == 1, "the first success has reset it")
        _ = await well.client.shutdown(deadline: .zero)
    }

    /// Fails when retry times are not stored: five launches would use up all attempts at once.
    @Test func `the retry time of an event named as failed is kept across restarts`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let clock = ManualClock()
        for launch in 0..<8 {
            let platform = await Self.platform(launch == 0 ? 2 : 0, clock: clock) {
                $0.store.location = .file(folder.file("events.sqlite"))
            }
            platform.connection.respond { request in
                guard request.method == .post else { return NetworkResponse(status: 404) }
                let event = try JSONValue(parsing: request.body).array?.first ?? .null
                let body: JSONValue = ["error": [["status": "error", "event": event, "context": [:]]]]
                return NetworkResponse(status: 207, body: body.jsonBytes)
            }
            await platform.client.dispatch()
            #expect(Self.posts(platform).count == (launch == 0 ? 1 : 0))
            #expect(platform.client.ledger.total.pending == 1)
            _ = await platform.client.shutdown(deadline: .zero)
            clock.advance(by: .seconds(4))
        }
    }

    @Test(arguments: DispatchScheduleTests.modes)
    func `stored events are sent by the next process in every dispatch mode`(mode: DispatchMode) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let first = await Self.platform(3) { $0.store.location = .file(folder.file("events.sqlite")) }
        first.connection.respond { _ in throw NetworkError(.unreachable, "offline") }
        _ = await first.client.shutdown(deadline: .zero)
        let next = await Self.platform(0) {
            $0.store.location = .file(folder.file("events.sqlite"))
            $0.dispatchMode = mode
        }
        #expect(await next.client.dispatch().delivered == 3)
        _ = await next.client.shutdown(deadline: .zero)
    }

    // MARK: - Compression

    @Test func `a body above the gzip threshold is compressed, and a smaller one is not`() async throws {
        let platform = await Self.platform(100) { $0.network.gzipThreshold = 1024 }
        platform.client.submitClick(stream: "app")
        await platform.client.dispatch()
        let requests = Self.posts(platform)
        #expect(requests.map { $0.headers["Content-Encoding"] } == ["gzip", nil])
        let body = try #require(requests.first?.body)
        #expect(body.prefix(2) == [0x1F, 0x8B] && body.count < 10_000, "\(body.count) bytes")
        #expect(try Gunzip.text(body).hasPrefix("[{"))
    }

    @Test(arguments: [400, 415, 500, 501])
    func `events refused with gzip are sent again at once without it`(status: Int) async throws {
        let platform = await Self.platform(250) { $0.network.gzipThreshold = 1024 }
        platform.connection.respond {
            NetworkResponse(status: $0.headers["Content-Encoding"] == nil ? 201 : status)
        }
        await platform.client.dispatch()
        #expect(platform.client.ledger.total.delivered == 250)
        #expect(Self.posts(platform).map { $0.headers["Content-Encoding"] } == ["gzip", nil, nil, nil])
        #expect(platform.client.diagnostics.contains { $0.message.contains("refuses gzip") })
    }

    // MARK: - Recovery

    @Test func `after an outage a scheduled cycle sends two requests, and a dispatch on demand sends everything`() async
    {
        let platform = await Self.platform(1000)
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        await platform.client.runCycle()
        platform.connection.respond { _ in NetworkResponse(status: 201) }
        platform.clock.advance(by: .seconds(2))
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.delivered == 200)
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.delivered == 400)
        await platform.client.dispatch()
        #expect(platform.client.ledger.total.delivered == 1000)
        for _ in 0..<500 { platform.client.submitClick(stream: "app") }
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.delivered == 1500, "without a backlog a cycle sends everything")
    }

    // MARK: - The wall clock

    @Test(arguments: [(0, true), (7200, false)])
    func `a Date header that agrees with the wall clock confirms it`(secondsOff: Int, confirms: Bool) async throws {
        let store = InMemoryEventStore()
        let clock = ManualClock()
        let platform = TestPlatform(streams: Self.streams, clock: clock, openStore: { _ in store })
        await platform.loadConfigurations()
        clock.setWall(milliseconds: clock.wall.milliseconds + 3650 * 86_400_000)
        let date = HTTPDateTests.text(clock.wall.advanced(by: .seconds(secondsOff)))
        platform.connection.respond { _ in NetworkResponse(status: 201, headers: ["Date": date]) }
        platform.client.submitClick(stream: "app")
        await platform.client.dispatch()
        #expect(try BootRecord(from: store).isConfirmed(at: StorageTime(clock)) == confirms)
    }
}
