import CatalogTestSupport
import Foundation
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// A finding is known by rule, file and item.
@Suite struct FindingIdentityTests {
    private static let title = "schema_title: analytics/product_metrics/app/base"

    private static func stream(_ name: String, _ lines: String...) -> String {
        ([name + ":"] + [title] + lines).joined(separator: "\n  ") + "\n"
    }

    private static let mistaken = "sample: {unit: devise, rate: 1}"
    private static let right = "sample: {unit: device, rate: 1}"

    /// The lines of the findings that are new, and of those that are known, after a change of files whose findings are
    /// a baseline. What has no text is removed.
    private func compare(
        _ before: [String: String], _ after: [String: String?]
    ) throws -> (new: [String], known: [String]) {
        try withProject(before) { project in
            try Baseline(project.report()).write(to: "\(project.path)/baseline.json")
            for (file, text) in after {
                let path = "\(project.path)/\(file)"
                guard let text else {
                    unlink(path)
                    continue
                }
                try FileManager.default.createDirectory(
                    atPath: FolderPath.above(path), withIntermediateDirectories: true)
                try project.write(text, to: file)
            }
            let report = try project.report()
            return (project.lines(report.findings), project.lines(report.known))
        }
    }

    @Test func `a mistake that moved to another stream is new`() throws {
        let before = Self.stream("app.search", Self.mistaken)
        let after = Self.stream("app.search", Self.right) + Self.stream("app.brandnew", Self.mistaken)
        let (new, known) = try compare(["Streams/a.yaml": before], ["Streams/a.yaml": after])
        #expect(new == ["Streams/a.yaml:6 invalid-sampling", "baseline.json:2 stale-baseline"])
        #expect(known == [])
    }

    @Test func `of a mistake and a copy of it above, the copy is new`() throws {
        let before = Self.stream("app.search", Self.mistaken)
        let after = Self.stream("app.brandnew", Self.mistaken) + before
        let (new, known) = try compare(["Streams/a.yaml": before], ["Streams/a.yaml": after])
        #expect(new == ["Streams/a.yaml:3 invalid-sampling"])
        #expect(known == ["Streams/a.yaml:6 invalid-sampling"])
    }

    @Test func `a mistake that ends the reading of a file is new in another stream`() throws {
        let twice = "topics: [a]\n  topics: [a]"
        let before = Self.stream("app.search", twice) + Self.stream("app.other")
        let after = Self.stream("app.search") + Self.stream("app.other", twice)
        let (new, _) = try compare(["Streams/a.yaml": before], ["Streams/a.yaml": after])
        #expect(new == ["Streams/a.yaml:6 duplicate-key", "baseline.json:2 stale-baseline"])
    }

    @Test(arguments: [
        ("owner: !x a", "yaml-tag"), ("owner: *x", "unresolved-alias"), ("owner: a: b", "invalid-syntax"),
        ("owner: [a", "invalid-syntax"),
    ])
    func `a value that cannot be read is new in another stream, and known where it was`(line: String, rule: String)
        throws
    {
        let (one, two) = (Self.stream("app.search"), Self.stream("app.brandnew"))
        let (oneWrong, twoWrong) = (Self.stream("app.search", line), Self.stream("app.brandnew", line))
        func found(_ after: String) throws -> (new: Int, known: Int) {
            let (new, known) = try compare(["Streams/a.yaml": oneWrong + two], ["Streams/a.yaml": after])
            return (new.count { $0.hasSuffix(rule) }, known.count { $0.hasSuffix(rule) })
        }
        #expect(try found(one + twoWrong) == (1, 0))
        #expect(try found("# More.\n" + oneWrong + two) == (0, 1))
    }

    @Test func `a waiver that covers nothing is new above another stream`() throws {
        let waiver = "# eventctl-allow zero-rate until 2026-12-31: x\n"
        let (one, two) = (Self.stream("app.search"), Self.stream("app.brandnew"))
        let (new, known) = try compare(
            ["Streams/a.yaml": waiver + one + two], ["Streams/a.yaml": one + waiver + two])
        #expect(new == ["Streams/a.yaml:3 unused-waiver", "baseline.json:2 stale-baseline"])
        #expect(known == [])
    }

    @Test func `an element of a list is known by what it is when another is added above`() throws {
        let attributes = "producers: {metrics_platform_client: {provide_values: [page_idd]}}"
        let more = "producers: {metrics_platform_client: {provide_values: [page_id, page_idd]}}"
        let stream = try compare(
            ["Streams/a.yaml": Self.stream("app.search", attributes)],
            ["Streams/a.yaml": Self.stream("app.search", more)])
        #expect(stream.new == [] && stream.known.count == 1, "\(stream)")
        let old = "  - {name: old-experiment, strt: 1}\n"
        let experiments = try compare(
            ["Experiments/a.yaml": "experiments:\n" + old],
            ["Experiments/a.yaml": "experiments:\n  - {name: new-experiment, strt: 1}\n" + old])
        #expect(experiments.new.allSatisfy { $0.hasPrefix("Experiments/a.yaml:2 ") }, "\(experiments)")
        #expect(experiments.known.allSatisfy { $0.hasPrefix("Experiments/a.yaml:3 ") }, "\(experiments)")
        #expect(experiments.new.count == experiments.known.count && !experiments.new.isEmpty)
    }

    @Test func `findings of a file that was renamed are known, and a further one is new`() throws {
        let text = Self.stream("app.search", Self.mistaken, "topcs: 1")
        let (new, known) = try compare(
            ["Streams/a.yaml": text, "Streams/z.yaml": Self.stream("app.z")],
            ["Streams/a.yaml": nil, "Streams/b.yaml": text + "  ownr: 1\n"])
        #expect(new == ["Streams/b.yaml:5 unknown-setting"])
        #expect(known == ["Streams/b.yaml:3 invalid-sampling", "Streams/b.yaml:4 unknown-setting"])
    }

    @Test func `of two files with the findings of one that is gone, one is new`() throws {
        let (old, text) = ("Streams/a.yaml", Self.stream("app.search", "topcs: 1"))
        func found(_ after: [String: String?]) throws -> (new: Int, known: Int) {
            let (new, known) = try compare([old: text], after)
            return (new.count { $0.contains("unknown-setting") }, known.count { $0.contains("unknown-setting") })
        }
        #expect(try found([old: nil, "Streams/b.yaml": text]) == (0, 1))
        #expect(try found([old: nil, "Streams/b.yaml": text, "Streams/c.yaml": text]) == (1, 1))
        #expect(try found(["Streams/b.yaml": text]) == (1, 1))
    }

    @Test func `a file that was there before has no findings of one that is gone`() throws {
        let (text, other) = (Self.stream("a", "topcs: 1"), Self.stream("b", "ownr: 1"))
        let before = ["Streams/a.yaml": text, "Streams/b.yaml": other]
        let (new, known) = try compare(
            before, ["Streams/a.yaml": nil, "Streams/b.yaml": other + Self.stream("c", "topcs: 1")])
        #expect(known == ["Streams/b.yaml:3 unknown-setting"])
        #expect(new == ["Streams/b.yaml:6 unknown-setting", "baseline.json:2 stale-baseline"])
        let moved = try compare(before, ["Streams/a.yaml": nil, "Streams/b.yaml": other + text])
        #expect(moved.new == [] && moved.known.count == 2, "\(moved)")
    }

    private static func schema(_ title: String, _ name: String, _ lines: String...) -> String {
        let head = [
            "title: \(title)", "$id: /\(title)/1.0.0", "description: \(title)", "type: object", "properties:",
            "  $schema: {type: string, maxLength: 9}", "  name: \(name)",
        ]
        return (head + lines.map { "  \($0)" }).joined(separator: "\n") + "\n"
    }

    private static let text = "{type: string, maxLength: 9}"
    private static let invalidText = "{type: string, maxLength: 9, pattern: '('}"

    @Test func `a file that was there without findings has none of one that is gone, however similar`() throws {
        let list = try compare(
            ["Streams/old.yaml": "app.old: [\n", "Streams/shop.yaml": Self.stream("app.shop")],
            ["Streams/old.yaml": nil, "Streams/shop.yaml": Self.stream("app.shop") + "app.pay: [\n"])
        #expect(list.new.contains { $0.hasPrefix("Streams/shop.yaml:") && $0.hasSuffix("invalid-syntax") }, "\(list)")
        let (old, next) = ("Schemas/shop/order/1.0.0.yaml", "Schemas/shop/sale/1.0.0.yaml")
        let (right, mistaken) = (Self.schema("shop/sale", Self.text), Self.schema("shop/sale", Self.invalidText))
        let schemas = try compare(
            [old: Self.schema("shop/order", Self.invalidText), next: right], [old: nil, next: mistaken])
        #expect(schemas.new.contains("\(next):7 invalid-schema"), "\(schemas)")
    }

    @Test func `a new file that is unlike one that is gone has none of its findings`() throws {
        let old = ["Schemas/legacy/thing/1.0.0.yaml": Self.schema("legacy/thing", Self.invalidText)]
        let new = Self.schema("shop/order", Self.invalidText, "amount: {type: integer, minimum: 0, maximum: 9}")
        let (found, _) = try compare(
            old, ["Schemas/legacy/thing/1.0.0.yaml": nil, "Schemas/shop/order/1.0.0.yaml": new])
        #expect(found.contains("Schemas/shop/order/1.0.0.yaml:7 invalid-schema"), "\(found)")
    }

    @Test func `that no schemas were given is known, whichever titles streams have`() throws {
        func streams(_ titles: String...) -> String {
            titles.enumerated().map { "app.s\($0):\n  schema_title: \($1)\n" }.joined()
        }
        let before = ["Streams/b.yaml": streams("ours/one", "ours/two")]
        for after in [
            ["Streams/a.yaml": "app.first:\n  schema_title: ours/zero\n"], ["Streams/b.yaml": streams("ours/two")],
            ["Streams/b.yaml": nil, "Streams/c.yaml": streams("ours/three")],
        ] {
            let (new, known) = try compare(before, after)
            #expect(new == [] && known.count == 1, "\(after): \(new)")
        }
    }

    @Test func `a baseline is the same for every spelling of a folder, and through a link`() throws {
        let files = [
            "my project/Streams/a.yaml": Self.stream("a", "topcs: 1"), "my project/Streams/b.yaml": Self.stream("a"),
        ]
        try withFiles(files) { root in
            let project = "\(root)/my project"
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/link", withDestinationPath: "\(project)/Streams")
            let spellings = [
                "\(project)/Streams", "\(project)/./Streams/", "\(project)/../my project/Streams", "\(root)/link",
            ]
            for spelling in spellings {
                let file = "\(project)/\(spellings.count).json"
                let check = CheckReport(CatalogCheck(streams: spelling))
                #expect(check.findings.count == 2)
                try Baseline(check).write(to: file)
                for other in spellings {
                    let check = try ProjectCheck(CatalogFolders(streams: other), asOf: nil, baseline: file)
                    #expect(check.report().findings == [] && check.report().known.count == 2, "\(spelling) \(other)")
                }
            }
        }
    }

    @Test(arguments: [
        ("/a/b/c.yaml", "/a/b", "c.yaml"), ("/a/b/c.yaml", "/a/d/e", "../../b/c.yaml"), ("/c.yaml", "/", "c.yaml"),
        ("/a", "/a/b", ".."),
    ])
    func `a path is relative to a folder`(path: String, folder: String, relative: String) {
        #expect(RealPaths.relative(path, to: folder) == relative)
    }
}
