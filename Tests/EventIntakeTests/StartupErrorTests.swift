import EventCatalog
import EventIntake
import Foundation
import TestSupport
import Testing

/// An error that prevents the start of an intake has a location and a remedy, and leaves files unchanged.
@Suite(.waitLimit) struct StartupErrorTests {
    private func message(_ change: (inout IntakeConfiguration) -> Void) async throws -> String {
        var configuration = Fixture.configuration
        change(&configuration)
        do {
            try await withIntake(configuration) { _ in }
            return ""
        } catch {
            return "\(error)"
        }
    }

    private func temporaryPath() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("bad-input-\(UUID().uuidString)").path
    }

    @Test(arguments: [("[::1]", "::1"), ("::1", "::1"), ("[::1", "[::1"), ("localhost", "localhost")])
    func `the brackets of an IPv6 address are removed`(given: String, host: String) {
        var configuration = IntakeConfiguration()
        configuration.host = given
        #expect(configuration.host == host)
    }

    @Test func `a port in use is reported with a remedy`() async throws {
        try await withOwnIntake { client async throws in
            let port = try #require(client.intake.url.port)
            let message = try await message { $0.port = port }
            #expect(message.hasPrefix("Cannot listen on 127.0.0.1:\(port): "))
            #expect(message.contains("or 0 for any"))
        }
    }

    @Test func `a store path that is not a SQLite file is refused, and the file is unchanged`() async throws {
        let path = temporaryPath()
        let text = "This is a diary, and longer than a hundred bytes.\n" + String(repeating: "Dear diary. ", count: 10)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        #expect(
            try await message { $0.storePath = path }.contains(
                "cannot be used as the intake's store: file is not a database"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func `a store path that is a folder is refused`() async throws {
        let path = FileManager.default.temporaryDirectory.path
        #expect(try await message { $0.storePath = path }.contains("directory"))
    }

    @Test func `a store path in a missing folder is refused`() async throws {
        let message = try await message { $0.storePath = "/no/such/folder/store.sqlite" }
        #expect(
            message.hasPrefix("/no/such/folder/store.sqlite: ")
                && message.contains("there is no folder /no/such/folder. Create it"))
    }

    @Test func `missing streams and schemas are reported with their paths`() async throws {
        #expect(try await message { $0.streams = .directory("/no/streams") }.hasPrefix("/no/streams: Cannot be listed"))
        #expect(try await message { $0.streams = .file("/no/streams.json") }.contains("/no/streams.json"))
        #expect(try await message { $0.schemaRoots = ["/no/schemas"] }.hasPrefix("/no/schemas: Cannot be listed: "))
    }

    @Test func `the mistakes of schemas, streams and experiments are reported at once, each with its place first`()
        async throws
    {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        try workspace.write("title: [\n", to: "Schemas/bad/1.0.0.yaml")
        try workspace.write("b:\n  schema_title: test\n  topics: 1\n", to: "Streams/b.yaml")
        try workspace.write("experimints: []\n", to: "Experiments/a.yaml")
        var configuration = workspace.configuration
        configuration.experiments = workspace.root.appending(path: "Experiments").path
        configuration.isStrict = true
        let error = #expect(throws: CatalogError.self) { try Intake(configuration) }
        let places = "\(error.map { "\($0)" } ?? "")".replacing(workspace.root.path, with: "").split(separator: "\n")
            .map { $0.prefix { $0 != " " } }
        #expect(places == ["/Experiments/a.yaml:1:1:", "/Schemas/bad/1.0.0.yaml:2:1:", "/Streams/b.yaml:3:3:"])
    }

    @Test func `a temporary store is removed with its intake, a named one is kept`() async throws {
        let path = temporaryPath()
        var paths: [String] = []
        for storePath in [nil, path] {
            var configuration = Fixture.configuration
            configuration.storePath = storePath
            paths.append(
                try await withIntake(configuration) { intake async throws in
                    _ = try await Client(intake: intake).post(Fixture.event())
                    return intake.store.path
                })
        }
        #expect(paths.map { FileManager.default.fileExists(atPath: $0) } == [false, true])
        #expect(try IntakeStore(reading: path).events().count == 1)
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func `reading the store of a stopped intake throws an error that says so`() async throws {
        let store = try await withIntake(Fixture.configuration) { $0.store }
        let error = #expect(throws: IntakeError.self) { try store.count() }
        #expect(error?.message.contains("has stopped") == true)
    }

    @Test(
        arguments: [
            ("no-such-host.invalid", "there is no host of that name"), ("192.0.2.1", "Give an address of this machine"),
        ])
    func `an unknown host and an address of another machine are reported`(host: String, reason: String) async throws {
        let message = try await message {
            $0.host = host
            $0.token = "needed-there"
        }
        #expect(message.contains(reason))
    }
}
