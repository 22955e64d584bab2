import CoreMetrics
import EventSupport

/// A metric with its dimensions.
protocol MetricSeries: AnyObject, Sendable {
    /// Prometheus' name of its kind.
    var type: String { get }
    var samples: [MetricSample] { get }
}

/// A line of Prometheus' text, without name and dimensions.
struct MetricSample {
    /// What comes after the name.
    var suffix = ""
    /// What comes after the labels of the dimensions.
    var labels: [String] = []
    let value: String
}

/// A number that only grows.
final class CountSeries: MetricSeries, CounterHandler {
    private let count = Locked<Int64>(0)
    let type = "counter"

    var samples: [MetricSample] { [MetricSample(value: "\(count.withLock { $0 })")] }

    func increment(by amount: Int64) { count.withLock { $0 &+= amount } }

    func reset() { count.withLock { $0 = 0 } }
}

/// A number that goes up and down.
final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
    private let value = Locked(0.0)
    let type = "gauge"

    var samples: [MetricSample] { [MetricSample(value: value.withLock { $0 }.prometheusText)] }

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
}

/// How long something took, in ranges.
final class DurationSeries: MetricSeries, TimerHandler {
    private struct State {
        /// The number of durations up to each bound, and beyond the last.
        var counts = [Int64](repeating: 0, count: DurationSeries.bounds.count + 1)
        var sum = 0.0
    }

    /// In seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = Locked(State())
    let type = "histogram"

    var samples: [MetricSample] {
        let state = state.withLock { $0 }
        let bounds = Self.bounds.map(\.prometheusText) + ["+Inf"]
        var total: Int64 = 0
        let buckets = zip(bounds, state.counts).map { bound, count in
            total += count
            return MetricSample(suffix: "_bucket", labels: ["le=\"\(bound)\""], value: "\(total)")
        }
        return buckets + [
            MetricSample(suffix: "_sum", value: state.sum.prometheusText),
            MetricSample(suffix: "_count", value: "\(total)"),
        ]
    }

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[place] += 1
            state.sum += seconds
        }
    }
}

extension Double {
    /// Whole numbers without a fraction.
    fileprivate var prometheusText: String { self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)" }
}
