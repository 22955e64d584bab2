/// The mean of the numbers of several days, and the range in which 95 % of days are expected.
package struct DailySpread: Sendable, Hashable {
    package let mean: Double
    /// The standard deviation of a day.
    package let deviation: Double

    /// The deviations on both sides of the mean that 95 % of a normal distribution are within.
    private static let width = 1.959964

    /// The spread of the numbers of at least two days.
    init(_ days: [Int]) {
        let mean = Double(days.reduce(0, +)) / Double(max(1, days.count))
        let squares = days.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
        self.mean = mean
        deviation = (squares / Double(max(1, days.count - 1))).squareRoot()
    }

    /// The lower end of the range of 95 % of days, at least 0.
    package var low: Double { max(0, mean - Self.width * deviation) }
    /// The upper end of the range of 95 % of days.
    package var high: Double { mean + Self.width * deviation }
}
