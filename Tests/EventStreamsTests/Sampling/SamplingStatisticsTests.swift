import EventStreams
import EventSupport
import Testing

@Suite struct SamplingStatisticsTests {
    /// A million identifiers; fewer for the hashing of salts, which is slow without optimisation.
    private static let count = 1_000_000
    #if DEBUG
        private static let saltedCount = 20_000
    #else
        private static let saltedCount = 1_000_000
    #endif

    @Test(arguments: [0.001, 0.1, 0.5, 0.9])
    func `of a million identifiers, the rate is in sample within 3 σ`(rate: Double) {
        var generator = SeededGenerator(seed: 1)
        let rule = SamplingRule.sample(unit: .session, rate: rate)
        let count = (0..<Self.count).count { _ in rule.includes(identifier: generator.identifier()) }
        #expect(isWithinThreeSigma(count, of: Self.count, rate))
    }

    @Test(arguments: [0.1, 0.5])
    func `of identifiers with a salt, the rate is in sample within 3 σ`(rate: Double) {
        var generator = SeededGenerator(seed: 2)
        let rule = SamplingRule.sample(unit: .session, rate: rate, salt: "edit")
        let count = (0..<Self.saltedCount).count { _ in rule.includes(identifier: generator.identifier()) }
        #expect(isWithinThreeSigma(count, of: Self.saltedCount, rate))
    }

    @Test func `without salt two streams share their sample; with salts they share no more than chance`() {
        #expect(shared(nil, nil) == shared(nil, nil, ofOne: true))
        let together = shared("edit", "view")
        #expect(isWithinThreeSigma(together, of: Self.saltedCount, 0.2 * 0.2))
        #expect(isWithinThreeSigma(shared("edit", nil), of: Self.saltedCount, 0.2 * 0.2))
    }

    /// How many identifiers are in the samples of two streams with these salts; or in the first's.
    private func shared(_ first: String?, _ second: String?, ofOne: Bool = false) -> Int {
        var generator = SeededGenerator(seed: 3)
        let rules = [first, second].map { SamplingRule.sample(unit: .session, rate: 0.2, salt: $0) }
        return (0..<Self.saltedCount).count { _ in
            let identifier = generator.identifier()
            return rules[0].includes(identifier: identifier) && (ofOne || rules[1].includes(identifier: identifier))
        }
    }

    private func isWithinThreeSigma(_ count: Int, of total: Int, _ rate: Double) -> Bool {
        let sigma = (Double(total) * rate * (1 - rate)).squareRoot()
        return abs(Double(count) - Double(total) * rate) <= 3 * sigma
    }
}
