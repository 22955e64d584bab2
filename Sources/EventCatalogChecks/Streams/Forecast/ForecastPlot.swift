import EventCatalog
import EventPlot
import EventSupport

/// The plot of a forecast: events a day, now and after the change, with the range of 95 % of days.
struct ForecastPlot {
    private let forecast: StreamForecast
    private let scale: PlotScale

    /// The size of the picture and the margins around the field of the plot, in pixels.
    private static let (width, height) = (760.0, 440.0)
    private static let (left, right, top, bottom) = (90.0, 20.0, 92.0, 56.0)

    /// Colours that differ for people with red-green colour blindness too, for a light and a dark background.
    private static let style = """
        text { font: 13px system-ui, sans-serif; fill: #1f2328; } .title { font-size: 16px; font-weight: 600; } \
        .grid { stroke: #d0d7de; } .now { stroke: #0550ae; fill: #0550ae; } \
        .changed { stroke: #bc4c00; fill: #bc4c00; } \
        .band { stroke: none; fill-opacity: 0.15; } .days { fill: none; stroke-width: 2; } \
        .mean { stroke-dasharray: 6 4; } .changed.days { stroke-width: 3.5; } \
        .background { fill: #ffffff; } @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } \
        .background { fill: #0d1117; } .grid { stroke: #3d444d; } .now { stroke: #79c0ff; fill: #79c0ff; } \
        .changed { stroke: #ffa657; fill: #ffa657; } .days { fill: none; } }
        """

    init(_ forecast: StreamForecast) {
        self.forecast = forecast
        let maximum = forecast.sides.flatMap { [$0.spread.high] + $0.days.map(Double.init) }.max() ?? 0
        scale = PlotScale(upTo: maximum)
    }

    /// The picture as a document of its own.
    var svg: String {
        let head = SVGElement.text(title, "title", x: Self.left, y: 26)
        return SVGElement.document(
            title: title, summary: forecast.lines.joined(separator: "\n"), style: Self.style,
            size: (Self.width, Self.height), [head] + legend + grid + days + forecast.sides.flatMap(picture)
        ).text
    }

    private var title: String { "Events of \(forecast.stream) per day at the intake" }

    // MARK: - Parts

    private var legend: [SVGElement] {
        forecast.sides.enumerated().flatMap { position, side in
            let y = 48 + 20 * Double(position)
            let mean = Int(side.spread.mean.rounded()).grouped
            let range = "\(Int(side.spread.low.rounded()).grouped) to \(Int(side.spread.high.rounded()).grouped)"
            let text = "\(side.label): \(mean) a day (dashed), \(range) on 95 % of days (band)"
            return [
                SVGElement.line(side.label + " days", (Self.left, y - 4), (Self.left + 24, y - 4)),
                SVGElement.text(text, "legend", x: Self.left + 32, y: y),
            ]
        }
    }

    private var grid: [SVGElement] {
        let lines: [SVGElement] = scale.marks.flatMap { mark in
            [
                SVGElement.line("grid", (Self.left, y(mark)), (Self.width - Self.right, y(mark))),
                SVGElement.text(Int(mark).grouped, "mark", x: Self.left - 8, y: y(mark) + 4, anchor: "end"),
            ]
        }
        let middle = (Self.top + Self.height - Self.bottom) / 2
        let label = SVGElement(
            "text",
            [
                "transform": "translate(18 \(middle.coordinate)) rotate(-90)", "text-anchor": "middle",
            ], text: "events a day")
        return lines + [label]
    }

    private var days: [SVGElement] {
        let step = PlotScale(upTo: Double(forecast.scenario.days)).step
        let marked = [1] + stride(from: Int(step), through: forecast.scenario.days, by: Int(step)).filter { $0 > 1 }
        let middle = (Self.left + Self.width - Self.right) / 2
        return marked.map {
            SVGElement.text("\($0)", "mark", x: x(day: $0), y: Self.height - Self.bottom + 20, anchor: "middle")
        } + [SVGElement.text("day", "axis", x: middle, y: Self.height - 12, anchor: "middle")]
    }

    private func picture(of side: StreamForecast.Side) -> [SVGElement] {
        let points = side.days.enumerated().map {
            "\(x(day: $0 + 1).coordinate),\(y(Double($1)).coordinate)"
        }
        let (low, high) = (y(side.spread.low), y(side.spread.high))
        let end = Self.width - Self.right
        return [
            SVGElement(
                "rect",
                [
                    "class": "\(side.label) band", "x": Self.left.coordinate, "y": high.coordinate,
                    "width": (end - Self.left).coordinate, "height": (low - high).coordinate,
                ]),
            SVGElement.line("\(side.label) mean", (Self.left, y(side.spread.mean)), (end, y(side.spread.mean))),
            SVGElement("polyline", ["class": "\(side.label) days", "points": points.joined(separator: " ")]),
        ]
    }

    // MARK: - Places

    private func x(day: Int) -> Double {
        let last = Double(max(2, forecast.scenario.days))
        return Self.left + (Double(day) - 1) / (last - 1) * (Self.width - Self.left - Self.right)
    }

    private func y(_ events: Double) -> Double {
        Self.height - Self.bottom - events / scale.end * (Self.height - Self.top - Self.bottom)
    }
}

extension StreamForecast {
    /// The plot as an SVG document: events a day, now and after the change, with the range of 95 % of days. It is
    /// readable on a light and on a dark background, and refers to nothing outside itself.
    package var svg: String { ForecastPlot(self).svg }
}
