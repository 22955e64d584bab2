import CatalogTestSupport
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

/// What `eventctl check --against REF` compares with, and what it says of the versions of schemas.
@Suite(.serialized) struct AgainstBaseTests {
    private static let title = "schema_title: analytics/product_metrics/app/base"
    private static let mistaken = "a:\n  \(title)\n  topcs: 1\n"

    private static func schema(_ number: String, _ properties: String...) -> String {
        RuleExample.tapSchema(properties).replacing("1.0.0", with: number)
    }

    private func withRepository(
        _ files: [String: String], _ body: (ExampleProject, ExampleRepository) throws -> Void
    ) throws {
        try withFiles(files) { folder in
            let repository = try ExampleRepository(at: folder)
            try repository.commit()
            try body(ExampleProject(path: folder), repository)
        }
    }

    private func report(_ project: ExampleProject, against base: String) throws -> CheckReport {
        try ProjectCheck(project.folders, asOf: UTCInstant(iso8601: "2026-01-01"), against: base).report()
    }

    private func breaks(_ project: ExampleProject, against base: String = "HEAD") throws -> [CatalogFinding] {
        try report(project, against: base).findings.filter { Rule.compatibilityRules.contains($0.rule) }
    }

    @Test func `before the first commit nothing is known, and nothing can break`() throws {
        try withFiles(["Streams/a.yaml": Self.mistaken]) { folder in
            _ = try ExampleRepository(at: folder)
            let report = try report(ExampleProject(path: folder), against: "HEAD")
            #expect(report.findings.map(\.rule.id) == ["unknown-setting"])
        }
    }

    @Test func `hooks of the repository do not run`() throws {
        try withRepository(["Streams/a.yaml": Self.mistaken]) { project, repository in
            let hook = ".git/hooks/post-index-change"
            try repository.write("#!/bin/sh\n: > \"$(dirname \"$0\")/ran\"\n", to: hook)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: "\(project.path)/\(hook)")
            _ = try report(project, against: "HEAD")
            #expect(!FileManager.default.fileExists(atPath: "\(project.path)/.git/hooks/ran"))
        }
    }

    @Test func `types that differed are known whichever of them is the usual one`() throws {
        func schema(_ title: String, _ type: String) -> (String, String) {
            let property = "skin_version: {type: \(type), description: A skin.}"
            return ("Schemas/s/\(title)/1.0.0.yaml", RuleExample.tapSchema([property], path: "s/\(title)"))
        }
        let limits = ", minimum: 0, maximum: 9"
        let files = [schema("alpha", "string, maxLength: 3"), schema("beta", "integer\(limits)")]
        try withRepository(Dictionary(uniqueKeysWithValues: files)) { project, repository in
            for type in ["string, maxLength: 3", "integer\(limits)"] {
                let (file, text) = schema("gamma", type)
                try repository.write(text, to: file)
                let found = try report(project, against: "HEAD").findings.filter { $0.rule == .differingPropertyTypes }
                #expect(found == [], "\(type)")
            }
        }
    }

    // MARK: - Versions of schemas

    @Test func `an edited version is an error with an event that it refuses now`() throws {
        let file = "Schemas/app/tap/1.0.0.yaml"
        try withRepository([file: Self.schema("1.0.0")]) { project, _ in
            #expect(try breaks(project) == [])
            try project.write(Self.schema("1.0.0").replacing("maxLength: 64", with: "maxLength: 2"), to: file)
            let found = try breaks(project)
            #expect(project.lines(found) == ["\(file):7 edited-version"])
            #expect(found.first?.problem.contains("It accepted {") == true, "\(found)")
        }
    }

    @Test func `a version is put back from the commit, or copied from the folder that is compared with`() throws {
        let file = "Schemas/app/tap/1.0.0.yaml"
        let edited = Self.schema("1.0.0").replacing("64", with: "2")
        try withRepository([file: Self.schema("1.0.0")]) { project, _ in
            try project.write(edited, to: file)
            let remedy = try breaks(project).first?.remedy
            #expect(remedy?.hasSuffix(": git checkout HEAD -- \(project.path)/\(file)") == true, "\(remedy as Any)")
        }
        try withFiles(["old/\(file)": Self.schema("1.0.0"), "new/\(file)": edited]) { folder in
            let remedy = try breaks(ExampleProject(path: "\(folder)/new"), against: "\(folder)/old").first?.remedy
            #expect(remedy?.hasSuffix(": cp \(folder)/old/\(file) \(folder)/new/\(file)") == true, "\(remedy as Any)")
        }
    }

    @Test func `a property that is removed within a major is an error with an event`() throws {
        let more = "name: {type: string, description: A name., maxLength: 9}"
        try withRepository(["Schemas/app/tap/1.0.0.yaml": Self.schema("1.0.0", more)]) { project, repository in
            let closed = { (text: String) in
                text.replacing("type: object\n", with: "type: object\nadditionalProperties: false\n")
            }
            try project.write(closed(Self.schema("1.1.0")), to: "Schemas/app/tap/1.1.0.yaml")
            let found = try breaks(project).filter { $0.severity == .error }
            #expect(!found.isEmpty && found.allSatisfy { $0.rule == .incompatibleChange }, "\(found)")
            #expect(found.contains { $0.problem.contains("1.0.0 accepts {") }, "\(found)")
            try repository.commit()
            #expect(try breaks(project) == [])
        }
    }

    @Test func `severities of the project count, also by path, for check and for compat`() throws {
        let rules = """
            rules:
              - {rule: edited-version, path: Schemas/development, severity: off, reason: Edited in place.}

            """
        let files = ["Schemas/development/tap/1.0.0.yaml", "Schemas/app/tap/1.0.0.yaml"]
        let texts = ["development/tap", "app/tap"].map { RuleExample.tapSchema([], path: $0) }
        let all = Dictionary(uniqueKeysWithValues: zip(files, texts)).merging(["Project.yaml": rules]) { $1 }
        try withRepository(all) { project, _ in
            for (file, text) in zip(files, texts) { try project.write(text.replacing("64", with: "2"), to: file) }
            #expect(try project.lines(breaks(project)) == ["\(files[1]):7 edited-version"])
            let compat = try CompatibilityCheck(
                SchemaTrees(directories: ["\(project.path)/Schemas"]), RevisionRange("HEAD"), options: .init(),
                asOf: nil)
            #expect(project.lines(compat.findings) == ["\(files[1]):7 edited-version"])
        }
    }

    @Test func `a version that is still there under another ending is not gone`() throws {
        let text = Self.schema("1.0.0")
        let json = try SourceDocument(bytes: Array(text.utf8), file: "a.yaml").value.jsonText
        let files = ["Schemas/app/tap/1.0.0.yaml": text, "Schemas/app/tap/1.0.0.json": json]
        try withRepository(files) { project, repository in
            try repository.write(nil, to: "Schemas/app/tap/1.0.0.json")
            #expect(try breaks(project) == [])
            try repository.write(nil, to: "Schemas/app/tap/1.0.0.yaml")
            #expect(try project.lines(breaks(project)).count == 2)
        }
    }

    @Test func `several roots are compared at one commit, and refer to one another`() throws {
        let reference = "other: {$ref: /app/tap/1.0.0}"
        let hold = RuleExample.tapSchema([reference], path: "app/hold")
        let (one, two) = ("one/app/tap/1.0.0.yaml", "two/app/hold/1.0.0.yaml")
        let files = [one: Self.schema("1.0.0"), two: hold, "Project.yaml": "schemas: [one, two]\n"]
        try withRepository(files) { project, _ in
            try project.write(hold.replacing("64", with: "2"), to: two)
            let trees = try SchemaTrees(directories: ["one", "two"].map { "\(project.path)/\($0)" })
            let compat = try CompatibilityCheck(trees, RevisionRange("HEAD"), options: .init(), asOf: nil)
            #expect(project.lines(compat.findings) == ["\(two):7 edited-version"])
            let check = try ProjectCheck(CatalogFolders(ofProject: project.path), asOf: nil, against: "HEAD").report()
            #expect(project.lines(check.findings) == ["\(two):7 edited-version"])
            let titles = try trees.withStates(of: RevisionRange("HEAD")) { states, _ in
                try states.map {
                    try SchemaDifferences(from: $0.before, to: $0.after, bases: $0.bases).differences.map(\.title)
                }
            }
            #expect(titles == [[], ["app/hold"]])
        }
    }

    @Test func `only what changed needs its references`() throws {
        let reference = "other: {$ref: /not/here/1.0.0}"
        let files = [
            "Schemas/app/tap/current.yaml": Self.schema("1.0.0", reference),
            "Schemas/app/tap/1.0.0.yaml": Self.schema("1.0.0"),
            "Schemas/app/hold/1.0.0.yaml": RuleExample.tapSchema([], path: "app/hold"),
        ]
        try withRepository(files) { project, _ in
            let new = RuleExample.tapSchema([], path: "app/hold").replacing("1.0.0", with: "1.0.1")
            try project.write(new, to: "Schemas/app/hold/1.0.1.yaml")
            func rules() throws -> [String] {
                try CompatibilityCheck(
                    SchemaTrees(directories: ["\(project.path)/Schemas"]), RevisionRange("HEAD"), options: .init(),
                    asOf: nil
                ).findings.map(\.rule.id)
            }
            #expect(try !rules().contains("missing-reference"))
            try project.write(Self.schema("1.0.1", reference), to: "Schemas/app/tap/current.yaml")
            #expect(try rules().contains("missing-reference"))
        }
    }

    // MARK: - The base

    @Test func `a branch is not blamed for what main has got or mended since`() throws {
        try withRepository(["Streams/a.yaml": Self.mistaken]) { project, repository in
            try repository.run("checkout", "--quiet", "-b", "topic")
            try project.write("b:\n  \(Self.title)\n", to: "Streams/b.yaml")
            try repository.commit()
            try repository.run("checkout", "--quiet", "main")
            try project.write("a:\n  \(Self.title)\n", to: "Streams/a.yaml")
            try repository.commit()
            try repository.run("checkout", "--quiet", "topic")
            for base in ["main", "main...HEAD", "main...topic", "main..."] {
                #expect(try report(project, against: base).findings == [], "\(base)")
            }
            #expect(
                try project.lines(report(project, against: "main..HEAD").findings) == [
                    "Streams/a.yaml:3 unknown-setting"
                ])
            let error = #expect(throws: RevisionError.self) { try report(project, against: "topic...main") }
            #expect(error?.description.contains("“main” is not its commit") == true)
        }
    }

    @Test func `a folder with a copy of the project is a base`() throws {
        try withFiles(["old/Streams/a.yaml": Self.mistaken, "new/Streams/a.yaml": Self.mistaken + "  ownr: 1\n"]) {
            folder in
            let project = ExampleProject(path: "\(folder)/new")
            let lines = ["Streams/a.yaml:4 unknown-setting"]
            for base in ["old", "old/Streams"] {
                let report = try report(project, against: "\(folder)/\(base)")
                #expect(project.lines(report.findings) == lines, "\(base)")
            }
        }
    }

    @Test func `a submodule is compared with the commit that is recorded, another repository is taken as it is`() throws
    {
        let file = "app/tap/1.0.0.yaml"
        let mistake = "x: {tpye: string, description: An x.}"
        try withFiles(["lib/\(file)": Self.schema("1.0.0", mistake), "new/Streams/a.yaml": "a:\n  \(Self.title)\n"]) {
            folder in
            let lib = try ExampleRepository(at: "\(folder)/lib")
            try lib.commit()
            let repository = try ExampleRepository(at: "\(folder)/new")
            let project = ExampleProject(path: "\(folder)/new")
            try repository.run(
                "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "\(folder)/lib", "Schemas")
            try repository.commit()
            #expect(try report(project, against: "HEAD").findings == [])
            // A tag of the project means nothing in the submodule.
            try repository.run("tag", "start")
            let module = GitFolder("\(folder)/new/Schemas")
            let other = "z: {tpye: string, description: A z.}"
            try project.write(
                Self.schema("1.0.0", mistake, other), to: "Schemas/\(file)")
            _ = try #require(try module.output("add", "."))
            _ = try #require(try module.output("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "B"))
            let lines = try project.lines(report(project, against: "start").findings)
            #expect(lines == ["Schemas/\(file):9 edited-version", "Schemas/\(file):9 unknown-keyword"])
            // The commit is one of the project's repository.
            let command = "new/Schemas checkout $(git rev-parse start:Schemas) -- \(file)"
            let remedy = try breaks(project, against: "start").first?.remedy
            #expect(remedy?.hasSuffix(command) == true && remedy?.contains(": git -C ") == true, "\(remedy as Any)")
            // The same folder as a root beside the project.
            let folders = CatalogFolders(streams: "\(folder)/new/Streams", schemaRoots: ["\(folder)/lib"])
            #expect(try ProjectCheck(folders, asOf: nil, against: "start").report().findings == [])
        }
    }

    // MARK: - The same finding

    @Test func `a finding stays the same when a title gets a version, and when a stream moves to another file`() throws
    {
        let mistake = "x: {tpye: string, description: An x.}"
        let files = ["Schemas/app/tap/1.0.0.yaml": Self.schema("1.0.0", mistake), "Streams/a.yaml": Self.mistaken]
        try withRepository(files) { project, repository in
            try project.write(Self.schema("1.1.0", mistake), to: "Schemas/app/tap/1.1.0.yaml")
            try repository.write(nil, to: "Streams/a.yaml")
            try project.write(Self.mistaken, to: "Streams/b.yaml")
            let report = try report(project, against: "HEAD")
            #expect(report.findings.filter { $0.rule == .unknownKeyword || $0.rule == .unknownSetting } == [])
            #expect(report.known.contains { $0.location.file.hasSuffix("tap/1.1.0.yaml") })
        }
    }

    @Test func `who corrects a fragment is not blamed for those who refer to its old version`() throws {
        func fragment(_ number: String, _ keyword: String) -> String {
            RuleExample.tapSchema([], path: "fragment/name").replacing("1.0.0", with: number)
                .replacing("maxLength", with: keyword)
        }
        let user = RuleExample.tapSchema([]).replacing(
            "type: object\n", with: "allOf: [{$ref: /fragment/name/1.0.0}]\n")
        let files = [
            "Schemas/fragment/name/current.yaml": fragment("1.0.0", "mexLength"),
            "Schemas/fragment/name/1.0.0.yaml": RuleExample.madeText(fragment("1.0.0", "mexLength")),
            "Schemas/app/tap/current.yaml": user,
        ]
        try withFiles(files) { folder in
            let project = ExampleProject(path: folder)
            let made = Materialization(try SchemaTree(directory: "\(folder)/Schemas"))
            for file in made.titles.flatMap(\.files) {
                try Data(file.expected).write(to: URL(fileURLWithPath: file.path))
            }
            let repository = try ExampleRepository(at: folder)
            try repository.commit()
            try project.write(fragment("1.0.1", "maxLength"), to: "Schemas/fragment/name/current.yaml")
            try project.write(
                RuleExample.madeText(fragment("1.0.1", "maxLength")), to: "Schemas/fragment/name/1.0.1.yaml")
            let report = try report(project, against: "HEAD")
            #expect(report.findings.filter { $0.rule == .unknownKeyword } == [])
            #expect(report.known.contains { $0.problem.contains("The $ref brings") }, "\(report.known)")
        }
    }
}
