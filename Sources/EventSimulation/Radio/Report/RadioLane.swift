import EventPlatform
import EventPlot

/// The lane of one mode in a plot: three rows over the same time.
struct RadioLane {
    private let run: RadioRun
    private let y: Double
    /// The place of a minute.
    private let x: (Double) -> Double

    /// The rows' distances from the top of the lane, and their heights.
    private static let (app, own, radio) = ((6.0, 9.0), (18.0, 9.0), (30.0, 18.0))
    /// The minimum width of a bar, so that a short request, and the promotion of an LTE radio, can be seen.
    private static let minimumWidth = 2.5

    init(_ run: RadioRun, y: Double, x: @escaping (Double) -> Double) {
        self.run = run
        self.y = y
        self.x = x
    }

    /// The lane with the name of the mode on the left and a label on the right.
    func elements(label: String, left: Double, right: Double) -> [SVGElement] {
        let labels: [SVGElement] = [
            SVGElement.text(run.mode.name, "name", x: left, y: y + 32),
            SVGElement.text(label, "note", x: right, y: y + 32),
        ]
        let rows = [
            path("low", phases { !isHigh($0) && !isPromotion($0) }, Self.radio),
            path("high", phases(isHigh), Self.radio),
            path("promotion", phases(isPromotion), Self.radio), path("app", run.appTransfers, Self.app),
            path("own", run.requests, Self.own),
        ]
        return labels + rows.compactMap { $0 }
    }

    // MARK: - The radio

    private func isPromotion(_ phase: RadioTimeline.Phase) -> Bool {
        if case .promotion = phase { true } else { false }
    }

    private func isHigh(_ phase: RadioTimeline.Phase) -> Bool {
        if case .state(let state) = phase { run.timeline.model.isHigh(state) } else { false }
    }

    /// The times of the phases in which the radio is on and which fulfil a condition.
    private func phases(_ isWanted: (RadioTimeline.Phase) -> Bool) -> [Range<Duration>] {
        let idle = RadioTimeline.Phase.state(run.timeline.model.idle)
        return run.timeline.intervals.filter { $0.phase != idle && isWanted($0.phase) }.map { $0.from..<$0.until }
    }

    // MARK: - Drawing

    /// Bars for some times as one element; `nil` without any.
    private func path(_ kind: String, _ times: [Range<Duration>], _ row: (top: Double, height: Double)) -> SVGElement? {
        let bars = merged(times)
        guard !bars.isEmpty else { return nil }
        let top = (y + row.top).coordinate
        let outline = bars.map { from, until in
            "M\(from.coordinate) \(top)h\((until - from).coordinate)v\(row.height.coordinate)H\(from.coordinate)z"
        }
        return SVGElement("path", ["class": kind, "d": outline.joined()])
    }

    /// The bars of some times, where bars that touch are one.
    private func merged(_ times: [Range<Duration>]) -> [(from: Double, until: Double)] {
        var bars: [(from: Double, until: Double)] = []
        for time in times {
            let from = x(time.lowerBound.seconds / 60)
            let until = max(x(time.upperBound.seconds / 60), from + Self.minimumWidth)
            if let last = bars.last, from <= last.until {
                bars[bars.count - 1].until = max(last.until, until)
            } else {
                bars.append((from, until))
            }
        }
        return bars
    }
}
