import EventSchema
import Foundation
import TestSupport
import Testing

/// What `eventctl send` does with events, URLs, tokens and signals.
@Suite(.waitLimit) struct SendContractTests {
    private static let schema = "/analytics/product_metrics/app/base/1.3.0"

    private static func received(_ arguments: [String]) async throws -> JSONValue? {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let send = ["send", "-", "--stream-configs", server.url, "--schemas", server.url + "/schemas"] + arguments
        let result = try await Child.run("eventctl", send, input: Data(SendTests.event(7, id: "a").utf8))
        #expect(result.status == 0, "\(result.errors)")
        let events = try await server.received()
        await server.stop()
        return events.first?["event"]
    }

    @Test func `events are sent as they are, and completed with --complete`() async throws {
        var sent = try #require(try JSONValue(parsing: SendTests.event(7, id: "a")).object)
        var stored = try #require(try await Self.received([])?.object)
        (sent["meta"], stored["meta"]) = (nil, nil)
        stored["http"] = nil  // added by the intake
        #expect(stored == sent)
        let completed = try await Self.received(["--complete"])
        #expect(completed?["dt"]?.string != nil)
    }

    @Test func `an intake without a path is the one at the default path`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let arguments = ["send", "-", "--stream-configs", server.url, "--intake", server.url]
        let result = try await Child.run("eventctl", arguments, input: Data(SendTests.event(1).utf8))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await server.received().count == 1)
        await server.stop()
    }

    @Test(arguments: [404, 405])
    func `a URL at which no intake takes events ends the command with a message`(status: Int) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let streams = try folder.write(#"{"streams": {"app.error_reports": {}}}"#, to: "streams.json")
        let server = try await FaultServer { _, _ in .response(status) }
        let url = server.url.absoluteString
        let result = try await Child.run(
            "eventctl",
            ["send", "-", "--stream-configs", streams, "--intake", url, "--deadline", "1000"],
            input: Data(SendTests.lines(3).utf8))
        #expect(result.status == 70)
        #expect(try SendTests.ledger(result)["pending"] == 3)
        let messages = result.errors.split(separator: "\n").filter { $0.contains("response is \(status)") }
        #expect(messages.count == 1 && messages[0].contains(url), "\(result.errors)")
        try await server.stop()
    }

    @Test func `send and explain take the token that serve wants`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await Server.start(store: folder.path("intake.sqlite"), ["--token", "secret"])
        let event = Data(SendTests.event(1).utf8)
        let send = ["send", "-", "--stream-configs", server.url, "--deadline", "20"]
        let sent = try await Child.run("eventctl", send + ["--token", "secret"], input: event)
        #expect(sent.status == 0, "\(sent.errors)")
        let explain = ["explain", "app.error_reports", "--stream-configs", server.url]
        let explained = try await Child.run("eventctl", explain + ["--token", "secret"])
        #expect(explained.status == 0, "\(explained.errors)")
        let refused = try await Child.run("eventctl", explain)
        #expect(refused.status == 70 && refused.errors.contains("401") && refused.errors.contains("token"))
        #expect(refused.errors.contains(server.url), "\(refused.errors)")
        await server.stop()
    }

    @Test func `send exits with 1 when a signal ends it before the end of the input`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let feed = folder.path("feed")
        guard mkfifo(feed, 0o600) == 0 else { throw POSIXError(.EIO) }
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let child = try Child(
            "eventctl", ["send", feed, "--stream-configs", server.url, "--dispatch", "immediate"])
        let writer = open(feed, O_WRONLY)
        defer { close(writer) }
        let lines = Array(SendTests.lines(64).utf8)
        #expect(write(writer, lines, lines.count) == lines.count)
        try await until("all events are received") { try await server.received().count >= 64 }
        child.send(SIGTERM)
        let result = await child.result()
        #expect(result.status == 1 && result.errors.contains("signal"), "\(result)")
        #expect(try SendTests.ledger(result)["delivered"] == 64)
        await server.stop()
    }

    @Test func `a proxy of the environment is not asked for addresses of this machine`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let program = Child.products.appendingPathComponent("eventctl").path
        for command in ["faults list --url \(server.url)", "demo --mode manual"] {
            let script = "http_proxy=http://127.0.0.1:9 HTTP_PROXY=http://127.0.0.1:9 '\(program)' \(command)"
            let result = try await Child(program: URL(fileURLWithPath: "/bin/sh"), ["-c", script]).result()
            #expect(result.status == 0, "\(result.errors)")
        }
        await server.stop()
    }

    /// Fails when NIO creates its event loops without descriptors, and ends the process.
    @Test(arguments: [10, 13])
    func `a process without file descriptors sends nothing and says so`(limit: Int) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(#"{"$schema":"/app/1.0.0","meta":{"stream":"app"}}"#, to: "events.ndjson")
        try folder.write(#"{"streams":{"app":{"schema_title":"app"}}}"#, to: "streams.json")
        let program = Child.products.appendingPathComponent("eventctl").path
        let command =
            "'\(program)' send '\(folder.path("events.ndjson"))' --stream-configs '\(folder.path("streams.json"))' "
            + "--intake http://127.0.0.1:9/v1/events --deadline 1"
        let child = try Child(program: URL(fileURLWithPath: "/bin/sh"), ["-c", "ulimit -n \(limit); exec \(command)"])
        let result = await child.result()
        #expect(result.status == 1 && result.errors.contains("no file descriptors left"), "\(result)")
    }

    @Test func `an interrupted demo leaves no files`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = Child.products.appendingPathComponent("eventctl").path
        let script = "exec env TMPDIR='\(folder.path(""))' '\(program)' demo --keep"
        let child = try Child(program: URL(fileURLWithPath: "/bin/sh"), ["-c", script])
        #expect(await child.firstLine()?.hasPrefix("intake") == true)
        child.send(SIGINT)
        let result = await child.result()
        #expect(result.status == 0, "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == [])
    }
}
