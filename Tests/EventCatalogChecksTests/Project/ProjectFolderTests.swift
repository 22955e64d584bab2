import EventStreams
import Foundation
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// The folders of a project that are not there, or have no files.
@Suite struct ProjectFolderTests {
    private static let schema = "title: a/b\n$id: /a/b/1.0.0\ntype: object\n"

    private func findings(in project: ExampleProject) -> [CatalogFinding] {
        CatalogCheck(CatalogFolders(ofProject: project.path), asOf: nil).findings
    }

    @Test(arguments: [
        ("vendor/common/jsonschema", "The folder $/vendor/common/jsonschema is in the submodule vendor/common, which"),
        ("vendor/common", "The submodule vendor/common is not checked out."),
    ])
    func `a submodule that is not checked out is named, and how to get it`(root: String, problem: String) throws {
        let files = [
            "Project.yaml": "schemas: [Schemas, \(root)]\n", "Schemas/a/b/1.0.0.yaml": Self.schema, ".git/HEAD": "",
            ".gitmodules": "[submodule \"common\"]\n\tpath = vendor/common\n\turl = ../common\n",
        ]
        try withProject(files) { project in
            try FileManager.default.createDirectory(
                atPath: "\(project.path)/vendor/common", withIntermediateDirectories: true)
            let found = findings(in: project).filter {
                $0.problem.hasPrefix(problem.replacing("$", with: project.path))
            }
            #expect(found.count == 1 && found[0].remedy.contains("git submodule update --init"), "\(found)")
            // Without the list of git, it is a folder like any other.
            try FileManager.default.removeItem(atPath: "\(project.path)/.gitmodules")
            let others = findings(in: project)
            #expect(!others.contains { "\($0)".contains("submodule") }, "\(others)")
        }
    }

    @Test func `a folder of experiments whose last file was removed is none, and one with another file is checked`()
        throws
    {
        try withProject(["Streams/a.yaml": RuleExample.stream(), "Experiments/.gitkeep": ""]) { project in
            #expect(findings(in: project) == [])
            try project.write("", to: "Experiments/a.text")
            #expect(findings(in: project).map(\.problem) == ["There are no experiment files."])
        }
    }
}
