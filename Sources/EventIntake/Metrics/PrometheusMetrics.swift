public import CoreMetrics
import EventSupport

/// Metrics in memory, and their text for Prometheus. As ``IntakeConfiguration/metrics`` they are what `GET /metrics`
/// shows.
///
/// A counter is a counter whose name ends in `_total`, a meter and a recorder are a gauge with the last value, and a
/// timer is a histogram of seconds. What has the same label and dimensions is the same series.
public final class PrometheusMetrics: MetricsFactory, Sendable {
    private struct Place: Hashable {
        let name: String
        let labels: String
    }

    private let series = Locked<[Place: any MetricSeries]>([:])

    /// Creates a factory without metrics.
    public init() {}

    /// All series in the text format of Prometheus, version 0.0.4, in the order of their names.
    public var text: String {
        let sorted = series.withLock { $0 }.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
        var lines: [String] = []
        for (index, (place, one)) in sorted.enumerated() {
            if index == 0 || sorted[index - 1].key.name != place.name {
                lines.append("# TYPE \(place.name) \(one.type)")
            }
            lines += one.samples.map { sample in
                let labels = (place.labels.isEmpty ? [] : [place.labels]) + sample.labels
                return "\(place.name)\(sample.suffix)\(labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}") "
                    + sample.value
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    // MARK: - MetricsFactory

    /// Returns the counter of these dimensions.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        one(label, "_total", dimensions) { CountSeries() }
    }

    /// Returns the gauge of these dimensions.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        one(label, "", dimensions) { GaugeSeries() }
    }

    /// Returns the gauge of these dimensions, which has the last value.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler { one(label, "", dimensions) { GaugeSeries() } }

    /// Returns the histogram of these dimensions.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        one(label, "_seconds", dimensions) { DurationSeries() }
    }

    /// Removes a counter.
    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

    /// Removes a gauge.
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

    /// Removes a gauge.
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

    /// Removes a histogram.
    public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// The series of a name and dimensions. One that another kind of metric has is left alone; the new one is then not
    /// in the text.
    private func one<Series: MetricSeries>(
        _ label: String, _ suffix: String, _ dimensions: [(String, String)], _ make: @Sendable () -> Series
    ) -> Series {
        let name = Self.name(label)
        let place = Place(
            name: name.hasSuffix(suffix) ? name : name + suffix,
            labels: dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ","))
        return series.withLock { series in
            if let known = series[place] { return known as? Series ?? make() }
            let new = make()
            series[place] = new
            return new
        }
    }

    private func remove(_ handler: any AnyObject & Sendable) {
        series.withLock { series in series = series.filter { $0.value !== handler } }
    }

    /// A name that Prometheus takes: letters, digits and `_`, with no digit in front.
    private static func name(_ label: String) -> String {
        let name = String(
            label.unicodeScalars.map { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                    ? Character(scalar) : "_"
            })
        return name.first?.isNumber == true ? "_" + name : name
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
