import CatalogTestSupport
import EventSchema
import Foundation
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

/// Checks of whole repositories: where a mistake is reported, what is skipped, and what bad input does.
@Suite struct SchemaRepositoryCheckTests {
    private func schema(_ properties: String..., version: String = "1.0.0", path: String = "app/tap", more: String = "")
        -> String
    {
        RuleExample.tapSchema(properties, more, path: path).replacing("\(path)/1.0.0", with: "\(path)/\(version)")
    }

    /// `FILE:LINE RULE` of each finding of the files below `Schemas`, without notes.
    private func findings(
        _ files: [String: String], prepare: (String) throws -> Void = { _ in }
    ) throws -> [String] {
        let settings = [".jsonschema-tools.yaml": RuleExample.toolSettings]
        let isMade = files.keys.contains { $0.contains("current") }
        let files = Dictionary(
            uniqueKeysWithValues: files.merging(isMade ? settings : [:]) { own, _ in own }
                .map { ("Schemas/\($0.key)", $0.value) })
        return try withProject(files) { project in
            try prepare("\(project.path)/Schemas")
            return project.lines(try project.report().findings.filter { $0.rule.severity > .note })
                .map { $0.replacing("Schemas/", with: "") }
        }
    }

    private static let misspelt = "x: {type: string, description: An x., maxLenght: 3}"
    private static let right = "x: {type: string, description: An x., maxLength: 3}"

    @Test func `a mistake of current and its versions is reported in current alone`() throws {
        let found = try findings([
            "app/tap/current.yaml": schema(Self.misspelt, version: "1.1.0"),
            "app/tap/1.1.0.yaml": schema(Self.misspelt, version: "1.1.0"), "app/tap/1.0.0.yaml": schema(Self.misspelt),
        ])
        #expect(found == ["app/tap/current.yaml:8 unknown-keyword"])
    }

    @Test func `a mistake by a rule for versions is reported in current where current has the place`() throws {
        let types = "x: {type: [string, 'null'], description: An x., maxLength: 3}"
        let found = try findings(["app/tap/current.yaml": schema(types), "app/tap/1.0.0.yaml": schema(types)])
        #expect(found == ["app/tap/current.yaml:8 schema-deterministic-types"])
    }

    @Test func `a pattern that cannot be read is reported in current`() throws {
        let pattern = "x: {type: string, description: An x., maxLength: 3, pattern: '('}"
        let found = try findings(["app/tap/current.yaml": schema(pattern), "app/tap/1.0.0.yaml": schema(pattern)])
        #expect(found == ["app/tap/current.yaml:8 schema-is-valid"])
    }

    @Test func `a missing example is reported in the file that people edit`() throws {
        let text = schema("$schema: {type: string, description: The schema., maxLength: 99}")
        let versions = ["Schemas/app/tap/1.0.0.yaml": text]
        let all = versions.merging(["Schemas/app/tap/current.yaml": text]) { $1 }
        for (files, name) in [(versions, "1.0.0"), (all, "current")] {
            let found = try withProject(files) { project in
                project.lines(try project.report().findings.filter { $0.rule == .missingExample })
            }
            #expect(found == ["Schemas/app/tap/\(name).yaml:1 missing-example"])
        }
    }

    @Test func `a misspelt property of an example is one mistake, with the name that was meant`() throws {
        let more = "additionalProperties: false\nrequired: [button]\nexamples: [{buton: OK}]\n"
        let text = schema(more: more)
        try withProject(["Schemas/app/tap/current.yaml": text, "Schemas/app/tap/1.0.0.yaml": text]) { project in
            let found = try project.report().findings.filter { $0.rule == .schemaExamplesAreValid }
            #expect(found.map(\.problem) == ["Example 1 is invalid: /buton: the schema does not have this property."])
            #expect(found.map(\.remedy) == ["Did you mean “button”?"])
        }
    }

    @Test func `an invalid example of a version is reported if the version has a file in JSON too`() throws {
        let text = schema(more: "additionalProperties: false\nexamples: [{button: 1}]\n")
        let json = try SourceDocument(bytes: Array(text.utf8), file: "a.yaml").value.jsonText
        let files = [
            "Schemas/.jsonschema-tools.yaml": "contentTypes: [yaml, json]\n", "Schemas/app/tap/1.0.0.yaml": text,
            "Schemas/app/tap/1.0.0.json": json,
        ]
        try withProject(files) { project in
            let found = try project.report().findings.filter { $0.rule == .schemaExamplesAreValid }
            #expect(project.lines(found) == ["Schemas/app/tap/1.0.0.yaml:7 schema-examples-are-valid"])
        }
    }

    @Test func `an invalid example is reported beside that of the schema that is referred to`() throws {
        func example(_ title: String) -> String { "examples: [{$schema: /app/\(title)/1.0.0, x: text}]\n" }
        let base = schema(Self.right, path: "app/base", more: example("base"))
        let made = schema(Self.right, more: example("tap"))
        let current = schema(more: "allOf: [{$ref: /app/base/1.0.0}]\n" + example("tap"))
        let found = try findings([
            "app/base/current.yaml": base, "app/base/1.0.0.yaml": base, "app/tap/current.yaml": current,
            "app/tap/1.0.0.yaml": made,
        ])
        #expect(
            found.filter { $0.hasSuffix("schema-examples-are-valid") }.map { $0.prefix { $0 != ":" } } == [
                "app/base/current.yaml", "app/tap/current.yaml",
            ])
    }

    @Test func `a mistake that the newest version lacks is not reported`() throws {
        let found = try findings([
            "app/tap/current.yaml": schema(Self.right, version: "1.1.0"),
            "app/tap/1.1.0.yaml": schema(Self.right, version: "1.1.0"), "app/tap/1.0.0.yaml": schema(Self.misspelt),
        ])
        #expect(found == [])
    }

    @Test func `without current, a mistake is reported in the newest version that has it`() throws {
        let found = try findings([
            "app/tap/1.10.0.yaml": schema(Self.right, version: "1.10.0"),
            "app/tap/1.9.0.yaml": schema(Self.misspelt, version: "1.9.0"), "app/tap/1.0.0.yaml": schema(Self.misspelt),
        ])
        #expect(found == ["app/tap/1.9.0.yaml:8 unknown-keyword"])
    }

    @Test func `a case of jsonschema-tools is reported for old versions too, and can be skipped there`() throws {
        var files = [
            "app/tap/current.yaml": schema(version: "1.1.0"), "app/tap/1.1.0.yaml": schema(version: "1.1.0"),
            "app/tap/1.0.0.yaml": schema("pageTitle: {type: string, description: A title.}"),
        ]
        #expect(try findings(files) == ["app/tap/1.0.0.yaml:8 schema-snake-case-properties"])
        files[".jsonschema-tools.yaml"] = """
            contentTypes: [yaml]
            shouldSymlinkExtensionless: false
            shouldSymlinkLatest: false
            skipSchemaTestCases: {'^/app/tap/1.0.0$': [schema-snake-case-properties]}
            """
        #expect(try findings(files) == [])
    }

    @Test func `a mistake that a reference brings is reported in its schema, or at the reference`() throws {
        func files(_ newest: String) -> [String: String] {
            [
                "app/tap/current.yaml": schema(more: "allOf: [{$ref: /part/1.0.0}]\n"),
                "app/tap/1.0.0.yaml": schema(Self.misspelt),
                "part/1.0.0.yaml": schema(Self.misspelt, path: "part"),
                "part/1.1.0.yaml": schema(newest, version: "1.1.0", path: "part"),
                "part/current.yaml": schema(newest, version: "1.1.0", path: "part"),
            ]
        }
        #expect(try findings(files(Self.misspelt)) == ["part/current.yaml:8 unknown-keyword"])
        #expect(try findings(files(Self.right)) == ["app/tap/current.yaml:6 unknown-keyword"])
    }

    private static let list = "l: {type: array, description: A list., maxItems: 3, items: {$ref: /tap/1.0.0}}"

    /// A schema that refers to a whole one in its `allOf` and in a list, which has a property of its own.
    private func nested(_ thing: String) throws -> [String: String] {
        let current = [
            "part/current.yaml": schema(Self.right, path: "part"),
            "tap/current.yaml": schema("thing: {$ref: \(thing)}", path: "tap"),
            "top/current.yaml": schema(Self.list, path: "top", more: "allOf: [{$ref: /tap/1.0.0}]\n"),
            ".jsonschema-tools.yaml": RuleExample.toolSettings,
        ]
        return try withFiles(current) { folder in
            _ = try Materialization(try SchemaTree(directory: folder)).write()
            var files = current
            for title in ["part", "tap", "top"] {
                files["\(title)/1.0.0.yaml"] = try String(
                    contentsOfFile: "\(folder)/\(title)/1.0.0.yaml", encoding: .utf8)
            }
            return files
        }
    }

    @Test func `every $ref that brings an identifier is reported at once, in the file that has it`() throws {
        let list = "top/current.yaml:9 nested-identifier"
        #expect(try findings(nested("/part/1.0.0#/properties/x")) == [list])
        let thing = "tap/current.yaml:8 nested-identifier"
        #expect(try findings(nested("/part/1.0.0")) == [thing, list])
        let waiver = "# eventctl-allow nested-identifier until 2027-01-31: readers know it"
        let waived = try nested("/part/1.0.0").mapValues {
            $0.replacing("  thing: {$ref", with: "  \(waiver)\n  thing: {$ref").replacing(
                "  l: {type", with: "  \(waiver)\n  l: {type")
        }
        #expect(try findings(waived) == [])
    }

    @Test(arguments: [
        ("1.0.0", [:], []), ("1.1.0", [:], ["app/tap/current.yaml:3 version-not-materialized"]),
        (
            "0.9.0", [:],
            ["app/tap/current.yaml:3 schema-structure", "app/tap/current.yaml:3 version-not-materialized"]
        ),
        ("1.0.0", ["current": "x"], ["app/tap/current:0 schema-structure"]),
    ])
    func `the files of a title are in order`(version: String, more: [String: String], expected: [String]) throws {
        var files = ["app/tap/current.yaml": schema(version: version), "app/tap/1.0.0.yaml": schema()]
        for (name, text) in more { files["app/tap/\(name)"] = text }
        #expect(try findings(files) == expected)
    }

    @Test func `a version that current does not give is found`() throws {
        let files = ["app/tap/current.yaml": schema(Self.right), "app/tap/1.0.0.yaml": schema()]
        #expect(try findings(files).map { $0.split(separator: " ").last } == ["version-differs"])
    }

    @Test(arguments: ["current.yml", "Current.yaml", "current.YAML"])
    func `a current of another name is named`(name: String) throws {
        let files = [
            "app/tap/\(name)": schema(), "app/tap/1.0.0.yaml": schema(), "b/current.yaml": schema(path: "b"),
            "b/1.0.0.yaml": schema(path: "b"),
        ]
        #expect(try findings(files) == ["app/tap/\(name):0 schema-structure"])
    }

    @Test func `a missing link to an old version is reported`() throws {
        let files = [
            ".jsonschema-tools.yaml": "contentTypes: [yaml]\nshouldSymlinkLatest: false\n",
            "app/tap/current.yaml": schema(version: "1.1.0"), "app/tap/1.1.0.yaml": schema(version: "1.1.0"),
            "app/tap/1.0.0.yaml": schema(), "app/tap/1.1.0": "1.1.0.yaml",
        ]
        #expect(try findings(files) == ["app/tap/1.0.0:0 version-link"])
        let found = try findings(files) { root in
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/app/tap/1.0.0", withDestinationPath: "1.0.0.yaml")
        }
        #expect(found == [])
    }

    @Test func `a waiver in current covers a finding`() throws {
        let waiver = "# eventctl-allow unknown-keyword until 2027-01-31: a reader asks for it"
        let text = schema(Self.misspelt).replacing("  x: {", with: "  \(waiver)\n  x: {")
        let files = ["app/tap/current.yaml": text, "app/tap/1.0.0.yaml": schema(Self.misspelt)]
        #expect(try findings(files) == [])
        #expect(try findings(files.mapValues { $0.replacing("2027", with: "2024") }).count == 2)
    }

    @Test func `a file that cannot be read hides no finding of another file`() throws {
        let deep = String(repeating: "{properties: {a: ", count: 300) + "{}" + String(repeating: "}}", count: 300)
        let found = try findings([
            "good/current.yaml": schema(Self.misspelt, path: "good"),
            "good/1.0.0.yaml": schema(Self.misspelt, path: "good"),
            "bad/current.yaml": "title: [", "list/1.0.0.yaml": "- a\n", "text/current.yaml": "text\n",
            "loop/current.yaml": schema(path: "loop", more: "allOf: [{$ref: '#/allOf/0'}, {$ref: /loop/1.0.0}]\n"),
            "deep/current.yaml": "$id: /deep/1.0.0\ntitle: deep\nproperties:\n  a: \(deep)\n",
        ]) { root in
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/good/current.json", withDestinationPath: "current.json")
        }
        #expect(found.contains("good/current.yaml:8 unknown-keyword"), "\(found)")
        #expect(found.filter { $0.hasSuffix("reference-loop") }.count == 2)
        #expect(["bad/", "list/", "text/", "deep/"].allSatisfy { place in found.contains { $0.hasPrefix(place) } })
    }

    @Test func `a list of types needs no bounds, as materializing adds none to it`() throws {
        let text = schema("x: {type: [integer, 'null'], description: A count.}")
        let found = try findings(["app/tap/current.yaml": text, "app/tap/1.0.0.yaml": text])
        #expect(found == ["app/tap/current.yaml:8 schema-deterministic-types"])
    }

    // MARK: - References

    @Test(arguments: [
        "https://example.org/part/1.0.0", "http://example.org/x", "file:///etc/passwd", "../../etc/hostname",
        "/../etc/hostname", "part", "#part", "./#/definitions/none",
    ])
    func `a reference that cannot be followed is an error`(target: String) throws {
        let text = schema(more: "allOf: [{$ref: '\(target)'}]\n")
        let found = try findings(["app/tap/current.yaml": text, "app/tap/1.0.0.yaml": schema()])
        #expect(found == ["app/tap/current.yaml:6 missing-reference"])
    }

    @Test func `a URL and an $id that lead to a schema that is here are followed`() throws {
        let properties = ["x", "y"].map { "\($0): {type: string, description: An \($0)., maxLength: 3}" }
        let references = """
            allOf: [{$ref: 'https://example.org/schemas/part/1.0.0'}]
            definitions: {a: {$id: y, type: string, description: An y., maxLength: 3}}

            """
        let text = schema("y: {$ref: y}", more: references)
        let found = try findings([
            "app/tap/current.yaml": text, "part/current.yaml": schema(properties[0], path: "part"),
            "part/1.0.0.yaml": schema(properties[0], path: "part"),
        ])
        #expect(!found.contains { $0.hasSuffix("missing-reference") }, "\(found)")
    }

    @Test func `titles that refer to a repository elsewhere are one warning, and an error that is here stays one`()
        throws
    {
        func text(_ title: String, _ target: String) -> String {
            schema(path: title, more: "allOf: [{$ref: '\(target)'}]\n")
        }
        let site = "schemaBaseUris: [./, 'https://schemas.example.org/all/']\n"
        let files = [
            ".jsonschema-tools.yaml": RuleExample.toolSettings + site,
            "a/current.yaml": text("a", "/part/1.0.0"), "a/1.0.0.yaml": schema(path: "a"),
            "b/current.yaml": text("b", "https://schemas.example.org/all/part/1.0.0"),
            "b/1.0.0.yaml": schema(path: "b"), "c/current.yaml": text("c", "/a/1.1.0"),
            "c/1.0.0.yaml": schema(path: "c"),
        ]
        #expect(
            try findings(files) == [
                ".jsonschema-tools.yaml:4 uncompared-version", "c/current.yaml:6 missing-reference",
            ])
    }

    @Test func `a schema that is too large to be written out is found`() throws {
        let levels = (0..<40).map {
            "  d\($0): {allOf: [{$ref: '#/definitions/d\($0 + 1)'}, {$ref: '#/definitions/d\($0 + 1)'}]}\n"
        }
        let text = schema(more: "definitions:\n\(levels.joined())  d40: {}\n")
        let found = try findings(["app/tap/current.yaml": text, "app/tap/1.0.0.yaml": schema()])
        #expect(found.contains { $0.hasSuffix("oversized-version") }, "\(found)")
    }

    @Test func `a schema may repeat itself where versions keep their references`() throws {
        let tree = "definitions: {node: {type: object, properties: {next: {$ref: '#/definitions/node'}}}}\n"
        let text = schema(more: tree)
        let files = ["app/tap/current.yaml": text, "app/tap/1.0.0.yaml": RuleExample.madeText(text)]
        #expect(try findings(files).map { $0.split(separator: " ")[1] } == ["reference-loop"])
        let settings = [".jsonschema-tools.yaml": RuleExample.toolSettings + "shouldDereference: false\n"]
        #expect(try findings(files.merging(settings) { $1 }) == [])
    }

    @Test(arguments: [("1.1.0", false), ("1.0.0", true)])
    func `a newer version of the same major is named, and none of another`(version: String, isOutdated: Bool) throws {
        var files = ["part/current.yaml": schema(version: "2.0.0", path: "part")]
        for version in ["1.0.0", "1.1.0", "2.0.0"] {
            files["part/\(version).yaml"] = schema(version: version, path: "part")
        }
        files["app/tap/current.yaml"] = schema(more: "allOf: [{$ref: /part/\(version)}]\n")
        files = Dictionary(uniqueKeysWithValues: files.map { ("Schemas/\($0)", $1) })
        let found = try withProject(files) { project in
            try project.report().findings.filter { $0.rule == .outdatedReference }.map(\.problem)
        }
        let problem = "“/part/1.0.0” is not the newest version of its major, which is “/part/1.1.0”."
        #expect(found == (isOutdated ? [problem] : []))
    }

    // MARK: - Envelope and identity

    @Test func `a closed schema without the envelope is an error, unless it is a fragment`() throws {
        let closed = "additionalProperties: false\n"
        let envelope = "$schema: {type: string, description: The schema., maxLength: 99}"
        let meta = "meta: {type: object, description: The envelope., properties: {}}"
        let files = [
            "a/1.0.0.yaml": schema(path: "a", more: closed), "b/1.0.0.yaml": schema(envelope, path: "b", more: closed),
            "c/1.0.0.yaml": schema(envelope, meta, path: "c", more: closed),
            "fragment/d/1.0.0.yaml": schema(path: "fragment/d", more: closed),
        ]
        #expect(try findings(files) == ["a/1.0.0.yaml:6 missing-envelope", "b/1.0.0.yaml:6 missing-envelope"])
    }

    @Test func `an $id that is the end of the path only is found`() throws {
        let text = schema(path: "w")
        let found = try findings(["dev/w/current.yaml": text, "dev/w/1.0.0.yaml": text])
        #expect(found == ["dev/w/current.yaml:3 shortened-id"])
    }

    @Test func `the same is found in versions written by hand, and is an error in a stream of the title`() throws {
        let text = "title: w\n$id: /w/1.0.0\n$schema: https://json-schema.org/draft-07/schema#\ntype: object\n"
        func found(_ path: String, _ id: String) throws -> [String] {
            let files = [
                "Schemas/\(path)/1.0.0.yaml": text.replacing("$id: /w", with: "$id: /\(id)"),
                "Streams/a.yaml": "a:\n  schema_title: w\n",
            ]
            return try check(files).filter { $0.rule == .shortenedID }.map { finding in
                let file = finding.location.file.split(separator: "/").suffix(2).joined(separator: "/")
                return "\(finding.severity) \(file):\(finding.location.line ?? 0)"
            }
        }
        #expect(try found("dev/w", "w") == ["warning w/1.0.0.yaml:2", "error Streams/a.yaml:2"])
        #expect(try found("dev/w", "dev/w") == [])
        #expect(try found("w", "w") == [])
        #expect(try found("jsonschema/w", "w") == [])
    }
}
