import EventSchema
import Foundation
import TestSupport
import Testing

/// `eventctl check` as a person or a CI job calls it.
@Suite(.waitLimit) struct CheckTests {
    private static let title = "schema_title: analytics/product_metrics/app/base"

    private func check(_ text: String, _ arguments: String...) async throws -> (result: Child.Result, text: String) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try FileManager.default.createDirectory(at: folder.file("Streams"), withIntermediateDirectories: false)
        try folder.write(text, to: "Streams/a.yaml")
        let child = try Child(
            "eventctl", ["check", "--as-of", "2026-01-01"] + arguments, directory: folder.url)
        let result = await child.result()
        return (result, try String(contentsOf: folder.file("Streams/a.yaml"), encoding: .utf8))
    }

    @Test func `an error ends with 1, and in a pipe the report is plain`() async throws {
        let (result, _) = try await check("a:\n  \(Self.title)\n  sampel: 1\n")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("Streams/a.yaml:3:3: error: “sampel” is not a setting of a stream."))
        #expect(result.output.hasSuffix("1 error in 1 file; 1 file read\n"))
        #expect(!result.output.contains("\u{1B}"))
        #expect(result.errors == "")
    }

    @Test(arguments: [([], 0), (["--strict"], 1)] as [([String], Int32)])
    func `a warning ends with 1 only if strict`(arguments: [String], status: Int32) async throws {
        let waiver = "# eventctl-allow unknown-setting until 2026-12-31: x"
        let text = "\(waiver)\na:\n  \(Self.title)\n"
        let (result, _) =
            arguments.isEmpty ? try await check(text) : try await check(text, "--strict", "--format", "github")
        #expect(result.status == status)
        #expect(result.output.contains(arguments.isEmpty ? "[unused-waiver]" : "::warning file=Streams/a.yaml,line=1,"))
    }

    @Test func `--fix shows what it changes, and JSON stays on standard output alone`() async throws {
        let waiver = "# eventctl-allow unknown-seting until 2026-12-31: x"
        let text = "\(waiver)\na:\n  \(Self.title)\n  b: 1\n"
        let (plain, fixed) = try await check(text, "--fix")
        #expect(fixed == text.replacingOccurrences(of: "seting", with: "setting"))
        #expect(plain.status == 0)
        #expect(plain.output.hasPrefix("--- a/Streams/a.yaml\n+++ b/Streams/a.yaml\n@@ -1,4 +1,4 @@\n-\(waiver)\n+"))
        let (json, _) = try await check(text, "--fix", "--format", "json")
        #expect(try JSONValue(parsing: json.output)["failed"] == false)
        #expect(json.errors.hasPrefix("--- a/Streams/a.yaml\n"))
    }

    @Test func `a baseline is written to standard output and read from standard input`() async throws {
        let arguments = ["check", "--streams", Checkout.file("Streams").path, "--as-of", "2026-01-01"]
        let written = try await Child.run("eventctl", arguments + ["--write-baseline", "-"])
        #expect(written.status == 0)
        let baseline = Data(written.output.utf8)
        let read = try await Child.run("eventctl", arguments + ["--strict", "--baseline", "-"], input: baseline)
        #expect(read.status == 0)
        #expect(read.output.hasPrefix("no findings"), "\(read.output)")
    }

    @Test func `check without folders is wrong usage`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = await (try Child("eventctl", ["check"], directory: folder.url)).result()
        #expect(result.status == 64)
        #expect(result.errors.contains("nothing to check"))
        #expect(!result.errors.contains("There is ../"), "\(result.errors)")
    }

    @Test(arguments: [("config", "../Project.yaml"), ("config/more", "../../Project.yaml")])
    func `check in a folder below a project names the project's file`(place: String, file: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("streams: config\n", to: "Project.yaml")
        try folder.write("a: {\(Self.title)}\n", to: "config/more/a.yaml")
        let result = await (try Child("eventctl", ["check"], directory: folder.file(place))).result()
        #expect(result.status == 64)
        #expect(result.errors.contains("There is \(file)."), "\(result.errors)")
    }

    @Test func `--against leaves out what a commit has, from a folder below the repository's root`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let project = folder.file("project")
        try FileManager.default.createDirectory(
            at: project.appending(path: "Streams"), withIntermediateDirectories: true)
        try folder.write("a:\n  \(Self.title)\n  topcs: 1\n", to: "project/Streams/a.yaml")
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        for arguments in [["init"], ["add", "."], author + ["commit", "--message", "Begin"]] {
            let git = try Child(
                program: URL(filePath: "/usr/bin/env"), ["git"] + arguments, directory: folder.url)
            #expect(await git.result().status == 0)
        }
        try folder.write("c:\n  \(Self.title)\n  topcs: 1\n", to: "project/Streams/c.yaml")
        for streams in ["Streams", "./Streams/", project.appending(path: "Streams").path] {
            let child = try Child(
                "eventctl", ["check", "--streams", streams, "--against", "HEAD"], directory: project)
            let result = await child.result()
            #expect(result.status == 1)
            #expect(result.output.hasSuffix("1 error in 1 file; 2 files read; 1 known before\n"), "\(result)")
            #expect(result.output.contains("Streams/c.yaml:3:3: error"))
        }
    }

    /// Two files that have a fix each: one with carriage returns, and one with a byte order mark, a blank in its name and
    /// no line end at its end.
    private static let fixable = [
        "Streams/a.yaml":
            "# Ü\r\n# eventctl-allow unknown-seting until 2026-12-31: x\r\na:\r\n  \(title)\r\n  b: 1\r\n",
        "Streams/b c.yaml": "\u{FEFF}d:\n  \(title)\n  # eventctl-allow unknown-seting until 2026-12-31: x\n  b: 1",
    ]

    @Test(
        arguments: [["git", "apply", "PATCH"], ["patch", "--batch", "-p1", "--input", "PATCH"]], ["text", "github"])
    func `the diff of --fix applies as a patch, byte for byte`(tool: [String], format: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (file, text) in Self.fixable { try folder.write(text, to: file) }
        let check = try Child(
            "eventctl", ["check", "--as-of", "2026-01-01", "--fix", "--format", format], directory: folder.url)
        let result = await check.result()
        try folder.write(format == "text" ? result.output : result.errors, to: "PATCH")
        let fixed = try Self.fixable.keys.map { try Data(contentsOf: folder.file($0)) }
        for (file, text) in Self.fixable { try folder.write(text, to: file) }
        let apply = try Child(program: URL(filePath: "/usr/bin/env"), tool, directory: folder.url)
        let applied = await apply.result()
        #expect(applied.status == 0, "\(applied)")
        #expect(try Self.fixable.keys.map { try Data(contentsOf: folder.file($0)) } == fixed)
    }

    @Test func `a baseline and a commit are compared alike from any working folder`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for file in ["Streams/a.yaml", "Streams/b.yaml"] {
            try folder.write("a:\n  \(Self.title)\n  topcs: 1\n", to: "project/\(file)")
        }
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        for arguments in [["init"], ["add", "."], author + ["commit", "--message", "Begin"]] {
            let git = try Child(program: URL(filePath: "/usr/bin/env"), ["git"] + arguments, directory: folder.url)
            #expect(await git.result().status == 0)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("project/Streams"))
        let streams = folder.path("project/Streams")
        let places = [
            ("project", "Streams"), ("project/Streams", "."), ("project/Streams", "../Streams/"),
            ("", "./project/Streams"),
            ("", streams), ("", "link"), ("link", "."),
        ]
        for (writer, spelling) in places {
            let baseline = folder.path("project/baseline.json")
            func check(_ place: String, _ streams: String, _ arguments: String...) async throws -> Child.Result {
                try await Child(
                    "eventctl", ["check", "--streams", streams] + arguments, directory: folder.file(place)
                ).result()
            }
            let written = try await check(writer, spelling, "--write-baseline", baseline)
            #expect(written.status == 0, "\(written)")
            #expect(try String(contentsOfFile: baseline, encoding: .utf8).contains(#""file":"Streams/a.yaml""#))
            let read = try await check("project", "Streams", "--baseline", "baseline.json")
            #expect(read.output == "no findings; 2 files read; 3 known before\n", "\(writer) \(spelling): \(read)")
            let since = try await check(writer, spelling, "--against", "HEAD")
            #expect(since.output == "no findings; 2 files read; 3 known before\n", "\(writer) \(spelling): \(since)")
        }
    }
}
