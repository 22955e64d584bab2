import ArgumentParser
import EventCatalog
import Foundation
import TestSupport
import Testing

@testable import eventctl

@Suite struct CheckCommandTests {
    @Test(arguments: [
        "--rules", "Streams --streams a", "--streams=", "--baseline=", "--against=", "https://a.example",
        "--write-baseline a --baseline b", "--write-baseline a --fix", "--write-baseline a --against b",
        "--as-of soon", "--format html", "--write-baseline a.yaml", "--write-baseline a.YML", "--expiry-notice-days 0",
    ])
    func `a contradictory call of check is wrong usage`(arguments: String) {
        let error = #expect(throws: (any Error).self) {
            try Check.parse(arguments.split(separator: " ").map(String.init))
        }
        #expect(error.map { Check.exitCode(for: $0) } == .validationFailure)
    }

    @Test(arguments: [
        ("--streams a --schemas b c --experiments d", ["a", "b", "c", "d"]), ("--schemas b --schemas c/", ["b", "c"]),
    ])
    func `options name folders`(arguments: String, folders: [String]) throws {
        let check = try Check.parse(arguments.split(separator: " ").map(String.init))
        #expect(try check.folders.resolved().all == folders)
    }

    @Test(arguments: [
        (["shop"], ["shop/Streams", "shop/Schemas", "shop/Experiments"]),
        (["shop/"], ["shop/Streams", "shop/Schemas", "shop/Experiments"]),
        (["shop/Streams"], ["shop/Streams"]),
        (["shop/Schemas", "shop/Experiments"], ["shop/Schemas", "shop/Experiments"]),
        (["other"], ["other/config"]), (["other/config"], ["other/config"]),
        (["repository", "shop/Schemas"], ["repository", "shop/Schemas"]),
        (["repository/jsonschema"], ["repository/jsonschema"]), (["nowhere"], ["nowhere"]),
    ])
    func `a path is a project, one of its folders or a repository`(paths: [String], folders: [String]) throws {
        try Self.withFolder { folder in
            let check = try Check.parse(paths.map { "\(folder)/\($0)" })
            let all = try check.folders.resolved().all
            #expect(Set(all) == Set(folders.map { "\(folder)/\($0)" }))
        }
    }

    @Test(arguments: [
        (["shop/Streams/a.yaml"], "is a file"), (["docs"], "has no schemas"), (["shop", "other"], "checked by itself"),
        (["repository", "shop"], "checked by itself"),
    ])
    func `a path that is none of these says so`(paths: [String], message: String) throws {
        try Self.withFolder { folder in
            let check = try Check.parse(paths.map { "\(folder)/\($0)" })
            let error = #expect(throws: ValidationError.self) { try check.folders.resolved() }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
    }

    /// Calls with a folder that has a project, one with words of its own, a repository of schemas, and something else.
    private static func withFolder(_ body: (String) throws -> Void) throws {
        let schema = "title: a\n$id: /a/1.0.0\ntype: object\n"
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let files = [
            "shop/Streams/a.yaml": "app.a: {}\n", "shop/Schemas/a/1.0.0.yaml": schema,
            "shop/Experiments/a.yaml": "experiments: []\n", "other/Project.yaml": "streams: config\n",
            "other/config/a.yaml": "app.b: {}\n", "repository/jsonschema/a/1.0.0.yaml": schema, "docs/a.md": "a\n",
        ]
        for (name, text) in files { try folder.write(text, to: name) }
        try body(folder.url.path)
    }

    @Test(arguments: ["no-such-rule", "yaml-tag --format sarif", "yaml-tag yaml-alias"])
    func `rules of another name or form are wrong usage`(arguments: String) {
        let error = #expect(throws: (any Error).self) {
            try Rules.parse(arguments.split(separator: " ").map(String.init))
        }
        #expect(error.map { Rules.exitCode(for: $0) } == .validationFailure)
    }
}
