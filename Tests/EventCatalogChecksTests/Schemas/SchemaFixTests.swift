import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

/// What `--fix` changes in schemas. Each rule's own example is tested elsewhere.
@Suite struct SchemaFixTests {
    private static let version = "Schemas/app/tap/1.0.0.yaml"

    /// The text of a version after `--fix`, and the rules that are still broken.
    private func fixed(_ text: String, file: String = version) throws -> (text: String, rules: [String]) {
        try withProject([file: text]) { project in
            let report = try project.check().fix().report
            return (try project.text(of: file), report.findings.map(\.rule.id))
        }
    }

    private func schema(_ property: String) -> String { RuleExample.tapSchema(["count: \(property)"]) }

    @Test(
        arguments: [
            ("{type: integer, minLength: 1, minimum: 0}", "{type: integer, minimum: 0}"),
            ("{minLength: 1, type: integer}", "{type: integer}"), ("{type: integer, minLength: 1}", "{type: integer}"),
            ("{type: integer, minLength: 1 , format: date}", "{type: integer}"),
            ("{type: string, uniqueItems: true,  maxLength: 9}", "{type: string, maxLength: 9}"),
            ("\n      type: integer\n      minLength: 1\n      minimum: 0", "\n      type: integer\n      minimum: 0"),
            ("\n      minLength: 1\n      type: integer", "\n      type: integer"),
            ("{type: integer,\n      minLength: 1,\n      minimum: 0}", "{type: integer,\n      minimum: 0}"),
        ]) func `--fix removes a keyword without effect, and nothing else`(property: String, expected: String) throws
    {
        let (text, rules) = try fixed(schema(property))
        #expect(text == schema(expected) && !rules.contains("ineffective-keyword"))
    }

    @Test(
        arguments: [
            "{type: integer, minLength: 1 # one\n      }", "{type: integer, 'minLength': 1}",
            "{type: integer, pattern: '^a$'}", "{type: integer, items: {type: string}}",
            "{type: integer, minLength:\n      1}", "&count {type: integer, minLength: 1}",
            "\n      type: integer\n      # one\n      minLength: 1 # two",
        ]) func `a keyword without effect stays where a comment, a value or an alias could be lost`(property: String)
        throws
    {
        let (text, rules) = try fixed(schema(property))
        #expect(text == schema(property) && rules.contains("ineffective-keyword"))
    }

    @Test func `lines keep their ends, and a keyword on the last line goes with it`() throws {
        let text = "title: app/tap\n$id: /app/tap/1.0.0\ntype: object\nproperties: {}\nmaxLength: 1"
        #expect(try fixed(text).text == text.replacing("maxLength: 1", with: ""))
        let lines = text.replacing("maxLength: 1", with: "maxLength: 1\nmaxProperties: 9\n").replacing(
            "\n", with: "\r\n")
        #expect(try fixed(lines).text == lines.replacing("maxLength: 1\r\n", with: ""))
    }

    /// A repository of one schema as it is edited, and its version 1.0.0.
    private func files(number: String, _ edited: String, _ made: String) -> [String: String] {
        let current = schema(edited).replacing("/1.0.0", with: "/\(number)")
        return [
            "Schemas/app/tap/current.yaml": current, Self.version: RuleExample.madeText(schema(made)),
            "Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings,
        ]
    }

    private static let beyond = "{type: integer, description: A count., minimum: -1e17, maximum: 9007199254740992}"
    private static let within =
        "{type: integer, description: A count., minimum: -9007199254740991, maximum: 9007199254740991}"

    @Test func `bounds beyond the exact numbers become the bounds, in the version that is made as well`() throws {
        try withProject(files(number: "1.0.0", Self.beyond, Self.beyond)) { project in
            let (changes, report) = try project.check().fix()
            #expect(report.findings == [] && changes.count == 2)
            #expect(try project.text(of: "Schemas/app/tap/current.yaml") == schema(Self.within))
            #expect(changes[0].diff.contains("+    maximum: 9007199254740991"), "\(changes.map(\.diff))")
        }
    }

    @Test func `a format that the intake does not know is corrected in the version that is made as well`() throws {
        let property = { (format: String) in "{type: string, description: A time., maxLength: 64, format: \(format)}" }
        try withProject(files(number: "1.0.0", property("datetime"), property("datetime"))) { project in
            let (changes, report) = try project.check().fix()
            #expect(report.findings == [] && changes.count == 2, "\(report.findings)")
            #expect(changes[0].diff.contains("+    format: date-time"), "\(changes.map(\.diff))")
        }
    }

    @Test func `a version before the one that is made from the edited file is not changed`() throws {
        let files = files(number: "1.1.0", Self.within, Self.beyond)
        try withProject(files) { project in
            let found = try project.report().findings.filter { $0.rule == .schemaEnforcedNumericBounds }
            #expect(
                found.map(\.location.file) == ["\(project.path)/\(Self.version)", "\(project.path)/\(Self.version)"])
            #expect(try project.check().fix().changes == [])
        }
    }

    @Test func `a minimum above the largest exact number is not changed`() throws {
        let property = "{type: integer, description: A count., minimum: 1e17, maximum: 1e18}"
        try withProject(files(number: "1.0.0", property, property)) { project in
            let changes = try project.check().fix().changes
            #expect(
                try project.text(of: "Schemas/app/tap/current.yaml").contains(
                    "minimum: 1e17, maximum: 9007199254740991"))
            #expect(changes.count == 2)
        }
    }

    private static let months = "{type: string, description: A month., maxLength: 2, enum: ['07', '08', '09', '10']}"

    @Test func `what has just been made is never found`() throws {
        try withProject(files(number: "1.0.0", Self.months, Self.months)) { project in
            let findings = try project.report().findings
            #expect(try findings == [] && project.text(of: Self.version).contains("- '08'\n"))
        }
    }

    /// As jsonschema-tools writes them, with js-yaml.
    @Test func `quotes that a version lacks are added, and the version is what is made then`() throws {
        var files = files(number: "1.0.0", Self.months, Self.months)
        let made = try #require(files[Self.version])
        files[Self.version] = made.replacing("'08'", with: "08").replacing("'09'", with: "09")
        try withProject(files) { project in
            let found = try project.report().findings
            #expect(found.map(\.rule.id) == ["ambiguous-text", "ambiguous-text"])
            #expect(found.first?.problem == "“08” without quotes is a number to readers of YAML 1.2.")
            #expect(try project.check().fix().report.findings == [])
            #expect(try project.text(of: Self.version) == made)
        }
    }
}
