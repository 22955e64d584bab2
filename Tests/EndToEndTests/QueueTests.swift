import EventSchema
import Foundation
import TestSupport
import Testing

/// `eventctl queue` on store files that `eventctl send` has written.
@Suite(.timeLimit(.minutes(5))) struct QueueTests {
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
        while try await waiting() != nil, try await queue("prune").status == 0 { await Task.yield() }
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
