import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Connections that send nothing, or too little, while other clients need to connect.
@Suite(.waitLimit) struct OpenConnectionsTests {
    /// What half-open connections have sent: nothing, a part of a head, a part of a body.
    private static let starts = [
        "", "POST /v1/events HTTP/1.1\r\nHost: x\r\n",
        "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        "POST /v1/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    ]

    /// Few connections: where a process has more than 1024 files open, Foundation cannot start programs, as other tests
    /// do at the same time.
    @Test func `half-open connections beyond the limit keep no other client waiting`() async throws {
        try await withOwnIntake {
            $0.limits.maximumConnections = 64
            // None is closed for its age.
            $0.limits.headTimeout = .seconds(3600)
            $0.limits.bodyTimeout = .seconds(3600)
        } _: { client async throws in
            var open: [RawConnection] = []
            for number in 0..<100 {
                let connection = try RawConnection(to: client.intake.url)
                connection.send(Self.starts[number % Self.starts.count])
                open.append(connection)
            }
            let response = try await RawConnection(to: client.intake.url).exchange(post: Fixture.event())
            #expect(response.text.hasPrefix("HTTP/1.1 201 "))
            withExtendedLifetime(open) {}
        }
    }

    @Test func `a connection whose request is being handled keeps its place`() async throws {
        try await withOwnIntake {
            $0.limits.maximumConnections = 3
        } _: { client async throws in
            let waiting = try RawConnection(to: client.intake.url)
            waiting.send("GET /events?id=late&wait=300 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            let idle = try (0..<20).map { _ in try RawConnection(to: client.intake.url) }
            let response = try await RawConnection(to: client.intake.url).exchange(post: Fixture.event(id: "late"))
            #expect(response.text.hasPrefix("HTTP/1.1 201 "))
            let late = await waiting.rest().text
            #expect(late.hasPrefix("HTTP/1.1 200 ") && late.contains("\"late\""))
            withExtendedLifetime(idle) {}
        }
    }

    @Test func `connections are at most half of the files that may be open`() throws {
        var files = rlimit()
        #if canImport(Darwin)
            try #require(getrlimit(RLIMIT_NOFILE, &files) == 0)
        #else
            try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0)
        #endif
        var limits = IntakeLimits()
        limits.maximumConnections = .max
        #expect(try limits.openConnections().maximum == Int(clamping: files.rlim_cur / 2))
        limits.maximumConnections = 7
        #expect(try limits.openConnections().maximum == 7)
    }
}
