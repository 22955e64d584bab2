import EventPlot
import Testing

@Suite struct PlotElementTests {
    @Test func `attributes and texts of an element are escaped`() {
        let element = SVGElement(
            "g", ["id": "<\"&"], [SVGElement("text", text: "a & b > c\u{0}"), SVGElement("rect")])
        #expect(
            element.text == """
                <g id="&lt;&quot;&amp;">
                  <text>a &amp; b &gt; c\u{FFFD}</text>
                  <rect/>
                </g>

                """)
    }

    @Test(
        arguments: [
            (0, 1, 1), (1, 1, 1), (7, 1, 7), (12, 2, 12), (30, 5, 30), (99, 10, 100), (101, 20, 120),
            (20_100, 5000, 25_000),
        ] as [(Double, Double, Double)])
    func `a scale ends at a round number that the largest value does not exceed`(
        largest: Double, step: Double, end: Double
    ) {
        let scale = PlotScale(upTo: largest)
        #expect(scale.step == step && scale.end == end)
        #expect(scale.marks.first == 0 && scale.marks.last == end && scale.marks.count <= 11)
    }

    @Test func `points are at equal distances, or in proportion where they have a place`() {
        let values = [[0.0], [5], [10]]
        let even = values.map { LinePlot.Point(label: "", values: $0) }
        let placed = zip(values, [1.0, 4, 10]).map { LinePlot.Point(label: "", place: $1, values: $0) }
        let pictures = [even, placed].map { points in
            LinePlot.svg([LinePlot(title: "Cost", axis: "size", lines: ["ours"], points: points)], title: "Cost")
        }
        #expect(pictures[0].contains(#"points="60,334 275,204 490,74""#))
        #expect(pictures[1].contains(#"points="103,334 232,204 490,74""#))
    }

    @Test func `the names of lines that end at one height are below one another`() {
        let points = [LinePlot.Point(label: "1", values: [10, 10]), LinePlot.Point(label: "2", values: [10, 10])]
        let plot = LinePlot(title: "Cost", axis: "size", lines: ["ours", "floor"], points: points)
        let picture = LinePlot.svg([plot], title: "Cost")
        #expect(picture.contains(#"<text class="name" x="498" y="78" text-anchor="start">ours</text>"#))
        #expect(picture.contains(#"<text class="name" x="498" y="93" text-anchor="start">floor</text>"#))
        #expect(picture.contains("<desc>Cost\n1: 10, 10\n2: 10, 10</desc>"))
    }
}
