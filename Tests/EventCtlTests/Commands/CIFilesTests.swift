import ArgumentParser
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import eventctl

/// The files for CI systems that are there to copy.
@Suite struct CIFilesTests {
    /// Each call of `eventctl` in the texts of a value, as its arguments.
    private func calls(in value: JSONValue) -> [[String]] {
        switch value {
        case .array(let elements): elements.flatMap(calls)
        case .object(let members): members.flatMap { calls(in: $0.value) }
        case .string(let text): text.split(separator: "\n").compactMap(call)
        default: []
        }
    }

    private func call(in line: Substring) -> [String]? {
        let words = line.split(separator: " ").map { String($0).replacing("\"", with: "") }
        guard let program = words.firstIndex(of: "eventctl"), words.dropFirst(program + 1).first == "check" else {
            return nil
        }
        return Array(words[(program + 1)...].prefix { $0 != ">" })
    }

    @Test(arguments: [
        ("Examples/CI/github.yml", 2), ("Examples/CI/gitlab-ci.yml", 2), ("Examples/CI/pre-commit-config.yaml", 1),
        (".pre-commit-hooks.yaml", 2),
    ])
    func `a file is YAML, and its calls are calls of check`(name: String, count: Int) throws {
        let document = try SourceDocument(file: Checkout.file(name).path)
        let calls = calls(in: document.value)
        #expect(calls.count == count)
        for call in calls { #expect(try EventCtl.parseAsRoot(call) is Check, "\(call)") }
    }

    @Test func `a call that check refuses is found`() {
        #expect(throws: (any Error).self) { try EventCtl.parseAsRoot(["check", "--formt", "github"]) }
    }
}
