import EventCatalog
import EventCatalogChecks
import EventStreams
import Foundation
import Testing

@Suite struct CodeCheckTests {
    private static let streams =
        ["app.reading", "app.search", "/^app\\.job\\..+/"]
        .map { "'\($0)': {schema_title: analytics/product_metrics/app/base}\n" }.joined()

    /// The findings about code as `FILE:LINE RULE`, with the streams above and some more files.
    private func findings(_ code: [String: String], _ more: [String: String] = [:]) throws -> [String] {
        let files = code.merging(["Streams/a.yaml": Self.streams]) { $1 }.merging(more) { $1 }
        return try withProject(files) { project in
            project.lines(try project.report().findings.filter { !$0.rule.id.hasPrefix("regex") })
        }
    }

    private let unused = ["Streams/a.yaml:1 unused-stream", "Streams/a.yaml:2 unused-stream"]

    @Test(arguments: [
        "swift: client.submitClick(stream: \"app.reading\"); client.submitClick(stream: \"app.search\")",
        "js: mw.eventLog.submitClick( 'app.reading' ); const name = `app.search`;",
        "php: $json = \"{\\\"stream\\\": \\\"app.reading\\\"}\"; use( 'app.search' );",
        "kt: // sends to \"app.reading\" and \"app.search\"",
    ]) func `a stream whose name stands in quotes in a source file is used`(code: String) throws {
        let parts = code.split(separator: ": ", maxSplits: 1)
        #expect(try findings(["Sources/deep/a.\(parts[0])": String(parts[1])]) == [])
    }

    @Test(arguments: [
        "Sources/a.swift: \"app.readings\" \"my.app.reading\" \"app.\" + \"search\" app.search \"app.reading",
        "Sources/a.swift: \"APP.READING\" 'app.search\"", "Sources/.hidden/a.swift: \"app.reading\" \"app.search\"",
        "Sources/node_modules/a.js: \"app.reading\" \"app.search\"", "Sources/notes.md: \"app.reading\" \"app.search\"",
    ]) func `a stream of which code has another text, or none that is read, is not used`(code: String) throws {
        let parts = code.split(separator: ": ", maxSplits: 1).map(String.init)
        #expect(try findings([parts[0]: parts[1], "Sources/b.swift": ""]) == unused)
    }

    @Test func `a stream that an experiment names is used, since code asks for the experiment`() throws {
        let experiment = try #require(Rule.withID("reversed-period")?.corrected.files["Experiments/example.yaml"])
        #expect(
            try findings(["Sources/a.swift": ""], ["Experiments/a.yaml": experiment])
                == ["Streams/a.yaml:1 unused-stream"])
    }

    @Test(arguments: [
        "client.submitClick(stream: \"app.serch\")", "let stream: Stream = \"app.serch\"", "Stream(\"app.serch\")",
        "submitInteraction(\n  'app.serch', 'type')", "['stream_name' => 'app.serch']", "searchStream = `app.serch`",
        "{\\\"stream\\\": \\\"app.serch\\\"}", "STREAM_NAME = \"app.serch\"", "stream:@\"app.serch\"",
    ]) func `a name that code gives as a stream, and that begins as one, is a stream`(code: String) throws {
        let code = "\n\"app.reading\" \"app.search\" \(code)\n"
        let expected = "Sources/a.swift:\(code.contains("\n  ") ? 3 : 2) unknown-stream-in-code"
        #expect(try findings(["Sources/a.swift": code]) == [expected])
    }

    @Test(arguments: [
        "extension EventPlatformClient.Stream {\n    static let search: Self = NAME\n}",
        "public extension Stream { static let search = Self(NAME) }",
        "enum Theme: String { case dark }\nextension SearchStream: Sendable {\n\tstatic let search: Self = NAME\n}",
    ]) func `a constant in an extension of the type of streams is a stream`(code: String) throws {
        let code = "_ = (\"app.reading\", \"app.search\")\n" + code.replacing("NAME", with: "\"app.serch\"")
        let line = try #require(code.split(separator: "\n").firstIndex { $0.contains("serch") }) + 1
        #expect(try findings(["Sources/a.swift": code]) == ["Sources/a.swift:\(line) unknown-stream-in-code"])
    }

    @Test(arguments: [
        "extension Theme { static let dark: Self = NAME }", "// extension Stream {\nstatic let a: Self = NAME",
        "extension EventPlatformClient.Stream {}\nstruct Theme {\n    static let dark: Self = NAME\n}",
        "extension EventPlatformClient.Stream {\n    static let label = NAME\n}",
    ]) func `a constant of another type is no stream`(code: String) throws {
        let code = "_ = (\"app.reading\", \"app.search\")\n" + code.replacing("NAME", with: "\"app.serch\"")
        #expect(try findings(["Sources/a.swift": code]) == [])
    }

    @Test(arguments: [
        "client.submitClick(stream: \"app.search\")", "stream: \"app.job.run\"", "stream: \"web.search\"",
        "stream: \"stdout\"", "upstream: \"app.internal\"", "title: \"app.serch\"", "submitClick + \"app.serch\"",
        "stream \"app.serch\"", "\n  // stream: \"app.serch\"", "\n# stream = 'app.serch'",
        "\n * @stream ('app.serch')",
        "stream: \"app.\\(name)\"", "track('app.serch')",
    ]) func `other quoted texts are not stream names`(code: String) throws {
        #expect(try findings(["Sources/a.swift": "\"app.reading\" \"app.search\" \(code)"]) == [])
    }

    @Test func `the place and the remedy of an unknown stream are those of its name`() throws {
        let code = "é\n\"app.reading\" é stream: \"app.serch\""
        try withProject(["Streams/a.yaml": Self.streams, "Sources/a.swift": code]) { project in
            let finding = try #require(try project.report().findings.first { $0.rule.id == "unknown-stream-in-code" })
            #expect(finding.location.line == 2 && finding.location.column == 26)
            #expect(finding.remedy == "Did you mean “app.search”?")
        }
    }

    @Test func `a name that is unknown many times in a line is one finding, found in one pass`() throws {
        let code = "\"app.reading\" \"app.search\" " + String(repeating: "stream:'app.serch';", count: 20_000)
        #expect(try findings(["Sources/a.js": "\(code)\nstream:'app.serch'"]).count == 2)
    }

    @Test func `a folder without source files is an error, and then no stream is called unused`() throws {
        #expect(try findings(["Sources/notes.md": ""]) == ["Sources:0 unreadable-file"])
    }

    @Test func `a waiver of an unused stream is unused only where code is checked`() throws {
        let waiver = "# eventctl-allow unused-stream until 2027-01-31: the app is in another repository\n"
        let streams = "\(waiver)app.reading: {schema_title: analytics/product_metrics/app/base}\n"
        #expect(try findings(["Sources/a.swift": ""], ["Streams/a.yaml": streams]) == [])
        #expect(try findings([:], ["Streams/a.yaml": streams]) == [])
        #expect(
            try findings(["Sources/a.swift": "\"app.reading\""], ["Streams/a.yaml": streams])
                == ["Streams/a.yaml:1 unused-waiver"])
    }

    @Test func `a stream is not called unknown in code while a file of streams cannot be read`() throws {
        let found = try findings(
            ["Sources/a.swift": "\"app.reading\" \"app.search\" stream: \"app.serch\""], ["Streams/b.yaml": "a: [\n"])
        #expect(!found.contains { $0.hasSuffix("unknown-stream-in-code") } && !found.isEmpty)
    }
}
