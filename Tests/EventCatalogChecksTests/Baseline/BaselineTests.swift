import Foundation
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite struct BaselineTests {
    private static let title = "schema_title: analytics/product_metrics/app/base"
    private static let old = "a:\n  \(title)\n  topcs: 1\n"

    /// Writes the baseline of the project.
    private func writeBaseline(_ project: ExampleProject) throws {
        try Baseline(project.report()).write(to: "\(project.path)/baseline.json")
    }

    @Test func `findings of a baseline are left out, also on another line`() throws {
        try withProject(["Streams/a.yaml": Self.old]) { project in
            try writeBaseline(project)
            try project.write("# A comment.\n\n\(Self.old)  ownr: 1\n", to: "Streams/a.yaml")
            let report = try project.report()
            #expect(project.lines(report.findings) == ["Streams/a.yaml:6 unknown-setting"])
            #expect(project.lines(report.known) == ["Streams/a.yaml:5 unknown-setting"])
            #expect(report.isCompared)
            #expect(report.summary == "1 error in 1 file; 1 file read; 1 known before")
        }
    }

    @Test func `a second finding of an entry that stands for one counts`() throws {
        try withProject(["Streams/a.yaml": Self.old]) { project in
            try writeBaseline(project)
            try project.write("\(Self.old)b:\n  \(Self.title)\n  topcs: 1\n", to: "Streams/a.yaml")
            #expect(try project.lines(project.report().findings) == ["Streams/a.yaml:6 unknown-setting"])
        }
    }

    @Test func `an entry that no longer occurs is a note at its line, and does not fail a check`() throws {
        try withProject(["Streams/a.yaml": "\(Self.old)  ownr: 1\n"]) { project in
            try writeBaseline(project)
            try project.write("a:\n  \(Self.title)\n  topcs: 1\n", to: "Streams/a.yaml")
            let report = try project.report()
            #expect(project.lines(report.findings) == ["baseline.json:2 stale-baseline"])
            #expect(report.findings.first?.problem.contains("“ownr” is not a setting") == true)
            #expect(!report.hasFailed(isStrict: true))
        }
    }

    @Test func `a place in a problem is not compared`() throws {
        let files = ["Streams/a.yaml": Self.old, "Streams/b.yaml": "a:\n  \(Self.title)\n"]
        try withProject(files) { project in
            try writeBaseline(project)
            try project.write("# One line more.\n\(Self.old)", to: "Streams/a.yaml")
            #expect(try project.report().findings == [])
        }
    }

    @Test func `a baseline is the same text for the same findings, in order, and an empty one is valid`() throws {
        try withProject(["Streams/b.yaml": Self.old, "Streams/a.yaml": "x:\n  \(Self.title)\n  topcs: 1\n"]) {
            project in
            let findings = try project.report().findings
            let text = Baseline(findings.reversed(), in: project.folders.all).text(for: "\(project.path)/baseline.json")
            #expect(
                text == """
                    {"version": 3, "findings": [
                      {"rule":"unknown-setting","file":"Streams/a.yaml","item":["x","topcs"],\
                    "problem":"“topcs” is not a setting of a stream.","count":1},
                      {"rule":"unknown-setting","file":"Streams/b.yaml","item":["a","topcs"],\
                    "problem":"“topcs” is not a setting of a stream.","count":1}
                    ], "files": {}}

                    """)
            try Baseline([], in: []).write(to: "\(project.path)/baseline.json")
            #expect(try project.report().findings == findings)
        }
    }

    @Test(arguments: [
        ("", ":1:1: Not JSON"), ("{\n  \"version\": 1,\n}", ":3:1: Not JSON"), ("[]", ":1:1: No baseline: “version”"),
        (#"{"version": 4}"#, ":1:13: No baseline: “version” must be 3"),
        (#"{"version": 1, "findings": []}"#, ":1:13: No baseline: “version” must be 3"),
        (#"{"version": 3, "findings": []}"#, ":1:1: No baseline: “files” must be a map"),
        (#"{"version": 3, "findings": [], "files": {"a": "x"}}"#, ":1:47: No baseline: a file has hexadecimal"),
        (#"{"version": 3, "findings": {}}"#, ":1:28: No baseline: “findings” must be a list"),
        ("{\"version\": 3, \"findings\": [\n  {\"rule\": \"x\"}]}", ":2:3: No baseline: an entry"),
        (
            #"{"version": 3, "findings": [{"rule": "x", "file": "y", "item": [], "problem": "z", "count": 0}]}"#,
            ":1:29: No baseline: an entry"
        ),
        (
            #"{"version": 3, "findings": [{"rule": "x", "file": "y", "item": [1], "problem": "z", "count": 1}]}"#,
            ":1:29: No baseline: an entry"
        ),
    ])
    func `a file that is not a baseline is an error with its place`(text: String, message: String) throws {
        try withProject(["Streams/a.yaml": Self.old, "baseline.json": text]) { project in
            let error = #expect(throws: CatalogError.self) { try project.report() }
            #expect(error.map { "\($0)".contains("/baseline.json\(message)") } == true, "\(String(describing: error))")
        }
    }

    @Test func `a baseline has all files, and the lines of those with findings`() throws {
        let clean = "b:\n  \(Self.title)\n"
        try withProject(["Streams/a.yaml": Self.old, "Streams/b.yaml": clean]) { project in
            try writeBaseline(project)
            let lines = try project.text(of: "baseline.json").split(separator: "\n").suffix(3)
            #expect(lines.first?.hasPrefix(#"  "Streams/a.yaml": ""#) == true)
            #expect(lines.first?.split(separator: " ").count == 4, "the name and three lines")
            #expect(lines.dropFirst() == [#"  "Streams/b.yaml": """#, "}}"])
            let written = try Baseline(file: "\(project.path)/baseline.json")
            #expect(try written.text(for: "\(project.path)/baseline.json") == project.text(of: "baseline.json"))
        }
    }

    @Test func `a baseline may replace a baseline, and nothing else that has content`() throws {
        let files = ["Streams/a.yaml": Self.old, "list.json": "[]", "empty": "", "Streams/b.yaml": "\n"]
        try withProject(files) { project in
            try writeBaseline(project)
            func canReplace(_ file: String) -> Bool { Baseline.canReplace("\(project.path)/\(file)") }
            #expect(["baseline.json", "empty", "missing"].allSatisfy(canReplace))
            try project.write(#"{"version": 1, "findings": []}"#, to: "older.json")
            #expect(canReplace("older.json"))
            #expect(!["Streams/a.yaml", "Streams/b.yaml", "list.json"].contains(where: canReplace))
        }
    }

    @Test func `a baseline that was read elsewhere, such as from a pipe, is left out too`() throws {
        try withProject(["Streams/a.yaml": Self.old]) { project in
            let text = try Baseline(project.report()).text(for: "-")
            let check = try ProjectCheck(
                project.folders, asOf: nil,
                leavingOut: Baseline(bytes: Array(text.utf8), file: "standard input"), against: nil
            ) { _ in }
            #expect(check.report().findings == [])
            #expect(check.report().known.count == 1)
        }
    }

    @Test func `a baseline that is a folder, or in a folder that is missing, is an error that names it`() throws {
        try withProject(["Streams/a.yaml": Self.old]) { project in
            #expect(throws: CatalogError.self) { try Baseline(file: "\(project.path)/Streams") }
            let path = "\(project.path)/no/baseline.json"
            let error = #expect(throws: FileWriteError.self) { try Baseline([], in: []).write(to: path) }
            #expect(error.map { "\($0)" } == "cannot write \(path): No such file or directory")
            #expect(throws: CatalogError.self) { try Baseline(file: path) }
        }
    }
}
