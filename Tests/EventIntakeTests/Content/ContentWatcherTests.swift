import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Files that change while they are served.
@Suite(.waitLimit) struct ContentWatcherTests {
    @Test func `an edit between the first reading and the first poll is read`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try watched.workspace.write("b.stream:\n  schema_title: test\n", to: "Streams/b.yaml")
        watched.state = ContentWatcher.State(watched.content)  // as run() does, which begins later
        for _ in 0..<2 { watched.poll() }
        #expect(watched.content.current.streams?.names == ["a.stream", "b.stream"])
    }

    /// Fails when the files are read on the task of the service: a large file kept an intake alive for minutes.
    @Test func `the end does not wait for a reading under way, which then says nothing`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let (begun, gate, isFirst) = (Signal(), DispatchSemaphore(value: 0), Locked(true))
        let content = try LiveContent(workspace.configuration) { roots, earlier in
            let isStart = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if !isStart {
                begun.raise()
                gate.wait()
            }
            return try SchemaRepository(roots: roots, isStrict: false, reusing: earlier)
        }
        let notices = Notices()
        let watcher = ContentWatcher(content: content, clock: ElapsedClock(), onNotice: notices.add)
        try workspace.write(TestWorkspace.schema("more"), to: "Schemas/more/1.0.0.yaml")
        let running = Task { try await watcher.run() }
        await begun.wait(after: 0)
        running.cancel()
        try await running.value
        gate.signal()
        #expect(notices.all.isEmpty)
    }

    @Test func `an edited, added or removed stream is live after two polls, not while it is written`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try watched.workspace.write("b.stream:\n  schema_title: test\n", to: "Streams/b.yaml")
        watched.poll()
        #expect(watched.content.current.streams?.names == ["a.stream"])
        watched.poll()
        #expect(watched.content.current.streams?.names == ["a.stream", "b.stream"])
        try FileManager.default.removeItem(at: watched.workspace.root.appending(path: "Streams/a.yaml"))
        watched.pollTwice()
        #expect(watched.content.current.streams?.names == ["b.stream"])
        #expect(watched.notices.all == ["Streams: 2 served.", "Streams: 1 served."])
    }

    /// Fails when a file that is always being written, as a log is, holds up the edits of others.
    @Test func `an edit is live although another file of the folder is written all the time`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try watched.workspace.write("b.stream:\n  schema_title: test\n", to: "Streams/b.yaml")
        func poll(_ number: Int) throws {
            try watched.workspace.write(String(repeating: "x", count: number), to: "Schemas/sync.log")
            watched.poll()
        }
        for number in 1..<ContentWatcher.mostPollsWithChanges { try poll(number) }
        #expect(watched.content.current.streams?.names == ["a.stream"])
        try poll(ContentWatcher.mostPollsWithChanges)
        #expect(watched.content.current.streams?.names == ["a.stream", "b.stream"])
        // At rest, what was written last is read once.
        try poll(100)
        watched.poll()
        #expect(watched.content.files == ContentFiles(watched.content.configuration))
    }

    @Test func `an edit of the project's file is read`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try watched.workspace.write("typo: 1\n", to: "Project.yaml")
        watched.pollTwice()
        #expect(watched.notices.all.first?.contains("Project.yaml:1:1: ") == true)
        #expect(watched.notices.all.contains("Streams: served as before the edit."))
        #expect(watched.content.current.streams?.names == ["a.stream"])
    }

    @Test func `a broken edit keeps the previous version and is reported once, with its location`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try watched.workspace.write("a.stream:\n  schema_title: test\n  topics: no list\n", to: "Streams/a.yaml")
        watched.pollTwice()
        watched.pollTwice()
        #expect(watched.content.current.streams?["a.stream"]?.schemaTitle == "test")
        let told = watched.notices.all.filter { $0.contains("Streams/a.yaml:3:3: ") }
        #expect(told.count == 1)
        #expect(told.first?.contains("Write a list: “topics: [no list]”.") == true)
        try watched.workspace.write(
            "a.stream:\n  schema_title: test\n  sample: {unit: session, rate: 0.5}\n", to: "Streams/a.yaml")
        watched.pollTwice()
        #expect(watched.content.current.streams?["a.stream"]?.settings["sample"]?["rate"] == 0.5)
        #expect(watched.notices.all.dropFirst() == ["Streams: served as before the edit.", "Streams: 1 served."])
    }

    @Test func `a schema that an edit puts out of order is served as before, and its events are accepted`() async throws
    {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try watched.workspace.write("title: [\n", to: "Schemas/test/1.0.0.yaml")
        watched.pollTwice()
        #expect(
            watched.places.map { $0.prefix { $0 != " " } } == ["/Schemas/test/1.0.0.yaml:2:1:", "Schemas:", "Schemas:"])
        #expect(
            watched.notices.all.dropFirst() == [
                "Schemas: /test/1.0.0: served as before the edit, until the mistake is corrected.",
                "Schemas: 1 version served.",
            ])
        #expect(try watched.verdict().accepted != nil)
        // Other edits do not repeat the mistake, and do not forget the schema.
        try watched.workspace.write(TestWorkspace.schema("more"), to: "Schemas/more/1.0.0.yaml")
        watched.pollTwice()
        #expect(watched.notices.all.count { $0.contains("1.0.0.yaml:2:1: ") } == 1)
        #expect(try watched.verdict().accepted != nil)
        try watched.workspace.write(TestWorkspace.schema("test"), to: "Schemas/test/1.0.0.yaml")
        watched.pollTwice()
        #expect(watched.notices.all.last == "Schemas: 2 versions served.")
        #expect(watched.content.current.schemas.findings.isEmpty)
    }

    @Test func `a removed schema is reported, and its events are refused`() async throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try watched.workspace.write(TestWorkspace.schema("more"), to: "Schemas/more/1.0.0.yaml")
        watched.pollTwice()
        let file = watched.workspace.root.appending(path: "Schemas/test/1.0.0.yaml")
        try FileManager.default.removeItem(at: file)
        watched.pollTwice()
        let expected = [
            "Schemas: 2 versions served.",
            "Schemas: /test/1.0.0: gone; events that name them are refused.", "Schemas: 1 version served.",
        ]
        #expect(watched.places.count == 3)
        for (line, start) in zip(watched.places, expected) { #expect(line.hasPrefix(start)) }
        #expect(try watched.verdict().rejected?.context["message"]?.string?.contains("no schema /test/1.0.0") == true)
        try watched.workspace.write(TestWorkspace.schema("test"), to: "Schemas/test/1.0.0.yaml")
        watched.pollTwice()
        #expect(watched.notices.all.last == "Schemas: 2 versions served.")
        #expect(try watched.verdict().accepted != nil)
    }

    @Test func `a file without a title at a root of served schemas is reported`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try watched.workspace.write(TestWorkspace.schema("test"), to: "Schemas/1.0.0.yaml")
        watched.pollTwice()
        #expect(watched.places.first?.hasPrefix("/Schemas/1.0.0.yaml: A version directly at the root") == true)
        #expect(watched.content.current.schemas.versions.map(\.uri) == ["/test/1.0.0"])
    }

    @Test func `a broken schema does not prevent the reload of streams, and the reverse`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try watched.workspace.write("{", to: "Schemas/test/1.1.0.yaml")
        try watched.workspace.write("b.stream:\n  schema_title: test\n", to: "Streams/b.yaml")
        watched.pollTwice()
        #expect(watched.content.current.streams?.names == ["a.stream", "b.stream"])
        #expect(watched.content.current.schemas.versions.map(\.uri) == ["/test/1.0.0"])
        #expect(watched.notices.all.contains { $0.contains("Schemas/test/1.1.0.yaml:") })
        try watched.workspace.write(TestWorkspace.schema("test", version: "1.1.0"), to: "Schemas/test/1.1.0.yaml")
        try watched.workspace.write(": :", to: "Streams/b.yaml")
        watched.pollTwice()
        #expect(watched.content.current.schemas.versions.map(\.uri) == ["/test/1.0.0", "/test/1.1.0"])
        #expect(watched.content.current.streams?.names == ["a.stream", "b.stream"])
    }

    @Test func `an edited experiment is reloaded`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        let experiment = """
            experiments:
              - {name: an-experiment, start: 2026-01-01, end: 2036-01-01, stream_name: a.stream,
                 user_identifier_type: session, sample_rate: {default: 1}, groups: [control]}

            """
        try watched.workspace.write(experiment, to: "Experiments/a.yaml")
        watched.pollTwice()
        #expect(watched.content.current.experiments.experiments.count == 1)
        try watched.workspace.write(
            experiment.replacing("groups: [control]", with: "groups: []"), to: "Experiments/a.yaml")
        watched.pollTwice()
        #expect(watched.content.current.experiments.experiments.count == 1)
        #expect(watched.notices.all.contains { $0.contains("Experiments/a.yaml:3:") && $0.contains("groups") })
    }

    @Test func `a folder that is missing for a moment keeps the content`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        let streams = watched.workspace.root.appending(path: "Streams")
        let elsewhere = watched.workspace.root.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: streams, to: elsewhere)
        watched.pollTwice()
        #expect(watched.content.current.streams?.names == ["a.stream"])
        #expect(watched.notices.all.contains { $0.contains("Streams") })
        try FileManager.default.moveItem(at: elsewhere, to: streams)
        watched.pollTwice()
        #expect(watched.content.current.streams?.names == ["a.stream"])
    }

    @Test func `an edit of the same size, or behind a link, is detected`()
        throws
    {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let link = workspace.root.appending(path: "Streams/link.yaml")
        let target = try workspace.write("one", to: "elsewhere.yaml")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
        try FileManager.default.createSymbolicLink(
            atPath: workspace.root.appending(path: "Streams/round").path, withDestinationPath: workspace.root.path)
        let places = [workspace.root.appending(path: "Streams").path]
        let before = Fingerprint(of: places)
        #expect(before == Fingerprint(of: places))
        try workspace.write("two", to: "elsewhere.yaml")
        #expect(before != Fingerprint(of: places))
    }

    @Test func `an edit with a restored modification time is detected`() throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let file = try workspace.write("one", to: "Streams/b.yaml")
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
        let before = Fingerprint(of: [file])
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.write(contentsOf: Data("two".utf8))
        try handle.close()
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
        #expect(before != Fingerprint(of: [file]))
    }

    @Test func `schemas are read again when they changed, not when a stream changed`() throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let readings = Locked(0)
        let content = try LiveContent(workspace.configuration) {
            readings.withLock { $0 += 1 }
            return try SchemaRepository(roots: $0, isStrict: false, reusing: $1)
        }
        func readingsAfter(_ text: String, _ name: String) throws -> Int {
            try workspace.write(text, to: name)
            let before = readings.withLock { $0 }
            _ = content.reload()
            return readings.withLock { $0 } - before
        }
        #expect(try readingsAfter("b.stream:\n  schema_title: test\n", "Streams/b.yaml") == 0)
        #expect(content.current.streams?["b.stream"] != nil)
        #expect(try readingsAfter(TestWorkspace.schema("more"), "Schemas/more/1.0.0.yaml") == 1)
        #expect(try readingsAfter("c.stream:\n  schema_title: more\n", "Streams/c.yaml") == 0)
        #expect(content.current.streams?["c.stream"] != nil)
        #expect(try readingsAfter("{", "Schemas/more/1.1.0.yaml") == 1)
        #expect(try readingsAfter("d.stream:\n  schema_title: more\n", "Streams/d.yaml") == 0)
        #expect(content.current.streams?["d.stream"] != nil)
    }

    @Test func `an edit is live within a second of the watch's clock`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let content = try LiveContent(workspace.configuration)
        let clock = SteppedClock()
        let watch = ContentWatcher(content: content, clock: clock, onNotice: { _ in })
        let watching = Task { try await watch.run() }
        await clock.waitForSleeper()
        // The worst moment for an edit is right after a look.
        try workspace.write("b.stream:\n  schema_title: test\n", to: "Streams/b.yaml")
        var passed = Duration.zero
        while content.current.streams?["b.stream"] == nil, passed < .seconds(1) {
            passed += await clock.step()
            await clock.waitForSleeper()
        }
        #expect(content.current.streams?["b.stream"] != nil)
        #expect(passed < .seconds(1))
        watching.cancel()
        await clock.end()
        try await watching.value
    }

    @Test func `a file of stream configurations that is not JSON is reported with its location`() throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        var configuration = workspace.configuration
        configuration.streams = .file(try workspace.write("{\n  \"streams\": oops\n}\n", to: "answer.json"))
        let error = #expect(throws: IntakeError.self) { try Intake(configuration) }
        #expect(error?.message.contains("answer.json:2:14: Not JSON: ") == true, "\(error?.message ?? "")")
    }

    @Test func `broken streams of a file are reported at the start`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let file = try workspace.write(
            #"{"streams":{"good":{"schema_title":"test"},"bad":{"schema_title":7}}}"#, to: "answer.json")
        let notices = Notices()
        var configuration = workspace.configuration
        configuration.streams = .file(file)
        configuration.onNotice = notices.add
        try await withIntake(configuration) { intake async throws in
            #expect(try await Client(intake: intake).get("/v1/stream-configs").json.object?.names.sorted() == ["good"])
            let response = try await Client(intake: intake).post(TestWorkspace.event(stream: "bad"))
            let message = response.json["error"]?.array?.first?["context"]?["message"]?.string
            #expect(message?.contains("its configuration is broken") == true)
        }
        #expect(notices.all.contains { $0.contains("bad: schema_title") })
    }
}
