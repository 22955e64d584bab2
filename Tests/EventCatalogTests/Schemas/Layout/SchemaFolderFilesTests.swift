import Testing

@testable import EventCatalog

/// The uses of the files in a folder of schemas, for the tree of the tools and for the compiled versions alike.
@Suite struct SchemaFolderFilesTests {
    private func folder(
        _ files: [String], folders: [String] = [], settings text: String = "{}"
    ) throws -> SchemaFolder {
        let settings = try SourceDocument(bytes: Array(text.utf8), file: SchemaToolsSettings.fileName)
        return SchemaFolder(
            path: "a", place: "root/a", entries: (files + folders).sorted(), folders: folders,
            try SchemaToolsSettings(settings))
    }

    @Test(arguments: [
        ("{}", ["1.0.0.yaml", "1.0.0.json", "1.0.0.yml"]),
        ("contentTypes: [yaml]", ["1.0.0.yaml", "1.0.0.yml", "1.0.0.json"]),
        ("contentTypes: [json]", ["1.0.0.json", "1.0.0.yaml", "1.0.0.yml"]),
    ])
    func `the form that the settings name first comes first, and is the one that is read`(
        settings: String, forms: [String]
    ) throws {
        let folder = try folder(["1.0.0", "current.yaml"] + forms, settings: settings)
        #expect(folder.versions.map(\.text) == forms)
        #expect(folder.preferredForms.map(\.text) == [forms[0]])
    }

    @Test func `a name without an ending is a version only if it has no other form`() throws {
        let folder = try folder(["1.0.0", "1.0.0.yml", "1.1.0", "latest"])
        #expect(folder.versions.map(\.text) == ["1.0.0.yml", "1.1.0"])
        #expect(folder.preferredForms.map(\.text) == ["1.0.0.yml"] && folder.isTitle)
        #expect(try !self.folder(["1.1.0"]).isTitle)
    }

    @Test func `the file that people edit has the name that the settings give it`() throws {
        let names = ["Current.yaml", "current.json", "current.yaml", "current.yaml.orig", "draft.yaml"]
        let usual = try folder(names)
        #expect(usual.current == "current.yaml" && usual.misnamedCurrents == ["Current.yaml", "current.json"])
        let named = try folder(names, settings: "currentName: draft.yaml")
        #expect(named.current == "draft.yaml" && named.misnamedCurrents == Array(names.prefix(3)))
        let missing = try folder(["current.yml"])
        #expect(missing.current == nil && !missing.isTitle && missing.misnamedCurrents == ["current.yml"])
    }

    @Test func `other files are those that are neither current nor a version nor a link to one`() throws {
        let folder = try folder([".hidden", "01.0.0.yaml", "1.0.0", "1.0.0.yaml", "1.0.yaml", "current.yaml", "notes"])
        #expect(folder.otherFiles == ["01.0.0.yaml", "1.0.yaml", "notes"])
    }

    @Test func `a folder is neither current nor a version, and stands in its place`() throws {
        let folder = try folder(["1.0.0.json"], folders: ["1.0.0.yaml", "1.1.0", "current.yaml", "part"])
        #expect(folder.current == nil && folder.versions.map(\.text) == ["1.0.0.json"] && folder.otherFiles.isEmpty)
        #expect(folder.misplacedFolders == ["1.0.0.yaml", "current.yaml"])
    }

    @Test(arguments: [
        ("1.2.3.yaml", "1.2.3", "yaml"), ("0.10.0.yml", "0.10.0", "yml"), ("1.2.3.json", "1.2.3", "json"),
        ("1.2.3", "1.2.3", ""),
    ])
    func `the name of a file of a version is the version and an ending`(
        name: String, version: String, ending: String
    ) throws {
        let file = try #require(VersionFileName(name))
        #expect(file.version.description == version && file.ending == ending && file.text == name)
    }

    @Test(arguments: [
        "", ".yaml", "1.0.yaml", "v1.0.0.yaml", "01.0.0.yaml", "1.0.0.YAML", "1.0.0.yaml.orig", "1.0.0.json.yaml",
        "1.0.0-draft.yaml", "1.0.0.txt", "current.yaml",
    ])
    func `another name is not that of a version`(name: String) { #expect(VersionFileName(name) == nil) }
}
