import EventSupport
import EventPlatformTesting
import EventSchema
import Foundation
import Testing

@testable import EventPlatform

@Suite struct EnvironmentTests {
    @Test(
        "moments in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (1_767_225_600_789, "2026-01-01T00:00:00.789Z"),
        ] as [(Int64, String)])
    func iso8601(milliseconds: Int64, text: String) { #expect(Timestamp(milliseconds: milliseconds).iso8601 == text) }

    @Test func `days of seven centuries agree with Foundation, from the Gregorian calendar on`() {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for day in stride(from: -140_000, to: 120_000, by: 37) as StrideTo<Int64> {
            let milliseconds = day * 86_400_000 + 12_345_678
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            #expect(Timestamp(milliseconds: milliseconds).iso8601 == formatter.string(from: date))
        }
    }

    @Test func `identifiers have their forms`() {
        let random = Locked(SeededGenerator(seed: 3))
        let identifiers = Identifiers { random.withLock { $0.next() } }
        for _ in 0..<100 {
            #expect(identifiers.sessionID().wholeMatch(of: /[0-9a-f]{20}/) != nil)
            #expect(
                identifiers.installID().wholeMatch(
                    of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            let id = identifiers.eventID(at: Timestamp(milliseconds: 0x0123_4567_89AB))
            #expect(id.wholeMatch(of: /01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil, "\(id)")
        }
    }

    @Test func `a test's platform sends its name with every event`() async {
        for (platform, name) in [
            (TestPlatform(streams: ["s": [:]]), "\(#function)"),
            (TestPlatform(streams: ["s": [:]], test: "own"), "own"),
        ] {
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "s")
            _ = await platform.sentEvents()
            let posted = platform.connection.requests.filter { $0.method == .post }
            #expect(posted.map { $0.headers["X-Event-Test"] } == [name])
        }
    }
}
