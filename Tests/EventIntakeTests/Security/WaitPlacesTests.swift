import EventSchema
import EventSupport
import Foundation
import Logging
import TestSupport
import Testing

@testable import EventIntake

/// Feeds and queries with `wait` in such a number that they could occupy every connection.
@Suite(.waitLimit) struct WaitPlacesTests {
    private static let paths = ["/events?id=none&wait=300", "/events/none?wait=300", "/v1/stream/app.interactions"]

    private static func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" }

    @Test func `a place is taken until its last reference is gone`() throws {
        let log = RecordedLog()
        let places = WaitPlaces(connections: 4, log: IntakeLog(logger: log.logger))
        var held = [try places.take(), try places.take()]
        for _ in 0..<100 { #expect(throws: WaitPlaces.Refusal.self) { try places.take() } }
        held.removeLast()
        #expect(throws: Never.self) { held.append(try places.take()) }
        #expect(throws: WaitPlaces.Refusal.self) { try places.take() }
        #expect(log.lines.filter { $0.contains("too many open feeds") }.count == 1)
    }

    /// Few connections: where a process has more than 1024 files open, Foundation cannot start programs, as other tests
    /// do at the same time.
    @Test(arguments: paths)
    func `more waiting requests than connections do not block an event`(path: String) async throws {
        try await withOwnIntake {
            $0.limits.maximumConnections = 32
        } _: { client async throws in
            let waiting = try (0..<40).map { _ in try RawConnection(to: client.intake.url) }
            for connection in waiting { connection.send(Self.request(path)) }
            let sender = try RawConnection(to: client.intake.url)
            sender.readsAtMost(seconds: 20)
            #expect(try await sender.exchange(post: Fixture.event()).status == 201)
            withExtendedLifetime(waiting) {}
        }
    }

    @Test(arguments: paths)
    func `a request beyond the share gets 503, and a place when another one disconnects`(path: String) async throws {
        try await withOwnIntake {
            $0.limits.maximumConnections = 2
        } _: { client async throws in
            let first = try RawConnection(to: client.intake.url)
            first.send(Self.request("/v1/stream/app.interactions"))
            #expect(await first.next(12) == "HTTP/1.1 200")
            let second = try RawConnection(to: client.intake.url)
            second.readsAtMost(seconds: 20)
            second.send(Self.request(path).replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
            // Nothing more is read of a response that would not end.
            try #require(await second.next(12) == "HTTP/1.1 503")
            let refused = await second.rest().text.lowercased()
            #expect(refused.contains("retry-after: 5\r\n") && refused.contains("\"too_many_waiting\""))
            first.finishSending()
            _ = await first.rest()
            // The place is free soon after the end of the connection.
            try await until("the place is free") {
                let next = try RawConnection(to: client.intake.url)
                next.send(Self.request("/v1/stream/app.interactions"))
                return await next.next(12) == "HTTP/1.1 200"
            }
        }
    }

    @Test func `a query that has ended holds no place, though its connection is open`() async throws {
        try await withOwnIntake {
            $0.limits.maximumConnections = 2
        } _: { client async throws in
            for number in 0..<3 {
                let connection = try RawConnection(to: client.intake.url)
                connection.send(Self.request("/events?id=none&wait=0.001"))
                connection.readsAtMost(seconds: 20)
                #expect(await connection.next(12) == "HTTP/1.1 200", "\(number)")
            }
        }
    }
}
