import EventSupport
import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@Suite(.waitLimit) struct LedgerModelTests {
    /// Random operations of successive clients on one store file: the ledger holds after each, and at the end of each
    /// client the intake has exactly the events that the ledger counts as delivered.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `the ledger counts every submitted event, and as delivered those that the intake has`(
        seed: UInt64
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var random = SeededGenerator(seed: seed)
        var submitted = 0
        var delivered: Set<String> = []
        let streams: JSONObject = [
            "all": ["schema_title": "analytics/product_metrics/app/base"],
            "none": ["sample": ["unit": "session", "rate": 0]],
            "half": [
                "schema_title": "analytics/product_metrics/app/base", "sample": ["unit": "session", "rate": 0.5],
            ],
        ]
        for life in 0..<5 as Range<UInt64> {
            let platform = TestPlatform(streams: streams, sampling: .asConfigured, seed: seed * 100 + life) {
                $0.store.location = .file(folder.file("events.sqlite"))
                $0.inputBufferCapacity = 16
            }
            let taken = Locked<Set<String>>([])
            platform.connection.respond { request in
                guard request.method == .post else {
                    return NetworkResponse(status: 200, body: JSONValue.object(["streams": .object(streams)]).jsonBytes)
                }
                let ids = try JSONValue(parsing: request.body).array?.compactMap { $0["meta"]?["id"]?.string } ?? []
                guard ids.count.isMultiple(of: 2) else { return NetworkResponse(status: 503) }
                taken.withLock { $0.formUnion(ids) }
                return NetworkResponse(status: 201)
            }
            try await platform.client.openStore()
            for _ in 0..<30 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0: await platform.loadConfigurations()
                case 1: await platform.client.runCycle()
                case 2: await platform.client.persist()
                case 3: platform.clock.advance(by: .seconds(Int.random(in: 1...40, using: &random)))
                default:
                    let stream = ["all", "none", "half", "unknown"][Int.random(in: 0..<4, using: &random)]
                    platform.client.submitClick(
                        stream: .init(stream), interactionData: .init(elementID: "\(submitted)"))
                    submitted += 1
                }
                #expect(platform.client.ledger.total.submitted == submitted)
                #expect(platform.client.ledger.streams.values.allSatisfy { $0.pending >= 0 })
            }
            await platform.client.persist()
            delivered.formUnion(taken.withLock { $0 })
            #expect(platform.client.ledger.total.delivered == delivered.count)
        }
    }
}
