import EventIntake
import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

/// Commands in a folder with a `Project.yaml`.
@Suite(.waitLimit) struct ProjectTests {
    private static let project = """
        attributes:
          shop_is_offline: {field: shop.offline, type: boolean, sensitivity: low, description: No connection.}
        destinations:
          shop-intake: {production: 'https://shop.example.org/v1/events'}
        streams: config
        schemas: [models]
        rules:
          - {rule: unread-setting, severity: off, reason: The importer reads them.}

        """
    private static let schema = """
        title: shop/visit
        $id: /shop/visit/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        properties:
          meta: {type: object, properties: {stream: {type: string}}}
          shop: {type: object, properties: {offline: {type: boolean}}}

        """
    private static let stream = """
        shop.visits:
          schema_title: shop/visit
          destination_event_service: shop-intake
          urgency: high
          producers:
            metrics_platform_client:
              provide_values: [shop_is_offline]
              curation: {shop_is_offline: {equals: true}}

        """

    /// Runs a command in a folder with the project, and removes the folder.
    private static func run(_ arguments: String..., project: String = project) async throws -> Child.Result {
        try await run(arguments, project: project)
    }

    private static func run(_ arguments: [String], project: String) async throws -> Child.Result {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(project, to: "Project.yaml")
        try folder.write(stream, to: "config/shop.yaml")
        try folder.write(schema, to: "models/shop/visit/1.0.0.yaml")
        return try await Child("eventctl", arguments, directory: folder.url).result()
    }

    @Test func `every command finds the folders that the project names, and knows its words`() async throws {
        let check = try await Self.run("check", "--format", "json")
        let findings = try JSONValue(parsing: Array(check.output.utf8))["findings"]?.array ?? []
        #expect(check.status == 0 && findings.allSatisfy { $0["file"]?.string?.hasPrefix("models/") == true })
        let compile = try await Self.run("streams", "compile", "--schemas", "models")
        #expect(compile.status == 0 && compile.output.contains(#""urgency":"high""#), "\(compile.errors)")
        let explain = try await Self.run("explain", "shop.visits")
        #expect(explain.output.contains(#""offline":true"#), "\(explain.output)\(explain.errors)")
        #expect(explain.errors.contains("goes to shop-intake,") && !explain.errors.contains("no URL is known"))
        #expect(explain.output.contains(#""url":"https://shop.example.org/v1/events""#), "\(explain.output)")
        let new = try await Self.run("streams", "new", "shop.sales", "--schema", "shop/visit")
        #expect(new.output.contains("- shop_is_offline"), "\(new.output)\(new.errors)")
        #expect(new.output.contains("  destination_event_service: shop-intake\n"))
        let editors = try await Self.run("schema-for", "streams")
        #expect(editors.output.contains("shop_is_offline") && editors.output.contains("shop-intake"))
    }

    /// The field of the attribute is not the one that its name would have without the project.
    @Test func `send drops and delivers by the project's attributes, as explain says, and names what it drops`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(Self.project, to: "Project.yaml")
        try folder.write(Self.stream, to: "config/shop.yaml")
        try folder.write(Self.schema, to: "models/shop/visit/1.0.0.yaml")
        let events = [true, true, false].map {
            #"{"$schema": "/shop/visit/1.0.0", "meta": {"stream": "shop.visits"}, "shop": {"offline": \#($0)}}"# + "\n"
        }
        try folder.write(events.joined(), to: "events.ndjson")
        let server = try await Server.start(
            store: folder.path("intake.sqlite"),
            ["--streams", folder.path("config"), "--schemas", folder.path("models")])
        let send = ["send", "events.ndjson", "--stream-configs", server.url]
        let sent = await (try Child("eventctl", send, directory: folder.url)).result()
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(try SendTests.ledger(sent)["delivered"] == 2, "\(sent.output)")
        #expect(sent.errors.contains("1 event dropped, curated: 1 of shop.visits"), "\(sent.errors)")
        try folder.write("{\"shop_is_offline\": false}", to: "ctx.json")
        let explain = ["explain", "shop.visits", "--attributes", "ctx.json"]
        let explained = await (try Child("eventctl", explain, directory: folder.url)).result()
        #expect(explained.errors.contains("would be dropped"), "\(explained.errors)")
        await server.stop()
    }

    @Test func `commands on schemas find the roots that the project names, or ask for one`() async throws {
        let check = try await Self.run("check", "models", "--format", "json")
        // The project's file and the one schema.
        #expect(try JSONValue(parsing: Array(check.output.utf8))["files"] == 2, "\(check.output)\(check.errors)")
        let new = try await Self.run("schemas", "new", "shop/sale")
        #expect(new.output.contains("wrote models/shop/sale"), "\(new.output)\(new.errors)")
        #expect(new.errors.contains(" -o config/FILE.yaml\n"), "\(new.errors)")
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("schemas: [models, more]\n", to: "Project.yaml")
        for root in ["models", "more"] { try folder.write(Self.schema, to: "\(root)/shop/visit/1.0.0.yaml") }
        let compat = await (try Child("eventctl", ["schemas", "compat"], directory: folder.url)).result()
        #expect(compat.status == 0 && compat.errors == "0 pairs of versions compared\n", "\(compat)")
        let bump = await (try Child("eventctl", ["schemas", "bump", "shop/visit"], directory: folder.url)).result()
        #expect(bump.status == 1 && bump.errors.contains("there is no current.yaml of “shop/visit”"), "\(bump)")
        let other = await (try Child("eventctl", ["schemas", "new", "shop/sale"], directory: folder.url)).result()
        #expect(other.status == 64 && other.errors.contains("name one with --schemas: models, more."), "\(other)")
    }

    /// The stream lists an attribute that came with version 1.1.0 of the schema; the client has version 1.0.0.
    @Test func `a client that does not know an attribute sends its events without it, and says so once`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let older = Self.schema.replacing("  shop: {type: object, properties: {offline: {type: boolean}}}\n", with: "")
        for (path, text) in [
            ("Project.yaml", Self.project), ("models/shop/visit/1.0.0.yaml", older),
            ("models/shop/visit/1.1.0.yaml", Self.schema.replacing("1.0.0", with: "1.1.0")),
            (
                "config/shop.yaml",
                Self.stream.replacing("      curation: {shop_is_offline: {equals: true}}\n", with: "")
            ),
        ] {
            try folder.write(text, to: path)
        }
        let server = try await Server.start(
            store: folder.path("intake.sqlite"),
            ["--streams", folder.path("config"), "--schemas", folder.path("models")])
        let client = EventPlatformClient(
            .init(server: try #require(URL(string: server.url)), store: .inMemory), context: TestPlatform.appContext
        ).start()
        for _ in 0..<2 {
            await client.loadConfigurations()
            for _ in 0..<2 {
                client.submitInteraction(stream: "shop.visits", schema: "/shop/visit/1.0.0", action: "open")
            }
        }
        let report = await client.shutdown(deadline: .seconds(30))
        #expect(client.ledger["shop.visits"].delivered == 4, "\(report) \(client.diagnostics)")
        #expect(client.diagnostics.map(\.kind) == [.streamConfiguration], "\(client.diagnostics)")
        #expect(client.diagnostics.first?.message.contains("“shop_is_offline”") == true)
        let events = try await server.received()
        #expect(events.count == 4 && events.allSatisfy { $0["shop"] == nil }, "\(events)")
        await server.stop()
    }

    private static func commit(_ paths: String..., in folder: TemporaryFolder) async throws {
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        for arguments in [["init"], ["add"] + paths, author + ["commit", "--message", "Begin"]] {
            let git = try Child(program: URL(filePath: "/usr/bin/env"), ["git"] + arguments, directory: folder.url)
            #expect(await git.result().status == 0)
        }
    }

    @Test func `streams diff says what a change of the project does, with the errors of check`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(Self.project, to: "Project.yaml")
        try folder.write(Self.stream, to: "config/shop.yaml")
        try folder.write(Self.schema, to: "models/shop/visit/1.0.0.yaml")
        try await Self.commit(".", in: folder)
        func diff() async throws -> Child.Result {
            await (try Child("eventctl", ["streams", "diff", "HEAD"], directory: folder.url)).result()
        }
        #expect(try await diff().output == "No stream changes.\n")
        try folder.write(Self.project.replacing("field: shop.offline", with: "field: shop.is_away"), to: "Project.yaml")
        let moved = try await diff()
        let words =
            "Project.yaml\n  shop_is_offline is now in the field shop.is_away, not in shop.offline; of shop.visits\n"
        #expect(moved.output.hasPrefix(words), "\(moved.output)")
        let check = await (try Child("eventctl", ["check"], directory: folder.url)).result()
        #expect(moved.status == check.status && moved.status == 1, "\(moved.output)\(check.output)")
        try folder.write(Self.project, to: "Project.yaml")
        let mistake = Self.stream.replacing("  schema_title", with: "  topcs: 1\n  schema_title")
        try folder.write(mistake, to: "config/shop.yaml")
        #expect(try await diff().status == 1)
        let waiver = "  # eventctl-allow unknown-setting until 2999-01-31: the importer reads it\n"
        try folder.write(mistake.replacing("  topcs", with: "\(waiver)  topcs"), to: "config/shop.yaml")
        let waived = try await diff()
        #expect(
            waived.status == 0 && waived.output.contains(": unknown-setting until 2999-01-31"), "\(waived.output)")
    }

    @Test func `streams diff finds the experiments that the project names`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("streams: config\nexperiments: trials\n", to: "Project.yaml")
        try folder.write(Self.stream, to: "config/shop.yaml")
        try folder.write("experiments: [\n", to: "trials/a.yaml")
        try await Self.commit("Project.yaml", "config", in: folder)
        let diff = await (try Child("eventctl", ["streams", "diff", "HEAD"], directory: folder.url)).result()
        let text = diff.output + diff.errors
        #expect(diff.status == 1 && text.contains("trials/a.yaml"), "\(text)")
    }

    /// Fails when the state before the change is read by the names of today.
    @Test func `streams diff says what goes with the project's file, and with the streams`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(Self.project.replacing("streams: config", with: "experiments: trials"), to: "Project.yaml")
        try folder.write(Self.stream, to: "Streams/shop.yaml")
        let instrument =
            "{name: box, start: 2026-01-01, end: 2026-12-31, stream_name: shop.visits, sample_rate: {default: 1}}"
        try folder.write("instruments:\n  - \(instrument)\n", to: "trials/a.yaml")
        try await Self.commit(".", in: folder)
        func diff(_ arguments: String...) async throws -> Child.Result {
            await (try Child("eventctl", ["streams", "diff", "HEAD"] + arguments, directory: folder.url)).result()
        }
        try FileManager.default.removeItem(atPath: folder.path("Project.yaml"))
        let words = try await diff().output
        for line in [
            "shop_is_offline (low) is no longer declared; of shop.visits",
            "shop-intake (production https://shop.example.org/v1/events) is no longer a service; of shop.visits",
            "unread-setting in every file is no longer off",
        ] {
            #expect(words.contains("\n  \(line)\n"), "\(words)")
        }
        #expect(words.contains("\ninstrument box\n  removed"), "\(words)")
        try FileManager.default.removeItem(atPath: folder.path("Streams"))
        let streams = try await diff()
        #expect(streams.output.contains("\nshop.visits\n  removed: the intake will refuse its events"), "\(streams)")
        #expect(streams.status == 0, "\(streams)")
        let wrong = try await diff("--streams", "Strems")
        #expect(wrong.status == 70 && wrong.errors.contains("Strems is not a folder"), "\(wrong)")
    }

    @Test func `streams diff compares a folder that the project gives another name`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("streams: a/config\nexperiments: trials\n", to: "Project.yaml")
        try folder.write(Self.stream, to: "a/config/shop.yaml")
        try await Self.commit(".", in: folder)
        try FileManager.default.removeItem(atPath: folder.path("a"))
        try folder.write("experiments: trials\n", to: "Project.yaml")
        try folder.write(Self.stream.replacing("  urgency: high\n", with: ""), to: "Streams/shop.yaml")
        let diff = await (try Child("eventctl", ["streams", "diff", "HEAD"], directory: folder.url)).result()
        #expect(diff.output.contains("\nshop.visits\n  urgency is no longer set; it was high\n"), "\(diff)")
    }

    @Test(arguments: [
        (#"{"shop_is_offline": true}"#, true), (#"{"shop": {"offline": true}}"#, true),
        (#"{"shop.offline": true}"#, true), (#"{"shop": {"is_offline": true}}"#, true),
        (#"{"shop": {"other": true}}"#, false),
    ])
    func `explain takes an own attribute by its name and by the field that it is declared in`(
        values: String, isKnown: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (text, path) in [
            (Self.project, "Project.yaml"), (Self.stream, "config/shop.yaml"), (values, "values.json"),
            (Self.schema, "models/shop/visit/1.0.0.yaml"),
        ] {
            try folder.write(text, to: path)
        }
        let arguments = ["explain", "shop.visits", "--attributes", "values.json"]
        let result = try await Child("eventctl", arguments, directory: folder.url).result()
        #expect(!result.errors.contains("neither an attribute") == isKnown, "\(result.errors)")
        #expect(result.output.contains(#""outcome":"sent""#) == isKnown, "\(result.output)")
    }

    /// Fails when the field or the type of an attribute without a value follows from its name.
    @Test func `explain says where an own attribute without a value is, and of what type, as it is declared`()
        async throws
    {
        let project = Self.project.replacing("shop.offline", with: "shop.state.offline")
        let explain = try await Self.run("explain", "shop.visits", project: project)
        let stages = try JSONValue(parsing: Array(explain.output.utf8))["stages"]?.array ?? []
        let context = stages.first { $0["stage"] == "context" }
        let attribute = (context?["attributes"]?.array ?? []).first { $0["name"] == "shop_is_offline" }
        #expect(attribute?["value"] == .null, "\(explain.output)")
        #expect(attribute?["path"] == "shop.state.offline" && attribute?["type"] == "boolean")
    }

    /// Fails when a message has the name of a type in Swift.
    @Test func `explain names types as the project's file does`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(Self.project.replacing("boolean", with: "date_time"), to: "Project.yaml")
        try folder.write(Self.stream, to: "config/shop.yaml")
        try folder.write(Self.schema, to: "models/shop/visit/1.0.0.yaml")
        try folder.write(#"{"shop_is_offline": true, "performer_groups": 1}"#, to: "values.json")
        let arguments = ["explain", "shop.visits", "--attributes", "values.json"]
        let explain = try await Child("eventctl", arguments, directory: folder.url).result()
        #expect(explain.errors.contains("shop_is_offline must be of type date_time;"), "\(explain.errors)")
        #expect(explain.errors.contains("performer_groups must be of type list;"), "\(explain.errors)")
        #expect(explain.errors.contains("its type is date_time, and"), "\(explain.errors)")
        #expect(explain.output.contains(#""type":"date_time""#), "\(explain.output)")
    }

    @Test func `project prints the words in force, and those of the platform`() async throws {
        let words = try await Self.run("project")
        #expect(words.status == 0)
        #expect(words.output.contains("  shop_is_offline:\n    field: shop.offline\n    type: boolean\n"))
        #expect(words.output.contains("    production: https://shop.example.org/v1/events\n"))
        let platform = try await Self.run("project", "--platform")
        #expect(platform.output.hasPrefix("vocabulary: none\n") && !platform.output.contains("shop"))
        #expect(platform.output.contains("\n  page_id:\n    field: page.id\n"))
        #expect(words.output.contains("\nstreams: config\n") && words.output.contains("rule: unread-setting"))
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let none = try await Child("eventctl", ["project"], directory: folder.url).result()
        #expect(none.status == 0 && none.output == platform.output)
        #expect(none.errors == "The current directory has no Project.yaml; these are the platform's words.\n")
        #expect(words.errors.isEmpty && platform.errors.isEmpty)
    }

    @Test func `errors in the project's file end a command with 1 and their lines`() async throws {
        for arguments in [
            ["project"], ["schema-for", "streams"], ["streams", "new", "a.b", "--schema", "a/b"],
            ["schemas", "new", "a/b"], ["explain", "a.b"], ["schemas", "docs", "-o", "site"],
        ] {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            try folder.write("attribute: {}\n", to: "Project.yaml")
            let result = try await Child("eventctl", arguments, directory: folder.url).result()
            #expect(result.status == 1 && result.output.isEmpty)
            #expect(result.errors.hasPrefix("Project.yaml:1:1: "), "\(result.errors)")
        }
    }

    /// Fails when a command that leaves out what has a mistake ends as if there were none, other than `check`.
    @Test(arguments: [
        "explain shop.visits", "simulate stream shop.visits --clients 10", "received --report --store s --off silent",
    ])
    func `errors in files that a command leaves out end it with 1 after its output`(command: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(Self.stream, to: "config/shop.yaml")
        try folder.write(Self.schema, to: "models/shop/visit/1.0.0.yaml")
        try IntakeStore(path: folder.path("s")).close()
        let arguments = command.split(separator: " ").map(String.init)
        func run(_ project: String) async throws -> Child.Result {
            try folder.write(project, to: "Project.yaml")
            return try await Child("eventctl", arguments, directory: folder.url).result()
        }
        let without = try await run(Self.project)
        #expect(without.status == 0 && !without.output.isEmpty, "\(without.errors)")
        let mistaken = try await run(Self.project + "unknown: true\n")
        #expect(mistaken.status == 1 && mistaken.output == without.output, "\(mistaken.output)\(mistaken.errors)")
        #expect(mistaken.errors.contains("Project.yaml:9:1: "), "\(mistaken.errors)")
        try folder.write("a: [\n", to: "config/broken.yaml")
        let broken = try await run(Self.project)
        #expect(broken.status == 1 && broken.output == without.output, "\(broken.output)\(broken.errors)")
        #expect(broken.errors.contains("config/broken.yaml:"), "\(broken.errors)")
    }

    /// A call of each command that reads all of the file, which has a mistake.
    private static let readers = [
        "check": "", "explain": "shop.visits", "project": "", "schema-for": "streams",
        "send": "events.ndjson --stream-configs streams.json --no-flush --store q.sqlite",
        "serve": "--strict --port 0", "simulate stream": "shop.visits --clients 10", "streams compile": "",
        "streams diff": "config", "streams list": "", "streams new": "a.b --schema shop/visit",
        "streams show": "shop.visits",
    ]

    @Test func `each command that reads all of the file names a mistake in it`() async throws {
        #expect(try CommandTable().rows.first?.sorted() == Self.readers.keys.sorted())
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(Self.project + "attribute: {}\n", to: "Project.yaml")
        try folder.write(Self.stream, to: "config/shop.yaml")
        try folder.write(Self.schema, to: "models/shop/visit/1.0.0.yaml")
        try folder.write("{\"streams\": {}}", to: "streams.json")
        try folder.write("{\"$schema\": \"/a/1.0.0\", \"meta\": {\"stream\": \"a\"}}", to: "events.ndjson")
        for (command, rest) in Self.readers.sorted(by: { $0.key < $1.key }) {
            let arguments = "\(command) \(rest)".split(separator: " ").map(String.init)
            let result = await (try Child("eventctl", arguments, directory: folder.url)).result()
            let text = result.output + result.errors
            #expect(result.status != 0 && text.contains("Project.yaml:9:1: "), "\(command): \(text)")
        }
    }

    @Test(arguments: ["streams list", "streams show shop.visits", "schema-for streams", "project"])
    func `a project's file under a name that is not read is reported`(command: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(Self.project, to: "project.yaml")
        try folder.write(Self.stream, to: "Streams/shop.yaml")
        let arguments = command.split(separator: " ").map(String.init)
        let result = try await Child("eventctl", arguments, directory: folder.url).result()
        #expect(result.errors.hasPrefix("project.yaml"), "\(result.errors)")
        #expect(result.errors.contains("Rename it to Project.yaml."), "\(result.errors)")
    }

    @Test(arguments: [("streams: [config\n", "Project.yaml:"), ("streams: nope\n", "There is no folder nope.")])
    func `check reports the errors of a file whose folders are not known or not there`(
        text: String, expected: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(text, to: "Project.yaml")
        try folder.write(Self.stream, to: "config/shop.yaml")
        let check = try await Child("eventctl", ["check"], directory: folder.url).result()
        #expect(check.status == 1 && check.output.contains(expected), "\(check.output)\(check.errors)")
        let compile = try await Child("eventctl", ["streams", "compile"], directory: folder.url).result()
        #expect(compile.status == 70, "\(compile.output)\(compile.errors)")
        #expect(compile.errors.hasPrefix("Project.yaml:") == (text == "streams: [config\n"), "\(compile.errors)")
    }

    @Test(arguments: [
        "check", "streams list", "streams show shop.visits", "streams compile", "explain shop.visits",
        "schemas docs -o site",
    ])
    func `a file that cannot be read is named where the folder of streams is given`(command: String) async throws {
        let arguments = command.split(separator: " ").map(String.init) + ["--streams", "config"]
        let result = try await Self.run(arguments, project: "streams: 'config\n")
        #expect((result.output + result.errors).contains("Project.yaml:1:10: "), "\(result.output)\(result.errors)")
    }

    @Test func `the list of rules has the severities of the project with their places`() async throws {
        let list = try await Self.run("rules")
        #expect(list.output.contains(" off in every file: The importer reads them. (Project.yaml:8:5)\n"))
        let one = try await Self.run("rules", "unread-setting", "--format", "json")
        let rule = try JSONValue(parsing: Array(one.output.utf8))["rules"]?.array?.first
        #expect(rule?["project"]?.array?.first?["severity"] == "off")
    }
}
