import EventPlatformTesting
import EventSchema
import EventStreams
import EventSupport
import Foundation
import InMemoryLogging
import Logging
import Testing

@testable import EventPlatform

/// A random history of one store: a few clients, one after the other, and all that happens to them. The seed alone
/// determines what happens and in which order.
final class History {
    private var random: SeededGenerator
    private let seed: UInt64
    private let clock = ManualClock()
    private let storeSettings: StoreSettings
    private let store: HistoryStore
    /// What the client draws; apart from ``random``, so that what happens does not depend on it.
    private let draws: Locked<SeededGenerator>

    /// What has happened, and what the client has made of it.
    private var lines: [String] = []
    private let drops = Locked<[String]>([])
    private var log = InMemoryLogHandler()
    private var loggedEntries = 0
    private var submitted = 0
    private var stepped: SteppedClient
    /// The texts of the requests that are held and known.
    private var known: Set<String> = []

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        draws = Locked(SeededGenerator(seed: ~seed))
        var settings = StoreSettings()
        if Bool.random(using: &random) { settings.maximumEvents = Int.random(in: 5..<20, using: &random) }
        storeSettings = settings
        store = try HistoryStore(seed: seed, settings: settings)
        log.logLevel = .debug
        stepped = Self.makeClient(Self.configuration(store.opener(settings)), clock, draws)  // replaced by each life
    }

    /// Lets it happen.
    ///
    /// - Returns: what has happened, a line for each thing, with all rows of the store after each client.
    func run() async throws -> [String] {
        defer { store.remove() }
        for _ in 0..<pick(1..<4) {
            begin()
            for _ in 0..<pick(15..<35) {
                try await step()
                note()
            }
            try await end()
        }
        return lines
    }

    // MARK: - A client

    private func begin() {
        var configuration = Self.configuration(store.opener(storeSettings))
        configuration.store.eventsPerTransaction = pick(1..<9)
        configuration.store.sendsSequenceNumbers = flip()
        configuration.store.keepsDeliveredIDs = flip()
        configuration.emitter.bufferOption = BufferOption(pick(1..<9))
        configuration.emitter.maximumConcurrentRequests = pick(1..<4)
        configuration.emitter.retryPolicy.maximumAttempts = pick(1..<4)
        configuration.network.gzipThreshold = flip() ? 600 : nil
        configuration.network.reportsLedger = flip()
        configuration.configurationCache = flip() ? .lastKnown : .none
        configuration.dispatchMode = mode()
        configuration.consent = pick(0..<8) == 0 ? .pending : .granted
        configuration.onDrop = { [drops] drop in
            drops.withLock { $0.append("dropped \(drop.stream) \(drop.reason) \(drop.detail ?? "")") }
        }
        log = InMemoryLogHandler()
        log.logLevel = .debug
        loggedEntries = 0
        configuration.logger = Logger(label: "history") { [log] _ in log }
        stepped = Self.makeClient(configuration, clock, draws)
        known = []
        stepped.connection.set(streams: HistoryStreams.configurations(isLater: flip()))
        lines.append("a client begins")
    }

    private static func makeClient(
        _ configuration: EventPlatformClient.Configuration, _ clock: ManualClock, _ draws: Locked<SeededGenerator>
    ) -> SteppedClient {
        let connection = HeldConnection()
        var environment = Environment(for: configuration)
        (environment.clocks, environment.transport) = (clock, connection)
        environment.random = { draws.withLock { $0.next() } }
        let client = EventPlatformClient(configuration, context: TestPlatform.appContext, environment: environment)
        return SteppedClient(client: client, clock: clock, connection: connection)
    }

    private static func configuration(
        _ open: @escaping @Sendable () throws -> any EventStore
    ) -> EventPlatformClient.Configuration {
        let services = [Destinations.analytics: URL(filePath: "/analytics"), "logging": URL(filePath: "/logging")]
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .url(HeldConnection.streamsURL),
            network: NetworkConfiguration(destinations: Destinations(services: services)), store: .inMemory)
        configuration.store.custom = open
        configuration.store.priorities = ["logs": .immediate, "own": .deferred]
        configuration.store.maximumAge = .seconds(1800)
        configuration.inputBufferCapacity = 6
        configuration.validation.sources = [.repository(URL(filePath: "/schemas"))]
        // No request ends by its time limit: which of two then ended first would be the threads' choice.
        configuration.network.timeout = .seconds(86_400)
        configuration.network.reachability = nil
        return configuration
    }

    /// Ends the client, after a flush or without one, and notes what it has left.
    private func end() async throws {
        let dependencies = stepped.client.dependencies
        dependencies.snapshot.update { $0.isShutDown = true }
        dependencies.inbox.close()
        if flip() { try await flush(for: .seconds(pick(0..<20))) }
        await stepped.close()
        note()
        lines.append("the client ends: \(stepped.client.ledger)")
        lines += stepped.client.diagnostics.map { "diagnostic \($0.kind) \($0.message)" }
        lines += try store.rows(at: StorageTime(clock))
        lines = lines.map(store.withoutPath)
        if pick(0..<4) == 0 { clock.restartSystem() }
        clock.advance(by: .seconds(pick(0..<100_000)))
    }

    // MARK: - What happens

    private func step() async throws {
        switch pick(0..<24) {
        case 0..<6: submit()
        case 6..<8: try await advance(by: .milliseconds(pick(0..<200)))
        case 8..<10: try await advance(by: .seconds(pick(1..<90)))
        case 10: try await advance(by: .seconds(pick(90..<1200)))
        case 11: try await advanceToNextTime()
        case 12..<16: try await answer()
        case 16: await fetch()
        case 17: try await dispatch()
        case 18: try await flush(for: .seconds(pick(0..<120)))
        case 19: await changeCircumstances()
        case 20: await changeSession()
        case 21: await changeSettings()
        case 22: changeContext()
        default: lines.append("persisted: \(await stepped.client.persist())")
        }
        await stepped.settle()
        if pick(0..<4) > 0 { await stepped.work() }
    }

    private func submit() {
        for _ in 0..<pick(1..<7) {
            submitted += 1
            let name = pick(HistoryStreams.names)
            lines.append("submit \(submitted) for \(name)")
            let change = flip() ? ownContext() : nil
            switch name {
            case "own", "other":
                let counts = Dictionary(uniqueKeysWithValues: (0..<5).map { ("key \($0)", submitted) })
                let event = CountedEvent(title: "my/\(name)", number: submitted, counts: counts)
                stepped.client.submit(stream: .init(name), event: event, context: change)
            default:
                let data = InteractionData(elementID: "\(submitted)", context: ["number": .number(submitted)])
                stepped.client.submitInteraction(
                    stream: .init(name), action: pick(0..<20) == 0 ? "" : "act", interactionData: data, context: change)
            }
        }
    }

    private func ownContext() -> (inout Context) -> Void {
        let title = "page \(submitted)"
        return {
            $0.page.title = title
            $0.performer.isLoggedIn = true
            $0["offline"] = true
        }
    }

    private func advance(by duration: Duration) async throws {
        lines.append("advance by \(duration)")
        try await answerSchemas()
        await stepped.advance(by: duration)
    }

    private func advanceToNextTime() async throws {
        guard let next = await stepped.core.nextTime else { return }
        try await advance(by: min(next - clock.sinceBoot, .seconds(1200)))
    }

    private func fetch() async {
        lines.append("fetch")
        stepped.connection.set(streams: HistoryStreams.configurations(isLater: flip()))
        await stepped.client.runtime.configurations.fetchOnce()
    }

    private func dispatch() async throws {
        while stepped.connection.counts.events > 0 { try await answer() }
        lines.append("dispatch")
        try await stepped.dispatch { try await self.answerEvents() }
    }

    private func flush(for duration: Duration) async throws {
        lines.append("flush for \(duration)")
        let end = try await stepped.flush(for: duration) {
            try await self.answer()
        } wait: {
            try await self.advance(by: $0)
        }
        lines.append("flushed: \(end)")
    }

    private func changeCircumstances() async {
        let kind = pick(0..<5)
        lines.append("circumstances \(kind)")
        switch kind {
        case 0: await stepped.receive(.conditions(flip() ? [.lowPower, .expensive] : []))
        case 1:
            let status = NetworkStatus(isReachable: flip(), isExpensive: flip(), isConstrained: flip())
            await stepped.receive(.network(status))
        case 2: await stepped.receive(.networkReturned)
        case 3: await stepped.receive(.external)
        default:
            stepped.client.noteNetworkActivity()
            await stepped.receive(.primaryTraffic)
        }
    }

    private func changeSession() async {
        let kind = pick(0..<4)
        lines.append("session \(kind)")
        switch kind {
        case 0: await stepped.client.enterBackground()
        case 1: await stepped.client.enterForeground()
        case 2: stepped.client.resetSession()
        default: stepped.client.beginPageview()
        }
    }

    private func changeSettings() async {
        if flip() {
            let mode = mode()
            lines.append("mode \(mode)")
            return stepped.client.set(dispatchMode: mode)
        }
        let consent = pick([Consent.granted, .granted, .pending, .declined])
        lines.append("consent \(consent): \(await stepped.client.set(consent: consent))")
    }

    private func changeContext() {
        lines.append("context")
        let number = pick(0..<100)
        stepped.client.updateContext {
            $0.page.id = number
            $0.performer.groups = ["group \(number)", "user"]
            $0["mood"] = "good"
        }
    }

    private func mode() -> DispatchMode {
        pick([DispatchMode.immediate, .periodic(), .periodic(.seconds(5)), .manual, .piggyback()])
    }

    // MARK: - What servers answer

    /// Answers one of the requests that are held.
    private func answer() async throws {
        let held = stepped.connection.held
        guard !held.isEmpty else { return }
        try await answer(pick(held))
    }

    /// Answers one of the requests with events.
    private func answerEvents() async throws {
        try await answer(pick(stepped.connection.held.filter(\.hasEvents)))
    }

    /// Answers all requests for schemas, before time passes.
    private func answerSchemas() async throws {
        while let held = stepped.connection.held.first(where: { !$0.hasEvents }) { try await answer(held) }
    }

    private func answer(_ held: HeldConnection.Held) async throws {
        note()
        let answer = held.hasEvents ? answerToEvents(try held.ids) : answerForSchema(held.request)
        lines.append("answer to \(held.text.prefix { $0 != "\n" }): \(Self.text(of: answer))")
        known.remove(held.text)
        stepped.connection.answer(held, answer)
        await stepped.settle()
        note()
    }

    private func answerForSchema(_ request: NetworkRequest) -> HeldConnection.Answer {
        switch pick(0..<5) {
        case 0: .success(CompleteResponse(status: 503))
        case 1: .failure(NetworkError(.timedOut, "no response"))
        case 2: .success(CompleteResponse(status: 404))
        default: .success(CompleteResponse(status: 200, body: CountedEvent.schema(at: request.url.path).jsonBytes))
        }
    }

    private func answerToEvents(_ ids: [String]) -> HeldConnection.Answer {
        var headers: [String: String] = flip() ? ["Date": "Thu, 01 Jan 2026 00:00:00 GMT"] : [:]
        let named = ids.filter { _ in pick(0..<3) == 0 }
        switch pick(0..<14) {
        case 0:
            headers["Retry-After"] = "\(pick(0..<100))"
            return .success(CompleteResponse(status: pick([429, 503]), headers: headers))
        case 1: return .success(CompleteResponse(status: 413, headers: headers))
        case 2: return lists(400, headers, invalid: named, error: [])
        case 3: return lists(500, headers, invalid: [], error: ids)
        case 4: return lists(500, headers, invalid: [], error: named)
        case 5: return lists(207, headers, invalid: Array(named.prefix(1)), error: Array(named.dropFirst()))
        case 6: return .failure(NetworkError(pick(NetworkError.Code.allCases), "broken"))
        case 7: return .success(CompleteResponse(status: pick([302, 400, 403, 404, 415, 500, 502]), headers: headers))
        default: return .success(CompleteResponse(status: 201, headers: headers))
        }
    }

    private func lists(
        _ status: Int, _ headers: [String: String], invalid: [String], error: [String]
    ) -> HeldConnection.Answer {
        guard case .response(let response) = SenderBench.lists(status, invalid: invalid, error: error) else {
            return .failure(NetworkError(.reset, "broken"))
        }
        return .success(CompleteResponse(status: status, headers: headers, body: response.body))
    }

    private static func text(of answer: HeldConnection.Answer) -> String {
        switch answer {
        case .success(let response): "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
        case .failure(let error): error.code.rawValue
        }
    }

    // MARK: - What is noted

    /// Notes what the client has done since the last time.
    private func note() {
        let entries = log.entries
        lines += entries.dropFirst(loggedEntries).map { entry in
            let metadata = entry.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "log \(entry.level) \(entry.message) \(metadata.joined(separator: " "))"
        }
        loggedEntries = entries.count
        lines += drops.withLock { drops in
            defer { drops = [] }
            return drops
        }
        let held = stepped.connection.held.map(\.text)
        lines += held.filter { !known.contains($0) }
        known = Set(held)
    }

    // MARK: - Choices

    private func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    private func pick<Element>(_ list: [Element]) -> Element { list[pick(0..<list.count)] }
    private func flip() -> Bool { Bool.random(using: &random) }
}
