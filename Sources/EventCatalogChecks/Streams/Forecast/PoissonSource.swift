import EventSupport
import Foundation

/// Draws whole numbers that vary around a mean by Poisson's distribution.
struct PoissonSource: Sendable {
    /// A large mean is the sum of parts, since the exponential of a large number underflows.
    private let parts: Int
    private let threshold: Double

    private static let maximumPartMean = 16.0

    /// A source for a mean that is not negative.
    init(mean: Double) {
        parts = Int((mean / Self.maximumPartMean).rounded(.up))
        threshold = parts == 0 ? 1 : exp(-mean / Double(parts))
    }

    /// The next number (Knuth's method: uniform numbers are multiplied until the product falls below a threshold).
    func draw(using random: inout SeededGenerator) -> Int {
        var count = 0
        for _ in 0..<parts {
            var product = random.uniform()
            while product > threshold {
                count += 1
                product *= random.uniform()
            }
        }
        return count
    }
}

extension SeededGenerator {
    /// A number from 0 up to, and without, 1.
    mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
}
