import EventPlatformTesting
import EventSchema
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Sessions, page views and the install id in the events of successive clients on one file.
@Suite(.waitLimit) struct ClientSessionTests {
    static let streams: JSONObject = [
        "all": [
            "schema_title": "analytics/product_metrics/app/base",
            "producers": [
                "metrics_platform_client": [
                    "provide_values": ["performer_session_id", "performer_pageview_id", "agent_app_install_id"]
                ]
            ],
        ]
    ]

    static func platform(
        _ clock: ManualClock, _ store: URL, seed: UInt64, inBackground: Bool = false
    ) -> TestPlatform {
        TestPlatform(
            streams: streams, seed: seed, clock: clock,
            configure: {
                $0.store.location = .file(store)
                $0.wasLaunchedInBackground = inBackground
            })
    }

    /// What one process sends for one click.
    static func click(on platform: TestPlatform) async throws -> JSONValue {
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "all")
        return try #require(await platform.sentEvents().last)
    }

    @Test func `a session and the install id survive restarts and jumps of the wall clock`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (clock, file) = (ManualClock(), folder.file("events.sqlite"))
        let first = Self.platform(clock, file, seed: 1)
        let one = try await Self.click(on: first)
        _ = await first.client.shutdown(deadline: .zero)
        var sessions = [one["performer"]?["session_id"]]
        for (seed, years) in [(2, 10), (3, -20), (4, 10)] as [(UInt64, Int64)] {
            clock.setWall(milliseconds: clock.wall.milliseconds + years * 31_536_000_000)
            clock.advance(by: .seconds(1700))
            let next = Self.platform(clock, file, seed: seed)
            next.client.submitClick(stream: "all")  // before the store is opened
            let event = try await Self.click(on: next)
            sessions += [event["performer"]?["session_id"], next.client.sessionID.map(JSONValue.string)]
            #expect(event["agent"]?["app_install_id"] == one["agent"]?["app_install_id"])
            _ = await next.client.shutdown(deadline: .zero)
        }
        #expect(Set(sessions).count == 1, "\(sessions)")
        clock.advance(by: .seconds(1800))
        let later = try await Self.click(on: Self.platform(clock, file, seed: 5))
        #expect(later["performer"]?["session_id"] != sessions[0])
    }

    /// Fails when each call wakes the core, which takes a lock.
    @Test func `the core is woken once for a session that is to be saved`() async {
        let platform = TestPlatform(
            streams: ["none": ["sample": ["unit": "session", "rate": 0]]], sampling: .asConfigured)
        await platform.loadConfigurations()
        await platform.client.persist()
        let arrived = platform.client.dependencies.mailbox.arrived
        for _ in 0..<2 {
            let before = arrived.count
            for _ in 0..<3 { platform.client.submitClick(stream: "none") }
            #expect(arrived.count == before + 1)
            await platform.client.persist()
            platform.clock.advance(by: Sessions.saveInterval)
        }
    }

    @Test func `a session survives a kill of a process whose events were all out of sample`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (clock, file) = (ManualClock(), folder.file("events.sqlite"))
        let first = TestPlatform(
            streams: ["none": ["sample": ["unit": "session", "rate": 0]]], clock: clock,
            configure: { $0.store.location = .file(file) })
        await first.loadConfigurations()
        for _ in 0..<40 {
            first.client.submitClick(stream: "none")
            await first.client.persist()
            clock.advance(by: .seconds(300))
        }
        let id = first.client.sessionID
        // What a killed process leaves behind: the files as they are at this moment.
        let copy = folder.file("copy.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
        }
        let next = Self.platform(clock, copy, seed: 2)
        let event = try await Self.click(on: next)
        #expect(event["performer"]?["session_id"]?.string == id)
    }

    @Test func `a launch in the background begins no session and continues the last one`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (clock, file) = (ManualClock(), folder.file("events.sqlite"))
        let fresh = Self.platform(clock, file, seed: 1, inBackground: true)
        let none = try await Self.click(on: fresh)
        #expect(none["performer"] == nil)
        await fresh.client.enterForeground()
        let one = try await Self.click(on: fresh)
        let id = try #require(one["performer"]?["session_id"])
        await fresh.client.enterBackground()
        _ = await fresh.client.shutdown(deadline: .zero)

        clock.advance(by: .seconds(86_400))
        let background = Self.platform(clock, file, seed: 2, inBackground: true)
        background.client.submitClick(stream: "all")
        let other = try await Self.click(on: background)
        #expect(other["performer"]?["session_id"] == id)
        let early = await background.sentEvents().first
        #expect(early?["performer"]?["session_id"] == id)
        await background.client.enterForeground()
        let two = try await Self.click(on: background)
        #expect(two["performer"]?["session_id"] != id)
    }

    @Test func `sampling is decided again for each session and page view`() async throws {
        let half: JSONObject = [
            "by.session": ["sample": ["unit": "session", "rate": 0.5]],
            "by.pageview": ["sample": ["unit": "pageview", "rate": 0.5]],
        ]
        let platform = TestPlatform(streams: half, sampling: .asConfigured)
        await platform.loadConfigurations()
        var expected = ["by.session": 0, "by.pageview": 0]
        for _ in 0..<200 {
            platform.client.resetSession()
            let pageview = platform.client.beginPageview()
            for (stream, id) in [("by.session", platform.client.sessionID), ("by.pageview", pageview)] {
                for _ in 0..<2 { platform.client.submitClick(stream: .init(stream)) }
                let position = try #require(SamplingRule.position(of: id ?? ""))
                if position < 0.5 { expected[stream, default: 0] += 2 }
            }
        }
        await platform.client.persist()
        for (stream, count) in expected {
            let dropped = platform.client.ledger.streams[stream]?.dropped[.outOfSample]
            #expect(dropped == 400 - count)
            #expect((100...300).contains(count))
        }
    }

    @Test func `a damaged store does not change the install id`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (clock, file) = (ManualClock(), folder.file("events.sqlite"))
        let first = Self.platform(clock, file, seed: 1)
        let one = try await Self.click(on: first)
        _ = await first.client.shutdown(deadline: .zero)
        try Data("no database".utf8).write(to: file)
        let two = try await Self.click(on: Self.platform(clock, file, seed: 2))
        #expect(two["agent"]?["app_install_id"] == one["agent"]?["app_install_id"])
    }
}
