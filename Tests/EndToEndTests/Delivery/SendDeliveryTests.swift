import EventSchema
import Foundation
import TestSupport
import Testing

/// `eventctl send` and its flags on delivery.
@Suite(.waitLimit) struct SendDeliveryTests {
    /// Runs `send` with `count` events and a server whose reactions `react` chooses.
    static func send(
        _ count: Int, _ arguments: [String],
        _ react: @escaping @Sendable (Int, FaultServer.Request) -> FaultServer.Reaction = { _, _ in .response(201) }
    ) async throws -> (result: Child.Result, requests: [FaultServer.Request]) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(SendTests.lines(count), to: "events.ndjson")
        let streams = try folder.write(
            #"{"streams":{"app.error_reports":{"schema_title":"analytics/product_metrics/app/base"}}}"#,
            to: "streams.json")
        let server = try await FaultServer(react)
        let result = try await Child.run(
            "eventctl", ["send", file, "--stream-configs", streams, "--intake", server.url.absoluteString] + arguments)
        try await server.stop()
        return (result, server.seen)
    }

    @Test func `--batch bounds the events of a request`() async throws {
        let (result, requests) = try await Self.send(
            50, ["--dispatch", "manual", "--batch", "7", "--gzip", "off"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(requests.map(\.ids.count) == [7, 7, 7, 7, 7, 7, 7, 1])
        #expect(try SendTests.ledger(result)["delivered"] == 50)
    }

    @Test func `--byte-limit bounds the body of a request`() async throws {
        let (result, requests) = try await Self.send(50, ["--byte-limit", "2000", "--gzip", "off"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(requests.allSatisfy { $0.body.count <= 2000 } && requests.count > 4)
    }

    @Test(arguments: [("on", "gzip"), ("off", nil)])
    func `--gzip decides whether the body of a request is compressed`(value: String, encoding: String?) async throws {
        let (result, requests) = try await Self.send(50, ["--gzip", value, "--dispatch", "manual"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(requests.map { $0.headers["content-encoding"] } == [encoding])
    }

    @Test func `--method get sends each event in a request of its own`() async throws {
        let (result, requests) = try await Self.send(5, ["--method", "get"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(requests.count == 5)
        #expect(
            requests.allSatisfy { $0.method == "GET" && $0.uri.hasPrefix("/v1/events?event=%7B") && $0.body.isEmpty })
    }

    @Test(
        arguments: [
            ("403=true", 403, 0), ("403=false", 403, 3), ("500=false,403=true", 500, 3), ("404=false", 404, 3),
        ])
    func `--retry decides whether a status drops its events`(map: String, status: Int, dropped: Int) async throws {
        let (result, _) = try await Self.send(3, ["--retry", map, "--deadline", dropped > 0 ? "60" : "0.5"]) { _, _ in
            .response(status)
        }
        #expect(result.status == 1)
        let ledger = try SendTests.ledger(result)
        #expect(ledger["pending"] == .number(3 - dropped), "\(ledger)")
        #expect(ledger["dropped"]?["rejectedStatus"] == (dropped > 0 ? .number(dropped) : nil))
    }

    @Test(arguments: ["immediate", "0", "0.05", "30", "-1", "manual"])
    func `every valid value of --dispatch delivers all events`(value: String) async throws {
        let (result, requests) = try await Self.send(10, ["--dispatch", value, "--gzip", "off"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(requests.flatMap(\.ids).count == 10)
    }

    @Test(
        arguments: [
            ["--dispatch", "soon"], ["--dispatch", "nan"], ["--dispatch", ""], ["--batch", "0"], ["--batch", "-1"],
            ["--batch", "many"], ["--byte-limit", "0"], ["--byte-limit", "1.5"], ["--retry", "403"],
            ["--retry", "403=maybe"], ["--retry", "=true"], ["--retry", "999=true"], ["--retry", "403=true,403=false"],
            ["--retry", ""], ["--gzip", "yes"], ["--method", "PUT"],
        ])
    func `an invalid value exits with 64 and names its flag`(arguments: [String]) async throws {
        let (result, requests) = try await Self.send(1, arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains(arguments[0]) && result.output.isEmpty)
        #expect(requests.isEmpty)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends send with its ledger, and the next send delivers the rest`(signal: Int32) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(SendTests.lines(100), to: "events.ndjson")
        let streams = try folder.write(
            #"{"streams":{"app.error_reports":{"schema_title":"analytics/product_metrics/app/base"}}}"#,
            to: "streams.json")
        let asked = AsyncStream.makeStream(of: Void.self)
        let silent = try await FaultServer { _, _ in
            asked.continuation.finish()
            return .silence
        }
        let send = ["send", file, "--stream-configs", streams, "--store", folder.path("queue.sqlite"), "--intake"]
        let child = try Child("eventctl", send + [silent.url.absoluteString, "--deadline", "600"])
        await child.waitForErrors(containing: "lines read")
        for await _ in asked.stream {}
        child.send(signal)
        let result = await child.result()
        #expect(result.status == 1, "\(result.errors)")
        #expect(try SendTests.ledger(result)["pending"] == 100)
        try await silent.stop()
        let well = try await FaultServer { _, _ in .response(201) }
        let next = try await Child.run("eventctl", send + [well.url.absoluteString])
        #expect(try SendTests.ledger(next)["delivered"] == 100, "\(next.errors)")
        try await well.stop()
    }
}
