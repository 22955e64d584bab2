import EventPlatformTesting
import EventSchema
import TestSupport
import Testing

@testable import EventPlatform

/// The header `X-Event-Client`, which the console of a development intake reads.
@Suite(.waitLimit) struct ClientReportTests {
    private static let streams: JSONObject = [
        "s": [
            "producers": [
                "metrics_platform_client": ["provide_values": ["agent_app_install_id", "performer_session_id"]]
            ]
        ]
    ]

    private static func reports(_ platform: TestPlatform) throws -> [JSONValue] {
        try platform.connection.requests.filter { $0.method == .post }
            .map { try JSONValue(parsingLeniently: Array(try #require($0.headers["X-Event-Client"]).utf8)) }
    }

    @Test func `a request says who sends it, when, at which attempt, and what the ledger counts`() async throws {
        let platform = TestPlatform(streams: Self.streams) { $0.network.reportsLedger = true }
        await platform.loadConfigurations()
        for stream in ["s", "s", "unknown"] as [EventPlatformClient.Stream] {
            platform.client.submitClick(stream: stream)
        }
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        await platform.client.dispatch()
        platform.connection.respond { _ in NetworkResponse(status: 201) }
        platform.clock.advance(by: .seconds(60))
        let event = try #require(await platform.sentEvents().last)
        platform.client.submitClick(stream: "s")
        _ = await platform.sentEvents()
        let reports = try Self.reports(platform)
        #expect(reports.map { $0["attempt"] } == [1, 2, 1])
        #expect(
            reports.map { $0["time"] }
                == ["2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z", "2026-01-01T00:01:00.000Z"])
        let ids = [event[path: ["agent", "app_install_id"]], event[path: ["performer", "session_id"]]]
        #expect(reports.allSatisfy { $0["ids"]?.array == ids.compactMap(\.self) })
        #expect(
            reports.first?["ledger"] == [
                "submitted": 3, "delivered": 0, "pending": 2, "dropped": ["unknownStream": 1],
                "streams": [
                    "s": ["submitted": 2, "delivered": 0, "pending": 2, "dropped": [:]],
                    "unknown": ["submitted": 1, "delivered": 0, "pending": 0, "dropped": ["unknownStream": 1]],
                ],
            ])
        #expect(reports.last?["ledger"]?["delivered"] == 2, "the events of the request itself are pending")
    }

    @Test(arguments: [NetworkRequest.Method.post, .get])
    func `nothing of it leaves the device unless the app asks for it`(method: NetworkRequest.Method) async throws {
        for reports in [false, true] {
            let platform = TestPlatform(streams: Self.streams) {
                $0.network.method = method
                $0.network.reportsLedger = reports
                $0.network.headers = ["X-Own": "1"]
            }
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "s")
            await platform.client.dispatch()
            let headers = try #require(platform.connection.requests.last?.headers)
            #expect(headers.keys.contains("X-Event-Client") == reports)
            #expect(headers["X-Own"] == "1")
        }
    }

    @Test func `it is ASCII, and short however many streams there are`() throws {
        var ledger = Ledger()
        for number in 0..<1000 { ledger.countSubmitted("stream.\(number)") }
        ledger.countSubmitted("größe\u{7F}\n😀", 2)
        let text = ClientReport(ids: ["i"], time: Timestamp(milliseconds: 0), attempt: 1, ledger: ledger).text
        #expect(text.utf8.count < 5000 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        let read = try JSONValue(parsingLeniently: Array(text.utf8))["ledger"]
        #expect(read?["submitted"] == 1002)
        let streams = try #require(read?["streams"]?.object)
        #expect(streams["größe\u{7F}\n😀"]?["submitted"] == 2, "the stream with the most events is the first")
        #expect((20..<100).contains(streams.count))
    }
}
