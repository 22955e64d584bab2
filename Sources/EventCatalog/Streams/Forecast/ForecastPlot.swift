/// The plot of a forecast: events a day, now and after the change, with the range of 95 % of days.
struct ForecastPlot {
    private let forecast: StreamForecast
    private let scale: PlotScale

    /// The size of the picture and the margins around the field of the plot, in pixels.
    private static let (width, height) = (760.0, 440.0)
    private static let (left, right, top, bottom) = (90.0, 20.0, 92.0, 56.0)

    /// Colours that are told apart by people with a weak sense of red or green, for a light and a dark background.
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
        let largest = forecast.sides.flatMap { [$0.spread.high] + $0.days.map(Double.init) }.max() ?? 0
        scale = PlotScale(upTo: largest)
    }

    /// The picture as a document of its own.
    var svg: String {
        let summary = forecast.lines.joined(separator: "\n")
        let head = [
            SVGElement("title", text: title), SVGElement("desc", text: summary),
            SVGElement("style", text: Self.style),
            SVGElement("rect", ["class": "background", "width": "100%", "height": "100%"]),
            Self.text(title, "title", x: Self.left, y: 26),
        ]
        let root = SVGElement(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "role": "img",
                "viewBox": "0 0 \(Self.number(Self.width)) \(Self.number(Self.height))",
            ],
            head + legend + grid + days + forecast.sides.flatMap(picture))
        return root.text
    }

    private var title: String { "Events of \(forecast.stream) that arrive a day" }

    // MARK: - Parts

    private var legend: [SVGElement] {
        forecast.sides.enumerated().flatMap { position, side in
            let y = 48 + 20 * Double(position)
            let mean = Int(side.spread.mean.rounded()).grouped
            let range = "\(Int(side.spread.low.rounded()).grouped) to \(Int(side.spread.high.rounded()).grouped)"
            return [
                Self.line(side.label + " days", (Self.left, y - 4), (Self.left + 24, y - 4)),
                Self.text(
                    "\(side.label): \(mean) a day (dashed), \(range) on 95 % of days (band)", "legend",
                    x: Self.left + 32, y: y),
            ]
        }
    }

    private var grid: [SVGElement] {
        let lines = scale.marks.flatMap { mark in
            [
                Self.line("grid", (Self.left, y(mark)), (Self.width - Self.right, y(mark))),
                Self.text(Int(mark).grouped, "mark", x: Self.left - 8, y: y(mark) + 4, anchor: "end"),
            ]
        }
        let middle = (Self.top + Self.height - Self.bottom) / 2
        let label = SVGElement(
            "text",
            [
                "transform": "translate(18 \(Self.number(middle))) rotate(-90)", "text-anchor": "middle",
            ], text: "events a day")
        return lines + [label]
    }

    private var days: [SVGElement] {
        let step = PlotScale(upTo: Double(forecast.scenario.days)).step
        let marked = [1] + stride(from: Int(step), through: forecast.scenario.days, by: Int(step)).filter { $0 > 1 }
        let middle = (Self.left + Self.width - Self.right) / 2
        return marked.map {
            Self.text("\($0)", "mark", x: x(day: $0), y: Self.height - Self.bottom + 20, anchor: "middle")
        } + [Self.text("day", "axis", x: middle, y: Self.height - 12, anchor: "middle")]
    }

    private func picture(of side: StreamForecast.Side) -> [SVGElement] {
        let points = side.days.enumerated().map {
            "\(Self.number(x(day: $0 + 1))),\(Self.number(y(Double($1))))"
        }
        let (low, high) = (y(side.spread.low), y(side.spread.high))
        let end = Self.width - Self.right
        return [
            SVGElement(
                "rect",
                [
                    "class": "\(side.label) band", "x": Self.number(Self.left), "y": Self.number(high),
                    "width": Self.number(end - Self.left), "height": Self.number(low - high),
                ]),
            Self.line("\(side.label) mean", (Self.left, y(side.spread.mean)), (end, y(side.spread.mean))),
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

    private static func line(_ kind: String, _ from: (Double, Double), _ to: (Double, Double)) -> SVGElement {
        SVGElement(
            "line",
            ["class": kind, "x1": number(from.0), "y1": number(from.1), "x2": number(to.0), "y2": number(to.1)])
    }

    private static func text(
        _ text: String, _ kind: String, x: Double, y: Double, anchor: String = "start"
    ) -> SVGElement {
        SVGElement(
            "text", ["class": kind, "x": number(x), "y": number(y), "text-anchor": anchor], text: text)
    }

    /// A coordinate with one decimal, the same on every machine.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

extension StreamForecast {
    /// The plot as an SVG document: events a day, now and after the change, with the range of 95 % of days. It is
    /// readable on a light and on a dark background, and refers to nothing outside itself.
    package var svg: String { ForecastPlot(self).svg }
}
