import EventPlatform

/// How often something happened, by second. Seconds without anything have no entry, which keeps a month small.
package struct RateSeries: Sendable {
    private var counts: [Int: Int] = [:]

    mutating func count(_ number: Int = 1, at time: Duration) { counts[Int(time.seconds), default: 0] += number }

    /// The mean number a second in a period.
    package func mean(from: Duration, until: Duration) -> Double {
        let seconds = Self.seconds(from, until)
        return Double(counts.reduce(0) { $0 + (seconds.contains($1.key) ? $1.value : 0) })
            / max(1, (until - from).seconds)
    }

    /// The maximum of the mean number a second over any ten seconds of a period.
    package func peak(from: Duration, until: Duration) -> Double {
        let window = 10
        let seconds = Self.seconds(from, until)
        var (sum, maximum) = (0, 0)
        for second in seconds {
            sum += counts[second] ?? 0
            if second - window >= seconds.lowerBound { sum -= counts[second - window] ?? 0 }
            maximum = max(maximum, sum)
        }
        return Double(maximum) / Double(window)
    }

    /// The mean numbers a second of equal parts of a period from the start on.
    package func means(every length: Duration, until end: Duration) -> [Double] {
        let size = max(1, Int(length.seconds))
        var sums = Array(repeating: 0, count: (Int(end.seconds) + size - 1) / size)
        for (second, count) in counts where sums.indices.contains(second / size) { sums[second / size] += count }
        return sums.map { Double($0) / Double(size) }
    }

    private static func seconds(_ from: Duration, _ until: Duration) -> Range<Int> {
        Int(from.seconds)..<max(Int(from.seconds), Int(until.seconds))
    }
}
