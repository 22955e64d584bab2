import EventSchema
import Foundation
import TestSupport
import Testing

/// `eventctl send` killed with SIGKILL: no persisted event is lost, and none is stored twice by the intake.
@Suite(.serialized, .idleLimit) struct SendKillTests {
    @Test func `events held before configurations arrive survive a kill and are delivered in order`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(SendTests.lines(120), to: "events.ndjson")
        let store = folder.path("queue.sqlite")
        let child = try Child(
            "eventctl", ["send", file, "--stream-configs", "http://127.0.0.1:9", "--store", store, "--deadline", "600"])
        await child.waitForErrors(containing: "120 lines read")  // printed once `persist()` has returned
        child.send(SIGKILL)
        _ = await child.result()
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let result = try await Child.run("eventctl", ["send", "-", "--stream-configs", server.url, "--store", store])
        #expect(result.status == 0, "\(result.errors)")
        let received = try await server.received().compactMap { $0["event"]?["element_id"]?.string }
        #expect(received == (0..<120).map(String.init))
        await server.stop()
    }

    /// Fails when a store is opened by each of its names: what one had stored was gone for the other.
    @Test func `a store that got a second name before a kill is refused until it has one`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(SendTests.lines(120), to: "events.ndjson")
        let (store, other) = (folder.path("k.sqlite"), folder.path("x.sqlite"))
        let child = try Child(
            "eventctl", ["send", file, "--stream-configs", "http://127.0.0.1:9", "--store", store, "--deadline", "600"])
        await child.waitForErrors(containing: "120 lines read")
        try FileManager.default.linkItem(atPath: store, toPath: other)
        child.send(SIGKILL)
        _ = await child.result()
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let send = ["send", "-", "--stream-configs", server.url, "--store"]
        for path in [other, store] {
            let result = try await Child.run("eventctl", send + [path])
            #expect(result.status == 70 && result.errors.contains("has 2 names (hard links)"), "\(result.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.filter { $0.hasPrefix("x.") } == ["x.sqlite"])
        #expect(try await Child.run("eventctl", ["queue", "stats", "--store", store]).status == 0)
        try FileManager.default.removeItem(atPath: other)
        let result = try await Child.run("eventctl", send + [store])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await server.received().count == 120)
        await server.stop()
    }

    /// Kills both processes at random times while they deliver a file, and starts them again until it is delivered.
    @Test(arguments: 1...2)
    func `every line is received once when send and serve are killed at random`(round: Int) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let count = 6000
        let file = try folder.write(SendTests.lines(count), to: "events.ndjson")
        var random = SystemRandomNumberGenerator()
        var server = try await Server.start(store: folder.path("intake.sqlite"))
        let (port, url) = (server.port, server.url)
        let send = ["send", file, "--stream-configs", url, "--store", folder.path("queue.sqlite"), "--deadline", "60"]
        for _ in 0..<3 {
            let child = try Child("eventctl", send)
            await child.waitForErrors(containing: "\(Int.random(in: 1...5, using: &random))000 lines read")
            if Bool.random(using: &random) {
                server.child.send(SIGKILL)
                _ = await server.child.result()
                server = try await Server.start(store: folder.path("intake.sqlite"), port: port)
            }
            child.send(SIGKILL)
            _ = await child.result()
        }
        let result = try await Child.run("eventctl", send)
        #expect(result.status == 0, "\(result.errors)")
        let ledger = try SendTests.ledger(result)
        #expect(ledger["pending"] == 0)
        #expect(ledger["delivered"] == .number(count), "\(ledger)")
        let received = try await server.received()
        let elements = received.compactMap { $0["event"]?["element_id"]?.string }
        #expect(elements.count == count && Set(elements).count == count)
        await server.stop()
    }
}
