import EventPlatform
import EventPlot

/// The plot of a fleet: over the hours, the events that clients submit and those that arrive, and the requests.
struct FleetPlot {
    let scenario: FleetScenario
    let report: FleetReport

    /// The size of the picture and of its parts, in pixels.
    private static let (width, left, right) = (1180.0, 70.0, 30.0)
    private static let (head, panel, gap, axis) = (92.0, 220.0, 44.0, 48.0)
    /// The length of the parts whose means are drawn.
    private static let part = Duration.seconds(600)

    /// Colours that differ for people with red-green colour blindness too, for a light and a dark background.
    private static let style = """
        text { font: 13px system-ui, sans-serif; fill: #1f2328; } .title { font-size: 16px; font-weight: 600; } \
        .name { font-weight: 600; } .background { fill: #ffffff; } .grid { stroke: #d0d7de; } \
        .outage { fill: #bc4c00; fill-opacity: 0.18; } .change { stroke: #8250df; stroke-dasharray: 4 3; } \
        polyline { fill: none; stroke-width: 1.5; } .submitted { stroke: #57606a; } .arrived { stroke: #0550ae; } \
        .requests { stroke: #bc4c00; } \
        @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .background { fill: #0d1117; } \
        .grid { stroke: #3d444d; } .change { stroke: #d2a8ff; } .submitted { stroke: #9198a1; } \
        .arrived { stroke: #79c0ff; } .requests { stroke: #ffa657; } .outage { fill: #ffa657; } }
        """

    private struct Line {
        let kind: String
        let label: String
        let values: [Double]
    }

    /// The picture as a document of its own.
    var svg: String {
        let events = [
            line("submitted", "submitted", report.submitted), line("arrived", "arrived", report.traffic.events),
        ]
        let requests = [line("requests", "requests", report.traffic.requests)]
        let second = Self.head + Self.panel + Self.gap
        let bottom = second + Self.panel
        let elements =
            [SVGElement.text(title, "title", x: 20, y: 26)] + marks(until: bottom)
            + panel("events a second", events, from: Self.head) + panel("requests a second", requests, from: second)
            + hours(at: bottom)
        return SVGElement.document(
            title: title, summary: report.days(of: scenario).map(\.line).joined(separator: "\n"), style: Self.style,
            size: (Self.width, bottom + Self.axis), elements
        ).text
    }

    private var title: String { "\(scenario.clients) clients, means of \(Int(Self.part.seconds / 60)) minutes" }

    private func line(_ kind: String, _ label: String, _ series: RateSeries) -> Line {
        Line(kind: kind, label: label, values: series.means(every: Self.part, until: scenario.duration))
    }

    // MARK: - Parts

    /// What happens: outages as bands, changes as lines, each with its name above.
    private func marks(until bottom: Double) -> [SVGElement] {
        let outages = scenario.incidents.flatMap { incident in
            let (from, until) = (x(incident.from), x(min(incident.until, scenario.duration)))
            return [
                SVGElement(
                    "rect",
                    [
                        "class": "outage", "x": from.coordinate, "y": Self.head.coordinate,
                        "width": (until - from).coordinate, "height": (bottom - Self.head).coordinate,
                    ]),
                SVGElement.text("outage", "mark", x: from, y: Self.head - 30),
            ]
        }
        let changes = scenario.changes.flatMap { change in
            [
                SVGElement.line("change", (x(change.from), Self.head), (x(change.from), bottom)),
                SVGElement.text(change.name, "mark", x: x(change.from), y: Self.head - 30),
            ]
        }
        return outages + changes
    }

    private func panel(_ name: String, _ lines: [Line], from y: Double) -> [SVGElement] {
        let scale = PlotScale(upTo: lines.flatMap(\.values).max() ?? 0)
        func height(_ value: Double) -> Double { y + Self.panel * (1 - value / scale.end) }
        let grid = scale.marks.flatMap { mark in
            [
                SVGElement.line("grid", (Self.left, height(mark)), (Self.width - Self.right, height(mark))),
                SVGElement.text("\(Int(mark))", "mark", x: Self.left - 8, y: height(mark) + 4, anchor: "end"),
            ]
        }
        return legend(name, lines, y: y - 10) + grid
            + lines.map { line in
                let points = line.values.enumerated().map { index, value in
                    "\(x(Self.part * index + Self.part / 2).coordinate),\(height(value).coordinate)"
                }
                return SVGElement("polyline", ["class": line.kind, "points": points.joined(separator: " ")])
            }
    }

    /// What the panel shows, and the colour of each line where there are several.
    private func legend(_ name: String, _ lines: [Line], y: Double) -> [SVGElement] {
        var (elements, x) = ([SVGElement.text(name, "name", x: Self.left, y: y)], Self.left + 150)
        for line in lines where lines.count > 1 {
            elements += [
                SVGElement("polyline", ["class": line.kind, "points": "\(x),\(y - 4) \(x + 24),\(y - 4)"]),
                SVGElement.text(line.label, "legend", x: x + 30, y: y),
            ]
            x += 130
        }
        return elements
    }

    private func hours(at y: Double) -> [SVGElement] {
        let total = Int(scenario.duration.seconds / 3600)
        let marks = stride(from: 0, through: total, by: max(1, total / 24)).map { hour in
            SVGElement.text("\(hour)", "mark", x: x(.seconds(hour * 3600)), y: y + 18, anchor: "middle")
        }
        return marks + [SVGElement.text("hours", "axis", x: Self.width / 2, y: y + 36, anchor: "middle")]
    }

    private func x(_ time: Duration) -> Double {
        Self.left + time.seconds / max(scenario.duration.seconds, 1) * (Self.width - Self.left - Self.right)
    }
}

extension FleetReport {
    /// The report as an SVG document over time. It is readable on a light and on a dark background, and refers to
    /// nothing outside itself.
    package func svg(of scenario: FleetScenario) -> String { FleetPlot(scenario: scenario, report: self).svg }
}
