package import EventSchema
import EventSupport

extension Rule {
    package static let schemaToolsSetting = Rule(
        "schema-tools-setting", .error,
        "A setting of .jsonschema-tools.yaml is unknown or has a value of another type.",
        reason: "It has no effect: versions are made and checked with the setting's default.",
        mistake: repository(setting: "logLevl"), corrected: repository(setting: "logLevel"))

    /// A schema and the version that is made from it, in a repository without links whose settings have this one too.
    private static func repository(setting: String) -> RuleExample {
        let schema = """
            title: app/tap
            description: A tap on a button.
            $id: /app/tap/1.0.0
            $schema: 'https://json-schema.org/draft-07/schema#'
            type: object
            properties:
              button:
                description: The label of the button.
                type: string
                maxLength: 64

            """
        let settings = "contentTypes: [yaml]\nshouldSymlinkExtensionless: false\nshouldSymlinkLatest: false\n"
        return [
            "Schemas/app/tap/current.yaml": schema, "Schemas/app/tap/1.0.0.yaml": schema,
            "Schemas/.jsonschema-tools.yaml": "\(setting): info\n\(settings)",
        ]
    }
}

/// The settings of a schema repository: those of jsonschema-tools, in `.jsonschema-tools.yaml`, and one more,
/// ``schemaDialects``, which jsonschema-tools ignores.
///
/// A setting that is absent, null or of the wrong type has its default; a null ``schemaDialects`` is a finding too.
/// Settings of jsonschema-tools that concern its own calls of git and its log are known and not read: `dryRun`,
/// `gitStaged`, `gitDiffCommit`, `shouldGitAdd`, `logLevel`, `log`, `configPaths`, `diffCommand`.
package struct SchemaToolsSettings: Sendable {
    package static let fileName = ".jsonschema-tools.yaml"

    /// The folder that the paths of `$id`s begin at, relative to the repository. The default is `./`.
    package var schemaBasePath = "./"
    /// Where `$ref`s are searched, in order: folders relative to the repository, and URLs. The default is
    /// ``schemaBasePath`` alone.
    package var schemaBaseUris: [String]?
    /// The forms in which versions are written: `yaml`, `json`. The default is both. Links lead to the first, and of a
    /// version in several forms the first is read.
    package var contentTypes = ["yaml", "json"]
    /// The name of the file that people edit. The default is `current.yaml`.
    package var currentName = "current.yaml"
    /// The field whose last path part is the version. The default is `$id`.
    package var schemaVersionField = "$id"
    /// The field with the title. The default is `title`.
    package var schemaTitleField = "title"
    /// Whether `$ref`s are resolved and `allOf`s merged. The default is `true`.
    package var shouldDereference = true
    /// Whether a link `X.Y.Z` leads to the file of the version. The default is `true`.
    package var shouldSymlinkExtensionless = true
    /// Whether the links `latest` and `latest.yaml` lead to the newest version. The default is `true`.
    package var shouldSymlinkLatest = true
    /// Whether a version without examples gets one. The default is `false`.
    package var shouldGenerateExample = false
    /// The minimum and the maximum that every number of a schema has; `nil` for none. The default are the integers that
    /// a double has exactly, -9007199254740991 and 9007199254740991.
    package var numericBounds: (minimum: JSONNumber, maximum: JSONNumber)? = (
        JSONNumber(-9_007_199_254_740_991), JSONNumber(9_007_199_254_740_991)
    )
    /// The dialects that schemas may be written in. The default is draft 7 alone.
    package var schemaDialects: [Dialect] = [.draft7]
    /// Regular expressions, searched for in `$id`s, of schemas that are left out altogether. The default is none.
    package var ignoreSchemas: [String] = []
    /// The names of the checks that are skipped, by a regular expression that is searched for in `$id`s; in the order
    /// of the file. The default is none.
    package var skipSchemaTestCases: [(pattern: String, cases: [String])] = []

    /// The file; `nil` when there is none.
    package private(set) var document: SourceDocument?
    /// What is wrong with the file.
    package private(set) var findings: [CatalogFinding] = []

    /// The defaults.
    package init() {}

    /// Reads the settings of the file.
    ///
    /// - Throws: ``CatalogError`` when it is not a map.
    init(_ document: SourceDocument) throws(CatalogError) {
        guard let members = document.value.object ?? (document.value.isNull ? [:] : nil) else {
            throw CatalogError(
                .schemaToolsSetting, document.location(at: []), "The settings are of type \(document.value.typeName).",
                remedy: "Write a map, such as “schemaBasePath: ./jsonschema/”.")
        }
        self.document = document
        for (name, value) in members { read(name, value) }
    }

    private mutating func read(_ name: String, _ value: JSONValue) {
        guard let known = SchemaToolsSetting.all[name] else { return addUnknownSetting(name) }
        guard !value.isNull || !known.takesNull else { return }
        if let expected = known.set(&self, value) { addFinding(name, "“\(name)” must be \(expected).") }
    }

    // MARK: - Findings

    private mutating func addUnknownSetting(_ name: String) {
        addFinding(
            name, "“\(name)” is not a setting of jsonschema-tools.",
            remedy: SchemaToolsSetting.all.keys.sorted().correction(of: name))
    }

    private mutating func addFinding(
        _ name: String, _ problem: String, remedy: String = "Its default is used until then."
    ) {
        guard let document else { return }
        findings.append(CatalogFinding(.schemaToolsSetting, document.location(at: [name]), problem, remedy: remedy))
    }
}
