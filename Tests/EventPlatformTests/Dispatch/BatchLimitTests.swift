import Testing

@testable import EventPlatform

@Suite struct BatchLimitTests {
    @Test func `the batch limit halves with failures, doubles with successes, and grows later after 413`() {
        var limit = BatchLimit()
        #expect(limit.count(within: 100) == 100)
        var counts: [Int] = []
        for _ in 0..<8 {
            limit.failed(limit.count(within: 100))
            counts.append(limit.count(within: 100))
        }
        #expect(counts == [50, 25, 12, 6, 3, 1, 1, 1])
        for count in [2, 4, 8, 16, 32, 64, 100] {
            limit.succeeded(within: 100)
            #expect(limit.count(within: 100) == count)
        }
        limit.wasTooLarge(100)
        for _ in 1..<BatchLimit.successesAfterTooLarge { limit.succeeded(within: 100) }
        #expect(limit.count(within: 100) == 50)
        limit.succeeded(within: 100)
        #expect(limit.count(within: 100) == 100)
    }
}
