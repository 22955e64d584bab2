import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite struct TextReportTests {
    private static let title = "schema_title: analytics/product_metrics/app/base"

    private func lines(_ files: [String: String]) throws -> [StyledLine] {
        try withProject(files) { project in
            var lines: [StyledLine] = []
            var report = TextReport(try project.report())
            report.forEachLine { lines.append($0) }
            return lines.map { line in
                StyledLine(parts: line.parts.map { ($0.text.replacing("\(project.path)/", with: ""), $0.style) })
            }
        }
    }

    @Test func `a finding has place, severity, problem and rule, its line, why and how; a rule's reason is given once`()
        throws
    {
        let lines = try lines([
            "Streams/a.yaml": "a:\n  \(Self.title)\n  sampel: 1\n  sample: {unit: session, rate: 1, rats: 2}\n"
        ]).map(
            \.plain)
        #expect(
            lines == [
                "Streams/a.yaml:3:3: error: “sampel” is not a setting of a stream. [unknown-setting]",
                "  3 |   sampel: 1",
                "    |   ^",
                "  why:  A misspelt setting has no effect, and the one that was meant stays at its default.",
                "  fix:  Did you mean “sample”?",
                "",
                "Streams/a.yaml:4:36: error: “rats” is not a setting of sample. [unknown-setting]",
                "  4 |   sample: {unit: session, rate: 1, rats: 2}",
                "    |                                    ^",
                "  fix:  Did you mean “rate”?",
                "",
                "2 errors in 1 file; 1 file read",
            ])
    }

    @Test func `a finding about a whole file has no excerpt, and one with edits says that --fix makes them`() throws {
        let lines = try lines([
            "Streams/a.yaml": "a:\n  \(Self.title)\n",
            "Streams/b.yaml": "# eventctl-allow unknown-seting until 2026-06-30: x\n",
        ]).map(\.plain)
        #expect(lines.contains("Streams/b.yaml: error: The file is empty. [unreadable-file]"))
        #expect(lines.contains("  fix:  Did you mean “unknown-setting”? (--fix does this)"))
        #expect(lines.last == "2 errors in 1 file; 2 files read")
    }

    @Test func `without findings there is the number of files, and what was left out`() throws {
        let waiver = "# eventctl-allow unknown-setting until 2026-06-30: x"
        let files = [
            "Streams/a.yaml": "a:\n  \(Self.title)\n  \(waiver)\n  topcs: 1\n", "Streams/defaults.yml": "{}\n",
        ]
        #expect(try lines(files).map(\.plain) == ["no findings; 2 files read; 1 waived"])
    }

    @Test func `control characters of names and lines are escaped`() throws {
        let text = "a:\n  \(Self.title)\n  \"b\\e\\n\u{202E}\": 1\n"
        let lines = try lines(["Streams/a.yaml": text]).map(\.plain)
        #expect(lines.first?.contains(#"“b\u{1b}\u{a}\u{202e}”"#) == true)
        #expect(lines.dropFirst().first == #"  3 |   "b\e\n\u{202e}": 1"#)
    }

    @Test func `the severity has a style of its own`() throws {
        let lines = try lines([
            "Streams/a.yaml": "# eventctl-allow unknown-setting until 2026-06-30: x\na:\n  \(Self.title)\n"
        ])
        let styled = lines.flatMap(\.parts).filter { $0.style == .severity(.warning) }
        #expect(styled.map(\.text) == ["warning", "^"])
    }
}
