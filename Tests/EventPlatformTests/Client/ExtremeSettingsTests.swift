import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Settings of any size: a client with them runs, and accounts for every event.
@Suite(.waitLimit) struct ExtremeSettingsTests {
    /// Sets one setting of a configuration to a value.
    struct Setting<Value: Sendable>: Sendable, CustomTestStringConvertible {
        let name: String
        let set: @Sendable (inout EventPlatformClient.Configuration, Value) -> Void
        var testDescription: String { name }

        init(_ name: String, _ set: @escaping @Sendable (inout EventPlatformClient.Configuration, Value) -> Void) {
            (self.name, self.set) = (name, set)
        }
    }

    static let durations: [Duration] = [
        .seconds(Int64.max), .seconds(Int64.min), .seconds(Int64.max) * 18, .seconds(Int64.min) * 18, .zero,
        .nanoseconds(1), .milliseconds(-1), .seconds(1 << 33),
    ]
    static let numbers = [Int.max, .min, 0, 1, -1, 1 << 32]

    static let durationSettings: [Setting<Duration>] = [
        Setting("refresh") { $0.refresh = .every($1) },
        Setting("firstRetryDelay") { $0.firstRetryDelay = $1 },
        Setting("network.timeout") { $0.network.timeout = $1 },
        Setting("emitter.emptyReads.interval") {
            $0.emitter.emptyReads = EmitterConfiguration.EmptyReads()
            $0.emitter.emptyReads?.interval = $1
        },
        Setting("store.maximumAge") { $0.store.maximumAge = $1 },
        Setting("store.commitDelay") { $0.store.commitDelay = $1 },
        Setting("validation.schemaTimeout") { $0.validation.schemaTimeout = $1 },
        Setting("dispatchMode.periodic") { $0.dispatchMode = .periodic($1) },
        Setting("dispatchMode.seconds") { $0.dispatchMode = DispatchMode(seconds: $1.seconds) },
        Setting("dispatchMode.piggyback.idle") { $0.dispatchMode = .piggyback(idle: $1) },
        Setting("dispatchMode.piggyback.min") { $0.dispatchMode = .piggyback(min: $1) },
        Setting("dispatchMode.piggyback.max") { $0.dispatchMode = .piggyback(max: $1) },
        Setting("dispatchProfiles") { $0.dispatchProfiles[.background] = .atMostEvery($1) },
        Setting("sessionTimeout") { $0.sessionTimeout = $1 },
    ]

    static let numberSettings: [Setting<Int>] = [
        Setting("emitter.bufferOption") { $0.emitter.bufferOption = BufferOption($1) },
        Setting("emitter.emitRange") { $0.emitter.emitRange = $1 },
        Setting("emitter.maximumConcurrentRequests") { $0.emitter.maximumConcurrentRequests = $1 },
        Setting("emitter.byteLimitGet") {
            $0.network.method = .get
            $0.emitter.byteLimitGet = $1
        },
        Setting("emitter.byteLimitPost") { $0.emitter.byteLimitPost = $1 },
        Setting("emitter.retryPolicy.maximumAttempts") { $0.emitter.retryPolicy.maximumAttempts = $1 },
        Setting("emitter.emptyReads.count") {
            $0.emitter.emptyReads = EmitterConfiguration.EmptyReads()
            $0.emitter.emptyReads?.count = $1
        },
        Setting("network.gzipThreshold") { $0.network.gzipThreshold = $1 },
        Setting("store.settings.maximumEvents") { $0.store.settings.maximumEvents = $1 },
        Setting("store.settings.maximumBytes") { $0.store.settings.maximumBytes = $1 },
        Setting("store.eventsPerTransaction") { $0.store.eventsPerTransaction = $1 },
        Setting("inputBufferCapacity") { $0.inputBufferCapacity = $1 },
    ]

    /// Runs a client with a store file through its life: events before and after stream configurations, a refused
    /// request, a change of the mode, some time, a flush and a shutdown.
    @discardableResult
    private static func live(
        seed: UInt64, deadline: Duration = .zero, _ configure: (inout EventPlatformClient.Configuration) -> Void
    ) async throws -> Ledger.Account {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let streams: JSONObject = [
            "app": ["schema_title": "analytics/product_metrics/app/base"], "own": ["schema_title": "own"],
        ]
        let platform = TestPlatform(streams: streams, seed: seed) {
            $0.store.location = .file(folder.file("events.sqlite"))
            $0.validation.sources = [.repository(URL(filePath: "/repository"))]
            configure(&$0)
        }
        let client = platform.client
        func submit() {
            client.submitClick(stream: "app", interactionData: .init(elementID: "element"))
            client.submitInteraction(stream: "own", schema: "/own/1.0.0", action: "open")
        }
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        submit()
        #expect(await client.persist())
        client.start()
        await platform.loadConfigurations()
        submit()
        await client.enterBackground()
        client.noteNetworkActivity()
        await client.dispatch()
        for step in [Duration.milliseconds(200), .seconds(40), .seconds(90_000)] {
            platform.clock.advance(by: step)
            await client.persist()
        }
        let accepted = Locked(Set<String>())
        platform.connection.respond { request in
            let ids = try Self.ids(in: request)
            accepted.withLock { $0.formUnion(ids) }
            return NetworkResponse(status: ids.isEmpty ? 404 : 201)
        }
        await client.enterForeground()
        await client.networkReturned()  // ends a back-off that the refused requests have begun
        client.set(dispatchMode: client.dispatchMode)
        submit()
        await client.dispatch()
        _ = await client.flush(deadline: deadline)
        _ = await client.shutdown(deadline: deadline)
        let total = client.ledger.total
        #expect(total.submitted == 6)
        #expect(total.delivered <= accepted.withLock(\.count), "what is counted as delivered was sent")
        #expect(Self.possibleReasons.isSuperset(of: total.dropped.keys), "\(total.dropped)")
        let findings = try StoreInspector(path: folder.file("events.sqlite").path).findings()
        #expect(findings == [], "what is pending is in the file")
        return total
    }

    /// What settings alone can cause.
    private static let possibleReasons: Set<DropReason> = [
        .expired, .storeFull, .tooLarge, .inputBufferFull, .rejectedStatus,
    ]

    /// The ids of the events in a request; none in a request for a schema.
    private static func ids(in request: NetworkRequest) throws -> [String] {
        var body = request.body
        if request.headers["Content-Encoding"] == "gzip" { body = try Deflation.decompressed(body, atMost: 1 << 20) }
        if request.method == .get {
            let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            guard let event = items.first(where: { $0.name == "event" })?.value else { return [] }
            body = Array(event.utf8)
        }
        let value = try JSONValue(parsingLeniently: body)
        return (value.array ?? [value]).compactMap { $0["meta"]?["id"]?.string }
    }

    /// The events of one stream may still await their schema.
    @Test func `a client with the default settings delivers every event that may be sent`() async throws {
        let total = try await Self.live(seed: 1, deadline: .seconds(1)) { _ in }
        #expect(total.delivered >= 3 && total.dropped.isEmpty, "\(total)")
    }

    @Test(arguments: durationSettings)
    func `a client runs with a duration of any size`(setting: Setting<Duration>) async throws {
        for (seed, value) in Self.durations.enumerated() {
            try await Self.live(seed: UInt64(seed)) { setting.set(&$0, value) }
        }
    }

    @Test(arguments: numberSettings)
    func `a client runs with a number of any size`(setting: Setting<Int>) async throws {
        for (seed, value) in Self.numbers.enumerated() {
            try await Self.live(seed: UInt64(seed)) { setting.set(&$0, value) }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `a client runs with all settings at random extremes`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let durations = Self.durationSettings.map { ($0, Self.durations.randomElement(using: &random) ?? .zero) }
        let numbers = Self.numberSettings.map { ($0, Self.numbers.randomElement(using: &random) ?? 0) }
        try await Self.live(seed: seed) { configuration in
            for (setting, value) in durations.shuffled(using: &random) { setting.set(&configuration, value) }
            for (setting, value) in numbers { setting.set(&configuration, value) }
        }
    }

    @Test(arguments: durations)
    func `a flush and a shutdown take a deadline of any size`(deadline: Duration) async {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        _ = await platform.client.flush(deadline: deadline)
        _ = await platform.client.shutdown(deadline: deadline)
        #expect(platform.client.ledger.total.submitted == 1)
        #expect(deadline < .seconds(1) || platform.client.ledger.total.delivered == 1)
    }
}
