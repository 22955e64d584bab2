import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Clients that leave while the intake makes them wait.
@Suite(.waitLimit) struct DisconnectMonitorTests {
    @Test(
        arguments: [
            ("/events?id=none&wait=300", "200 OK"), ("/events/none?wait=300", "404 Not Found"),
            ("/v1/stream/app.interactions", "200 OK"),
        ])
    func `a client that closes its side gets a response at once and is disconnected`(path: String, status: String)
        async throws
    {
        try await withOwnIntake { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            connection.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            connection.finishSending()
            // The response ends only when the intake closes the connection.
            #expect(await connection.rest().text.hasPrefix("HTTP/1.1 \(status)\r\n"))
        }
    }

    @Test func `more disconnected clients than connections do not block the intake`() async throws {
        try await withOwnIntake {
            $0.limits.maximumConnections = 8
        } _: { client async throws in
            for _ in 0..<32 {
                let connection = try RawConnection(to: client.intake.url)
                connection.send("GET /events?id=none&wait=300 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            }
            #expect(try await client.get("/_info").status == 200)
        }
    }

    @Test func `the delay of a fault ends when the client disconnects`() async throws {
        try await withOwnIntake {
            $0.faults = [try! Fault("delay=5m")]
        } _: { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            let body = Fixture.event(id: "a")
            connection.send(
                "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                    + "\(body.utf8.count)\r\n\r\n\(body)"
            )
            connection.finishSending()
            #expect(await connection.rest().text.hasPrefix("HTTP/1.1 201 "))
            #expect(try client.intake.store.count() == 1)
        }
    }

    @Test func `an operation completes, or is cancelled when the client disconnects`() async throws {
        let monitor = DisconnectMonitor(disconnection: Signal())
        #expect(try await monitor.run { 1 } == 1)
        let cancelled = Locked(false)
        let result = try await monitor.run {
            monitor.disconnection.end()
            do { try await Task.sleep(for: .seconds(3600)) } catch { cancelled.withLock { $0 = true } }
            return 2
        }
        #expect(result == nil)
        #expect(cancelled.withLock { $0 })
        #expect(try await monitor.run { try await Task.sleep(for: .seconds(3600)) } == nil)
    }
}
