import CatalogTestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

/// What a check compares with if a change renames, removes or stops naming folders of the project.
@Suite(.serialized) struct BaseFoldersTests {
    private static let stream = "a:\n  schema_title: app/tap\n  owner: Team\n"
    private static let tap = "app/tap/1.0.0.yaml"
    private static let files = [
        "Project.yaml": "schemas: [Schemas, More]\n", "Streams/a.yaml": stream,
        "Schemas/\(tap)": RuleExample.tapSchema([]),
        "More/app/hold/1.0.0.yaml": RuleExample.tapSchema([], path: "app/hold"),
    ]
    private static let edited = RuleExample.tapSchema([]).replacing("maxLength: 64", with: "maxLength: 2")

    /// The findings after a change, as `FILE:LINE RULE`; with a copy of the state before it as the base as well.
    private func findings(_ change: (ExampleRepository) throws -> Void) throws -> [String] {
        try withFiles(Self.files) { folder in
            let repository = try ExampleRepository(at: folder)
            try repository.commit()
            return try withFiles(Self.files) { copy in
                try change(repository)
                let found = try ["HEAD", copy].map { base in
                    let check = try ProjectCheck(CatalogFolders(ofProject: folder), asOf: nil, against: base)
                    return ExampleProject(path: folder).lines(check.report().findings)
                }
                #expect(found[0] == found[1])
                return found[0]
            }
        }
    }

    @Test func `a root that is renamed with the project's file is compared under its new name`() throws {
        func rename(_ repository: ExampleRepository) throws {
            try repository.run("mv", "Schemas", "Schemata")
            try repository.write("schemas: [Schemata, More]\n", to: "Project.yaml")
        }
        #expect(try findings(rename) == [])
        let found = try findings {
            try rename($0)
            try $0.write(Self.edited, to: "Schemata/\(Self.tap)")
        }
        #expect(found == ["Schemata/\(Self.tap):7 edited-version"])
        let removed = try findings {
            try rename($0)
            try $0.write(nil, to: "Schemata/\(Self.tap)")
            try $0.write(RuleExample.tapSchema([]).replacing("1.0.0", with: "1.1.0"), to: "Schemata/app/tap/1.1.0.yaml")
        }
        #expect(removed == ["Schemata/\(Self.tap):0 edited-version"])
    }

    @Test func `schemas compat and diff compare a renamed root with its former self too`() throws {
        try withFiles(Self.files) { folder in
            let repository = try ExampleRepository(at: folder)
            try repository.commit()
            func compat(_ roots: String...) throws -> [String] {
                let trees = try SchemaTrees(directories: roots.map { "\(folder)/\($0)" })
                let check = try CompatibilityCheck(trees, RevisionRange("HEAD"), options: .init(), asOf: nil)
                return ExampleProject(path: folder).lines(check.findings)
            }
            try repository.run("mv", "Schemas", "Schemata")
            try repository.write("schemas: [Schemata, More]\n", to: "Project.yaml")
            #expect(try compat("Schemata", "More") == [])
            try repository.write(Self.edited, to: "Schemata/\(Self.tap)")
            #expect(try compat("Schemata", "More") == ["Schemata/\(Self.tap):7 edited-version"])
            #expect(try compat("Schemata") == ["Schemata/\(Self.tap):7 edited-version"])
            let trees = try SchemaTrees(directories: ["Schemata", "More"].map { "\(folder)/\($0)" })
            let titles = try trees.withStates(of: RevisionRange("HEAD")) { states, _ in
                try states.map {
                    try SchemaDifferences(from: $0.before, to: $0.after, bases: $0.bases).differences.map(\.title)
                }
            }
            #expect(titles == [["app/tap"], []])
            try repository.write("schemas: [More]\n", to: "Project.yaml")
            let error = #expect(throws: RevisionError.self) { try compat("More") }
            #expect(error?.description.contains("which the project no longer names") == true)
        }
    }

    @Test func `a root that the project's file names no more is an error, and so is what needs it`() throws {
        let found = try findings { try $0.write("schemas: [More]\n", to: "Project.yaml") }
        #expect(found == ["Schemas:0 edited-version", "Streams/a.yaml:2 unknown-schema-title"])
    }

    @Test func `the removal of the project's file does not hide what it named`() throws {
        let found = try findings { try $0.write(nil, to: "Project.yaml") }
        #expect(found == ["More:0 edited-version"])
    }

    @Test func `the first file of a project may rename the usual folders`() throws {
        try withFiles(["Schemas/\(Self.tap)": RuleExample.tapSchema([])]) { folder in
            let repository = try ExampleRepository(at: folder)
            try repository.commit()
            try repository.run("mv", "Schemas", "Schemata")
            try repository.write("schemas: [Schemata]\n", to: "Project.yaml")
            func check() throws -> [String] {
                let check = try ProjectCheck(CatalogFolders(ofProject: folder), asOf: nil, against: "HEAD")
                return ExampleProject(path: folder).lines(check.report().findings)
            }
            #expect(try check() == [])
            try repository.write(Self.edited, to: "Schemata/\(Self.tap)")
            #expect(try check() == ["Schemata/\(Self.tap):7 edited-version"])
            let trees = try SchemaTrees(directories: ["\(folder)/Schemata"])
            let compat = try CompatibilityCheck(trees, RevisionRange("HEAD"), options: .init(), asOf: nil)
            #expect(ExampleProject(path: folder).lines(compat.findings) == ["Schemata/\(Self.tap):7 edited-version"])
        }
    }

    @Test func `a title may move to another root as it is`() throws {
        func move(_ repository: ExampleRepository) throws {
            try repository.run("mv", "Schemas/app/tap", "More/app/tap")
        }
        // A root without any schema is an error by itself.
        let keep = RuleExample.tapSchema([], path: "app/keep")
        #expect(
            try findings {
                try $0.write(keep, to: "Schemas/app/keep/1.0.0.yaml")
                try move($0)
            } == [])
        let found = try findings {
            try $0.write(keep, to: "Schemas/app/keep/1.0.0.yaml")
            try move($0)
            try $0.write(Self.edited, to: "More/\(Self.tap)")
        }
        #expect(found == ["Schemas/\(Self.tap):0 edited-version"])
    }

    @Test func `a folder of streams that is renamed has the findings that it had`() throws {
        try withFiles(Self.files.merging(["Streams/a.yaml": "\(Self.stream)  topcs: 1\n"]) { $1 }) { folder in
            let repository = try ExampleRepository(at: folder)
            try repository.commit()
            try repository.run("mv", "Streams", "Config")
            try repository.write("schemas: [Schemas, More]\nstreams: Config\n", to: "Project.yaml")
            let check = try ProjectCheck(CatalogFolders(ofProject: folder), asOf: nil, against: "HEAD")
            #expect(ExampleProject(path: folder).lines(check.report().findings) == [])
        }
    }
}
