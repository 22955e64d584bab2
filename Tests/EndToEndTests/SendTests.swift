import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

@Suite(.waitLimit) struct SendTests {
    /// An event for a stream of the repository without sampling and curation.
    static func event(_ number: Int, id: String? = nil) -> String {
        var meta: JSONObject = ["stream": "app.error_reports"]
        if let id { meta["id"] = .string(id) }
        let event: JSONObject = [
            "$schema": "/analytics/product_metrics/app/base/1.3.0", "meta": .object(meta), "action": "timeout",
            "element_id": .string("\(number)"), "agent": ["client_platform": "ios"],
        ]
        return JSONValue.object(event).jsonText + "\n"
    }

    static func lines(_ count: Int) -> String { (0..<count).map { event($0) }.joined() }

    static func ledger(_ result: Child.Result) throws -> JSONValue {
        #expect(result.output.split(separator: "\n").count == 1, "one object on standard output")
        return try JSONValue(parsing: result.output.split(separator: "\n").first ?? "")
    }

    @Test func `each event of a file is received once, and a second run delivers none again`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(Self.lines(300), to: "events.ndjson")
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let send = [
            "send", file, "--stream-configs", server.url, "--schemas", server.url + "/schemas", "--store",
            folder.path("queue.sqlite"),
        ]
        let first = try await Child.run("eventctl", send)
        #expect(first.status == 0, "\(first.errors)")
        #expect(try Self.ledger(first)["delivered"] == 300)
        let second = try await Child.run("eventctl", send)
        #expect(second.status == 0, "\(second.errors)")
        #expect(try Self.ledger(second)["dropped"] == ["duplicate": 300])
        let received = try await server.received()
        #expect(received.count == 300)
        #expect(received.allSatisfy { $0["repeats"] == 0 })
        #expect(received.compactMap { $0["event"]?["element_id"]?.string } == (0..<300).map(String.init))
        await server.stop()
    }

    /// Fails when the reason is reported at the end only: then there is nothing left that the signal could end.
    @Test func `an address without stream configurations is reported while the command waits for them`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(Self.lines(1), to: "events.ndjson")
        let server = try RawServer { _ in Data("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8) }
        defer { server.stop() }
        let child = try Child("eventctl", ["send", file, "--stream-configs", server.url, "--deadline", "20"])
        await child.waitForErrors(containing: "404 instead of 200; check the path of the URL")
        child.send(SIGTERM)
        let result = await child.result()
        #expect(result.errors.contains("ended by a signal"), "\(result.errors)")
        #expect(result.errors.components(separatedBy: "404 instead").count == 2, "reported once: \(result.errors)")
    }

    @Test func `an event with text that a string of Swift cannot hold is delivered as it was, with its neighbours`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let half = Self.event(1).replacing(#""action":"timeout""#, with: #""action":"a\ud83e""#)
        let twice = Self.event(2).replacing(#""action":"timeout""#, with: #""action":"first","action":"last""#)
        let file = try folder.write(Self.event(0) + half + twice + Self.event(3), to: "events.ndjson")
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let sent = try await Child.run(
            "eventctl",
            [
                "send", file, "--stream-configs", server.url, "--schemas", server.url + "/schemas", "--store",
                folder.path("queue.sqlite"),
            ])
        #expect(try sent.status == 0 && Self.ledger(sent)["delivered"] == 4, "\(sent.errors)")
        let actions = try await server.received().compactMap { $0["event"]?["action"] }
        #expect(actions.map(\.jsonText) == [#""timeout""#, #""a\ud83e""#, #""last""#, #""timeout""#])
        await server.stop()
    }

    @Test func `undelivered events stay in the store and are delivered by the next send`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(Self.lines(200), to: "events.ndjson")
        let store = folder.path("queue.sqlite")
        // No server listens on the port: without stream configurations the events stay in the input buffer.
        let offline = try await Child.run(
            "eventctl", ["send", file, "--stream-configs", "http://127.0.0.1:9", "--store", store, "--deadline", "0.2"])
        #expect(offline.status == 1)
        #expect(try Self.ledger(offline)["pending"] == 200)
        let stats = try await Child.run("eventctl", ["queue", "stats", "--store", store, "--format", "json"])
        #expect(try JSONValue(parsing: stats.output.split(separator: "\n")[0])["held"] == 200)

        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let stored = try await Child.run(
            "eventctl", ["send", "-", "--stream-configs", server.url, "--store", store, "--no-flush"])
        #expect(stored.status == 0, "\(stored.errors)")
        let exported = try await Child.run("eventctl", ["queue", "export", "--store", store])
        // They are still held, or have been decided and wait.
        let later = try await Child.run("eventctl", ["queue", "stats", "--store", store, "--format", "json"])
        let counts = try JSONValue(parsing: later.output.split(separator: "\n")[0])
        let held = counts["held"]?.number?.int64.map(Int.init) ?? 0
        let waiting = counts["waiting"]?.number?.int64.map(Int.init) ?? 0
        #expect(held + waiting == 200, "\(held) held, \(waiting) waiting")
        #expect(exported.output.split(separator: "\n").count == 200)
        let online = try await Child.run("eventctl", ["send", "-", "--stream-configs", server.url, "--store", store])
        #expect(online.status == 0, "\(online.errors)\(online.output)")
        #expect(try Self.ledger(online)["delivered"] == 200)
        #expect(try await server.received().count == 200)
        await server.stop()
    }

    @Test func `invalid lines are reported with their numbers, and every other line is delivered`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        let long = #"{"action":""# + String(repeating: "x", count: 50_000_000) + "\"}"
        let text =
            Self.event(1) + "no json\n" + deep + "\n" + long + "\n" + #"{"meta":{"stream":"app.error_reports"}}"#
            + "\n\n[1]\n"
            + Self.event(2).dropLast()
        let file = try folder.write(text, to: "events.ndjson")
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let result = try await Child.run("eventctl", ["send", file, "--stream-configs", server.url])
        #expect(result.status == 1)
        for (line, reason) in [
            (2, "not JSON"), (3, "too deeply"), (4, "longer than"), (5, "$schema"), (7, "not a JSON object"),
        ] {
            #expect(result.errors.contains("\(file):\(line): "), "line \(line)")
            #expect(result.errors.contains(reason))
        }
        #expect(try Self.ledger(result)["delivered"] == 2)
        #expect(try await server.received().count == 2)
        await server.stop()
    }

    @Test func `each dropped event is reported with its line and reason`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let invalid = Self.event(2).split(separator: "timeout").joined(separator: String(repeating: "x", count: 65))
        let unknown = Self.event(3).split(separator: "app.error_reports").joined(separator: "app.nobody")
        let file = try folder.write(Self.event(1) + invalid + unknown + invalid, to: "events.ndjson")
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let result = try await Child.run("eventctl", ["send", file, "--stream-configs", server.url])
        #expect(result.status == 1)
        for text in [
            ":2: dropped, invalid: /action: ", ":3: dropped, unknownStream: stream app.nobody", ":4: dropped, invalid",
        ] {
            #expect(result.errors.contains(file + text), "\(text) in \(result.errors)")
        }
        #expect(try Self.ledger(result)["delivered"] == 1)
        await server.stop()
    }

    @Test func `a pipe named as a file is read once`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let result = try await Child.run(
            "eventctl", ["send", "/dev/stdin", "--stream-configs", server.url], input: Data(Self.lines(20).utf8))
        #expect(try Self.ledger(result)["delivered"] == 20, "\(result.errors)")
        await server.stop()
    }

    @Test func `send waits for late stream configurations within its deadline`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(Self.lines(5), to: "events.ndjson")
        let first = try await Server.start(store: folder.path("intake.sqlite"))
        await first.stop()  // its port is free again
        let send = try Child("eventctl", ["send", file, "--stream-configs", first.url, "--deadline", "60"])
        await send.waitForErrors(containing: "lines read")
        let server = try await Server.start(store: folder.path("intake.sqlite"), port: first.port)
        let result = await send.result()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await server.received().count == 5)
        await server.stop()
    }

    @Test
    func `a command that cannot run explains why and exits with 70 or 64, without standard output`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let notes = try folder.write("not a database, just notes", to: "notes.txt")
        let events = try folder.write(Self.event(1), to: "events.ndjson")
        let broken = try folder.write("{", to: "broken.json")
        let url = "http://127.0.0.1:9"
        let cases: [(arguments: [String], status: Int32, word: String)] = [
            (["send", folder.path(""), "--stream-configs", url], 70, "directory"),
            (["send", folder.path("missing"), "--stream-configs", url], 70, "missing"),
            (["send", events, "--stream-configs", url, "--store", notes], 70, "not an SQLite database"),
            (["send", events, "--stream-configs", url, "--store", "/proc/none/queue.sqlite"], 70, "/proc/none"),
            (["send", events, "--stream-configs", broken, "--intake", url], 70, "broken.json"),
            (["send", events, "--stream-configs", events], 64, "--intake"),
            (["send", events], 64, "--stream-configs"),
            (["serve", "--store", notes], 70, "not a database"),
            (["serve", "--stream-configs", broken], 70, "broken.json"),
            (["queue", "stats", "--store", notes], 70, "not an SQLite database"),
            (["queue", "stats", "--store", folder.path("none.sqlite")], 70, "does not exist"),
        ]
        for (arguments, status, word) in cases {
            let result = try await Child.run("eventctl", arguments)
            #expect(result.status == status, "\(arguments): \(result.errors)")
            #expect(result.errors.contains(word), "\(arguments): \(result.errors)")
            #expect(result.output.isEmpty)
        }
        #expect(try String(contentsOf: folder.file("notes.txt"), encoding: .utf8) == "not a database, just notes")
    }

    @Test func `a damaged database without the mark of a store is refused, with nothing beside it`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("cut")
        try IntakeStore(path: path).close()
        try #require(truncate(path, 2000) == 0)
        let result = try await Child.run(
            "eventctl", ["send", "-", "--stream-configs", "http://127.0.0.1:9", "--store", path])
        #expect(result.status == 70 && result.errors.contains("is damaged or not an SQLite database"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["cut"])
    }

    @Test func `an empty file exits with 0, and a port in use is named`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let empty = try folder.write("", to: "empty.ndjson")
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let result = try await Child.run("eventctl", ["send", empty, "--stream-configs", server.url])
        #expect(result.status == 0)
        #expect(try Self.ledger(result)["submitted"] == 0)
        let second = try await Child.run("eventctl", ["serve", "--port", "\(server.port)"])
        #expect(second.status == 70)
        #expect(second.errors.contains("\(server.port)"))
        await server.stop()
    }

    @Test func `the reports on a single line and a single event are in the singular`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let text = try folder.write("text\n", to: "text.ndjson")
        let event = try folder.write(Self.event(1), to: "event.ndjson")
        let send = ["--stream-configs", "http://127.0.0.1:9", "--deadline", "0"]
        let refused = try await Child.run("eventctl", ["send", text] + send)
        #expect(refused.errors.contains("\n1 line read; 1 is not an event and was skipped\n"), "\(refused.errors)")
        let lost = try await Child.run("eventctl", ["send", event] + send)
        #expect(lost.errors.contains("1 line read\n"), "\(lost.errors)")
        #expect(lost.errors.contains("eventctl: 1 undelivered event is lost; use --store"), "\(lost.errors)")
    }

    @Test func `send refuses a store that a running client owns, and queue stats reads it`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let events = try folder.write(Self.event(1), to: "events.ndjson")
        let store = folder.path("queue.sqlite")
        let owner = try Child(
            "eventctl",
            ["send", events, "--stream-configs", "http://127.0.0.1:9", "--store", store, "--deadline", "600"])
        await owner.waitForErrors(containing: "1 line read\n")
        let second = try await Child.run(
            "eventctl", ["send", events, "--stream-configs", "http://127.0.0.1:9", "--store", store])
        #expect(second.status == 70)
        #expect(second.errors.contains("running client"))
        let stats = try await Child.run("eventctl", ["queue", "stats", "--store", store])
        #expect(stats.status == 0, "reading is safe beside the owner: \(stats.errors)")
        owner.send(SIGKILL)
        _ = await owner.result()
    }
}
