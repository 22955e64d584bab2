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
}
