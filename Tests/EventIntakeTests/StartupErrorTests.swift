import EventIntake
import Foundation
import Testing

/// What keeps an intake from starting is told with its place and a remedy, and leaves files as they were.
@Suite struct StartupErrorTests {
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

    @Test("a port in use") func port() async throws {
        try await withOwnIntake { client async throws in
            let port = try #require(client.intake.url.port)
            let message = try await message { $0.port = port }
            #expect(message.hasPrefix("Cannot listen on 127.0.0.1:\(port): "))
            #expect(message.contains("or 0 for any"))
        }
    }

    @Test("a store that is no SQLite file is left as it is") func notSQLite() async throws {
        let path = temporaryPath()
        let text = "This is a diary, and longer than a hundred bytes.\n" + String(repeating: "Dear diary. ", count: 10)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        #expect(
            try await message { $0.storePath = path }.contains(
                "cannot be used as the intake's store: file is not a database"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        try FileManager.default.removeItem(atPath: path)
    }

    @Test("a store that is a folder") func folder() async throws {
        let path = FileManager.default.temporaryDirectory.path
        #expect(try await message { $0.storePath = path }.contains("directory"))
    }

    @Test("a store in a folder that is not there") func missingFolder() async throws {
        let message = try await message { $0.storePath = "/no/such/folder/store.sqlite" }
        #expect(
            message.hasPrefix("/no/such/folder/store.sqlite: ")
                && message.contains("there is no folder /no/such/folder. Create it"))
    }

    @Test("streams and schemas that are not there") func missing() async throws {
        #expect(try await message { $0.streams = .directory("/no/streams") }.hasPrefix("/no/streams: Cannot be listed"))
        #expect(try await message { $0.streams = .file("/no/streams.json") }.contains("/no/streams.json"))
        #expect(try await message { $0.schemaRoots = ["/no/schemas"] }.contains("/no/schemas: No such directory."))
    }

    @Test("a temporary store goes with its intake, a named one stays") func stores() async throws {
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

    @Test("a store that is read once its intake has stopped says so") func closedStore() async throws {
        let store = try await withIntake(Fixture.configuration) { $0.store }
        let error = #expect(throws: IntakeError.self) { try store.count() }
        #expect(error?.message.contains("has stopped") == true)
    }

    @Test(
        "a host that is not there is named, and so is an address of another machine",
        arguments: [
            ("no-such-host.invalid", "there is no host of that name"), ("192.0.2.1", "Give an address of this machine"),
        ])
    func unknownHost(host: String, reason: String) async throws {
        let message = try await message {
            $0.host = host
            $0.token = "needed-there"
        }
        #expect(message.contains(reason))
    }
}
