import EventSchema
import Foundation
import TestSupport
import Testing

/// The reports of `eventctl schemas compat`, byte for byte where people read them.
@Suite(.waitLimit) struct SchemasCompatTests {
    private func compat(_ arguments: String...) async throws -> Child.Result {
        try await TapSchemas.with { schemas in
            try await schemas.run(["compat", "--as-of", "2026-01-01"] + arguments)
        }
    }

    private static let problem =
        "`button` is required now (1.0.0 → 1.1.0) 1.0.0 accepts {}, and 1.1.0 refuses it: "
        + #"/: the property "button" is missing."#

    @Test func `the text shows the line, the event and the remedy, and an error ends with 1`() async throws {
        let result = try await compat()
        #expect(
            result.output == """
                Schemas/app/tap/1.1.0.yaml:4:1: error: \(Self.problem) [incompatible-change]
                  4 | required: [button]
                    | ^
                  why:  Programs that are in use send such events for years; the intake refuses them, and they are lost.
                  fix:  Raise the number to 2.0.0, or undo the change.

                Schemas/app/tap/1.1.0.yaml:7:25: note: `theme` may now also be `sepia` (1.0.0 → 1.1.0) [reader-change]
                  7 |   theme: {type: string, enum: [light, dark, sepia]}
                    |                         ^
                  why:  Events stay valid; queries and programs that know all values, or rely on a property, may be wrong.
                  fix:  Readers that know all values meet another one.

                1 error, 1 note in 1 file; 2 files read

                """)
        #expect(result.status == 1 && result.errors == "1 pair of versions compared\n")
    }

    @Test func `JSON has every finding with its place`() async throws {
        let result = try await compat("--format", "json")
        let report = try JSONValue(parsing: result.output)
        let findings = try #require(report["findings"]?.array)
        #expect(findings.map { $0["rule"] } == ["incompatible-change", "reader-change"])
        #expect(findings[0]["problem"]?.string == Self.problem)
        #expect(findings[0]["file"] == "Schemas/app/tap/1.1.0.yaml")
        #expect(findings.map { $0["line"] } == [4, 7] && findings.map { $0["column"] } == [1, 25])
        #expect(report["failed"] == true && report["as_of"] == "2026-01-01T00:00:00Z")
        #expect(result.status == 1 && result.output.hasSuffix("}\n"))
    }

    @Test func `SARIF has a result for each finding, with its level and its rule`() async throws {
        let result = try await compat("--format", "sarif")
        let run = try #require(try JSONValue(parsing: result.output)["runs"]?.array?.first)
        let results = try #require(run["results"]?.array)
        #expect(results.map { $0["level"] } == ["error", "note"])
        #expect(results.map { $0["ruleId"] } == ["incompatible-change", "reader-change"])
        let region = results[0]["locations"]?.array?.first?["physicalLocation"]?["region"]
        #expect(region == ["startLine": 4, "startColumn": 1])
        #expect(result.status == 1)
    }

    @Test func `workflow commands of GitHub name file, line and column`() async throws {
        let result = try await compat("--format", "github")
        let lines = result.output.split(separator: "\n")
        let place = "::error file=Schemas/app/tap/1.1.0.yaml,line=4,col=1,title=error%3A incompatible-change::"
        #expect(lines.count == 3 && lines[0].hasPrefix(place + Self.problem + "%0A"))
        #expect(lines[1].hasPrefix("::notice file=Schemas/app/tap/1.1.0.yaml,line=7,col=25,"))
        #expect(result.status == 1)
    }

    @Test func `JUnit counts an error as a failure, and a note as none`() async throws {
        let result = try await compat("--format", "junit")
        #expect(result.output.contains(#"<testsuites name="eventctl" tests="2" failures="1" errors="0" skipped="0">"#))
        #expect(
            result.output.contains(#"<testcase classname="incompatible-change" name="Schemas/app/tap/1.1.0.yaml:4:1""#))
        #expect(result.output.hasSuffix("</testsuites>\n") && result.status == 1)
    }

    @Test func `the rules are a line each, or an object, and other formats of them are wrong usage`() async throws {
        let text = try await compat("--rules")
        let json = try await compat("--rules", "--format", "json")
        let rules = try #require(try JSONValue(parsing: json.output)["rules"]?.array)
        #expect(text.output.split(separator: "\n").count == rules.count + 1)
        #expect(text.output.hasPrefix("property_added ") && rules[0]["kind"] == "property_added")
        #expect(try await compat("--rules", "--format", "sarif").status == 64)
        #expect(try await compat("--format", "xml").status == 64)
    }

    @Test func `compat with a commit compares new versions, and reports edits of published ones`() async throws {
        try await TapSchemas.with { schemas in
            try await schemas.commit()
            let same = try await schemas.run("compat", "HEAD")
            #expect(same.status == 0 && same.errors == "0 pairs of versions compared\n", "\(same)")
            try schemas.write("# The first.\n" + TapSchemas.old, to: "1.0.0.yaml")
            try schemas.write(TapSchemas.new.replacing("1.1.0", with: "1.1.1"), to: "1.1.1.yaml")
            let edited = try await schemas.run("compat", "HEAD", "--format", "github")
            #expect(edited.status == 1 && edited.errors == "1 pair of versions compared\n")
            #expect(edited.output.contains("reworded-version") && !edited.output.contains("incompatible-change"))
        }
    }

    @Test func `a version with too low a number fails`() async throws {
        try await TapSchemas.with { schemas in
            let text = TapSchemas.old.replacing("1.0.0", with: "1.0.1").replacing("64", with: "65")
            try schemas.write(text, to: "1.0.1.yaml")
            try schemas.write(text.replacing("1.0.1", with: "1.1.0"), to: "1.1.0.yaml")
            let result = try await schemas.run("compat")
            #expect(result.status == 1)
            let problem = "1.0.1 raises the patch number of 1.0.0, but `button` may now have 65 characters (64 before)."
            #expect(result.output.contains("error: \(problem) [version-too-low]"), "\(result.output)")
        }
    }

    @Test func `a baseline leaves out what is there, and notes what is gone`() async throws {
        try await TapSchemas.with { schemas in
            let written = try await schemas.run("compat", "--write-baseline", "compat.json")
            #expect(written.status == 0 && written.output == "", "\(written)")
            #expect(written.errors.hasPrefix("wrote compat.json: 1 error, 1 note in 1 file"))
            let known = try await schemas.run("compat", "--baseline", "compat.json")
            #expect(known.status == 0 && known.output == "no findings; 2 files read; 2 known before\n", "\(known)")
            try schemas.write(TapSchemas.new.replacing("128", with: "1"), to: "1.1.0.yaml")
            let more = try await schemas.run("compat", "--baseline", "compat.json", "--format", "github")
            #expect(more.status == 1 && more.output.contains("only 1 character"), "\(more)")
            try schemas.write(TapSchemas.old.replacing("1.0.0", with: "1.1.0"), to: "1.1.0.yaml")
            let gone = try await schemas.run("compat", "--baseline", "compat.json")
            #expect(gone.status == 0 && gone.output.contains("[stale-baseline]"), "\(gone)")
            let both = try await schemas.run("compat", "--baseline", "compat.json", "--write-baseline", "b.json")
            #expect(both.status == 64 && both.errors.contains("leave out --baseline"))
        }
    }

    @Test func `a finding about a commit quotes the line that the commit has`() async throws {
        try await TapSchemas.with { schemas in
            try await schemas.commit()
            let text = TapSchemas.old.replacing("1.0.0", with: "1.2.0").replacing("64", with: "1")
            try schemas.write(text, to: "1.2.0.yaml")
            try await schemas.commit()
            try schemas.write("# Moved.\n\n" + text, to: "1.2.0.yaml")
            let result = try await schemas.run("compat", "HEAD~1..HEAD")
            #expect(result.output.contains("  5 |   button: {type: string, maxLength: 1}\n"), "\(result)")
        }
    }

    @Test func `two commits are compared`() async throws {
        try await TapSchemas.with { schemas in
            try await schemas.commit()
            let same = try await schemas.run("compat", "HEAD...HEAD")
            #expect(same.status == 0 && same.output == "no findings; 2 files read\n", "\(same)")
            #expect(try await schemas.run("compat", "HEAD..none").status == 70)
        }
    }
}
