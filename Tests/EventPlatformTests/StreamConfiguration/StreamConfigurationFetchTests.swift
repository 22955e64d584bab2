import EventSupport
import EventPlatformTesting
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// How stream configurations are requested, and what happens with each response.
@Suite(.waitLimit) struct StreamConfigurationFetchTests {
    static let stream: JSONValue = ["schema_title": "analytics/product_metrics/app/base"]

    static func body(_ names: String...) -> [UInt8] {
        JSONValue.object(["streams": .object(JSONObject(names.map { ($0, stream) }))]).jsonBytes
    }

    static func gets(_ platform: TestPlatform) -> [NetworkRequest] {
        platform.connection.requests.filter { $0.method == .get }
    }

    private static let unusableResponses: [(Result<NetworkResponse, NetworkError>, String)] = [
        (.success(.init(status: 500)), "status"),
        (.success(.init(status: 404, body: body("b"))), "status"),
        (.success(.init(status: 302, headers: ["Location": "http://login.example/"])), "redirected"),
        (.success(.init(status: 200, body: Array("<!DOCTYPE html><html>".utf8))), "webPage"),
        (.success(.init(status: 200, body: Array(" \n<html>".utf8))), "webPage"),
        (.success(.init(status: 200, body: Array("{\"streams\": {\"a".utf8))), "incomplete"),
        (.success(.init(status: 200, body: Array("streams".utf8))), "notJSON"),
        (.success(.init(status: 200, body: [])), "notJSON"),
        (.success(.init(status: 200, body: [0x1F, 0x8B, 8, 0])), "notJSON"),
        (.success(.init(status: 200, body: Array("[]".utf8))), "notADocument"),
        (.success(.init(status: 200, body: Array("{}".utf8))), "notADocument"),
        (.success(.init(status: 200, body: Array(#"{"streams": 3}"#.utf8))), "notADocument"),
        (
            .success(.init(status: 200, body: Array(#"{"error": {"code": "badvalue", "info": "x"}}"#.utf8))),
            "refused"
        ),
        (.success(.init(status: 304)), "status"),
        (.failure(.init(.timedOut, "hangs")), "timedOut"), (.failure(.init(.tooLarge, "30 MB")), "tooLarge"),
        (.failure(.init(.incomplete, "breaks off")), "incomplete"),
        (.failure(.init(.unreachable, "offline")), "unreachable"),
        (.failure(.init(.insecure, "certificate")), "insecure"),
    ]

    @Test(arguments: unusableResponses)
    func `an unusable response is reported, and the earlier configurations stay in force`(
        response: Result<NetworkResponse, NetworkError>, name: String
    ) async {
        let platform = TestPlatform(streams: ["a": Self.stream])
        await platform.loadConfigurations()
        platform.connection.respond(at: TestPlatform.streamsURL) { _ in try response.get() }
        await platform.loadConfigurations()
        let diagnostic = platform.client.diagnostics.last
        #expect(diagnostic?.kind == .configurationUnavailable)
        #expect(diagnostic?.message.contains(" \(name): ") == true, "\(String(describing: diagnostic))")
        platform.client.submitClick(stream: "a")
        #expect(await platform.sentEvents().count == 1)
    }

    @Test func `the ETag of the last decoded body is sent, and 304 keeps the configurations`() async {
        let platform = TestPlatform(streams: [:])
        func fetch(_ response: NetworkResponse) async -> String? {
            platform.connection.respond(at: TestPlatform.streamsURL) { _ in response }
            await platform.loadConfigurations()
            return Self.gets(platform).last?.headers["If-None-Match"]
        }
        #expect(await fetch(.init(status: 200, headers: ["ETag": "\"broken\""], body: [1])) == nil)
        #expect(await fetch(.init(status: 200, headers: ["ETag": "\"1\""], body: Self.body("a"))) == nil)
        #expect(await fetch(.init(status: 304)) == "\"1\"")
        #expect(await fetch(.init(status: 200, headers: ["ETag": "\"2\""], body: Array("{".utf8))) == "\"1\"")
        #expect(await fetch(.init(status: 200, body: Self.body("b"))) == "\"1\"", "the broken body's tag is not kept")
        #expect(await fetch(.init(status: 200, body: Self.body("b"))) == nil, "this body had no tag")
        #expect(platform.client.explained("a") == .unknownStream)
        #expect(platform.client.explained("b") == nil)
    }

    @Test func `a configuration change lists added, removed, changed and quarantined streams`() async throws {
        let platform = TestPlatform(streams: ["a": Self.stream, "b": Self.stream, "c": Self.stream])
        var changes = platform.client.streamConfigurationChanges.makeAsyncIterator()
        await platform.loadConfigurations()
        await platform.loadConfigurations()  // an equal response is no change
        platform.set(streams: [
            "b": ["schema_title": 7], "c": ["schema_title": "other"], "d": Self.stream,
            "e": ["sample": 3, "topics": 4],
        ])
        await platform.loadConfigurations()
        platform.set(streams: ["b": Self.stream, "c": ["schema_title": "other"]])
        await platform.loadConfigurations()
        var lists: [[[String]]] = []
        for _ in 0..<3 {
            let differences = try #require(await changes.next()?.differences)
            lists.append([differences.added, differences.removed, differences.changed, differences.quarantined])
        }
        #expect(lists[0] == [["a", "b", "c"], [], [], []])
        #expect(lists[1] == [["d"], ["a"], ["c"], ["b", "e"]])
        #expect(lists[2] == [[], ["d", "e"], ["b"], []])
    }

    @Test func `with the lastKnown cache the next process starts with the configurations fetched last`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        func platform(_ seed: UInt64, _ response: NetworkResponse?) -> TestPlatform {
            let platform = TestPlatform(streams: [:], seed: seed) {
                $0.store.location = .file(folder.file("e.sqlite"))
                $0.configurationCache = .lastKnown
            }
            platform.connection.respond(at: TestPlatform.streamsURL) { _ in
                guard let response else { throw NetworkError(.unreachable, "offline") }
                return response
            }
            return platform
        }
        let first = platform(1, .init(status: 200, headers: ["ETag": "\"1\""], body: Self.body("a")))
        await first.loadConfigurations()
        _ = await first.client.shutdown(deadline: .zero)

        let offline = platform(2, nil)
        var changes = offline.client.streamConfigurationChanges.makeAsyncIterator()
        await offline.loadConfigurations()
        offline.client.submitClick(stream: "a")
        #expect(await offline.sentEvents().count == 1)
        #expect(await changes.next()?.origin == .lastKnown)
        #expect(Self.gets(offline).last?.headers["If-None-Match"] == "\"1\"")
        _ = await offline.client.shutdown(deadline: .zero)

        let online = platform(3, .init(status: 200, headers: ["ETag": "\"2\""], body: Self.body("b")))
        await online.loadConfigurations()
        #expect(online.client.explained("a") == .unknownStream)
        _ = await online.client.shutdown(deadline: .zero)
    }

    @Test func `a bundled file is in force until the first fetch`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Data(Self.body("a")).write(to: folder.file("streams.json"))
        let platform = TestPlatform(streams: ["b": Self.stream]) {
            $0.configurationCache = .bundled(folder.file("streams.json"))
        }
        platform.connection.respond(at: TestPlatform.streamsURL) { _ in throw NetworkError(.unreachable, "offline") }
        await platform.loadConfigurations()
        #expect(platform.client.explained("a") == nil)
        platform.connection.respond(at: TestPlatform.streamsURL) { _ in
            NetworkResponse(status: 200, body: Self.body("b"))
        }
        await platform.loadConfigurations()
        #expect(platform.client.explained("a") == .unknownStream)
    }

    @Test func `an unreadable bundle is reported, and configurations are fetched`() async throws {
        let platform = TestPlatform(streams: ["b": Self.stream]) {
            $0.configurationCache = .bundled(URL(fileURLWithPath: "/nowhere/streams.json"))
        }
        await platform.loadConfigurations()
        #expect(platform.client.diagnostics.contains { $0.message.contains("unreadable: /nowhere/streams.json") })
        #expect(platform.client.explained("b") == nil)
    }

    @Test(arguments: ["foreground", "network", "refresh"])
    func `the foreground, the network and a refresh restart the retries`(trigger: String) async throws {
        let platform = TestPlatform(streams: ["a": Self.stream])
        platform.connection.respond(at: TestPlatform.streamsURL) { _ in throw NetworkError(.unreachable, "offline") }
        platform.client.start()
        for retry in 0..<10 {
            let delay = Duration.milliseconds(Int64(30_000 * (0..<retry).reduce(1.0) { product, _ in product * 1.5 }))
            try await platform.clock.waitForSleep(of: delay)
            platform.clock.advance(by: delay)
        }
        try await platform.clock.waitForSleep(of: .seconds(3600))
        #expect(Self.gets(platform).count == 11)
        switch trigger {
        case "foreground": await platform.client.enterForeground()
        case "network": await platform.client.networkReturned()
        default: platform.client.refresh()
        }
        try await platform.clock.waitForSleep(of: .seconds(30))
        #expect(Self.gets(platform).count == 12)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `configurations are fetched again at the interval of the refresh policy`() async throws {
        let platform = TestPlatform(streams: ["a": Self.stream]) { $0.refresh = .every(.seconds(600)) }
        platform.client.start()
        for count in 1...3 {
            try await platform.clock.waitForSleep(of: .seconds(600))
            #expect(Self.gets(platform).count == count)
            platform.clock.advance(by: .seconds(600))
        }
        _ = await platform.client.shutdown(deadline: .zero)
    }
}

extension EventPlatformClient {
    /// The reason for which sampling refuses an event of a stream; `nil` when it does not.
    fileprivate func explained(_ stream: String) -> DropReason? {
        let snapshot = dependencies.snapshot.now
        let identity = dependencies.caller.withLock(\.sessions.current)
        return snapshot.gateRefusal(
            of: snapshot.lookUp(stream), named: stream,
            SamplingIdentifiers(identity, device: snapshot.installID, context: Context()))
    }
}
