import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `Examples/Server` as a container runs it: settings from the environment, requests, SIGTERM.
@Suite(.waitLimit) struct ServerExampleTests {
    /// The example in a process of its own.
    private struct Shop {
        let child: Child
        let port: Int

        /// Starts the example. On a busy machine what is to be delivered at its end needs more than the usual 5 s.
        static func start(platform: URL, state: URL, shutdownSeconds: Int = 5) async throws -> Shop {
            let child = try Child(
                "Shop", [],
                environment: [
                    "EVENT_PLATFORM": platform.absoluteString, "STATE_DIRECTORY": state.path, "PORT": "0",
                    "SHUTDOWN_SECONDS": "\(shutdownSeconds)",
                ])
            await child.waitForErrors(containing: "listening on port ")
            let log = await child.errorsSoFar()
            let port = log.firstMatch(of: /listening on port ([0-9]+)/).flatMap { Int($0.1) }
            return Shop(child: child, port: try #require(port, "\(log)"))
        }

        func order(articles: Int, session: String) async throws {
            let url = try #require(URL(string: "http://127.0.0.1:\(port)/orders?articles=\(articles)"))
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.httpShouldHandleCookies = false
            request.setValue("session=\(session)", forHTTPHeaderField: "Cookie")
            let (_, response) = try await URLSession.shared.data(for: request)
            #expect((response as? HTTPURLResponse)?.statusCode == 201)
        }

        /// Ends the server as a container's platform does, and returns what it has logged of its events.
        func terminate() async -> String? {
            child.send(SIGTERM)
            let result = await child.result()
            #expect(result.status == 0, "\(result.errors)")
            return result.errors.firstMatch(of: /events: (.+)/).map { String($0.1) }
        }
    }

    private static func content(store: String, port: Int = 0) -> IntakeConfiguration {
        var configuration = IntakeConfiguration()
        configuration.streams = .directory(Checkout.file("Examples/Server/Streams").path)
        configuration.schemaRoots = [Checkout.file("Examples/Server/Schemas").path]
        configuration.storePath = store
        configuration.port = port
        return configuration
    }

    @Test func `SIGTERM sends what waits, each event with the session of its request, and ends the server`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await withIntake(Self.content(store: folder.path("intake.sqlite"))) { intake in
            let shop = try await Shop.start(platform: intake.url, state: folder.url, shutdownSeconds: 60)
            try await shop.order(articles: 2, session: "ada")
            try await shop.order(articles: 3, session: "grace")
            #expect(
                await shop.terminate()
                    == "2 delivered, 0 pending, 0 dropped; ended since nothing more is pending")
            let events = try intake.store.events().map(\.body)
            #expect(events.map { $0["price_in_cents"] } == [500, 750])
            #expect(events.map { $0["performer"]?["session_id"] } == ["ada", "grace"])
        }
    }

    @Test func `without the platform SIGTERM leaves the events in the store, and the next process sends them`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let port = try await withIntake(Self.content(store: folder.path("intake.sqlite"))) { intake in
            try #require(intake.url.port)
        }
        let platform = try #require(URL(string: "http://127.0.0.1:\(port)"))
        let shop = try await Shop.start(platform: platform, state: folder.url)
        try await shop.order(articles: 2, session: "ada")
        #expect(await shop.terminate()?.hasPrefix("0 delivered, 1 pending, 0 dropped; ") == true)

        try await withIntake(Self.content(store: folder.path("intake.sqlite"), port: port)) { intake in
            let next = try await Shop.start(platform: platform, state: folder.url, shutdownSeconds: 60)
            #expect(
                await next.terminate()
                    == "1 delivered, 0 pending, 0 dropped; ended since nothing more is pending")
        }
    }
}
