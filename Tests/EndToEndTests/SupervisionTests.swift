import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `eventctl serve` under a supervisor: the admin port, and the states that a service manager is told.
@Suite(.waitLimit) struct SupervisionTests {
    private static func get(_ url: String) async throws -> (status: Int, body: String) {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.cachePolicy = .reloadIgnoringLocalCacheData
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }

    @Test func `the second line has the URL of the admin port, which needs no token and drains as the intake does`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await Server.start(
            store: folder.path("intake.sqlite"), ["--admin-port", "0", "--token", "t0ken", "--drain", "3600"])
        let line = try #require(await server.child.secondLine())
        try #require(line.hasPrefix("admin http://127.0.0.1:"))
        let admin = String(line.dropFirst("admin ".count))
        #expect(try await Self.get("\(admin)/healthz").status == 200)
        #expect(try await Self.get("\(admin)/metrics").body.contains("event_intake_events_total"))
        try await until("the admin port is ready") { try await Self.get("\(admin)/readyz").status == 200 }
        server.child.send(SIGTERM)
        try await until("the intake drains") { try await Self.get("\(admin)/readyz").body.contains("stopping") }
        #expect(try await Self.get("\(admin)/healthz").status == 200)
        server.child.send(SIGTERM)
        #expect(await server.child.result().status == 0)
    }

    @Test func `a port that is taken is named`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await Server.start(store: folder.path("a.sqlite"))
        let result = try await Child.run("eventctl", ["serve", "--admin-port", "\(server.port)"])
        #expect(result.status == 70 && result.output.isEmpty)
        #expect(result.errors.contains("Cannot listen on 127.0.0.1:\(server.port): address already in use."))
        await server.stop()
    }

    @Test(arguments: [false, true])
    func `a service manager is told when the server is ready and when it stops`(isAbstract: Bool) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let manager = try NotifySocket(
            isAbstract ? "@event-platform-\(UUID().uuidString)" : folder.path("notify"))
        let child = try Child(
            "eventctl", ["serve", "--store", folder.path("intake.sqlite")],
            environment: ["NOTIFY_SOCKET": manager.name])
        #expect(await manager.next() == "READY=1")
        #expect(await child.firstLine()?.hasPrefix("ready ") == true)
        child.send(SIGTERM)
        #expect(await manager.next() == "STOPPING=1")
        #expect(await child.result().status == 0)
    }

    @Test func `a service manager that cannot be reached is named, and the server runs`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let child = try Child(
            "eventctl", ["serve", "--store", folder.path("intake.sqlite")],
            environment: ["NOTIFY_SOCKET": folder.path("none")])
        #expect(await child.firstLine()?.hasPrefix("ready ") == true)
        await child.waitForErrors(containing: "NOTIFY_SOCKET=\(folder.path("none")): no such file or directory.")
        child.send(SIGTERM)
        #expect(await child.result().status == 0)
    }
}
