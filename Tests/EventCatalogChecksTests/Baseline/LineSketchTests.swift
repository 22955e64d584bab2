import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite struct LineSketchTests {
    private func sketch(_ lines: [String]) -> LineSketch {
        LineSketch(SourceText(bytes: Array(lines.joined(separator: "\n").utf8), file: "a.yaml"))
    }

    @Test(
        arguments: [
            (["a", "b"], ["b", "a"], 1), (["a", "b", "c"], ["a", "b", "d"], 0.5), (["a"], ["b"], 0), ([], [], 0),
            (["a", "", "a"], ["a"], 1), (["a"], [], 0),
        ] as [([String], [String], Double)])
    func `of short files, the lines of both are counted`(one: [String], other: [String], similarity: Double) {
        #expect(sketch(one).similarity(to: sketch(other)) == similarity)
        #expect(sketch(other).similarity(to: sketch(one)) == similarity)
    }

    @Test func `of long files, the lines of both are estimated, and the text is short`() {
        let lines = (0..<2000).map { "line \($0)" }
        let half = sketch(Array(lines.prefix(1500))).similarity(to: sketch(Array(lines.suffix(1500))))
        #expect((0.3...0.7).contains(half), "\(half)")
        #expect(sketch(lines).similarity(to: sketch(lines + ["one more"])) > 0.9)
        #expect(sketch(lines).text.utf8.count < 600)
    }

    @Test func `a text is read again`() {
        let all = sketch(["a", "b", "c"])
        #expect(LineSketch(all.text) == all)
        #expect(LineSketch("") == LineSketch())
        #expect(LineSketch("1 x") == nil && LineSketch("100000000") == nil)
    }
}
