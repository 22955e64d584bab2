import EventIntake
import EventSchema
import Foundation
import Testing

/// A folder of streams and schemas that a test writes itself.
struct TestWorkspace: Sendable {
    let root: URL

    /// A folder with one schema, `test/1.0.0`, which has every field that the intake may fill in.
    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "workspace-\(UUID().uuidString)")
        try write(Self.schema("test"), to: "Schemas/test/1.0.0.yaml")
        try write("a.stream:\n  schema_title: test\n", to: "Streams/a.yaml")
    }

    /// A schema that requires no more than an envelope and a whole `number`.
    static func schema(_ title: String, version: String = "1.0.0", more: String = "") -> String {
        """
        title: \(title)
        $id: /\(title)/\(version)
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        required: [meta]
        properties:
          $schema: {type: string}
          meta:
            type: object
            required: [stream]
            properties:
              stream: {type: string}
              id: {type: string}
              dt: {type: string}
              request_id: {type: string}
          dt: {type: string}
          number: {type: integer}
          flavour: {type: string, default: plain}
          http:
            type: object
            properties:
              client_ip: {type: string}
              request_headers: {type: object, additionalProperties: {type: string}}
        \(more)
        """
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let url = root.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    var configuration: IntakeConfiguration {
        var configuration = IntakeConfiguration()
        configuration.schemaRoots = [root.appending(path: "Schemas").path]
        configuration.streams = .directory(root.appending(path: "Streams").path)
        configuration.onNotice = { _ in }
        return configuration
    }

    func remove() {
        do { try FileManager.default.removeItem(at: root) } catch { Issue.record("\(error)") }
    }

    /// Runs an intake of this folder.
    static func open(
        prepare: (TestWorkspace) throws -> Void = { _ in }, configure: (inout IntakeConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (Client) async throws -> Void
    ) async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        try prepare(workspace)
        var configuration = workspace.configuration
        configure(&configuration)
        try await withIntake(configuration) { try await body(Client(intake: $0)) }
    }

    /// An event that is accepted.
    static func event(_ more: String = "", id: String = "a", stream: String = "a.stream") -> String {
        #"{"$schema":"/test/1.0.0","meta":{"stream":"\#(stream)","id":"\#(id)"}\#(more)}"#
    }
}
