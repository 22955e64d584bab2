import Testing

@testable import EventPlatform

@Suite struct BatchLimitTests {
    @Test func `each failure halves the batch limit, down to one event`() {
        var limit = BatchLimit()
        #expect(limit.count(within: 100) == 100)
        var counts: [Int] = []
        for _ in 0..<8 {
            limit.failed(limit.count(within: 100))
            counts.append(limit.count(within: 100))
        }
        #expect(counts == [50, 25, 12, 6, 3, 1, 1, 1])
    }

    @Test func `each success doubles the batch limit, up to that of the settings`() {
        var limit = BatchLimit()
        limit.failed(2)
        #expect(limit.count(within: 100) == 1)
        for count in [2, 4, 8, 16, 32, 64, 100] {
            limit.succeeded(within: 100)
            #expect(limit.count(within: 100) == count)
        }
    }

    @Test func `after a 413 the batch limit doubles with the last of several successes`() {
        var limit = BatchLimit()
        limit.wasTooLarge(100)
        for _ in 1..<32 { limit.succeeded(within: 100) }
        #expect(limit.count(within: 100) == 50)
        limit.succeeded(within: 100)
        #expect(limit.count(within: 100) == 100)
    }
}
