import Foundation
import TestSupport
import Testing

@Suite(.waitLimit) struct SchemasNewTests {
    private static func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> Child.Result {
        try await Child("eventctl", arguments, directory: folder.url).result()
    }

    @Test(arguments: [["Schemas"], ["schemas-of-ours", "--schemas", "schemas-of-ours"]])
    func `a schema is begun in an empty folder, with a repository around it`(names: [String]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let new = ["schemas", "new", "pod/play", "--description", "A podcast was played."] + names.dropFirst()
        let refused = try await Self.run(["schemas", "new", "Pod/Play"] + names.dropFirst(), in: folder)
        #expect(try refused.status == 64 && FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        let result = try await Self.run(new, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output == """
                wrote \(names[0])/.jsonschema-tools.yaml, since there was no repository of schemas
                wrote \(names[0])/pod/play/current.yaml
                wrote \(names[0])/pod/play/1.0.0.yaml

                """)
        let tree = names.count > 1 ? " --schemas \(names[0])" : ""
        #expect(
            result.errors == """
                Next:
                  1. Add the fields to \(names[0])/pod/play/current.yaml, and a value of each to its example.
                  2. eventctl schemas materialize --force\(tree)   # rewrites 1.0.0 while nothing uses it
                  3. eventctl streams new NAME --schema pod/play\(tree) -o Streams/FILE.yaml
                  4. eventctl check\(tree)
                Once 1.0.0 is published, each change begins with “eventctl schemas bump\(tree) pod/play”.

                """)
        let check = try await Self.run(["check", "--strict", "--schemas", names[0]], in: folder)
        #expect(check.status == 0 && check.output.hasPrefix("no findings"), "\(check.output)")
        let steps = [
            ["schemas", "materialize", "--force"] + names.dropFirst(),
            ["streams", "new", "pod.plays", "--schema", "pod/play"] + names.dropFirst() + ["-o", "Streams/pod.yaml"],
            ["check"] + names.dropFirst(),
        ]
        for step in steps {
            let result = try await Self.run(step, in: folder)
            #expect(result.status == 0, "\(step): \(result.output)\(result.errors)")
        }
        let again = try await Self.run(new, in: folder)
        #expect(again.status == 64 && again.errors.contains("it is there already"))
    }
}
