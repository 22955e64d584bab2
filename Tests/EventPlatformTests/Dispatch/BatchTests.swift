import Testing

@testable import EventPlatform

/// How events are put into batches.
@Suite struct BatchTests {
    @Test func `a batch is bounded by count and bytes, and an isolated event is sent alone`() {
        let events: [LeasedEvent] = [
            .test(1, bytes: 10), .test(2, bytes: 10), .test(3, attempts: 1, isIsolated: true, bytes: 10),
            .test(4, bytes: 10),
        ]
        func rows(_ events: [LeasedEvent], _ limit: Int, _ byteLimit: Int) -> [Int64] {
            Batch(from: events, limit: limit, byteLimit: byteLimit).rows
        }
        #expect(rows(events, 1, 1000) == [1])
        #expect(rows(events, 9, 24) == [1, 2] && rows(events, 9, 23) == [1, 2] && rows(events, 9, 22) == [1])
        #expect(rows(events, 9, 1000) == [1, 2])
        #expect(rows(Array(events[2...]), 9, 1000) == [3])
        #expect(rows([.test(1, bytes: 5000)], 9, 100) == [1], "never empty")
    }

    @Test func `new events are sent first, then failed events together, then isolated events`() {
        var queue = DeliveryQueue()
        queue.add(retries: [
            .test(1, attempts: 1, isIsolated: true), .test(2, attempts: 1), .test(3, attempts: 2),
        ])
        queue.add(ready: [.test(4)])
        var batches: [[Int64]] = []
        while let batch = queue.removeBatch(limit: 9, byteLimit: 1000) { batches.append(batch.rows) }
        #expect(batches == [[4], [2, 3], [1]])
    }
}
