/// A diagram with a line for each of several things that were measured at the same points.
package struct LinePlot: Sendable {
    /// A point of the axis, with what was measured there.
    package struct Point: Sendable {
        package let label: String
        /// The place on an axis that is in proportion; `nil` where points are at equal distances.
        package let place: Double?
        /// By line.
        package let values: [Double]

        package init(label: String, place: Double? = nil, values: [Double]) {
            (self.label, self.place, self.values) = (label, place, values)
        }
    }

    package let title: String
    package let axis: String
    package let lines: [String]
    package let points: [Point]

    /// The size of a diagram and of the room around it, in pixels.
    private static let (width, height, left, gap, head, foot) = (430.0, 260.0, 60.0, 130.0, 74.0, 52.0)

    /// Colours that differ for people with red-green colour blindness too, for a light and a dark background.
    private static let style = """
        text { font: 13px system-ui, sans-serif; fill: #1f2328; } .title { font-size: 15px; font-weight: 600; } \
        .background { fill: #ffffff; } .grid { stroke: #d0d7de; } polyline { fill: none; stroke-width: 2; } \
        .line0 { stroke: #0550ae; } .line1 { stroke: #bc4c00; } .line2 { stroke: #57606a; } \
        @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .background { fill: #0d1117; } \
        .grid { stroke: #3d444d; } .line0 { stroke: #79c0ff; } .line1 { stroke: #ffa657; } \
        .line2 { stroke: #9198a1; } }
        """

    /// A diagram of at most three lines. `axis` says what the points are.
    package init(title: String, axis: String, lines: [String], points: [Point]) {
        (self.title, self.axis, self.lines, self.points) = (title, axis, lines, points)
    }

    /// A picture of diagrams side by side, as a document of its own.
    package static func svg(_ plots: [LinePlot], title: String) -> String {
        SVGElement.document(
            title: title, summary: plots.map(\.summary).joined(separator: "\n"), style: style,
            size: (left + (width + gap) * Double(plots.count), head + height + foot),
            plots.enumerated().flatMap { number, plot in plot.elements(x: left + (width + gap) * Double(number)) }
        ).text
    }

    private var summary: String {
        ([title] + points.map { "\($0.label): \($0.values.map(\.coordinate).joined(separator: ", "))" })
            .joined(separator: "\n")
    }

    private func elements(x left: Double) -> [SVGElement] {
        let scale = PlotScale(upTo: points.flatMap(\.values).max() ?? 1)
        let bottom = Self.head + Self.height
        let places = places.map { left + Self.width * $0 }
        let y = { (value: Double) in bottom - Self.height * value / scale.end }
        let ends = Self.apart(points.last?.values.map(y) ?? [])
        return [
            SVGElement.text(title, "title", x: left - 40, y: 30),
            SVGElement.text(axis, "axis", x: left + Self.width / 2, y: bottom + 42, anchor: "middle"),
        ]
            + scale.marks.flatMap { mark in
                [
                    SVGElement.line("grid", (left, y(mark)), (left + Self.width, y(mark))),
                    SVGElement.text(mark.coordinate, "mark", x: left - 8, y: y(mark) + 4, anchor: "end"),
                ]
            }
            + zip(points, places).map { point, place in
                SVGElement.text(point.label, "mark", x: place, y: bottom + 20, anchor: "middle")
            }
            + zip(lines, ends).enumerated().flatMap { number, line in
                let corners = zip(points, places).map { "\($1.coordinate),\(y($0.values[number]).coordinate)" }
                return [
                    SVGElement("polyline", ["class": "line\(number)", "points": corners.joined(separator: " ")]),
                    SVGElement.text(line.0, "name", x: left + Self.width + 8, y: line.1 + 4),
                ]
            }
    }

    /// Where the points are, as parts of the width.
    private var places: [Double] {
        let last = points.last?.place ?? Double(max(1, points.count - 1))
        return points.enumerated().map { number, point in (point.place ?? Double(number)) / last }
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
