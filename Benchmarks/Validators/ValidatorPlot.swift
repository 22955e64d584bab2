import EventPlot
import EventSchema

/// The plot of figures: the time of validators over the size of an event, and over that of a schema.
struct ValidatorPlot {
    private let figures: JSON

    /// The size of a panel and of the room around it, in pixels.
    private static let (width, height, left, gap, head, foot) = (430.0, 260.0, 60.0, 130.0, 74.0, 52.0)
    private static let programs = ["ours", "ajv", "jsonschema-rs"]

    /// Colours that differ for people with red-green colour blindness too, for a light and a dark background.
    private static let style = """
        text { font: 13px system-ui, sans-serif; fill: #1f2328; } .title { font-size: 15px; font-weight: 600; } \
        .background { fill: #ffffff; } .grid { stroke: #d0d7de; } polyline { fill: none; stroke-width: 2; } \
        .line0 { stroke: #0550ae; } .line1 { stroke: #bc4c00; } .line2 { stroke: #57606a; } \
        @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .background { fill: #0d1117; } \
        .grid { stroke: #3d444d; } .line0 { stroke: #79c0ff; } .line1 { stroke: #ffa657; } \
        .line2 { stroke: #9198a1; } }
        """

    init(_ figures: JSON) { self.figures = figures }

    /// The picture as a document of its own.
    var svg: String {
        let panels = [
            Panel(
                title: "Parse and validate, µs a kB", axis: "size of the event in kB",
                points: points("size ", "parse and validate") { $0 }),
            Panel(
                title: "Validate an event, µs", axis: "properties of the schema",
                points: points("properties ", "validate") { _ in 1000 }),
        ]
        let summary = panels.map { panel in
            ([panel.title] + panel.points.map { "\($0.label): \($0.values.map(\.coordinate).joined(separator: ", "))" })
                .joined(separator: "\n")
        }
        return SVGElement.document(
            title: "Validators: \(Self.programs.joined(separator: ", "))", summary: summary.joined(separator: "\n"),
            style: Self.style,
            size: (Self.left + (Self.width + Self.gap) * 2, Self.head + Self.height + Self.foot),
            panels.enumerated().flatMap { number, panel in
                panel.elements(x: Self.left + (Self.width + Self.gap) * Double(number))
            }
        ).text
    }

    /// The cases whose names begin so, with each program's time of a work, divided by what belongs to the case.
    private func points(_ prefix: String, _ work: String, per divisor: (Double) -> Double) -> [Panel.Point] {
        figures.elements.compactMap { figure in
            guard let name = figure["name"]?.string, name.hasPrefix(prefix),
                let amount = Double(name.dropFirst(prefix.count))
            else { return nil }
            let times = Self.programs.map { figure["times"]?[$0]?[work]?.number?.double ?? 0 }
            let label = prefix == "size " ? (amount / 1000).coordinate : "\(Int(amount))"
            return Panel.Point(label: label, values: times.map { $0 / divisor(amount) })
        }
    }

    /// One diagram, with the cases at equal distances.
    private struct Panel {
        struct Point {
            let label: String
            /// By program.
            let values: [Double]
        }

        let title: String
        let axis: String
        let points: [Point]

        func elements(x left: Double) -> [SVGElement] {
            let scale = PlotScale(upTo: points.flatMap(\.values).max() ?? 1)
            let bottom = head + height
            let x = { (number: Int) in left + width * Double(number) / Double(max(1, points.count - 1)) }
            let y = { (value: Double) in bottom - height * value / scale.end }
            let ends = Self.apart(points.last?.values.map(y) ?? programs.map { _ in bottom })
            return [
                SVGElement.text(title, "title", x: left - 40, y: 30),
                SVGElement.text(axis, "axis", x: left + width / 2, y: bottom + 42, anchor: "middle"),
            ]
                + scale.marks.flatMap { mark in
                    [
                        SVGElement.line("grid", (left, y(mark)), (left + width, y(mark))),
                        SVGElement.text(mark.coordinate, "mark", x: left - 8, y: y(mark) + 4, anchor: "end"),
                    ]
                }
                + points.enumerated().map { number, point in
                    SVGElement.text(point.label, "mark", x: x(number), y: bottom + 20, anchor: "middle")
                }
                + programs.enumerated().flatMap { program, name in
                    let places = points.enumerated().map { (x($0), y($1.values[program])) }
                    let path = places.map { "\($0.coordinate),\($1.coordinate)" }.joined(separator: " ")
                    return [
                        SVGElement("polyline", ["class": "line\(program)", "points": path]),
                        SVGElement.text(name, "name", x: left + width + 8, y: ends[program] + 4),
                    ]
                }
        }

        /// Heights of texts, moved down where they would be on top of one another.
        private static func apart(_ heights: [Double]) -> [Double] {
            var apart = heights
            var free = -Double.infinity
            for number in heights.indices.sorted(by: { heights[$0] < heights[$1] }) {
                apart[number] = max(heights[number], free)
                free = apart[number] + 15
            }
            return apart
        }
    }
}
