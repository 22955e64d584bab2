import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

/// Wrong calls of `eventctl`: each has an exit status and a message that names the mistake, and none crashes or hangs.
@Suite struct ClumsyCallTests {
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
        try folder.write("# of another program", to: "yarn.lock")
        try Data(0...255).write(to: folder.file("binary"))
        try FileManager.default.createDirectory(at: folder.file("dir"), withIntermediateDirectories: false)
        try FileManager.default.createDirectory(at: folder.file("streams"), withIntermediateDirectories: false)
        try folder.write("app.other:\n  schema_title: t\n", to: "streams/a.yaml")
        guard mkfifo(folder.path("fifo"), 0o600) == 0 else { throw POSIXError(.EIO) }
        try DatabaseQueue(path: folder.path("photos.db")).write { try $0.execute(sql: "CREATE TABLE photo (name)") }
    }

    static let usage = [
        Call("", 64, "Missing subcommand"), Call("queue", 64, "stats"), Call("faults", 64, "clear"),
        Call("nope", 64, "nope"), Call("help nope", 64, "no command 'nope'"),
        Call("help queue nope", 64, "no command 'nope'"), Call("queue nope", 64, "nope"),
        Call("validate a --schemas b --nope", 64, "Unknown option '--nope'"), Call("validate", 64, "file of events"),
        Call("validate --schemas $/no.ndjson", 64, "$/no.ndjson"),
        Call("validate - /dev/stdin --schemas Schemas", 64, "once"),
        Call("serve --port -1", 64, "--port '-1'"), Call("serve --port 65536", 64, "65535"),
        Call("serve --port x", 64, "'x'"), Call("serve --port", 64, "--port"), Call("serve --body-limit -5", 64, "-5"),
        Call("serve --body-limit 0", 64, "from 1 to"), Call("serve --host=", 64, "--host"),
        Call("serve --keep-events -1", 64, "1 or more"), Call("serve --sink nope", 64, "ndjson:PATH"),
        Call("serve --fault nope", 64, "nope"), Call("serve --fault status=9", 64, "status"),
        Call("serve --compat nope", 64, "eventgate"), Call("serve --streams a --stream-configs b", 64, "combined"),
        Call("serve --host 0.0.0.0 --token é", 64, "token"),
        Call("send --stream-configs http://127.0.0.1:9", 64, "file of events"),
        Call("send - a --stream-configs http://127.0.0.1:9", 64, "one file"),
        Call("send - --stream-configs ftp://a", 64, "http"), Call("send - --stream-configs http://", 64, "http"),
        Call("send - --stream-configs - --no-flush --store q", 64, "once"),
        Call("send - --stream-configs http://127.0.0.1:9 --no-flush", 64, "store with --store"),
        Call("send - --stream-configs 127.0.0.1:8192", 64, "'127.0.0.1:8192' is a file"),
        Call("serve --cors=", 64, "--cors"), Call("serve --cors nope", 64, "--cors 'nope'"),
        Call("serve --cors http://a,http://b", 64, "one origin"), Call("serve --service=", 64, "--service"),
        Call("serve --service a/b", 64, "--service 'a/b'"), Call("simulate mixed --hours 1", 64, "from 2 to"),
        Call("streams", 64, "eventctl streams <subcommand>"),
        Call("send - --stream-configs http://127.0.0.1:9 --intake 127.0.0.1:8192", 64, "--intake '127.0.0.1:8192'"),
        Call("send - --stream-configs http://127.0.0.1:9 --intake http://a:99999", 64, "--intake"),
        Call("send - --stream-configs http://127.0.0.1:9 --deadline -1", 64, "--deadline '-1.0'"),
        Call("send - --stream-configs http://127.0.0.1:9 --deadline nan", 64, "--deadline"),
        Call("send - --stream-configs http://127.0.0.1:9 --batch 0", 64, "--batch '0'"),
        Call("send - --stream-configs http://127.0.0.1:9 --dispatch soon", 64, "soon"),
        Call("send - --stream-configs http://127.0.0.1:9 --retry 99=true", 64, "99"),
        Call("send - --stream-configs http://127.0.0.1:9 --retry 201=false", 64, "'201=false' has no effect"),
        Call("send - --stream-configs http://127.0.0.1:9 --token=", 64, "--token"),
        Call("send - --stream-configs $/streams.json", 64, "--intake"),
        Call("explain a --stream-configs - --attributes -", 64, "once"),
        Call("explain a --stream-configs x://y", 64, "x://y"),
        Call("explain a --stream-configs a --as-of no", 64, "no"),
        Call("explain a --stream-configs a --wiki enwiki", 64, "--wiki is only allowed with --experiments"),
        Call("simulate herd --clients 1", 64, "100 to 100000"), Call("simulate herd --dispatch 1e18", 64, "1200"),
        Call("simulate mixed --hours -1", 64, "--hours '-1'"), Call("simulate mixed --seed -1", 64, "-1"),
        Call("simulate stream a", 64, "--clients"), Call("simulate stream a --clients 0", 64, "1 to 1000000"),
        Call("simulate stream a --clients 9 --rate 2", 64, "0 to 1"), Call("simulate stream --clients 9", 64, "name"),
        Call("simulate stream a --clients 9 --rate 1 --change b", 64, "--change"),
        Call("simulate stream a --clients 9 --unit device", 64, "--rate"),
        Call("simulate radio", 64, "TRACE"), Call("simulate radio reader --dispatch soon", 64, "--dispatch 'soon'"),
        Call("simulate radio reader --dispatch piggyback:1,2", 64, "piggyback:IDLE,MIN,MAX"),
        Call("simulate radio reader --dispatch piggyback:1,9,2", 64, "MIN no more than MAX"),
        Call("simulate radio - -", 64, "once"), Call("simulate radio reader --svg -", 64, "report"),
        Call("simulate radio reader --svg a.yaml", 64, "not YAML"), Call("simulate record", 64, "FILE"),
        Call("simulate radio $/empty --svg $/empty", 64, "$/empty would be overwritten"),
        Call("simulate record a --events-per-minute nan", 64, "0 to 600"),
        Call("simulate record a --event-bytes 5", 64, "20 to 80000"),
        Call("simulate record $/empty -o $/empty", 64, "$/empty would be overwritten"),
        Call("simulate mixed --store a", 64, "blocked"), Call("simulate nope", 64, "nope"),
        Call("queue prune --store a --older-than -1", 64, "0 to 1000000"), Call("queue stats", 64, "--store"),
        Call("faults clear x", 64, "x"), Call("faults list --url 127.0.0.1", 64, "--url"),
        Call("faults list --url http://a:0", 64, "--url"), Call("demo --mode nope", 64, "nope"),
        Call("check Streams", 64, "--streams"), Call("check --rules unknown-settin", 64, "'unknown-setting'"),
        Call("check --rules --format github", 64, "text or json"), Call("check --format html", 64, "html"),
        Call("check --as-of soon", 64, "2026-01-31"), Call("check --write-baseline a --fix", 64, "leave out"),
    ]

    static let files = [
        Call("queue stats --store $/nowhere", 70, "does not exist"), Call("queue stats --store $/text.txt", 70, "not"),
        Call("queue stats --store $/text.txt/x", 70, "Not a directory"),
        Call("queue stats --store $/dir", 70, "directory"), Call("queue stats --store $/fifo", 70, "pipe"),
        Call("queue list --store $/fifo", 70, "pipe"), Call("queue export --store $/binary", 70, "not"),
        Call("queue check --store $/fifo", 70, "pipe"), Call("queue requeue --store $/fifo", 70, "pipe"),
        Call("queue stats --store $/empty", 70, "is empty"), Call("queue check --store $/empty", 70, "is empty"),
        Call("queue prune --store $/photos.db", 70, "not an event store"),
        Call("queue purge --store $/fifo", 70, "pipe"), Call("queue purge --force --store $/fifo", 70, "pipe"),
        Call("queue purge --force --store $/photos.db", 70, "not an event store"),
        Call("queue purge --force --store $/text.txt", 70, "not an SQLite database"),
        Call("queue purge --force --store $/nowhere", 70, "does not exist"),
        Call("queue purge --store $/nowhere", 70, "does not exist"),
        Call("queue purge --store $/yarn", 70, "$/yarn does not exist"),
        Call("queue purge --force --store $/yarn", 70, "$/yarn does not exist"),
        Call("received --store $/fifo", 70, "pipe"), Call("received --store $/empty", 70, "empty"),
        Call("received --store $/nowhere", 70, "does not exist"),
        Call("received --store $/photos.db", 70, "another kind"),
        Call("simulate stream nope --clients 9 --streams Streams", 1, "there is no stream “nope”"),
        Call("simulate stream app.search --clients 9 --change $/streams", 1, "there is no stream “app.search”"),
        Call("streams show app.serch", 1, "no stream 'app.serch' in Streams. Did you mean 'app.search'"),
        Call("explain nope", 1, "no stream has this name"),
        Call("schemas bump no/such", 1, "eventctl: there is no current.yaml of “no/such”."),
        Call("schemas diff no/such 1.0.0 1.1.0", 1, "eventctl: there is no schema 'no/such' in Schemas."),
        Call("simulate stream app.search --clients 9 --attributes $/list.json", 70, "must contain"),
        Call("simulate stream app.search --clients 9 --streams $/no", 70, "$/no"),
        Call("simulate radio novel", 70, "the built-in traces are reader, chat, game"),
        Call("simulate radio $/dir", 70, "directory"), Call("simulate radio $/empty", 70, "$/empty:1:1: a trace"),
        Call("simulate radio $/binary", 70, "$/binary: The trace is not UTF-8"),
        Call("simulate radio $/list.json", 70, "$/list.json:1:1: a trace begins"),
        Call("simulate radio game --model 6g", 70, "the built-in models are 3g, lte, 5g, wifi"),
        Call("simulate radio game --model $/list.json", 70, "$/list.json: must be an object with name"),
        Call("simulate radio game --model $/text.txt", 70, "$/text.txt: The model is not JSON"),
        Call("simulate radio game --svg $/fifo", 70, "cannot write $/fifo"),
        Call("simulate record $/no.har", 70, "cannot read $/no.har"),
        Call("simulate record $/list.json", 70, "$/list.json: log.entries: must be a list"),
        Call("simulate record $/text.txt", 70, "$/text.txt: The HAR file is not JSON"),
        Call("simulate blocked --store $/photos.db", 70, "exists"),
        Call("simulate blocked --store $/fifo", 70, "exists"),
        Call("simulate blocked --store $/photos.db/a", 70, "$/photos.db/a cannot be made: Not a directory; name a"),
        Call("validate $/empty --schemas Schemas", 1, "no events in $/empty"),
        Call("validate $/dir --schemas Schemas", 70, "directory"),
        Call("validate $/no --schemas Schemas", 70, "No such"),
        Call("validate $/values.ndjson --schemas Schemas", 1, "$/values.ndjson:1: an event must be an object"),
        Call("validate $/binary --schemas Schemas", 1, "not JSON"),
        Call("validate $/events.ndjson --schemas $/nowhere", 70, "nowhere"),
        Call("send $/no --stream-configs http://127.0.0.1:9", 70, "No such file"),
        Call("send $/dir --stream-configs http://127.0.0.1:9", 70, "directory"),
        Call("send $/events.ndjson --stream-configs $/no --no-flush --store $/q0", 70, "No such file"),
        Call("send $/events.ndjson --stream-configs $/list.json --no-flush --store $/q0", 70, "object"),
        Call("send $/events.ndjson --stream-configs $/streams.json --no-flush --store $/no/q", 70, "no folder"),
        Call("send $/events.ndjson --stream-configs $/streams.json --no-flush --store $/fifo", 70, "pipe"),
        Call("send $/events.ndjson --stream-configs $/streams.json --no-flush --store $/dir", 70, "directory"),
        Call("send $/events.ndjson --stream-configs $/streams.json --no-flush --store $/text.txt", 70, "not an SQLite"),
        Call("send $/values.ndjson --stream-configs $/streams.json --no-flush --store $/q1", 1, "not a JSON object"),
        Call("serve --store $/fifo", 70, "pipe"), Call("serve --store $/dir", 70, "directory"),
        Call("serve --store $/no/a.db", 70, "no folder"), Call("serve --streams $/no", 70, "$/no"),
        Call("serve --stream-configs -", 70, "regular file"), Call("serve --stream-configs $/fifo", 70, "regular file"),
        Call("serve --test-events $/empty", 70, "not JSON"), Call("serve --sink ndjson:$/dir", 70, "dir"),
        Call("serve --port 1 --host 192.0.2.1 --token x", 70, "192.0.2.1"),
        Call("streams compile --streams $/no", 70, "$/no"), Call("streams list --streams $/no", 70, "$/no"),
        Call("demo --streams $/no", 70, "$/no"), Call("explain a --stream-configs $/empty", 70, "not JSON"),
        Call("explain a --stream-configs $/streams.json --attributes $/list.json", 70, "object"),
        Call("explain a --stream-configs http://127.0.0.1:9", 70, "http://127.0.0.1:9"),
        Call("explain a --stream-configs http://127.0.0.1:9", 70, "Connection refused"),
        Call("explain nope --stream-configs $/streams.json", 1, "nope"),
        Call("faults list --url http://127.0.0.1:9", 70, "serve"),
        Call("canary --url http://127.0.0.1:9", 70, "refused"),
        Call("faults list --url http://u:secret@127.0.0.1:9", 70, "http://127.0.0.1:9: no answer"),
        Call("check --streams $/no", 70, "$/no: Cannot be listed"), Call("check --schemas $/empty", 70, "$/empty"),
        Call("check --streams $/dir --baseline $/list.json", 70, "$/list.json:1:1: No baseline"),
        Call("check --streams $/dir --baseline $/no.json", 70, "$/no.json"),
        Call("check --streams $/dir --write-baseline $/no/a", 70, "cannot write $/no/a"),
        Call("check --streams $/dir --write-baseline $/text.txt", 64, "no baseline"),
        Call("explain app.search --schemas $/dir", 70, "no schema files"),
        Call("check --streams Streams --write-baseline $/fifo", 70, "cannot write $/fifo"),
        Call("schema-for streams -o $/fifo", 70, "cannot write $/fifo"),
        Call("schema-for streams -o $/dir", 70, "cannot write $/dir: it is a folder"),
        Call("schema-for streams -o $/a.yaml", 64, "not YAML"),
        Call("streams compile -o $/fifo", 70, "cannot write $/fifo"),
        Call("streams compile -o Streams/search.yaml", 64, "not YAML"),
        Call("streams import $/list.json -o $/new", 70, "$/list.json: "),
        Call("streams import $/streams.json -o $/text.txt", 70, "$/text.txt is no folder"),
        Call("streams new a.b -o $/defaults.yaml", 64, "all streams start from"),
        Call("streams new a.b -o $/text.txt", 64, "ends in .yaml"),
        Call("streams new a.b --streams $/no", 64, "'$/no' is not a folder"),
        Call("streams new a.b --schema /x/1.0.0", 64, "slash"),
        Call("simulate stream app.search --clients 9 --svg $/fifo", 70, "cannot write $/fifo"),
        Call("simulate stream app.search --clients 9 --svg -", 64, "report"),
        Call("simulate stream app.search --clients 9 --svg a.yaml", 64, "not YAML"),
        Call("simulate stream app.search --clients 9 --change $/no", 70, "cannot read $/no"),
        Call("queue prune --store a --as-of soon", 64, "2026-01-31"), Call("queue stats --store=", 64, "--store"),
        Call("check --streams $/dir --changed-since HEAD", 70, "git reads no repository"),
        Call("check --code $/no", 70, "$/no: Cannot be listed"), Call("check --code=", 64, "empty value"),
        Call("check --experiments Experiments --code Sources", 64, "--code compares code with streams"),
        Call("check --rules --code Sources", 64, "--rules checks nothing"),
        Call("streams diff Streams --experiments Experiments", 64, "--experiments is for commits"),
        Call("streams diff HEAD --experiments $/no", 70, "$/no is not a folder"),
        Call("streams diff HEAD --as-of soon", 64, "2026-01-31"),
        Call("streams diff nope --streams .", 70, "no commit"),
        Call("check --as-of 2026-01-01 --strict --as-of=2026-02-01", 64, "--as-of is given twice"),
        Call("streams compile -o $/a --output $/b", 64, "--output is given twice"),
        Call("explain app.search --as-of 2026-01-01", 64, "--as-of is only allowed with --experiments"),
        Call("check --client-config $/no", 70, "$/no: Cannot be read: no such file"),
        Call("serve --stream-configs $/dir", 70, "$/dir: cannot be read: is a directory"),
        Call("serve --client-config $/no", 70, "$/no: cannot be read: no such file or directory"),
    ]

    @Test(arguments: usage + files)
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
        #expect(result.errors.contains(#"x\ny\u0007"#), "\(result.errors)")
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
