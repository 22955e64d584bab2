import CatalogTestSupport
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

@Suite(.serialized) struct ChangedSinceTests {
    private static let title = "schema_title: analytics/product_metrics/app/base"
    private static let old = "a:\n  \(title)\n  topcs: 1\n"

    /// The first commit of a new repository with the files of a folder.
    private func commit(_ folder: String) throws {
        let repository = try ExampleRepository(at: folder)
        try repository.commit()
        try repository.run("tag", "start")
    }

    /// A repository whose first commit, with the tag `start`, has the files below `sub/`.
    private func withRepository(_ files: [String: String], _ body: (ExampleProject) throws -> Void) throws {
        let files = Dictionary(uniqueKeysWithValues: files.map { ("sub/\($0)", $1) })
        try withFiles(files) { folder in
            try commit(folder)
            try body(ExampleProject(path: "\(folder)/sub"))
        }
    }

    private func report(_ project: ExampleProject, since revision: String) throws -> CheckReport {
        try ProjectCheck(project.folders, asOf: UTCInstant(iso8601: "2026-01-01"), against: revision).report()
    }

    @Test func `the findings of a commit are left out, those of the working tree are reported`() throws {
        try withRepository(["Streams/a.yaml": Self.old, "Schemas/a/b/1.0.0.yaml": "title: a/b\n"]) { project in
            try project.write("# More.\n\(Self.old)  ownr: 1\n", to: "Streams/a.yaml")
            let report = try report(project, since: "start")
            #expect(project.lines(report.findings) == ["Streams/a.yaml:5 unknown-setting"])
            #expect(
                project.lines(report.known) == [
                    "Schemas/a/b/1.0.0.yaml:1 schema-identity", "Streams/a.yaml:4 unknown-setting",
                ])
            #expect(try self.report(project, since: "HEAD").findings == report.findings)
        }
    }

    @Test func `commands for GitHub have paths from the root of the repository`() throws {
        try withRepository(["Streams/a.yaml": Self.old]) { project in
            let report = try ProjectCheck(project.folders, asOf: nil).report()
            #expect(report.gitHubCommands.first?.contains("file=\(project.path)/Streams/a.yaml,") == true)
            let commands = try report.gitHubCommandsFromRoot()
            #expect(commands.count == report.findings.count && !commands.isEmpty)
            #expect(commands.allSatisfy { $0.contains(" file=sub/Streams/a.yaml,") }, "\(commands)")
        }
    }

    @Test func `a finding that is corrected since the commit is not reported`() throws {
        try withRepository(["Streams/a.yaml": Self.old]) { project in
            try project.write("a:\n  \(Self.title)\n", to: "Streams/a.yaml")
            #expect(try report(project, since: "start").findings == [])
        }
    }

    @Test func `a problem that names another file is the same problem`() throws {
        try withRepository(["Streams/a.yaml": Self.old, "Streams/b.yaml": "a:\n  \(Self.title)\n"]) { project in
            let report = try report(project, since: "start")
            #expect(report.findings == [])
            #expect(report.known.count == 2)
        }
    }

    @Test func `a mistake that moved to another stream is new, and of a copy above the old one is known`() throws {
        let mistaken = "\(Self.title)\n  sample: {unit: devise, rate: 1}\n"
        let right = mistaken.replacing("devise", with: "device")
        try withRepository(["Streams/a.yaml": "app.search:\n  \(mistaken)"]) { project in
            try project.write("app.search:\n  \(right)app.brandnew:\n  \(mistaken)", to: "Streams/a.yaml")
            let moved = try report(project, since: "start")
            #expect(project.lines(moved.findings) == ["Streams/a.yaml:6 invalid-sampling"] && moved.known == [])
            try project.write("app.brandnew:\n  \(mistaken)app.search:\n  \(mistaken)", to: "Streams/a.yaml")
            let copied = try report(project, since: "start")
            #expect(project.lines(copied.findings) == ["Streams/a.yaml:3 invalid-sampling"])
            #expect(project.lines(copied.known) == ["Streams/a.yaml:6 invalid-sampling"])
        }
    }

    @Test func `the findings of a file are known under its new name`() throws {
        let schema = "properties:\n  x: {tpye: string}\n"
        let files = ["Streams/a.yaml": Self.old, "Schemas/a/b/1.0.0.yaml": schema, "Schemas/a/c/1.0.0.yaml": schema]
        try withRepository(files) { project in
            let git = GitFolder(project.path)
            _ = try #require(try git.output("mv", "Streams/a.yaml", "Streams/b.yaml"))
            _ = try #require(try git.output("mv", "Schemas/a", "Schemas/d"))
            let report = try report(project, since: "start")
            let rules: [Rule] = [.unknownKeyword, .unknownSetting]
            #expect(project.lines(report.findings.filter { rules.contains($0.rule) }) == [])
            #expect(
                project.lines(report.known.filter { rules.contains($0.rule) }) == [
                    "Schemas/d/b/1.0.0.yaml:2 unknown-keyword", "Schemas/d/c/1.0.0.yaml:2 unknown-keyword",
                    "Streams/b.yaml:3 unknown-setting",
                ])
        }
    }

    @Test func `a new file that is unlike one that is gone has none of its findings`() throws {
        func schema(_ title: String, _ lines: String...) -> String {
            let head = ["title: \(title)", "$id: /\(title)/1.0.0", "type: object", "properties:"]
            return (head + lines.map { "  \($0)" }).joined(separator: "\n") + "\n"
        }
        let mistaken = "name: {type: string, maxLength: 9, pattern: '('}"
        try withRepository(["Schemas/legacy/thing/1.0.0.yaml": schema("legacy/thing", mistaken)]) { project in
            let (old, new) = ("\(project.path)/Schemas/legacy", "\(project.path)/Schemas/shop/order")
            try FileManager.default.removeItem(atPath: old)
            try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
            try project.write(schema("shop/order", mistaken), to: "Schemas/shop/order/1.0.0.yaml")
            let report = try report(project, since: "start")
            #expect(project.lines(report.findings).contains("Schemas/shop/order/1.0.0.yaml:5 invalid-schema"))
        }
    }

    @Test func `a commit is compared through links to a folder and to a file`() throws {
        try withRepository(["Streams/a.yaml": Self.old, "client-config.json": #"{"a": 1}"#]) { project in
            let link = "\(project.path)/link"
            try FileManager.default.createDirectory(atPath: link, withIntermediateDirectories: false)
            for name in ["Streams", "client-config.json"] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(link)/\(name)", withDestinationPath: "\(project.path)/\(name)")
            }
            let folders = CatalogFolders(
                streams: "\(link)/Streams", clientConfiguration: "\(link)/client-config.json")
            let report = try ProjectCheck(folders, asOf: nil, against: "start").report()
            #expect(report.findings == [] && report.known.count == 4, "\(report.findings)")
        }
    }

    @Test func `all findings of a folder that the commit lacks are reported`() throws {
        try withRepository(["Streams/a.yaml": Self.old]) { project in
            let schemas = "\(project.path)/Schemas/a"
            try FileManager.default.createDirectory(atPath: schemas, withIntermediateDirectories: true)
            try project.write("title: a\n", to: "Schemas/a/1.0.0.yaml")
            #expect(
                try project.lines(report(project, since: "start").findings) == [
                    "Schemas/a/1.0.0.yaml:1 schema-identity"
                ])
        }
    }

    @Test func `settings above the root of the schemas are those of the commit`() throws {
        let schema = RuleExample.madeText(RuleExample.tapSchema(["pageTitle: {type: string, maxLength: 9}"]))
        let files = [
            "Schemas/.jsonschema-tools.yaml": "schemaBasePath: ./jsonschema/\nskipSchemaTestCases: {none: [x]}\n",
            "Schemas/jsonschema/app/tap/1.0.0.yaml": schema,
        ]
        try withRepository(files) { project in
            let folders = CatalogFolders(schemaRoots: ["\(project.path)/Schemas/jsonschema"])
            func report() throws -> CheckReport {
                try ProjectCheck(folders, asOf: nil, against: "start").report()
            }
            let known = try report().known.map(\.rule)
            #expect(known.contains(.schemaSnakeCaseProperties) && known.contains(.unusedSkip))
            #expect(try report().findings == [])
            try project.write("schemaBasePath: ./jsonschema/\nother: 1\n", to: "Schemas/.jsonschema-tools.yaml")
            #expect(try report().findings.map(\.rule) == [.schemaToolsSetting])
        }
    }

    @Test func `severities by path are in force for the files of the commit too`() throws {
        let rules = """
            streams: config/streams
            rules:
              - {rule: unknown-setting, severity: off, reason: a}
              - {rule: unknown-setting, severity: error, path: config/streams/a.yaml, reason: a}

            """
        try withRepository(["Project.yaml": rules, "config/streams/a.yaml": Self.old]) { project in
            let folders = CatalogFolders(streams: "\(project.path)/config/streams")
            func report() throws -> CheckReport {
                try ProjectCheck(folders, asOf: nil, against: "start").report()
            }
            #expect(try report().findings == [] && report().known.map(\.rule) == [.unknownSetting])
            try project.write("# More.\n\(Self.old)  ownr: 1\n", to: "config/streams/a.yaml")
            #expect(try project.lines(report().findings) == ["config/streams/a.yaml:5 unknown-setting"])
        }
    }

    @Test func `a remote configuration of clients is that of the commit`() throws {
        try withRepository(["Streams/a.yaml": Self.old, "client-config.json": #"{"a": 1}"#]) { project in
            var folders = project.folders
            folders.clientConfiguration = "\(project.path)/client-config.json"
            func report() throws -> CheckReport {
                try ProjectCheck(folders, asOf: nil, against: "start").report()
            }
            #expect(try report().findings == [])
            #expect(try report().known.count { $0.rule == .invalidClientConfiguration } == 3)
            try project.write(#"{"configurationVersion": "x"}"#, to: "client-config.json")
            let new = try report().findings.map(\.problem)
            #expect(new.count == 1 && new[0].contains("“configurationVersion”"), "\(new)")
        }
    }

    @Test func `folders may be the root of the repository, and files of the index count as today's`() throws {
        try withFiles(["a.yaml": Self.old]) { folder in
            try commit(folder)
            try Data("b:\n  \(Self.title)\n  ownr: 1\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/b.yaml"))
            let git = GitFolder(folder)
            _ = try git.output("add", ".")
            let check = try ProjectCheck(CatalogFolders(streams: folder), asOf: nil, against: "HEAD")
            #expect(check.report().findings.map(\.location.file) == ["\(folder)/b.yaml"])
        }
    }

    @Test func `files beside the root of the repository are in no commit`() throws {
        let files = ["root/a.yaml": Self.old, "Project.yaml": "vocabulary: platform\n", "Filters.yaml": "[]\n"]
        try withFiles(files) { folder in
            try commit("\(folder)/root")
            let check = try ProjectCheck(CatalogFolders(streams: "\(folder)/root"), asOf: nil, against: "HEAD")
            #expect(check.report().findings == [])
        }
    }

    @Test(arguments: ["no-such", "--all", "", "start:sub", "HEAD~9"])
    func `a commit that does not exist is an error that names it`(revision: String) throws {
        try withRepository(["Streams/a.yaml": Self.old]) { project in
            let error = #expect(throws: RevisionError.self) { try report(project, since: revision) }
            #expect(error?.description.contains("no commit “\(revision)”") == true)
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "this process may not mount a file system"))
    func `a full disk for the copies is the error that is reported`() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        defer { #expect(throws: Never.self) { try disk.remove() } }
        try disk.fill()
        try withRepository(["Streams/a.yaml": Self.old]) { project in
            let revision = Revision("start", copyingTo: disk.url.path)
            let error = #expect(throws: RevisionError.self) {
                try revision.withCopies(of: ["\(project.path)/Streams"]) { _ in }
            }
            #expect(error?.description.hasPrefix("git cannot write the files of a commit: ") == true)
            // The commit is there, so that nothing else can be meant by the name.
            #expect(error?.isUnknownName == false)
        }
    }

    @Test func `outside a repository there is an error`() throws {
        try withProject(["Streams/a.yaml": Self.old]) { project in
            let error = #expect(throws: RevisionError.self) { try report(project, since: "HEAD") }
            let words =
                "\(project.path)/Streams is in no repository of git, so that “HEAD” is no commit; name a folder "
            #expect(error?.description.hasPrefix(words) == true && error?.isUnknownName == true, "\(error as Any)")
        }
    }

    @Test func `the temporary folder of a commit is removed, also where the commit cannot be read`() throws {
        let temporary = try TemporaryFolder()
        defer { temporary.remove() }
        func present() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: temporary.path("")) }
        func use(_ revision: String, of project: ExampleProject) throws -> [String] {
            try Revision(revision, copyingTo: temporary.path(""))
                .withCopies(of: ["\(project.path)/Streams"]) { _ in try present() }
        }
        try withRepository(["Streams/a.yaml": Self.old]) { project in
            let copies = try use("start", of: project)
            #expect(copies.count == 1)
            #expect(throws: RevisionError.self) { try use("no-such", of: project) }
        }
        try withProject(["Streams/a.yaml": Self.old]) { project in
            let error = #expect(throws: RevisionError.self) { try use("HEAD", of: project) }
            #expect(error?.description.contains("is in no repository of git") == true)
        }
        #expect(try present() == [])
    }

    @Test func `what a command that was killed has left is removed after an hour`() throws {
        let temporary = try TemporaryFolder()
        defer { temporary.remove() }
        let names = ["eventctl-\(UUID().uuidString)", "eventctl-\(UUID().uuidString)", "eventctl-mine"]
        for (name, age) in zip(names, [4000.0, 3000, 4000]) {
            let place = temporary.path(name)
            try FileManager.default.createDirectory(atPath: "\(place)/Streams", withIntermediateDirectories: true)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: place)
        }
        try Revision.withTemporaryFolder(in: URL(fileURLWithPath: temporary.path(""))) { _ in }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: temporary.path("")).sorted() == names[1...].sorted())
    }
}
