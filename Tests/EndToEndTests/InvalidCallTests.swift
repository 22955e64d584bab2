@testable import EventPlatform
import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

/// Wrong calls of `eventctl`: each has an exit status and a message that names the mistake, and none crashes or hangs.
@Suite(.waitLimit) struct InvalidCallTests {
    /// A call: its arguments, in which `$` is the folder of ``files(in:)``; its status; and what is on standard error.
    struct Call: Sendable, CustomTestStringConvertible {
        let arguments: String
        let status: Int32
        let errors: String

        init(_ arguments: String, _ status: Int32, _ errors: String) {
            (self.arguments, self.status, self.errors) = (arguments, status, errors)
        }

        var testDescription: String { arguments }
    }

    /// The files that the calls name.
    private static func files(in folder: TemporaryFolder) throws {
        try folder.write("notes", to: "text.txt")
        try folder.write("", to: "empty")
        try folder.write(SendTests.event(1, id: "1"), to: "events.ndjson")
        try folder.write("5\n[1]\nnull\n", to: "values.ndjson")
        try folder.write(#"{"streams": {"app.error_reports": {"schema_title": "t"}}}"#, to: "streams.json")
        try folder.write("[]", to: "list.json")
        try folder.write(#"{"a\nb": {}}"#, to: "lines.json")
        try folder.write("# of another program", to: "yarn.lock")
        try folder.write("bootstrap.servers=127.0.0.1:1\n", to: "kafka.conf")
        try folder.write("bootstrap.servers=127.0.0.1:1\nlinger.millis=1\n", to: "unknown.conf")
        try folder.write("bootstrap.servers=127.0.0.1:1\nlinger.ms = 5 # five\n", to: "comment.conf")
        try folder.write("bootstrap.servers=\"127.0.0.1:1\"\n", to: "quoted.conf")
        try folder.write("bootstrap.servers=127.0.0.1:1\nssl.ca.location=/no/ca.pem\n", to: "missing.conf")
        try Data(0...255).write(to: folder.file("binary"))
        try FileManager.default.createDirectory(at: folder.file("dir"), withIntermediateDirectories: false)
        try FileManager.default.createDirectory(at: folder.file("streams"), withIntermediateDirectories: false)
        try folder.write("app.other:\n  schema_title: t\n", to: "streams/a.yaml")
        guard mkfifo(folder.path("fifo"), 0o600) == 0 else { throw POSIXError(.EIO) }
        try DatabaseQueue(path: folder.path("photos.db")).write { try $0.execute(sql: "CREATE TABLE photo (name)") }
    }

    @Test(arguments: usage + kafka + files)
    func `a wrong call exits with its status and names the mistake`(call: Call) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.files(in: folder)
        let before = try Self.content(of: folder)
        func text(_ text: String) -> String { text.replacingOccurrences(of: "$", with: folder.path("")) }
        let result = try await Child.run("eventctl", call.arguments.split(separator: " ").map { text(String($0)) })
        #expect(result.status == call.status, "\(result.errors)")
        #expect(result.errors.contains(text(call.errors)), "\(result.errors)")
        for dump in ["Domain", "Fatal", "Code=", "Error(", "(\"", "Stack dump", "Backtrace"] {
            #expect(!result.errors.contains(dump), "\(result.errors)")
        }
        #expect(try Self.content(of: folder).isSuperset(of: before), "files were changed or removed")
    }

    /// The names and bytes of the files.
    private static func content(of folder: TemporaryFolder) throws -> Set<String> {
        Set(
            try FileManager.default.contentsOfDirectory(atPath: folder.path("")).map { name in
                guard !["fifo", "dir", "streams"].contains(name) else { return name }
                return "\(name) \(Array(try Data(contentsOf: folder.file(name))))"
            })
    }

    // MARK: - Input and output

    private static func shell(_ script: String) async throws -> Child.Result {
        let program = Child.products.appendingPathComponent("eventctl").path
        let text = script.replacingOccurrences(of: "eventctl", with: "'\(program)'")
        return try await Child(program: URL(fileURLWithPath: "/bin/sh"), ["-c", text]).result()
    }

    @Test(arguments: [
        "eventctl --help > /dev/full", "eventctl --version > /dev/full",
        "eventctl explain a --stream-configs $/streams.json > /dev/full",
        "eventctl validate $/values.ndjson --schemas Schemas > /dev/full",
        "eventctl simulate mixed --hours 2 --clients 1 > /dev/full", "eventctl received --store $/in.db > /dev/full",
        "eventctl send $/events.ndjson --stream-configs $/streams.json --no-flush --store $/q.db > /dev/full",
        "eventctl send $/events.ndjson --stream-configs $/streams.json --no-flush --store $/q.db >&-",
        "eventctl validate - --schemas Schemas <&-", "eventctl serve > /dev/full",
        "eventctl schema-for streams -o - > /dev/full",
    ])
    func `a command whose output or input cannot be used exits with 70`(script: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.files(in: folder)
        try Self.makeIntakeStore(folder.path("in.db"))
        let result = try await Self.shell(script.replacingOccurrences(of: "$", with: folder.path("")))
        #expect(result.status == 70 && result.errors.contains("cannot"), "\(result.status) \(result.errors)")
        if script.contains("q.db") {
            let check = try await Child.run("eventctl", ["queue", "check", "--store", folder.path("q.db")])
            #expect(check.status == 0, "\(check.output)\(check.errors)")
        }
    }

    #if Kafka
        /// Fails when the settings must be in a regular file: a pipe then has no permission, or no end.
        @Test func `settings of Kafka may come from a pipe`() async throws {
            let script = #"printf 'bootstrap.servers=127.0.0.1:1\nlinger.millis=1' | "#
            for path in ["-", "/dev/stdin"] {
                let result = try await Self.shell("\(script) eventctl serve --sink kafka --kafka-config \(path)")
                #expect(result.status == 64 && result.errors.contains("linger.millis: librdkafka"), "\(result.errors)")
            }
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            guard mkfifo(folder.path("pipe"), 0o600) == 0 else { throw POSIXError(.EIO) }
            let pipe = folder.path("pipe")
            let result = try await Self.shell(
                "\(script) cat > \(pipe) & eventctl serve --sink kafka --kafka-config \(pipe)")
            #expect(result.status == 64 && result.errors.contains("linger.millis: librdkafka"), "\(result.errors)")
        }
    #endif

    @Test func `a reader that closes its pipe ends a command without a message`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.files(in: folder)
        let events = (0..<20_000).map { _ in "[]\n" }.joined()
        try folder.write(events, to: "many.ndjson")
        let result = try await Self.shell(
            "eventctl validate \(folder.path("many.ndjson")) --schemas Schemas 2> \(folder.path("errors")) | head -n 1")
        #expect(result.status == 0 && result.output.contains("\"line\":1"))
        #expect(!(try String(contentsOf: folder.file("errors"), encoding: .utf8)).contains("pipe"))
    }

    /// Fails when a closed pipe is an error: then `pipefail` fails every pipeline that ends with `head`. The command
    /// begins once the pipe is closed.
    @Test(arguments: [
        ("--help", 0), ("rules", 0), ("received --store $/in.db", 70),
        ("validate $/invalid --schemas Schemas", 1), ("streams diff $/streams.json --streams $/wrong", 1),
        ("streams list --streams $/broken", 1), ("streams show a --streams $/broken", 1),
        ("schemas materialize --check $/Schemas", 1), ("schemas materialize $/Schemas", 0),
        ("streams import $/streams.json -o $/new", 0), ("queue check --store $/sound.db", 0),
    ])
    func `a reader that closes its pipe leaves the status of what was found`(call: String, status: Int) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.makeIntakeStore(folder.path("in.db"))
        try folder.write("[]", to: "invalid")
        for name in ["wrong", "broken", "Schemas/t"] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
        }
        try folder.write("a:\n  schema_title: t\n  sample: {unit: session, rate: 5}\n", to: "wrong/a.yaml")
        try folder.write("a: {schema_title: t}\n", to: "broken/a.yaml")
        try folder.write("b: [", to: "broken/b.yaml")
        try folder.write(#"{"streams": {"b": {"schema_title": "t"}}}"#, to: "streams.json")
        try folder.write("title: t\n$id: /t/1.0.0\ntype: object\n", to: "Schemas/t/current.yaml")
        try SQLiteEventStore(path: folder.path("sound.db")).close()
        let command = call.replacingOccurrences(of: "$", with: folder.path(""))
        let gate = folder.path("gate")
        let result = try await Self.shell(
            """
            mkfifo '\(gate)'
            { read line < '\(gate)'; eventctl \(command); echo $? >&2; } | { exec 0<&-; echo closed > '\(gate)'; }
            """)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.last == "\(status)" && !result.errors.contains("pipe"), "\(result.errors)")
        if call.hasPrefix("streams import") {
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("new")).count > 0)
        }
    }

    /// Fails by ending the process when ArgumentParser takes the columns of the environment as they are.
    @Test(arguments: ["-5", "0", "1", "26", "27", "39", "x", "9223372036854775807"])
    func `a help has at least 40 columns`(columns: String) async throws {
        for arguments in [["--help"], ["help", "queue", "list"], ["simulate", "stream", "--help"]] {
            let child = try Child("eventctl", arguments, environment: ["COLUMNS": columns])
            let result = await child.result()
            #expect(result.status == 0 && result.output.contains("USAGE: "), "\(result.errors)")
        }
    }

    @Test func `a validation that its reader ends has no sum`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write((0..<20_000).map { _ in "[]\n" }.joined(), to: "many.ndjson")
        let result = try await Self.shell(
            "eventctl validate '\(folder.path("many.ndjson"))' --schemas Schemas 2> '\(folder.path("e"))' | head -n 1")
        #expect(result.status == 0)
        let errors = try String(contentsOf: folder.file("e"), encoding: .utf8)
        #expect(!errors.contains("1 file, "), "it would be that of a part: \(errors.suffix(200))")
    }

    /// The command waits for a writer of the pipe until its progress was reported.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func `a validation into a file reports its progress on a terminal`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let pipe = folder.path("fifo")
        guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.EIO) }
        let program = Child.products.appendingPathComponent("eventctl").path
        let command = "stty -onlcr; '\(program)' validate '\(pipe)' --schemas Schemas > '\(folder.path("verdicts"))'"
        let child = try Child(program: URL(fileURLWithPath: "/usr/bin/script"), ["-qefc", command, "/dev/null"])
        #expect(await child.firstLine()?.hasPrefix("validating \(pipe) (") == true)
        let writer = open(pipe, O_WRONLY | O_NONBLOCK)
        #expect(writer >= 0)
        close(writer)
        #expect(await child.result().status == 1)
    }

    @Test func `a file that is no store gets no files beside it`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.files(in: folder)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        for name in ["text.txt", "photos.db"] {
            let result = try await Child.run(
                "eventctl",
                [
                    "send", folder.path("events.ndjson"), "--stream-configs", folder.path("streams.json"), "--no-flush",
                    "--store", folder.path(name),
                ])
            #expect(result.status == 70, "\(result.errors)")
        }
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path(""))) == Set(before))
    }

    @Test(arguments: ["send $/events.ndjson --stream-configs $/streams.json --no-flush", "queue stats"])
    func `a store that another program has locked is not taken for a missing folder`(call: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.files(in: folder)
        try SQLiteEventStore(path: folder.path("q.db")).close()
        var configuration = GRDB.Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        let other = try DatabaseQueue(path: folder.path("q.db"), configuration: configuration)
        try await other.write { try $0.execute(sql: "UPDATE store SET events = events") }
        let arguments = call.replacingOccurrences(of: "$", with: folder.path("")).split(separator: " ").map(String.init)
        let result = try await Child.run("eventctl", arguments + ["--store", folder.path("q.db")])
        #expect(result.status == 70 && result.errors.contains("locked by another program"), "\(result.errors)")
        try other.close()
    }

    /// A store of an intake with three events, of which the second cannot be read.
    private static func makeIntakeStore(_ path: String) throws {
        try DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    CREATE TABLE event (id TEXT NOT NULL PRIMARY KEY, stream TEXT NOT NULL, schema TEXT NOT NULL,
                        received_at TEXT NOT NULL, repeats INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL, test TEXT);
                    CREATE TABLE rejected (id TEXT NOT NULL, stream TEXT NOT NULL, schema TEXT NOT NULL,
                        received_at TEXT NOT NULL, status TEXT NOT NULL, context TEXT NOT NULL, body TEXT NOT NULL,
                        test TEXT);
                    """)
            for (id, body) in [("1", "{}"), ("2", "{broken"), ("3", "{}")] {
                try database.execute(
                    sql: "INSERT INTO event VALUES (?, 's', '/t/1.0.0', '2026-01-01T00:00:00.000Z', 0, ?, NULL)",
                    arguments: [id, body])
            }
        }
    }

    @Test func `received names a row that cannot be read, and prints the others`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.makeIntakeStore(folder.path("in.db"))
        let result = try await Child.run("eventctl", ["received", "--store", folder.path("in.db")])
        #expect(result.status == 70 && result.errors.contains("row 2 cannot be read"), "\(result.errors)")
        #expect(result.output.split(separator: "\n").count == 2, "\(result.output)")
    }

    @Test func `the path of a store that looks like a URI of SQLite is the name of a file`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.makeIntakeStore(folder.path("file:in.db?mode=memory"))
        let result = try await Self.shell(
            "cd '\(folder.path(""))' && eventctl received --store 'file:in.db?mode=memory'")
        #expect(result.output.split(separator: "\n").count == 2, "\(result.errors)")
    }

    @Test func `names cannot end a line of the output or look like a command of a workflow`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(#"{"streams": {"::error::x\ny": {"topics": 5}}}"#, to: "streams.json")
        let result = try await Child.run("eventctl", ["explain", "::error::x\ny\u{7}", "--stream-configs", file])
        #expect(result.status == 1)
        #expect(result.errors.contains(#"x\u{a}y\u{7}"#), "\(result.errors)")
        for line in (result.output + result.errors).split(separator: "\n") {
            #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
        }
    }

    @Test(arguments: ["-", "/dev/stdin"])
    func `a file that is read once can be standard input`(name: String) async throws {
        let input = Data(ExplainTests.streams.utf8)
        let arguments = ["explain", "m.x", "--stream-configs", name, "--session", "00000000aaaaaaaaaaaa"]
        let result = try await Child.run("eventctl", arguments, input: input)
        #expect(result.status == 0, "\(result.errors)")
    }
}
