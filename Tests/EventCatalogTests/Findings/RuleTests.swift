import EventCatalog
import EventStreams
import Foundation
import Testing

@Suite struct RuleTests {
    /// The ids of the rules that the files of an example break, checked on the first day of 2026.
    private func broken(_ example: RuleExample) throws -> [String] {
        try withFiles(example.files) { folder in
            let exists = { (name: String) in FileManager.default.fileExists(atPath: "\(folder)/\(name)") }
            let check = CatalogCheck(
                streams: exists("Streams") ? "\(folder)/Streams" : nil,
                schemaRoots: exists("Schemas") ? ["\(folder)/Schemas"] : [],
                experiments: exists("Experiments") ? "\(folder)/Experiments" : nil,
                asOf: UTCInstant(iso8601: "2026-01-01"))
            return check.findings.map(\.rule.id)
        }
    }

    @Test(arguments: Rule.all) func `the mistake of a rule is its only finding, and the mended form has none`(
        rule: Rule
    ) throws {
        #expect(try broken(rule.mistake) == [rule.id])
        #expect(try broken(rule.mended) == [])
    }

    @Test func `the ids of rules are unique words with hyphens`() {
        let ids = Rule.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
    }
}
