import ArgumentParser
import EventCatalog
import Testing

@testable import eventctl

@Suite struct CheckCommandTests {
    @Test(arguments: [
        "--rules --format sarif", "--rules no-such-rule", "Streams", "--streams=", "--baseline=", "--against=",
        "--write-baseline a --baseline b", "--write-baseline a --fix", "--write-baseline a --against b",
        "--as-of soon", "--format html", "--write-baseline a.yaml", "--write-baseline a.YML", "--rules --fix",
        "--rules --streams a", "--rules --baseline a", "--rules yaml-tag --strict",
    ])
    func `a contradictory call of check is wrong usage`(arguments: String) {
        let error = #expect(throws: (any Error).self) {
            try Check.parse(arguments.split(separator: " ").map(String.init))
        }
        #expect(error.map { Check.exitCode(for: $0) } == .validationFailure)
    }

    @Test(arguments: [
        ("", [], nil), ("--streams a --schemas b c --experiments d", ["a", "b", "c", "d"], nil),
        ("--schemas b --schemas c/", ["b", "c"], nil), ("--rules", [], nil), ("--rules yaml-tag", [], "yaml-tag"),
        ("--rules yaml-tag --format json", [], "yaml-tag"),
    ])
    func `a call has its folders and its rule`(arguments: String, folders: [String], rule: String?) throws {
        let check = try Check.parse(arguments.split(separator: " ").map(String.init))
        #expect(check.folders.given.all == folders)
        #expect(check.rule == rule)
    }
}
