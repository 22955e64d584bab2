import EventStreams
import EventSupport
import Testing

@testable import EventCatalogChecks

@Suite struct ForecastDrawTests {
    @Test(arguments: [0, 0.3, 4, 40]) func `Poisson's numbers have their mean as mean and as variance`(mean: Double) {
        var random = SeededGenerator(seed: 3)
        let source = PoissonSource(mean: mean)
        let numbers = (0..<4000).map { _ in Double(source.draw(using: &random)) }
        let average = numbers.reduce(0, +) / 4000
        let variance = numbers.reduce(0) { $0 + ($1 - average) * ($1 - average) } / 4000
        #expect(abs(average - mean) <= 5 * (mean / 4000).squareRoot())
        #expect(abs(variance - mean) <= 0.15 * mean)
    }

    @Test func `identifiers have the forms of the client's own`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            let (high, low) = (random.next(), random.next())
            let session = ClientIdentifier.short(high, low)
            let device = ClientIdentifier.install(high, low)
            #expect(session.wholeMatch(of: /[0-9a-f]{20}/) != nil)
            #expect(device.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            #expect(SamplingRule.position(of: session) == SamplingRule.position(of: device))
        }
        #expect(ClientIdentifier.short(0x0123_4567_89AB_CDEF, 0xFEDC_0000_0000_0000) == "0123456789abcdeffedc")
    }

    @Test func `the spread of days is their mean and their deviation, and its range begins at 0`() {
        let spread = DailySpread([1, 3, 5, 7])
        #expect(spread.mean == 4 && abs(spread.deviation - 2.581989) < 1e-6)
        #expect(spread.low == 0 && abs(spread.high - 9.060605) < 1e-5)
    }
}
