import EventPlatformTesting
import EventSchema
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct EventPlatformClientsTests {
    /// Submits an event, sends what waits, and returns all events that were sent so far.
    private func submit(
        _ client: EventPlatformClient?, of platform: RemotePlatform
    ) async throws -> [(host: String, event: JSONValue)] {
        let client = try #require(client)
        await client.loadConfigurations()
        client.submitClick(stream: "app.toolbar")
        await client.dispatch()
        return platform.sent
    }

    // MARK: - From layer to layer

    @Test func `the defaults come into force first, then the fetched document, then the cached one`() async throws {
        let platform = try RemotePlatform()
        platform.serve(
            RemoteDocuments.document(
                version: 1, RemoteDocuments.bundle("a", endpoint: "https://fetched.example"),
                RemoteDocuments.bundle("b")))
        let clients = platform.makeClients(RemotePlatform.bundle("a"))
        #expect(clients.namespaces == ["a"])
        #expect(clients["b"] == nil)
        let first = clients["a"]
        await clients.refresh()
        #expect(platform.calls.withLock { $0.last } == "fetched: a, b")
        #expect(clients["a"] === first, "a change of its settings is no new client")
        #expect(try await submit(clients["a"], of: platform).last?.host == "fetched.example")
        await clients.shutdown(deadline: .zero)

        platform.serve(nil)
        let later = platform.makeClients(RemotePlatform.bundle("a"))
        #expect(await later.activeConfiguration == ActiveConfiguration(namespaces: ["a", "b"], state: .cached))
        await later.refresh()
        #expect(platform.calls.withLock { $0.last } == "cached: a, b")
        #expect(try await submit(later["a"], of: platform).last?.host == "fetched.example")
        await later.shutdown(deadline: .zero)
    }

    @Test func `the handler is called for the defaults first, and then for the document, once`() async throws {
        let platform = try RemotePlatform()
        platform.serve(RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a")))
        let clients = platform.makeClients(RemotePlatform.bundle("a"))
        await clients.refresh()
        await clients.refresh()
        #expect(platform.calls.withLock { $0 } == ["default: a", "fetched: a"])
        await clients.shutdown(deadline: .zero)
        #expect(clients.diagnostics == [])
    }

    @Test func `only a higher version is applied`() async throws {
        let platform = try RemotePlatform()
        let clients = platform.makeClients(RemotePlatform.bundle("a"))
        func serve(_ version: Int, _ host: String) async -> RefreshResult {
            platform.serve(
                RemoteDocuments.document(
                    version: version, RemoteDocuments.bundle("a", endpoint: "https://\(host).example")))
            return await clients.refresh()
        }
        func host() -> String? {
            clients["a"]?.configuration.network.destinations.url(of: Destinations.analytics)?.host
        }
        _ = await serve(5, "five")  // the first fetch of the clients themselves may have it already
        #expect(host() == "five.example")
        #expect(await serve(5, "same") == .unchanged)
        #expect(await serve(4, "older") == .unchanged)
        #expect(host() == "five.example")
        #expect(await serve(6, "six") == .applied(ActiveConfiguration(namespaces: ["a"], state: .fetched)))
        #expect(host() == "six.example")
        await clients.shutdown(deadline: .zero)
    }

    @Test func `the entity tag of the document in force is sent, and 304 changes nothing`() async throws {
        let platform = try RemotePlatform()
        platform.serve(RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a")))
        let clients = platform.makeClients()
        await clients.refresh()
        #expect(await clients.refresh() == .unchanged)
        #expect(platform.requests.last?.headers["If-None-Match"] != nil)
        await clients.shutdown(deadline: .zero)
    }

    @Test func `a document that cannot be used is reported, and the clients go on`() async throws {
        let platform = try RemotePlatform()
        platform.serve(RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a")))
        let clients = platform.makeClients()
        await clients.refresh()
        for document: JSONValue in [[], ["configurationVersion": 2], RemoteDocuments.document(version: 2)] {
            platform.serve(document)
            await clients.refresh()
            #expect(clients.namespaces == ["a"])
        }
        platform.serve(RemoteDocuments.document(version: 3, RemoteDocuments.bundle("a", endpoint: "gopher://x")))
        await clients.refresh()
        #expect(
            clients.diagnostics.last?.message.hasPrefix("configurationBundle[0].networkConfiguration.endpoint") == true)
        #expect(try await submit(clients["a"], of: platform).last?.host == "intake.example")
        await clients.shutdown(deadline: .zero)
    }

    /// Fails when a restart makes the clients of the latest document alone.
    @Test func `a broken bundle, and one that is not named, keep the last good one after restarts`() async throws {
        let platform = try RemotePlatform()
        var clients = platform.makeClients(RemotePlatform.bundle("a"), RemotePlatform.bundle("code"))
        platform.serve(
            RemoteDocuments.document(
                version: 1, RemoteDocuments.bundle("a", endpoint: "https://good.example"),
                RemoteDocuments.bundle("b"), RemoteDocuments.bundle("c")))
        await clients.refresh()
        platform.serve(
            RemoteDocuments.document(
                version: 2, RemoteDocuments.bundle("a", endpoint: "https://bro ken.example"),
                ["namespace": "c"]))
        await clients.refresh()
        for _ in 0..<2 {
            #expect(Set(clients.namespaces) == ["a", "b", "code"])
            #expect(try await submit(clients["a"], of: platform).last?.host == "good.example")
            #expect(clients["a"]?.ledger.total.pending == 0)
            #expect(clients.diagnostics.contains { $0.message.contains("[0].networkConfiguration.endpoint") })
            await clients.shutdown(deadline: .zero)
            clients = platform.makeClients(RemotePlatform.bundle("a"), RemotePlatform.bundle("code"))
            _ = await clients.activeConfiguration
        }
        platform.serve(RemoteDocuments.document(version: 3, RemoteDocuments.bundle("c")))
        await clients.refresh()
        #expect(Set(clients.namespaces) == ["a", "b", "c", "code"])
        await clients.shutdown(deadline: .zero)
    }

    /// Fails when a process forgets the bundles that it has from the cache alone.
    @Test func `a namespace that later documents do not name stays, over two restarts, in the cached layer`()
        async throws
    {
        let platform = try RemotePlatform()
        let documents = [
            RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a"), RemoteDocuments.bundle("b")),
            RemoteDocuments.document(version: 2, RemoteDocuments.bundle("a", endpoint: "https://newer.example")),
        ]
        for document in documents {
            platform.serve(document)
            let clients = platform.makeClients()
            await clients.refresh()
            #expect(Set(clients.namespaces) == ["a", "b"])
            await clients.shutdown(deadline: .zero)
        }
        platform.serve(nil)
        let clients = platform.makeClients()
        let active = await clients.activeConfiguration
        #expect(active.state == .cached && Set(active.namespaces) == ["a", "b"])
        for namespace in active.namespaces {
            let settings = try #require(clients[namespace]).explainSettings()
            #expect(settings.first { $0.name == "networkConfiguration.endpoint" }?.layer == .cached)
            #expect(settings.first { $0.name == "clientConfiguration.emitRange" }?.layer == .default)
        }
        #expect(try await submit(clients["a"], of: platform).last?.host == "newer.example")
        #expect(try await submit(clients["b"], of: platform).last?.host == "intake.example")
        await clients.shutdown(deadline: .zero)
    }

    /// Fails when the clients of code start before the cached document, and so with other settings.
    @Test func `no client starts before the registry does, and then each one does`() async throws {
        let platform = try RemotePlatform()
        let (code, remote) = (RemotePlatform.bundle("a"), RemotePlatform.bundle("b"))
        let registry = platform.makeRegistry(code)
        registry.create([code])
        await registry.apply([code, remote], layer: .cached)
        for _ in 0..<1000 { await Task.yield() }  // a client that was started would run now
        #expect(registry.clients.count == 2)
        for (_, client) in registry.clients { #expect(await !client.fetches) }
        registry.start()
        await registry.apply([RemotePlatform.bundle("c")], layer: .fetched)
        #expect(registry.clients.count == 3)
        for (_, client) in registry.clients { await until("each client runs") { await client.fetches } }
        for (_, client) in registry.clients { _ = await client.shutdown(deadline: .zero) }
    }

    /// Fails when clients of the cached document start after the shutdown, and run on.
    @Test func `a shutdown at once leaves no client of the cached document running`() async throws {
        let platform = try RemotePlatform()
        let names = (0..<5).map { "n\($0)" }
        var document: JSONObject = try #require(RemoteDocuments.document(version: 1).object)
        document["configurationBundle"] = .array(names.map { RemoteDocuments.bundle($0) })
        platform.serve(.object(document))
        let first = platform.makeClients()
        await first.refresh()
        await first.shutdown(deadline: .zero)
        for _ in 0..<20 {
            let clients = platform.makeClients()
            let reports = await clients.shutdown(deadline: .zero)
            #expect(Set(reports.keys).isSubset(of: names))
            for name in names {
                guard let client = clients[name] else { continue }
                client.submitClick(stream: "app.toolbar")
                #expect(client.ledger.total.dropped[.shutDown] == 1)
            }
        }
    }

    /// Fails when a pipe is opened, which waits for ever.
    @Test(arguments: ["pipe", "directory", "large"])
    func `a cache that is no regular file of some size is reported and not read`(kind: String) async throws {
        let platform = try RemotePlatform()
        let file = platform.folder.file(RemoteConfigurationCache.fileName)
        switch kind {
        case "pipe": #expect(mkfifo(file.path, 0o600) == 0)
        case "directory": try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        default: try Data(repeating: 32, count: 9 << 20).write(to: file)
        }
        let clients = platform.makeClients(RemotePlatform.bundle("a"))
        #expect(await clients.activeConfiguration == ActiveConfiguration(namespaces: ["a"], state: .default))
        #expect(clients.diagnostics.contains { $0.message.contains(file.path) }, "\(clients.diagnostics)")
        await clients.shutdown(deadline: .zero)
    }

    /// 16 parts, 10 000 documents altogether, unless `EVENT_MUTATED_PARTS` says otherwise, as for the thread sanitizer.
    private static let mutatedParts =
        ProcessInfo.processInfo.environment["EVENT_MUTATED_PARTS"].flatMap(UInt64.init) ?? 16

    @Test(arguments: 25..<25 + mutatedParts)
    func `running clients keep sending after 625 mutated documents`(seed: UInt64) async throws {
        let platform = try RemotePlatform()
        let clients = platform.makeClients(inMemory: true, RemotePlatform.bundle("intact"))
        let intact = try #require(clients["intact"])
        let example = try #require(RemoteDocuments.source["configurationBundle"]?.array?.first)
        var mutator = DocumentMutator(generator: SeededGenerator(seed: seed))
        for version in 1...625 {
            let broken = mutator.mutated(example)
            platform.serve(RemoteDocuments.document(version: version, broken, RemoteDocuments.bundle("intact")))
            await clients.refresh()
            #expect(clients["intact"] === intact)
        }
        #expect(try await submit(intact, of: platform).last?.host == "intake.example")
        await clients.shutdown(deadline: .zero)
    }

    // MARK: - Removing and coming back

    @Test func `a bundle without a network removes the client, which comes back with its events`() async throws {
        let platform = try RemotePlatform()
        platform.serve(
            RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a"), RemoteDocuments.bundle("b")))
        let clients = platform.makeClients()
        await clients.refresh()
        let removed = try #require(clients["a"])
        await removed.loadConfigurations()
        removed.submitClick(stream: "app.toolbar")
        await removed.persist()

        platform.serve(RemoteDocuments.document(version: 2, RemoteDocuments.bundle("a", endpoint: nil)))
        await clients.refresh()
        #expect(clients.namespaces == ["b"])
        #expect(clients["a"] == nil)
        removed.submitClick(stream: "app.toolbar")
        #expect(removed.ledger.total.dropped[.shutDown] == 1)
        #expect(platform.sent.isEmpty)

        platform.serve(RemoteDocuments.document(version: 3, RemoteDocuments.bundle("a")))
        await clients.refresh()
        #expect(clients.namespaces == ["b", "a"])
        await clients["a"]?.dispatch()
        #expect(platform.sent.count == 1)
        await clients.shutdown(deadline: .zero)
    }

    /// In memory, where `set(consent:)` returns false: only the process has the user's decision.
    @Test func `a client that a later document brings back keeps what the app and the user decided`() async throws {
        let platform = try RemotePlatform()
        platform.serve(RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a")))
        let clients = platform.makeClients(inMemory: true)
        await clients.refresh()
        let first = try #require(clients["a"])
        first.subject.userId = "Ada"
        first.set(dispatchMode: .immediate)
        first.updateContext { $0.page.title = "Blue whale" }
        await first.set(conditions: [.lowPower])
        await first.enterBackground()
        first.experimentOverrides = ExperimentOverrides(parameter: "larger-search-field:treatment")
        #expect(await !first.set(consent: .declined))

        platform.serve(RemoteDocuments.document(version: 2, RemoteDocuments.bundle("a", endpoint: nil)))
        await clients.refresh()
        platform.serve(RemoteDocuments.document(version: 3, RemoteDocuments.bundle("a")))
        await clients.refresh()
        let second = try #require(clients["a"])
        #expect(second !== first)
        #expect(second.subject.userId == "Ada")
        #expect(second.dispatchMode == .immediate)
        #expect(second.context.page.title == "Blue whale")
        #expect(await second.conditions == [.lowPower, .background])
        #expect(second.sessionID == nil, "in the background no session begins")
        #expect(second.experimentOverrides == first.experimentOverrides && second.experimentOverrides != nil)
        #expect(second.consent == .declined)
        #expect(try await submit(second, of: platform).isEmpty)
        #expect(second.ledger.total.dropped[.consentDeclined] == 1)
        await clients.shutdown(deadline: .zero)
    }

    /// Fails when what was decided is read at the removal.
    @Test func `a refusal counts that comes after the removal of the client`() async throws {
        let platform = try RemotePlatform()
        platform.serve(RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a")))
        let clients = platform.makeClients()
        await clients.refresh()
        let first = try #require(clients["a"])
        await first.set(consent: .granted)
        platform.serve(RemoteDocuments.document(version: 2, RemoteDocuments.bundle("a", endpoint: nil)))
        await clients.refresh()
        await first.set(consent: .declined)
        platform.serve(RemoteDocuments.document(version: 3, RemoteDocuments.bundle("a")))
        await clients.refresh()
        #expect(clients["a"]?.consent == .declined)
        await clients.shutdown(deadline: .zero)
    }

    @Test func `the clients share the marks of primary traffic`() async throws {
        let platform = try RemotePlatform()
        platform.serve(
            RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a"), RemoteDocuments.bundle("b")))
        let clients = platform.makeClients()
        await clients.refresh()
        for namespace in ["a", "b"] { #expect(clients[namespace]?.primaryTraffic === clients.primaryTraffic) }
        await clients.shutdown(deadline: .zero)
    }

    // MARK: - What cannot be used

    /// Fails when a setting that cannot be used counts as one that the document does not name.
    @Test(
        arguments: [
            ["clientConfiguration": ["consent": "declind"]], ["clientConfiguration": "declined"],
            ["networkConfiguration": ["endpoint": "https://bro ken.example"], "clientConfiguration": ["consent": 1]],
        ] as [JSONObject])
    func `a misspelt value lifts no refusal of the document before, after a restart neither`(
        settings: JSONObject
    ) async throws {
        let platform = try RemotePlatform()
        var clients = platform.makeClients(RemotePlatform.bundle("a"))
        platform.serve(
            RemoteDocuments.document(
                version: 1, RemoteDocuments.bundle("a", ["clientConfiguration": ["consent": "declined"]])))
        await clients.refresh()
        platform.serve(RemoteDocuments.document(version: 2, RemoteDocuments.bundle("a", settings)))
        for _ in 0..<2 {
            await clients.refresh()
            #expect(clients["a"]?.consent == .declined)
            #expect(
                clients.diagnostics.contains { $0.message.hasSuffix("what the bundle before says stays in force") },
                "\(clients.diagnostics)")
            await clients.shutdown(deadline: .zero)
            clients = platform.makeClients(RemotePlatform.bundle("a"))
            _ = await clients.activeConfiguration
        }
        platform.serve(RemoteDocuments.document(version: 3, RemoteDocuments.bundle("a")))
        await clients.refresh()
        #expect(clients["a"]?.consent == .granted, "a document that does not name the setting takes it away")
        await clients.shutdown(deadline: .zero)
    }

    // MARK: - The start

    /// Fails when Foundation looks on the disk for whether a path is a folder.
    @Test func `the clients are created without a look at the disk`() throws {
        let platform = try RemotePlatform()
        let names = ["a.sqlite", RemoteConfigurationCache.fileName]
        for name in names {
            try FileManager.default.createDirectory(
                at: platform.folder.file(name), withIntermediateDirectories: true)
        }
        let cache = RemoteConfigurationCache(beside: .file(platform.folder.file("base.sqlite")))
        #expect(cache.file?.hasDirectoryPath == false)
        let clients = platform.makeClients(RemotePlatform.bundle("a"))
        let store = try #require(clients["a"]?.configuration.store.location.fileURL())
        #expect(!store.hasDirectoryPath)
    }

    // MARK: - The end

    /// Fails when the shutdown waits for the handler, or each client's deadline begins after that of the document.
    @Test func `a shutdown returns at its deadline while the handler does not`() async throws {
        let platform = try RemotePlatform()
        let (entered, gate) = (Signal(), DispatchSemaphore(value: 0))
        let clients = platform.makeClients(RemotePlatform.bundle("a"), RemotePlatform.bundle("b")) {
            entered.raise()
            gate.wait()
        }
        defer { gate.signal() }
        await entered.wait(after: 0)
        async let reports = clients.shutdown(deadline: .seconds(2))
        try await platform.clock.waitForSleep(of: .seconds(2))
        platform.clock.advance(by: .seconds(2))
        #expect(await Set(reports.keys) == ["a", "b"])
        #expect(platform.clock.sinceBoot < platform.start + .milliseconds(2001))
    }

    @Test func `a shutdown returns at its deadline while a document waits for a store`() async throws {
        let platform = try RemotePlatform()
        let store = BlockingStore()
        let clients = platform.makeClients(RemotePlatform.bundle("a"), store: store)
        let client = try #require(clients["a"])
        await client.loadConfigurations()
        client.submitClick(stream: "app.toolbar")
        await client.persist()
        store.set(isOpen: false)
        defer { store.set(isOpen: true) }
        platform.serve(
            RemoteDocuments.document(
                version: 1, RemoteDocuments.bundle("a", ["clientConfiguration": ["consent": "declined"]])))
        clients.refresh { _, _ in }
        await until("the document is applied") { client.consent == .declined }
        await store.blocked.wait(after: 0)
        async let reports = clients.shutdown(deadline: .seconds(2))
        try await platform.clock.waitForSleep(of: .seconds(2))
        platform.clock.advance(by: .seconds(2))
        try await platform.clock.waitForSleep(of: .milliseconds(40))
        platform.clock.advance(by: .milliseconds(40))
        #expect(await reports["a"]?.end == .deadline)
    }

    /// Fails when the clients are changed one after the other, or the document is kept after that.
    @Test func `a document is in force for every client, and kept, while a store does not respond`() async throws {
        let platform = try RemotePlatform()
        let store = BlockingStore()
        let clients = platform.makeClients(RemotePlatform.bundle("a"), RemotePlatform.bundle("b"), store: store)
        for namespace in ["a", "b"] {
            let client = try #require(clients[namespace])
            await client.loadConfigurations()
            client.submitClick(stream: "app.toolbar")
            await client.persist()
        }
        store.set(isOpen: false)
        defer { store.set(isOpen: true) }
        let declined: JSONObject = ["clientConfiguration": ["consent": "declined"]]
        platform.serve(
            RemoteDocuments.document(
                version: 1, RemoteDocuments.bundle("a", declined), RemoteDocuments.bundle("b", declined)))
        clients.refresh { _, _ in }
        await store.blocked.wait(after: 0)
        await until("both clients adopt the refusal") {
            clients["a"]?.consent == .declined && clients["b"]?.consent == .declined
        }
        #expect(FileManager.default.fileExists(atPath: platform.folder.path(RemoteConfigurationCache.fileName)))
        store.set(isOpen: true)
        await clients.shutdown(deadline: .seconds(1))
    }

    // MARK: - Waiting

    @Test func `activeConfiguration is that of the first callback, and then that of each document`() async throws {
        let platform = try RemotePlatform()
        platform.serve(RemoteDocuments.document(version: 1, RemoteDocuments.bundle("b")))
        let clients = platform.makeClients(waits: true, RemotePlatform.bundle("a"))
        let first = await clients.activeConfiguration
        #expect(first.state != .cached && first.namespaces.first == "a")
        await clients.refresh()
        #expect(await clients.activeConfiguration == ActiveConfiguration(namespaces: ["a", "b"], state: .fetched))
        await clients.shutdown(deadline: .zero)
    }

    @Test func `a slow document delays no client, and is given up at its time-out`() async throws {
        let platform = try RemotePlatform()
        let clock = platform.clock
        platform.respond { _ in
            try await clock.sleep(for: .seconds(3600))
            return NetworkResponse(status: 200)
        }
        let clients = platform.makeClients(RemotePlatform.bundle("a"))
        #expect(try await submit(clients["a"], of: platform).count == 1)
        try await clock.waitForSleep(of: .seconds(3600))
        clock.advance(by: .seconds(30))
        try await clock.waitForSleep(of: .seconds(30))  // until the first retry
        #expect(clients.diagnostics.last?.message.contains("30") == true, "\(clients.diagnostics)")
        await clients.shutdown(deadline: .zero)
    }

    @Test func `an oversized document is not used, and one of the maximum size is`() async throws {
        let platform = try RemotePlatform()
        func document(version: Int, bytes: Int) -> [UInt8] {
            let json = RemoteDocuments.document(version: version, RemoteDocuments.bundle("a")).jsonBytes
            return json + Array(repeating: UInt8(ascii: " "), count: bytes - json.count)
        }
        let clients = platform.makeClients()
        for (version, bytes, isUsed) in [(1, 1 << 20, true), (2, (1 << 20) + 1, false)] {
            let body = document(version: version, bytes: bytes)
            platform.respond { _ in NetworkResponse(status: 200, body: body) }
            let result = await clients.refresh()
            if case .failed = result { #expect(!isUsed) } else { #expect(isUsed) }
        }
        #expect(clients.namespaces == ["a"])
        #expect(clients.diagnostics.last?.kind == .configurationUnavailable, "\(clients.diagnostics)")
        await clients.shutdown(deadline: .zero)
    }

    @Test func `clients that are released while a document is requested are deallocated`() async throws {
        let platform = try RemotePlatform()
        let clock = platform.clock
        platform.respond { _ in
            try await clock.sleep(for: .seconds(3600))
            return NetworkResponse(status: 200)
        }
        weak var client: EventPlatformClient?
        do {
            let clients = platform.makeClients(inMemory: true, RemotePlatform.bundle("a"))
            client = clients["a"]
            #expect(client != nil)
            try await clock.waitForSleep(of: .seconds(3600))
        }
        await until("the client is released") { client == nil }
    }

    @Test func `nothing is sent before the handler has returned`() async throws {
        let platform = try RemotePlatform()
        let clients = platform.makeClients(RemotePlatform.bundle("a")) {
            #expect(platform.connection.requests.allSatisfy { $0.method == .get })
        }
        let client = try #require(clients["a"])
        client.set(dispatchMode: .immediate)
        await client.loadConfigurations()
        client.submitClick(stream: "app.toolbar")
        await client.persist()
        _ = try await platform.connection.waitForRequest()
        #expect(platform.calls.withLock { $0 } == ["default: a"])
        await clients.shutdown(deadline: .zero)
    }

    @Test func `with waitsForConfiguration nothing is sent until the document is applied`() async throws {
        let platform = try RemotePlatform()
        let clients = platform.makeClients(waits: true, RemotePlatform.bundle("a"))
        #expect(try await submit(clients["a"], of: platform).isEmpty)
        await clients.refresh()
        await clients["a"]?.dispatch()
        #expect(platform.sent.isEmpty)
        platform.serve(
            RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a", endpoint: "https://fetched.example")))
        await clients.refresh()
        await clients["a"]?.dispatch()
        #expect(platform.sent.map(\.host) == ["fetched.example"])
        await clients.shutdown(deadline: .zero)
    }

    @Test func `with waitsForConfiguration events are sent after ten retries have failed`() async throws {
        let platform = try RemotePlatform()
        let clients = platform.makeClients(waits: true, RemotePlatform.bundle("a"))
        // The clients make the first request by themselves, before or after those here.
        for number in 0..<9 {
            #expect(try await submit(clients["a"], of: platform).isEmpty, "after \(number) or \(number + 1) failures")
            await clients.refresh()
        }
        for _ in 0..<2 { await clients.refresh() }
        await clients["a"]?.dispatch()
        #expect(platform.sent.count == 9)
        await clients.shutdown(deadline: .zero)
    }

    // MARK: - What the app has set

    @Test func `a userId that was set at run time stays through a refresh`() async throws {
        let platform = try RemotePlatform()
        platform.serve(
            RemoteDocuments.document(
                version: 1,
                RemoteDocuments.bundle("a", ["subjectConfiguration": ["userId": "document", "language": "de"]])))
        let clients = platform.makeClients()
        await clients.refresh()
        let client = try #require(clients["a"])
        #expect(client.subject.userId == "document")
        client.subject.userId = "my-runtime-updated-userId"
        platform.serve(
            RemoteDocuments.document(
                version: 2,
                RemoteDocuments.bundle("a", ["subjectConfiguration": ["userId": "later", "language": "en"]])))
        await clients.refresh()
        #expect(client.subject.userId == "my-runtime-updated-userId")
        #expect(client.subject.language == "en")
        let event = try await submit(client, of: platform).last?.event
        #expect(event?["performer"]?["name"] == "my-runtime-updated-userId")
        #expect(event?["agent"]?["device_language"] == "en")
        let layers = Dictionary(uniqueKeysWithValues: client.explainSettings().map { ($0.name, $0.layer) })
        #expect(layers["subjectConfiguration.userId"] == .runTime)
        #expect(layers["subjectConfiguration.language"] == .fetched)
        #expect(layers["clientConfiguration.emitRange"] == .default)
        await clients.shutdown(deadline: .zero)
    }

    @Test func `a field that the app has emptied stays empty`() async throws {
        let platform = try RemotePlatform()
        let clients = platform.makeClients(RemotePlatform.bundle("a"))
        let client = try #require(clients["a"])
        client.subject.userId = nil
        platform.serve(
            RemoteDocuments.document(
                version: 1, RemoteDocuments.bundle("a", ["subjectConfiguration": ["userId": "document"]])))
        await clients.refresh()
        #expect(client.subject.userId == nil)
        await clients.shutdown(deadline: .zero)
    }

    @Test func `dispatch mode and consent of the app stay, and the session goes on`() async throws {
        let platform = try RemotePlatform()
        let clients = platform.makeClients(RemotePlatform.bundle("a"), RemotePlatform.bundle("b"))
        let (a, b) = (try #require(clients["a"]), try #require(clients["b"]))
        a.submitClick(stream: "app.toolbar")
        let session = a.sessionID
        a.set(dispatchMode: .periodic(.seconds(77)))
        await a.set(consent: .granted)
        let settings: JSONObject = [
            "clientConfiguration": ["dispatchMode": ["mode": "immediate"], "consent": "pending"]
        ]
        platform.serve(
            RemoteDocuments.document(
                version: 1, RemoteDocuments.bundle("a", settings), RemoteDocuments.bundle("b", settings)))
        await clients.refresh()
        #expect(a.dispatchMode == .periodic(.seconds(77)) && b.dispatchMode == .immediate)
        #expect(a.consent == .granted && b.consent == .pending)
        #expect(a.sessionID == session && session != nil)
        await clients.shutdown(deadline: .zero)
    }

    // MARK: - Switches and throttles

    @Test func `attributes of a group that is switched off are not sent until it is switched on`() async throws {
        let platform = try RemotePlatform()
        func serve(_ version: Int, _ isOn: Bool) {
            platform.serve(
                RemoteDocuments.document(
                    version: version,
                    RemoteDocuments.bundle(
                        "a", ["trackerConfiguration": ["sessionContext": .bool(isOn), "screenContext": .bool(isOn)]])))
        }
        serve(1, false)
        let clients = platform.makeClients()
        await clients.refresh()
        let client = try #require(clients["a"])
        client.updateContext { $0.page.title = "Blue whale" }
        var event = try await submit(client, of: platform).last?.event
        #expect(event?["performer"]?["session_id"] == nil && event?["page"]?["title"] == nil && event != nil)
        serve(2, true)
        await clients.refresh()
        event = try await submit(client, of: platform).last?.event
        #expect(event?["performer"]?["session_id"] != nil && event?["page"]?["title"] == "Blue whale")
        await clients.shutdown(deadline: .zero)
    }

    @Test(arguments: [false, true])
    func `a kill switch drops what is submitted, and what is stored if asked`(includesStored: Bool) async throws {
        let platform = try RemotePlatform()
        let clients = platform.makeClients(RemotePlatform.bundle("a"))
        let client = try #require(clients["a"])
        await client.loadConfigurations()
        for _ in 0..<400 { client.submitClick(stream: "app.toolbar") }
        await client.persist()
        let off: JSONValue = ["app.toolbar": ["share": 0, "includesStored": .bool(includesStored)]]
        platform.serve(
            RemoteDocuments.document(
                version: 1, RemoteDocuments.bundle("a", ["clientConfiguration": ["streamThrottles": off]])))
        await clients.refresh()
        client.submitClick(stream: "app.toolbar")
        await client.dispatch()
        #expect(client.ledger.total.dropped[.throttled] == (includesStored ? 401 : 1))
        #expect(platform.sent.count == (includesStored ? 0 : 400))
        #expect(client.ledger.total.pending == 0)
        await clients.shutdown(deadline: .zero)
    }

    @Test func `a throttle passes its share of sessions, and a larger share all of those of a smaller one`() {
        var generator = SeededGenerator(seed: 7)
        let sessions = (0..<5000).map { _ in String(generator.next(), radix: 16) + "0123456789" }
        func passing(_ share: Double) -> Set<String> {
            Set(sessions.filter { Throttle(share: share).passes(session: $0) })
        }
        let (small, large) = (passing(0.1), passing(0.3))
        #expect((425...575).contains(small.count) && (1375...1625).contains(large.count))
        #expect(small.isSubset(of: large))
        #expect(passing(0).isEmpty && passing(1).count == sessions.count)
        #expect(Throttle(share: 1).passes(session: nil) && !Throttle(share: 0.9).passes(session: nil))
    }

    // MARK: - Several namespaces

    @Test func `each namespace has a store file of its own, and shutdown reports on each`() async throws {
        let platform = try RemotePlatform()
        let clients = platform.makeClients(RemotePlatform.bundle("a"), RemotePlatform.bundle("b/../c"))
        for namespace in clients.namespaces { _ = try await submit(clients[namespace], of: platform) }
        #expect(platform.sent.count == 2)
        let files = try FileManager.default.contentsOfDirectory(atPath: platform.folder.url.path)
        #expect(Set(files).isSuperset(of: ["a.sqlite", "b%2F..%2Fc.sqlite"]), "\(files)")
        let reports = await clients.shutdown(deadline: .seconds(1))
        #expect(Set(reports.keys) == ["a", "b/../c"])
        #expect(await clients.refresh() == .failed("the clients are shut down"))
    }
}

extension EventPlatformClient {
    /// Whether the client fetches stream configurations, as one that runs does.
    fileprivate var fetches: Bool { get async { await runtime.core.fetchStatus.isRunning } }
}
