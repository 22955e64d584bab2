import EventSchema
import Foundation
import TestSupport
import Testing

@Suite(.waitLimit) struct StreamsTests {
    private static let streams = Checkout.file("Streams").path

    private func run(_ arguments: String..., input: String = "") async throws -> Child.Result {
        try await Child.run("eventctl", arguments, input: Data(input.utf8))
    }

    @Test func `streams that are compiled, imported and compiled again are the same`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let first = try await run("streams", "compile", "--streams", Self.streams, "-o", folder.path("first.json"))
        #expect(first.status == 0)
        let imported = try await run("streams", "import", folder.path("first.json"), "-o", folder.path("Streams"))
        #expect(imported.status == 0)
        try FileManager.default.copyItem(at: Checkout.file("Project.yaml"), to: folder.file("Project.yaml"))
        let second = try await run("streams", "compile", "--streams", folder.path("Streams"))
        #expect(second.status == 0)
        let before = try JSONValue(parsing: [UInt8](try Data(contentsOf: folder.file("first.json"))))
        #expect(try JSONValue(parsing: Array(second.output.utf8)) == before)
        #expect(before["streams"]?.object?.count == 8)
    }

    @Test func `import does not write into a folder with stream files unless forced`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("mine: {schema_title: t}\n", to: "other.yaml")
        let response = #"{"streams": {"a": {"schema_title": "t"}}}"#
        let refused = try await run("streams", "import", "-", "-o", folder.url.path, input: response)
        #expect(refused.status == 70)
        #expect(refused.errors.contains("has stream files already, such as other.yaml"), "\(refused.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("mine"))
        let forced = try await run("streams", "import", "-", "-o", folder.url.path, "--force", input: response)
        #expect(forced.status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "a:\n  schema_title: t\n")
    }

    @Test func `import refuses a document that is no response`() async throws {
        for input in ["", "[", "[]", #"{"error": {"code": "badvalue", "info": "No."}}"#] {
            let result = try await run("streams", "import", "-", "-o", "unused", input: input)
            #expect(result.status == 70, "\(input)")
        }
    }

    @Test(arguments: [#"{"streams": []}"#, #"{"streams": {"a": 5}}"#])
    func `import of a response without streams writes nothing`(response: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run("streams", "import", "-", "-o", folder.path("new"), input: response)
        #expect(result.status == 70)
        #expect(result.errors.contains("standard input has no streams"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
    }

    @Test func `a pipe that is named as output gets the response`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("out"), withDestinationPath: "/dev/stdout")
        let arguments = ["streams", "compile", "--streams", Self.streams, "-o"]
        let pipe = try await Child.run("eventctl", arguments + [folder.path("out")])
        let plain = try await Child.run("eventctl", arguments + ["-"])
        #expect(pipe.status == 0)
        #expect(pipe.output == plain.output && pipe.output.hasPrefix("{\"streams\":"))
    }

    @Test func `errors in the files end compile with 1, and nothing is written`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("a:\n  schema_title: t\n  topics: x\n", to: "a.yaml")
        let result = try await run(
            "streams", "compile", "--streams", folder.url.path, "-o", folder.path("out.json"))
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("\(folder.path("a.yaml")):3:3: "), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("out.json")))
    }

    @Test func `list and show print our own streams, and an unknown name is a finding`() async throws {
        let list = try await run("streams", "list", "--streams", Self.streams)
        #expect(list.status == 0)
        #expect(list.output.split(separator: "\n").count == 9)
        let show = try await run("streams", "show", "app.search", "--streams", Self.streams)
        #expect(show.status == 0)
        #expect(show.output.contains("rate: 0.5 ") && show.output.contains("# \(Self.streams)/search.yaml:8"))
        let unknown = try await run("streams", "show", "app.serch", "--streams", Self.streams)
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("Did you mean 'app.search'?"), "\(unknown.errors)")
    }

    @Test func `the history is that of git, from any folder, and without git there is an error`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("app.x: {schema_title: t, owner: web}\n", to: "Streams/a.yaml")
        let begin = """
            git init --quiet && git add . \
            && git -c user.name=a -c user.email=a@example.org commit --quiet --message Begin
            """
        let git = try await Child(program: URL(fileURLWithPath: "/bin/sh"), ["-c", begin], directory: folder.url)
            .result()
        #expect(git.status == 0, "\(git.errors)")
        func history(in directory: URL, path: String? = nil, _ arguments: String...) async throws -> Child.Result {
            try await Child(
                "eventctl", ["streams", "list", "--history"] + arguments, directory: directory,
                environment: path.map { ["PATH": $0] } ?? [:]
            ).result()
        }
        let text = try await history(in: folder.url)
        #expect(
            text.status == 0 && text.output.contains(/app\.x +\d{4}-\d\d-\d\d [0-9a-f]{8} +now +web +-\n/), "\(text)")
        let json = try await history(
            in: folder.file("Streams"), "--streams", "../Streams/", "--format", "json")
        let stream = try JSONValue(parsing: Array(json.output.utf8))
        #expect(stream["state"] == "present" && stream["first_seen"]?["author"] == "a")
        let without = try await history(in: folder.url, path: "/nowhere")
        #expect(without.status == 70 && without.output.isEmpty)
        #expect(without.errors.contains("cannot run git: No such file or directory; install it"), "\(without.errors)")
    }

    @Test func `diff compares a folder with a response, and a name that is neither nor a commit cannot be run`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let response = try folder.write(#"{"streams": {"old": {"schema_title": "t"}}}"#, to: "old.json")
        try FileManager.default.createDirectory(at: folder.file("Streams"), withIntermediateDirectories: true)
        try folder.write("new: {schema_title: t}\n", to: "Streams/a.yaml")
        let result = try await run("streams", "diff", response, "--streams", folder.path("Streams"))
        #expect(result.status == 0)
        let line = try #require(result.output.split(separator: "\n").last)
        #expect(line.hasPrefix("  renamed from old; the settings stay the same."))
        #expect(line.hasSuffix("For released apps old is removed: the intake will refuse its events"))
        let missing = try await run("streams", "diff", "no-such-commit", "--streams", folder.path("Streams"))
        #expect(missing.status == 70)
        #expect(missing.errors.contains("'no-such-commit' is neither"), "\(missing.errors)")
    }

    @Test func `new adds a stream to a file, and refuses a name that is there or cannot be used`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("# Mine.\na: {schema_title: t}", to: "a.yaml")
        let added = try await run("streams", "new", "app.x", "--streams", folder.url.path, "-o", file)
        #expect(added.status == 0 && added.output == "wrote app.x to \(file)\n", "\(added.output)")
        #expect(added.errors.contains("“eventctl check --streams \(folder.url.path)”"), "\(added.errors)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("# Mine.\na: {schema_title: t}\n\n# ") && text.contains("\napp.x:\n"))
        for name in ["app.x", "app x", "/^a/"] {
            let result = try await run("streams", "new", name, "--streams", folder.url.path)
            #expect(result.status == 64, "\(name)")
        }
    }

    @Test func `new begins with the first stream of an empty folder, in a file whose folder it makes`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let streams = folder.path("Streams")
        try FileManager.default.createDirectory(atPath: streams, withIntermediateDirectories: false)
        for name in ["app.x", "app.y"] {
            let file = "\(streams)/\(name)/\(name).yaml"
            let added = try await run("streams", "new", name, "--streams", streams, "-o", file)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\n\(name):\n"))
        }
        let failed = try await run("streams", "new", "app.z", "--streams", streams, "-o", "\(streams)/app.x")
        #expect(failed.status == 64 && failed.errors.contains("ends in .yaml"), "\(failed.errors)")
    }

    @Test(arguments: ["streams", "defaults", "project"])
    func `schema-for writes a JSON Schema`(kind: String) async throws {
        let result = try await run("schema-for", kind)
        #expect(result.status == 0)
        let schema = try JSONValue(parsing: Array(result.output.utf8))
        #expect(schema["$schema"] == "http://json-schema.org/draft-07/schema#")
    }
}
