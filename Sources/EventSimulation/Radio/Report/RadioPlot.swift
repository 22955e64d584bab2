import EventPlatform
import EventPlot

/// The plot of comparisons: over the time of each trace, for each mode the app's traffic, the client's requests, and
/// the state of the radio.
struct RadioPlot {
    private let comparisons: [RadioComparison]

    /// The size of the picture and of its parts, in pixels.
    private static let (width, left, right) = (1180.0, 150.0, 170.0)
    private static let (head, sectionHead, lane, axis) = (66.0, 34.0, 58.0, 48.0)

    /// Colours that differ for people with red-green colour blindness too, for a light and a dark background.
    private static let style = """
        text { font: 13px system-ui, sans-serif; fill: #1f2328; } .title { font-size: 16px; font-weight: 600; } \
        .name { font-weight: 600; } .background { fill: #ffffff; } .grid { stroke: #d0d7de; } \
        .app { fill: #57606a; } .own { fill: #0550ae; } .promotion { fill: #8250df; } .high { fill: #bc4c00; } \
        .low { fill: #e8b27d; } @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } \
        .background { fill: #0d1117; } .grid { stroke: #3d444d; } .app { fill: #9198a1; } .own { fill: #79c0ff; } \
        .promotion { fill: #d2a8ff; } .high { fill: #ffa657; } .low { fill: #8a5a2b; } }
        """

    init(_ comparisons: [RadioComparison]) { self.comparisons = comparisons }

    /// The picture as a document of its own.
    var svg: String {
        var (elements, y) = (legend, Self.head)
        for comparison in comparisons {
            elements += section(comparison, from: y)
            y += Self.height(of: comparison)
        }
        return SVGElement.document(
            title: title, summary: comparisons.flatMap(\.lines).joined(separator: "\n"), style: Self.style,
            size: (Self.width, y), elements
        ).text
    }

    private var title: String {
        "Radio \(comparisons.first?.model.name ?? ""): " + comparisons.map(\.trace.name).joined(separator: ", ")
    }

    private static func height(of comparison: RadioComparison) -> Double {
        sectionHead + lane * Double(comparison.runs.count + 1) + axis
    }

    // MARK: - Parts

    private var legend: [SVGElement] {
        let entries = [
            ("app", "requests of the app"), ("own", "requests with events"), ("promotion", "promotion"),
            ("high", "high power"), ("low", "lower power"),
        ]
        var (elements, x) = ([SVGElement.text(title, "title", x: 20, y: 26)], 20.0)
        for (kind, text) in entries {
            elements += [
                Self.bar(kind, x: x, y: 40, width: 14, height: 12),
                SVGElement.text(text, "legend", x: x + 20, y: 51),
            ]
            x += 44 + 7.5 * Double(text.count)
        }
        return elements
    }

    private func section(_ comparison: RadioComparison, from y: Double) -> [SVGElement] {
        let minutes = comparison.duration.seconds / 60
        let lanes = [comparison.alone] + comparison.runs
        let bottom = y + Self.sectionHead + Self.lane * Double(lanes.count)
        let grid: [SVGElement] = PlotScale(upTo: minutes).marks.filter { $0 <= minutes }.flatMap { mark in
            let x = Self.x(mark, of: minutes)
            return [
                SVGElement.line("grid", (x, y + Self.sectionHead - 6), (x, bottom)),
                SVGElement.text("\(Int(mark))", "mark", x: x, y: bottom + 18, anchor: "middle"),
            ]
        }
        let middle = (Self.left + Self.width - Self.right) / 2
        return [SVGElement.text(comparison.heading, "name", x: 20, y: y + 18)] + grid
            + [SVGElement.text("minutes", "axis", x: middle, y: bottom + 36, anchor: "middle")]
            + lanes.enumerated().flatMap { position, run in
                RadioLane(run, y: y + Self.sectionHead + Self.lane * Double(position)) { Self.x($0, of: minutes) }
                    .elements(label: Self.energyLabel(run, comparison), left: 20, right: Self.width - Self.right + 12)
            }
    }

    private static func energyLabel(_ run: RadioRun, _ comparison: RadioComparison) -> String {
        let energy = run.joules.fixed(1) + " J"
        guard run.mode.mode != nil, let more = comparison.surplusText(run) else { return energy }
        return "\(energy), \(more)"
    }

    /// The place of a minute.
    private static func x(_ minute: Double, of minutes: Double) -> Double {
        left + minute / max(minutes, 1e-3) * (width - left - right)
    }

    static func bar(_ kind: String, x: Double, y: Double, width: Double, height: Double) -> SVGElement {
        SVGElement(
            "rect",
            [
                "class": kind, "x": x.coordinate, "y": y.coordinate, "width": width.coordinate,
                "height": height.coordinate,
            ])
    }
}

extension [RadioComparison] {
    /// The comparisons as an SVG document: a timeline for each mode. It is readable on a light and on a dark
    /// background, and refers to nothing outside itself.
    package var svg: String { RadioPlot(self).svg }
}
