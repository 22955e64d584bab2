import CatalogTestSupport
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// Which commits `eventctl schemas compat` compares.
@Suite(.serialized) struct RevisionRangeTests {
    private func version(_ number: String, _ type: String) -> String {
        "title: app/tap\n$id: /app/tap/\(number)\ntype: object\nproperties:\n  name: {type: \(type)}\n"
    }

    /// A repository whose branch `main` has got a version since `topic`, which is checked out, has left it.
    private func withBranches(_ body: (String) throws -> Void) throws {
        try withFiles(["Schemas/app/tap/1.0.0.yaml": version("1.0.0", "string")]) { folder in
            let git = GitFolder(folder)
            let author = Dictionary(
                uniqueKeysWithValues: ["GIT_AUTHOR", "GIT_COMMITTER"].flatMap {
                    [("\($0)_NAME", "a"), ("\($0)_EMAIL", "a@example.org")]
                })
            func commit(_ branch: String) throws {
                _ = try #require(try git.output("add", "."))
                _ = try #require(try git.output("commit", "--quiet", "--message", "A", environment: author))
                _ = try #require(try git.output("branch", "--force", branch))
            }
            _ = try #require(try git.output("init", "--quiet", "--initial-branch", "work"))
            try commit("start")
            try write(version("1.1.0", "string"), "1.1.0", folder)
            try commit("main")
            _ = try #require(try git.output("checkout", "--quiet", "-b", "topic", "start"))
            try write(version("2.0.0", "integer"), "2.0.0", folder)
            try commit("topic-1")
            _ = try #require(try git.output("checkout", "--quiet", "--orphan", "alone"))
            try commit("alone-1")
            _ = try #require(try git.output("checkout", "--quiet", "topic"))
            try body("\(folder)/Schemas")
        }
    }

    private func write(_ text: String, _ number: String, _ folder: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/Schemas/app/tap/\(number).yaml"))
    }

    private func lines(_ range: String, in folder: String) throws -> [String] {
        let check = try CompatibilityCheck(
            try SchemaTrees(directories: [folder]), RevisionRange(range), options: CompatibilityCheck.Options(),
            asOf: nil)
        return check.findings.map { "\($0.rule.id) \($0.location.file.replacing("\(folder)/", with: ""))" }
    }

    @Test func `what a branch has got since is not taken for removed`() throws {
        try withBranches { (folder) throws in
            #expect(try lines("main", in: folder) == [])
            try FileManager.default.removeItem(atPath: "\(folder)/app/tap/1.0.0.yaml")
            #expect(try lines("main", in: folder) == ["edited-version app/tap/1.0.0.yaml"])
        }
    }

    @Test(arguments: [
        ("main...topic", []), ("main..topic", ["edited-version app/tap/1.1.0.yaml"]), ("main...", []),
        ("topic..main", ["edited-version app/tap/2.0.0.yaml"]), ("..topic", []),
    ])
    func `two commits are compared, under the paths of the working tree`(range: String, expected: [String]) throws {
        try withBranches { (folder) throws in #expect(try lines(range, in: folder) == expected) }
    }

    @Test func `a whole hash is named by its beginning, and a branch by its name`() throws {
        try withBranches { (folder) throws in
            let hash = try #require(try GitFolder(folder).output("rev-parse", "start"))
            #expect(try RevisionRange(hash).start(in: folder) == String(hash.prefix(12)))
            #expect(try RevisionRange("start").start(in: folder) == "start")
            #expect(try RevisionRange("main").start(in: folder) == String(hash.prefix(12)))
        }
    }

    @Test func `commits without a common one are an error that names the other form`() throws {
        try withBranches { (folder) throws in
            let error = #expect(throws: RevisionError.self) { try lines("alone", in: folder) }
            #expect(error?.description.contains("“alone..HEAD”") == true)
            #expect(try lines("alone..HEAD", in: folder) == [])
            let missing = #expect(throws: RevisionError.self) { try lines("none...topic", in: folder) }
            #expect(missing?.description.contains("no commit “none”") == true)
        }
    }

    @Test func `a branch that a clone of another one lacks is fetched under its name`() throws {
        try withBranches { (folder) throws in
            let git = GitFolder(folder)
            let origin = try #require(try git.output("rev-parse", "--show-toplevel"))
            try withFiles([:]) { place in
                let clone = "\(place)/clone"
                let arguments = ["--single-branch", "--branch", "topic", origin, clone]
                _ = try #require(try git.bytes(["clone", "--quiet"] + arguments))
                let range = RevisionRange("origin/main")
                let error = #expect(throws: RevisionError.self) { try range.start(in: "\(clone)/Schemas") }
                let fetch = "fetch origin main:refs/remotes/origin/main"
                #expect(error?.description.contains("run “git \(fetch)”") == true, "\(error as Any)")
                _ = try #require(try GitFolder(clone).bytes(fetch.split(separator: " ").map(String.init)))
                #expect(try range.start(in: "\(clone)/Schemas").count == 12)
            }
        }
    }
}
