import EventCatalog
import EventCatalogChecks
import Foundation
import TestSupport
import Testing

@Suite struct RuleTests {
    /// The rules that `eventctl check` looks for in one state. Those of `eventctl schemas compat` are in
    /// `CompatibilityCheckTests`, the one on experiments is in `RedrawnExperimentsTests`.
    private static let checked = Rule.all.filter { !Rule.comparisonRules.contains($0) }

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

    /// The Swift files of the targets that declare rules, by their paths in `Sources`.
    private static func sources() throws -> [(path: String, text: String)] {
        try ["EventCatalog", "EventSchemaTools", "EventCatalogChecks"].flatMap { target in
            try FileManager.default.subpathsOfDirectory(atPath: Checkout.file("Sources/\(target)").path)
                .filter { $0.hasSuffix(".swift") }.map { "\(target)/\($0)" }
                .map { ($0, try String(contentsOf: Checkout.file("Sources/\($0)"), encoding: .utf8)) }
        }
    }

    @Test func `the lists of rules have every rule that the sources declare`() throws {
        let declared = try Self.sources().flatMap { _, text in
            text.matches(of: /\bRule\(\s*"([^"]+)"/).map { String($0.1) }
        }
        let missing = Set(declared).subtracting(Rule.all.map(\.id)).sorted()
        #expect(missing == [], "add each to a list in Rules.swift")
        #expect(Set(Rule.all.map(\.id)).subtracting(declared).sorted() == [], "not declared as Rule(\"the-id\", …)")
    }

    @Test func `the id of a rule is a text of the sources only where the rule is declared`() throws {
        let ids = Set(Rule.all.map(\.id))
        var files: [String: [String]] = [:]
        for (path, text) in try Self.sources() {
            for part in text.split(separator: "\"") where ids.contains(String(part)) {
                files[String(part), default: []].append(path)
            }
        }
        for (id, files) in files where files.count > 1 {
            Issue.record("“\(id)” is in \(files.sorted()); refer to the rule instead, such as Rule.unusedStream.id")
        }
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
