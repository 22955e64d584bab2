import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

/// `eventctl queue` on store files that `eventctl send` has written.
@Suite(.waitLimit) struct QueueTests {
    private let folder: TemporaryFolder
    private let store: String
    private let streams: String

    init() throws {
        folder = try TemporaryFolder()
        store = folder.path("queue.sqlite")
        streams = try folder.write(
            #"{"streams": {"app.a": {"schema_title": "t"}, "app.b": {"schema_title": "t"}}}"#, to: "streams.json")
    }

    private static func line(_ stream: String, _ number: Int) -> String {
        #"{"$schema": "/t/1.0.0", "meta": {"stream": "\#(stream)", "id": "\#(stream)-\#(number)"}, "secret": "whale-\#(number)"}"#
    }

    /// Stores events of two streams without sending any.
    private func fill() async throws {
        let lines = (0..<10).map { Self.line($0.isMultiple(of: 2) ? "app.a" : "app.b", $0) }
        let file = try folder.write(lines.joined(separator: "\n"), to: "events.ndjson")
        let sent = try await Child.run(
            "eventctl", ["send", file, "--stream-configs", streams, "--store", store, "--no-flush"])
        #expect(sent.status == 0, "\(sent.errors)")
    }

    private func queue(_ arguments: String...) async throws -> Child.Result {
        try await Child.run("eventctl", ["queue", arguments[0], "--store", store] + arguments.dropFirst())
    }

    private func waiting() async throws -> Int? {
        let stats = try JSONValue(parsing: try await queue("stats", "--format", "json").output)
        return stats["waiting"]?.number?.int64.map(Int.init)
    }

    @Test func `prune drops and counts events older than the given age at the given date`() async throws {
        defer { folder.remove() }
        try await fill()
        #expect(try await queue("prune", "--older-than", "30").status == 0)
        #expect(try await waiting() == 10)
        let late = try await queue("prune", "--as-of", "2126-01-01", "--format", "json")
        #expect(late.status == 0)
        #expect(try JSONValue(parsing: late.output)["pruned"] == 10)
        let stats = try JSONValue(parsing: try await queue("stats", "--format", "json").output)
        #expect(stats["waiting"] == 0)
        #expect(stats["ledger"]?["dropped"]?["expired"] == 10)
    }

    @Test func `purge leaves no byte of an event in any file of the store`() async throws {
        defer { folder.remove() }
        try await fill()
        let before = try bytes()
        #expect(before.range(of: Data("whale-3".utf8)) != nil)
        let purged = try await queue("purge")
        #expect(purged.status == 0, "\(purged.errors)")
        let after = try bytes()
        for part in ["whale", "app.a-", "install"] { #expect(after.range(of: Data(part.utf8)) == nil, "\(part)") }
        let check = try await queue("check")
        #expect(check.status == 0 && check.output == "sound\n")
        #expect(try await waiting() == 0)
    }

    /// Everything in the store's files.
    private func bytes() throws -> Data {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("").path)
        return try names.filter { $0.hasPrefix("queue") }
            .reduce(into: Data()) { $0 += Data($1.utf8) + (try Data(contentsOf: folder.file($1))) }
    }

    @Test func `requeue selects events by stream and by id`() async throws {
        defer { folder.remove() }
        try await fill()
        func matching(_ arguments: String...) async throws -> JSONValue? {
            let result = try await Child.run(
                "eventctl", ["queue", "requeue", "--store", store, "--format", "json"] + arguments)
            #expect(result.status == 0, "\(result.errors)")
            return try JSONValue(parsing: result.output)["matching"]
        }
        #expect(try await matching() == 10)
        #expect(try await matching("--stream", "app.a") == 5)
        #expect(try await matching("--id", "app.b-3") == 1)
        #expect(try await matching("--stream", "app.a", "--id", "app.b-3") == 0)
    }

    @Test func `commands that write are refused while a client runs, and commands that read are not`() async throws {
        defer { folder.remove() }
        try await fill()
        let feed = folder.path("feed")
        guard mkfifo(feed, 0o600) == 0 else { throw POSIXError(.EIO) }
        // A client that runs until the pipe that it reads is closed.
        let child = try Child("eventctl", ["send", feed, "--stream-configs", streams, "--store", store, "--no-flush"])
        let writer = open(feed, O_WRONLY)
        let line = Array((Self.line("app.a", 99) + "\n").utf8)
        #expect(write(writer, line, line.count) == line.count)
        // Until the client owns the store, `prune` is not refused.
        try await until("the client owns the store") {
            if try await waiting() == nil { return true }
            return try await queue("prune").status != 0
        }
        for command in ["requeue", "prune", "purge"] {
            let result = try await queue(command)
            #expect(result.status == 70 && result.errors.contains("running client"), "\(command): \(result.errors)")
        }
        for command in ["stats", "list", "export", "check"] {
            #expect(try await queue(command).status == 0, "\(command)")
        }
        close(writer)
        #expect(await child.result().status == 0)
    }

    /// Fails when `send` waits for the store without a limit: it took 41 s, since each call that the store refused
    /// waited for 5 s. A duration is measured here because a deadline is what is promised.
    @Test func `while another program locks the store, commands say so and end`() async throws {
        defer { folder.remove() }
        try await fill()
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let file = try folder.write(
            (0..<100).map { Self.line("app.a", 100 + $0) }.joined(separator: "\n"), to: "more.ndjson")
        let begun = ContinuousClock.now
        let sent = try await Child.run(
            "eventctl",
            [
                "send", file, "--stream-configs", streams, "--store", store, "--intake", "http://127.0.0.1:1",
                "--deadline", "1",
            ])
        #expect(ContinuousClock.now - begun < .seconds(25))
        #expect(sent.status == 1 && sent.errors.contains("the store cannot be written"), "\(sent.errors)")
        let requeue = try await queue("requeue")
        #expect(requeue.status == 70 && requeue.errors.contains("locked by another program"), "\(requeue.errors)")
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(try await waiting() == 10)
    }

    /// Fails when the export has the stored form of an event whose schema is still loading.
    @Test func `an export of events that await their schema after a kill is sent as the file would be`() async throws {
        defer { folder.remove() }
        let events = (0..<2).map { Self.reading($0) }.joined(separator: "\n")
        let file = try folder.write(events, to: "events.ndjson")
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let schemas = try RawServer { _ in nil }
        defer { schemas.stop() }
        let child = try Child(
            "eventctl",
            [
                "send", file, "--stream-configs", server.url, "--schemas", schemas.url, "--store", store,
                "--deadline", "600",
            ])
        while try await awaiting() != 2 { await Task.yield() }
        child.send(SIGKILL)
        _ = await child.result()
        let exported = try await queue("export")
        #expect(exported.status == 0, "\(exported.errors)")
        let lines = exported.output.split(separator: "\n")
        let sizes = try await queue("list", "--format", "json").output.split(separator: "\n").map {
            try JSONValue(parsing: $0)["bytes"]
        }
        #expect(sizes == lines.map { .number($0.utf8.count) })
        let sent = try await Child.run(
            "eventctl", ["send", "-", "--stream-configs", server.url], input: Data(exported.output.utf8))
        #expect(sent.status == 0, "\(sent.errors)")
        let received = try await server.received().compactMap { $0["event"]?["element_id"]?.string }
        #expect(received == ["0", "1"])
        await server.stop()
    }

    /// Leaves an event in the store, or, without stream configurations, a submission that waits for them.
    private func leave(isHeld: Bool, isSealed: Bool, seed: UInt64) async {
        let location = store
        let platform = TestPlatform(
            streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed
        ) {
            $0.store.location = .file(URL(fileURLWithPath: location))
            guard isSealed else { return }
            $0.store.settings.cipher = EventCipher(seal: { $0.map { ~$0 } }, open: { $0.map { ~$0 } })
        }
        if !isHeld { await platform.loadConfigurations() }
        platform.client.submitClick(stream: "app", interactionData: .init(elementID: "\(seed)"))
        await platform.client.persist()
        _ = await platform.client.shutdown(deadline: .zero)
        #expect(platform.client.ledger.total.pending > 0, "\(platform.client.diagnostics)")
    }

    /// Fails when the command needs what is on the first page of the file.
    @Test func `salvage rebuilds a damaged store, and leaves another one as it is`() async throws {
        defer { folder.remove() }
        await leave(isHeld: false, isSealed: false, seed: 1)
        #expect(try await queue("salvage").output == "rebuilt: false\n")
        let file = URL(fileURLWithPath: store)
        var bytes = try Data(contentsOf: file)
        bytes.replaceSubrange(0..<8192, with: Data(count: 8192))
        try bytes.write(to: file)
        let export = try await queue("export")
        #expect(export.status == 70 && export.output.split(separator: "\n").count == 1)
        #expect(export.errors.contains("run `queue salvage`"), "\(export.errors)")
        #expect(try Data(contentsOf: file) == bytes, "a command that reads changes nothing")
        let salvage = try await queue("salvage")
        #expect(salvage.status == 0)
        #expect(
            salvage.output == """
                rebuilt: true
                events: 1
                lost: 0
                returned: 0
                accountLost: false
                setAside: \(store).set-aside

                """)
        #expect(try Data(contentsOf: URL(fileURLWithPath: store + ".set-aside")) == bytes)
        #expect(try await queue("check").status == 0)
        #expect(try await queue("export").status == 0)
        #expect(try await Child.run("eventctl", ["queue", "salvage", store]).output == "rebuilt: false\n")
        try folder.write("text", to: "notes.txt")
        let other = try await Child.run("eventctl", ["queue", "salvage", "--store", folder.path("notes.txt")])
        #expect(other.status == 70 && other.errors.contains("is not an event store"), "\(other.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("notes.txt.lock")))
    }

    /// Fails when sealed events are left out as if there were none.
    @Test func `an export counts sealed events, prints the others, and exits with 1`() async throws {
        defer { folder.remove() }
        await leave(isHeld: false, isSealed: false, seed: 1)
        #expect(try await queue("export").status == 0)
        await leave(isHeld: false, isSealed: true, seed: 2)
        let export = try await queue("export")
        #expect(export.status == 1)
        #expect(
            export.errors == "eventctl: 1 event is sealed by the app's cipher, which only the app has; not printed\n")
        let lines = try export.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(lines.map { $0["element_id"] } == ["1"])
    }

    @Test func `an export says that the sampling of what waits for stream configurations is not decided`() async throws
    {
        defer { folder.remove() }
        await leave(isHeld: true, isSealed: false, seed: 1)
        let export = try await queue("export")
        #expect(export.status == 0)
        #expect(
            export.errors
                == "eventctl: 1 submission waits for stream configurations; whether they are sampled is not decided\n")
        #expect(try JSONValue(parsing: export.output)["element_id"] == "1")
    }

    /// An event whose schema is none of the base schemas, which the client has without a repository.
    private static func reading(_ number: Int) -> String {
        let event: JSONObject = [
            "$schema": "/analytics/product_metrics/app/article_reading/1.0.0",
            "meta": ["stream": "app.article_reading"], "action": "read", "reading_depth": 50,
            "element_id": .string("\(number)"), "agent": ["client_platform": "ios"], "page": ["namespace_id": 0],
            "performer": ["is_bot": false],
        ]
        return JSONValue.object(event).jsonText
    }

    /// How many stored events await their schema; 0 while there is no store.
    private func awaiting() async throws -> Int64 {
        let stats = try await queue("stats", "--format", "json")
        guard stats.status == 0 else { return 0 }
        return try JSONValue(parsing: stats.output)["states"]?["awaitingSchema"]?.number?.int64 ?? 0
    }

    @Test func `check exits with 1 on a damaged file, and with 70 on a missing one`() async throws {
        defer { folder.remove() }
        try await fill()
        #expect(try await queue("check").status == 0)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
        try file.seek(toOffset: 8192)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 20_000))
        try file.close()
        let check = try await queue("check")
        #expect(check.status == 1, "\(check.output) \(check.errors)")
        let none = try await Child.run("eventctl", ["queue", "check", "--store", folder.path("nowhere.sqlite")])
        #expect(none.status == 70 && none.errors.contains("does not exist"))
    }
}
