import EventCatalog
import EventCatalogChecks
import EventSchemaTools
import Testing

@Suite struct RuleTests {
    /// The rules that `eventctl check` looks for; those of `eventctl schemas compat` are in `CompatibilityCheckTests`.
    private static let checked = Rule.all.filter { !Rule.compatibilityRules.contains($0) }

    /// The ids of the rules that the files of an example break, checked on the first day of 2026.
    private func broken(_ example: RuleExample) throws -> [String] {
        try withProject(example.files) { try $0.report().findings.map(\.rule.id) }
    }

    @Test(arguments: checked) func `the mistake of a rule is its only finding, and the corrected form has none`(
        rule: Rule
    ) throws {
        #expect(try broken(rule.mistake) == [rule.id])
        #expect(try broken(rule.corrected) == [])
    }

    @Test func `the ids of rules are unique words with hyphens`() {
        let ids = Rule.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z]+(-\$?[a-z]+)*/) != nil })
    }

    @Test(arguments: checked)
    func `--fix corrects the mistake of a fixable rule, and changes nothing else`(
        rule: Rule
    ) throws {
        try withProject(rule.mistake.files) { project in
            let edits = try project.report().findings.flatMap(\.edits)
            #expect(!edits.isEmpty == rule.canBeFixed, "add the rule to Rule.fixable, or remove it")
            let (changes, report) = try project.check().fix()
            #expect(changes.isEmpty == edits.isEmpty)
            #expect(rule.canBeFixed == !report.findings.contains { $0.rule == rule })
            for (file, text) in rule.mistake.files {
                let expected = edits.filter { $0.location.file.hasSuffix("/\(file)") }.reduce(text) { text, edit in
                    Self.text(text, after: edit)
                }
                #expect(try project.text(of: file) == expected)
            }
            #expect(try project.check().fix().changes == [], "a second fix changes nothing")
        }
    }

    /// The text with one of its lines edited.
    private static func text(_ text: String, after edit: TextEdit) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let line = edit.location.line, let column = edit.location.column else { return text }
        let scalars = Array(lines[line - 1].unicodeScalars)
        let head = scalars[..<(column - 1)]
        let tail = scalars[(column - 1 + edit.text.unicodeScalars.count)...]
        lines[line - 1] = head.map(String.init).joined() + edit.replacement + tail.map(String.init).joined()
        return lines.joined(separator: "\n")
    }
}
