import EventSupport
import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import NIOSSL
import TestSupport
import Testing

/// The rows of the verdict table that need a network, through the default transport.
@Suite(.waitLimit) struct NetworkVerdictTests {
    /// A client with three events, a manual clock and the default transport.
    static func client(
        _ url: URL, clock: ManualClock, timeout: Duration = .seconds(30)
    ) async -> EventPlatformClient {
        var network = NetworkConfiguration(destinations: .everything(to: url))
        network.timeout = timeout
        network.gzipThreshold = nil
        let configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams(["app": ["schema_title": "analytics/product_metrics/app/base"]]),
            network: network, store: .inMemory)
        var environment = Environment(for: configuration)
        environment.clocks = clock
        let random = Locked(SeededGenerator(seed: 1))
        environment.random = { random.withLock { $0.next() } }
        let client = EventPlatformClient(configuration, context: TestPlatform.appContext, environment: environment)
        await client.loadConfigurations()
        for element in ["a", "b", "c"] {
            client.submitClick(stream: "app", interactionData: .init(elementID: element))
        }
        return client
    }

    /// Expects that the events of a failed first request are kept, and delivered by later requests.
    ///
    /// - Returns: the server.
    @discardableResult
    private static func expectKept(
        _ reaction: FaultServer.Reaction, mayBeAtFault: Bool = true, word: String? = nil
    ) async throws -> FaultServer {
        let server = try await FaultServer { number, _ in number == 0 ? reaction : .response(201) }
        let clock = ManualClock()
        let client = await client(server.url, clock: clock)
        let first = await client.dispatch()
        #expect(first.pending == 3 && first.delivered == 0, "\(client.diagnostics)")
        await client.dispatch()
        #expect(server.seen.count == 1, "in back-off")
        for _ in 0..<5 {
            clock.advance(by: .seconds(60))
            await client.dispatch()
        }
        #expect(client.ledger.total.delivered == 3 && client.ledger.total.pending == 0, "\(client.diagnostics)")
        #expect(server.seen.dropFirst().first?.ids.count == (mayBeAtFault ? 1 : 3), "the batch may be at fault")
        if let word { #expect(client.diagnostics.contains { $0.message.contains(word) }, "\(client.diagnostics)") }
        try await server.stop()
        return server
    }

    @Test func `a malformed response`() async throws { try await Self.expectKept(.garbage) }

    @Test func `a truncated response`() async throws {
        try await Self.expectKept(.truncated(200, body: "{}"))
    }

    /// Fails when a response counts only once its body has arrived.
    @Test(arguments: [201, 202], [Fault.truncated, .coded, .tooLarge])
    func `a 201 or 202 whose body fails`(status: Int, fault: Fault) async throws {
        let reaction: FaultServer.Reaction =
            switch fault {
            case .truncated: .truncated(status, body: "{}")
            case .coded: .response(status, headers: ["Content-Encoding": "br"], body: "no brotli")
            case .tooLarge: .response(status, body: String(repeating: " ", count: 17 << 20))
            }
        let server = try await FaultServer { _, _ in reaction }
        let client = await Self.client(server.url, clock: ManualClock())
        let report = await client.dispatch()
        #expect(report.delivered == 3 && report.pending == 0, "\(client.diagnostics)")
        #expect(server.seen.count == 1)
        try await server.stop()
    }

    enum Fault { case truncated, coded, tooLarge }

    @Test func `a truncated response with lists`() async throws {
        try await Self.expectKept(.truncated(207, body: #"{"invalid":[{"event":{"meta":"#))
    }

    @Test func `a reset before the intake accepted`() async throws {
        let server = try await Self.expectKept(.resetBefore)
        #expect(server.takenIDs.count == 3 && Set(server.takenIDs).count == 3)
    }

    @Test func `a reset after the intake accepted`() async throws {
        let server = try await Self.expectKept(.resetAfter)
        #expect(server.takenIDs.count == 6 && Set(server.takenIDs).count == 3, "each event twice, with the same id")
    }

    @Test func `a redirect, not followed`() async throws {
        let elsewhere = try await FaultServer { _, _ in .response(201) }
        try await Self.expectKept(
            .response(307, headers: ["Location": elsewhere.url.absoluteString]), mayBeAtFault: false)
        #expect(elsewhere.seen.isEmpty)
        try await elsewhere.stop()
    }

    @Test(arguments: [401, 407])
    func `a response that asks for credentials is returned, and the events are kept`(status: Int) async throws {
        let name = status == 401 ? "WWW-Authenticate" : "Proxy-Authenticate"
        let server = try await FaultServer { _, _ in
            .response(status, headers: [name: #"Basic realm="x""#], body: "who are you?")
        }
        let request = NetworkRequest(method: .post, url: server.url, body: Array("[]".utf8))
        let response = try await TimeLimitedConnection(DefaultConnection.make()).response(to: request)
        #expect(response.status == status && response.body == Array("who are you?".utf8))
        #expect(response.headers[name.lowercased()] == #"Basic realm="x""#)
        let client = await Self.client(server.url, clock: ManualClock())
        let report = await client.dispatch()
        #expect(report.pending == 3, "the status concerns the client or a proxy, not the events: \(report)")
        try await server.stop()
    }

    @Test
    func `a connection that is reset during its second POST, as is a fresh one, throws an error of the network`()
        async throws
    {
        let server = try await FaultServer { number, _ in number == 0 ? .response(201) : .resetBefore }
        let connection = TimeLimitedConnection(DefaultConnection.make())
        let request = NetworkRequest(method: .post, url: server.url, body: Array("[]".utf8))
        #expect(try await connection.response(to: request).status == 201)
        do {
            _ = try await connection.response(to: request)
            Issue.record("there was a response")
        } catch let error as NetworkError {
            #expect([.unreachable, .reset].contains(error.code), "URLSession makes one attempt: \(error)")
        }
        try await server.stop()
    }

    @Test func `no response in time`() async throws {
        let asked = Signal()
        let server = try await FaultServer { _, _ in
            asked.raise()
            return .silence
        }
        let clock = ManualClock()
        let client = await Self.client(server.url, clock: clock, timeout: .seconds(2))
        async let report = client.dispatch()
        await asked.wait(after: 0)
        clock.advance(by: .seconds(2))
        #expect(await report.pending == 3 && server.seen.count == 1)
        try await server.stop()
    }

    @Test func `a refused connection keeps the events`() async throws {
        // A port of the system: one that was free before may now be used by another test.
        let url = try #require(URL(string: "http://127.0.0.1:1/v1/events"))
        let client = await Self.client(url, clock: ManualClock())
        #expect(await client.dispatch().pending == 3)
        await #expect(throws: NetworkError.self) {
            do {
                _ = try await DefaultConnection.make().send(NetworkRequest(method: .get, url: url))
            } catch let error as NetworkError {
                #expect(error.code == .unreachable, "\(error)")
                throw error
            }
        }
    }

    @Test func `a TLS failure`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await FaultServer(tls: try await Certificate.selfSigned(in: folder)) { _, _ in .response(201) }
        let clock = ManualClock()
        let client = await Self.client(server.url, clock: clock)
        for _ in 0..<5 {
            await client.dispatch()
            clock.advance(by: .seconds(60))
        }
        #expect(client.ledger.total.pending == 3 && server.seen.isEmpty, "nothing leaves, and nothing is dropped")
        await #expect(throws: NetworkError.self) {
            do {
                _ = try await DefaultConnection.make().send(NetworkRequest(method: .get, url: server.url))
            } catch let error as NetworkError {
                #expect(error.code == .insecure, "\(error)")
                throw error
            }
        }
        try await server.stop()
    }
}

/// Self-signed certificates.
enum Certificate {
    static func selfSigned(in folder: TemporaryFolder) async throws -> NIOSSLContext {
        let openssl = try Child(
            program: URL(fileURLWithPath: "/usr/bin/openssl"),
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout",
                folder.path("key.pem"), "-out", folder.path("certificate.pem"),
            ])
        #expect(await openssl.result().status == 0)
        let chain = try NIOSSLCertificate.fromPEMFile(folder.path("certificate.pem"))
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) },
                privateKey: .privateKey(NIOSSLPrivateKey(file: folder.path("key.pem"), format: .pem))))
    }
}
