import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct SequenceNumberTests {
    private static let streams: JSONObject = [
        "a": ["schema_title": "analytics/product_metrics/app/base"],
        "b": ["schema_title": "analytics/product_metrics/app/base"],
        "closed": ["schema_title": "closed"],
    ]

    @Test func `sequence numbers have gaps only for dropped events, also across restarts`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var numbers: [String: [Int]] = [:]
        for life in 1...2 as ClosedRange<UInt64> {
            let platform = TestPlatform(streams: Self.streams, seed: life) {
                $0.store.location = .file(folder.file("events.sqlite"))
                $0.store.sendsSequenceNumbers = true
                $0.store.settings.maximumEvents = 4
            }
            await platform.loadConfigurations()
            for stream in ["a", "b", "a", "a", "b"] { platform.client.submitClick(stream: .init(stream)) }
            for event in await platform.sentEvents() {
                let meta = event["meta"]
                numbers[meta?["stream"]?.string ?? "", default: []].append(
                    Int(meta?["sequence_number"]?.number?.int64 ?? 0))
            }
            #expect(platform.client.ledger.total.dropped == [.storeFull: Int(life)])
            _ = await platform.client.shutdown(deadline: .zero)
        }
        #expect(numbers == ["a": [2, 3, 5, 6], "b": [1, 2, 3, 4]])
    }

    @Test func `an event has a sequence number only when that is enabled and its schema allows it`() async {
        let closed = SchemaID("/closed/1.0.0")
        let schema: JSONValue = [
            "$id": "/closed/1.0.0", "title": "closed", "type": "object",
            "properties": [
                "meta": [
                    "type": "object", "additionalProperties": false,
                    "properties": ["stream": ["type": "string"], "id": ["type": "string"]],
                ]
            ],
        ]
        for asks in [true, false] {
            let platform = TestPlatform(streams: Self.streams) {
                $0.store.sendsSequenceNumbers = asks
                $0.validation.sources = [.documents([closed: schema])]
            }
            await platform.loadConfigurations()
            platform.client.submitInteraction(stream: "closed", schema: closed, action: "x")
            platform.client.submitClick(stream: "a")
            let sent = await platform.sentEvents()
            #expect(sent.map { $0["meta"]?["sequence_number"] } == [nil, asks ? .number(1) : nil])
        }
    }
}
