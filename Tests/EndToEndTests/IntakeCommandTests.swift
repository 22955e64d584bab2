import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

/// `eventctl serve`, `faults` and `canary` as they are used in a terminal.
@Suite(.waitLimit) struct IntakeCommandTests {
    @Test func `faults can be added, listed and cleared, and invalid arguments are explained`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await Server.start(
            store: folder.path("intake.sqlite"), ["--fault", "status=503,requests=1,stream=app.interactions"])
        func faults(_ arguments: String...) async throws -> Child.Result {
            try await Child.run("eventctl", ["faults"] + arguments + ["--url", server.url])
        }
        let first = try await faults("list")
        #expect(first.status == 0)
        #expect(try JSONValue(parsing: first.output)["status"] == 503)
        let added = try await faults("add", "delay=250ms,seed=7", "reset=after,requests=2")
        #expect(added.output.split(separator: "\n").count == 2 && added.status == 0)
        #expect(try await faults("clear", "1").status == 0)
        let unknown = try await faults("clear", "1")
        #expect(unknown.status == 70 && unknown.errors.contains("There is no active fault 1"))
        #expect(try await faults("clear").status == 0)
        #expect(try await faults("list").output == "")
        await server.stop()

        let wrong = try await Child.run("eventctl", ["faults", "add", "sttaus=503"])
        #expect(wrong.status == 64 && wrong.errors.contains("the kinds are status, delay"))
        let alone = try await Child.run("eventctl", ["faults", "list", "--url", "http://127.0.0.1:9"])
        #expect(alone.status == 70 && alone.errors.contains("Is `eventctl serve` running there?"))
        for arguments in [["clear", "x"], ["add"], ["list", "--url", "nowhere"]] {
            #expect(try await Child.run("eventctl", ["faults"] + arguments).status == 64)
        }
    }

    @Test func `received names the event that a damaged store cannot return, and prints the others`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("intake.sqlite")
        let database = try DatabaseQueue(path: path)
        try await database.write {
            try $0.execute(
                sql: """
                    CREATE TABLE event (id, stream, schema, received_at, repeats, body, test);
                    CREATE TABLE rejected (id, stream, schema, received_at, status, context, body, test);
                    INSERT INTO event VALUES ('a', 's', '/s', 't', 0, '{}', NULL), ('b', 's', '/s', 't', 9e99, '{}', NULL);
                    """)
        }
        try database.close()
        let result = try await Child.run("eventctl", ["received", "--store", path])
        #expect(result.status == 70)
        #expect(result.output.contains(#""id":"a""#))
        #expect(result.errors.contains("the event at position 2 cannot be read: repeats is not a number of events"))
    }

    @Test func `received compares what has arrived with what is configured`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("a.one: {schema_title: test}\na.two: {schema_title: test}\n", to: "Streams/a.yaml")
        let schema =
            "{title: test, $id: /test/1.0.0, $schema: 'https://json-schema.org/draft-07/schema#', type: object}"
        try folder.write(schema, to: "Schemas/test/1.0.0.yaml")
        let folders = ["--streams", folder.path("Streams"), "--schemas", folder.path("Schemas")]
        let store = folder.path("intake.sqlite")
        let database = try DatabaseQueue(path: store)
        try await database.write {
            try $0.execute(
                sql: """
                    CREATE TABLE event (id, stream, schema, received_at, repeats, body, test);
                    CREATE TABLE rejected (id, stream, schema, received_at, status, context, body, test);
                    INSERT INTO event VALUES
                        ('1', 'a.one', '/test/1.0.0', '2026-01-31T12:00:00.000Z', 0, '{"meta":{"stream":"a.one"}}', NULL);
                    """)
        }
        try database.close()
        func report(_ arguments: String...) async throws -> Child.Result {
            let always = ["received", "--store", store, "--report"] + folders
            return try await Child.run("eventctl", always + arguments)
        }
        let text = try await report()
        #expect(text.status == 1 && text.output.contains("a.one: 1 accepted, last 2026"), "\(text.errors)")
        #expect(text.output.contains("a.two: 0 accepted\n  broken: silent: no event has arrived\n1 broken rule;"))
        let off = try await report("--off", "unfilled", "silent")
        #expect(off.status == 0 && off.output.contains("0 broken rules;"), "\(off.errors)")
        #expect(try await report("--off", "quiet").status == 64)
        let json = try await report("--stream", "a.one", "--format", "json", "--clients", "10")
        #expect(json.status == 0, "\(json.errors)")
        #expect(try JSONValue(parsing: json.output)["streams"]?.array?.first?["accepted"] == 1)
        let alone = try await Child.run("eventctl", ["received", "--store", "x", "--clients", "3"])
        #expect(alone.status == 64 && alone.errors.contains("only allowed with --report"))
    }

    @Test func `canary sends one event to each stream that enables canary events`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let title = "analytics/product_metrics/app/base"
        try folder.write(
            """
            {"streams": {
                "a.on": {"schema_title": "\(title)", "canary_events_enabled": true},
                "a.off": {"schema_title": "\(title)", "canary_events_enabled": false},
                "a.absent": {"schema_title": "\(title)"},
                "/^a\\\\.pattern/": {"schema_title": "\(title)", "canary_events_enabled": true},
                "a.homeless": {"schema_title": "no/such/schema", "canary_events_enabled": true}
            }}
            """, to: "streams.json")
        let server = try await Server.start(
            store: folder.path("intake.sqlite"), ["--stream-configs", folder.path("streams.json")])
        func canary(_ arguments: String...) async throws -> Child.Result {
            try await Child.run("eventctl", ["canary", "--url", server.url] + arguments)
        }
        let all = try await canary("--json")
        #expect(all.status == 1, "\(all.errors)")
        let results = try all.output.split(separator: "\n").map { try JSONValue(parsing: $0) }
        #expect(results.map { $0["stream"] } == ["a.on", "a.homeless"])
        #expect(results.map { $0["accepted"] } == [true, false])
        let one = try await canary("--stream", "a.off")
        #expect(one.status == 0 && one.output.contains("1 of 1 accepted"), "\(one.output)")
        #expect(try await canary("--stream", "a.nobody").status == 1)
        let pattern = try await canary("--stream", #"/^a\.pattern/"#)
        #expect(pattern.status == 1 && pattern.output.contains("it is a pattern"), "\(pattern.output)")
        let events = try await server.received().compactMap { $0["event"] }
        #expect(events.map { $0[path: ["meta", "stream"]] } == ["a.on", "a.off"])
        #expect(events.allSatisfy { $0[path: ["meta", "domain"]] == "canary" })
        #expect(Set(events.compactMap { $0[path: ["meta", "id"]]?.string }).count == 2)
        await server.stop()
    }

    @Test func `faults list fails on a response that is not JSON`() async throws {
        let server = try await FaultServer { _, _ in .response(200, body: "<html>a proxy</html>") }
        let url = "http://127.0.0.1:\(server.url.port ?? 0)"
        let result = try await Child.run("eventctl", ["faults", "list", "--url", url])
        #expect(result.status == 70 && result.output.isEmpty)
        #expect(result.errors.contains("is not JSON"), "\(result.errors)")
        try await server.stop()
    }

    @Test func `serve on a public address generates, prints and requires a token`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let child = try Child("eventctl", ["serve", "--host", "0.0.0.0", "--store", folder.path("intake.sqlite")])
        let line = await child.firstLine()
        let port = try #require(line?.split(separator: ":").last)
        let url = "http://127.0.0.1:\(port)"
        let refused = try await Child.run("eventctl", ["faults", "list", "--url", url])
        #expect(refused.status == 70 && refused.errors.contains("401"))
        child.send(SIGTERM)
        let output = await child.result().output.split(separator: "\n")
        #expect(output.count == 2 && output.last?.hasPrefix("token ") == true && (output.last?.count ?? 0) == 46)

        let server = try await Server.start(store: folder.path("intake.sqlite"), ["--token", "open-sesame"])
        let known = ["faults", "list", "--url", server.url, "--token"]
        #expect(try await Child.run("eventctl", known + ["open-sesame"]).status == 0)
        #expect(try await Child.run("eventctl", known + ["wrong"]).status == 70)
        await server.stop()
    }

    @Test func `serve writes events to every sink and keeps the newest in its store`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = folder.path("intake.sqlite")
        let child = try Child(
            "eventctl",
            [
                "serve", "--store", store, "--sink", "stdout", "--sink", "ndjson:\(folder.path("e"))", "--keep-events",
                "3",
            ])
        await child.waitForErrors(containing: "ready http://")
        let url = try #require(await child.errorsSoFar().split(separator: " ").last).trimmingCharacters(in: .newlines)
        let file = try folder.write(SendTests.lines(10), to: "events.ndjson")
        let sent = try await Child.run(
            "eventctl", ["send", file, "--stream-configs", url, "--store", folder.path("queue.sqlite")])
        #expect(sent.status == 0, "\(sent.errors)")
        child.send(SIGTERM)
        let output = await child.result().output
        #expect(output.split(separator: "\n").count == 10)
        #expect(try String(contentsOfFile: folder.path("e"), encoding: .utf8) == output)
        let received = try await Child.run("eventctl", ["received", "--store", store])
        #expect(received.output.split(separator: "\n").count == 3)
    }

    @Test(arguments: [
        ["--sink", "nowhere"], ["--sink", "ndjson:"], ["--keep-events", "0"], ["--rotate-files", "3"],
        ["--sink", "stdout", "--sink", "stdout"], ["--fault", "explode"],
    ])
    func `serve exits with 64 on wrong usage`(arguments: [String]) async throws {
        let result = try await Child.run("eventctl", ["serve"] + arguments)
        #expect(result.status == 64)
    }
}
