import Foundation
import TestSupport
import Testing

/// `eventctl schemas` in a project with two roots of schemas, of which one refers to the other.
@Suite(.waitLimit) struct ProjectRootsTests {
    private static let settings = """
        contentTypes: [yaml]
        shouldSymlinkExtensionless: false
        shouldSymlinkLatest: false

        """
    private static let part = """
        title: part
        $id: /part/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        properties: {name: {type: string, maxLength: 9}}

        """
    private static let tap = """
        title: app/tap
        $id: /app/tap/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        allOf: [{$ref: /part/1.0.0}]

        """

    /// Calls `body` with the project, whose versions are not made yet.
    private static func with(_ body: (TemporaryFolder) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("schemas: [Schemas, common]\n", to: "Project.yaml")
        for root in ["Schemas", "common"] { try folder.write(settings, to: "\(root)/.jsonschema-tools.yaml") }
        try folder.write(tap, to: "Schemas/app/tap/current.yaml")
        try folder.write(part, to: "common/part/current.yaml")
        try await body(folder)
    }

    private static func schemas(_ arguments: String..., in folder: TemporaryFolder) async throws -> Child.Result {
        try await Child("eventctl", ["schemas"] + arguments, directory: folder.url).result()
    }

    @Test func `without a path, the versions of all roots are written, whichever refers to which`() async throws {
        try await Self.with { folder in
            let check = try await Self.schemas("materialize", "--check", in: folder)
            #expect(check.status == 1 && check.output.contains("common/part/1.0.0.yaml is missing"), "\(check)")
            let made = try await Self.schemas("materialize", in: folder)
            #expect(made.status == 0, "\(made)")
            #expect(made.output == "wrote common/part/1.0.0.yaml\nwrote Schemas/app/tap/1.0.0.yaml\n", "\(made)")
            let again = try await Self.schemas("materialize", in: folder)
            #expect(again.output == "nothing changed: 2 versions are what current.yaml gives\n", "\(again)")
            let both = try await Self.schemas("materialize", "--check", in: folder)
            #expect(both.status == 0, "\(both)")
        }
    }

    @Test func `a root that is named is made with the other roots of its project`() async throws {
        try await Self.with { folder in
            _ = try await Self.schemas("materialize", "common", in: folder)
            let made = try await Self.schemas("materialize", "Schemas", in: folder)
            #expect(made.output == "wrote Schemas/app/tap/1.0.0.yaml\n", "\(made)")
            let difference = try await Self.schemas("diff", "app/tap", "1.0.0", "current", in: folder)
            #expect(difference.status == 0, "\(difference)")
            let unchanged = try await Self.schemas("bump", "app/tap", in: folder)
            #expect(unchanged.errors.contains("app/tap 1.0.0 is what current.yaml gives"), "\(unchanged)")
            try folder.write(Self.tap + "description: Taps.\n", to: "Schemas/app/tap/current.yaml")
            let bump = try await Self.schemas("bump", "app/tap", in: folder)
            #expect(bump.output == "Schemas/app/tap/current.yaml: 1.0.0 is now 1.1.0\n", "\(bump)")
            let ambiguous = try await Self.schemas("new", "app/page", in: folder)
            #expect(ambiguous.status == 64 && ambiguous.errors.contains("--schemas: Schemas, common"), "\(ambiguous)")
            let compat = try await Self.schemas("compat", "--schemas", "Schemas", in: folder)
            #expect(compat.status == 0, "\(compat)")
        }
    }

    @Test func `a root in another repository of git is only read, unless it is named`() async throws {
        try await Self.with { folder in
            try folder.write("gitdir: ../.git/modules/common\n", to: "common/.git")
            let made = try await Self.schemas("materialize", in: folder)
            #expect(made.status == 1 && made.output.contains("missing-reference"), "\(made)")
            #expect(made.errors.contains("eventctl schemas materialize common"), "\(made)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("common/part/1.0.0.yaml")))
            let named = try await Self.schemas("materialize", "common", in: folder)
            #expect(named.output == "wrote common/part/1.0.0.yaml\n", "\(named)")
            let rest = try await Self.schemas("materialize", in: folder)
            #expect(rest.output == "wrote Schemas/app/tap/1.0.0.yaml\n" && rest.errors.isEmpty, "\(rest)")
            let bump = try await Self.schemas("bump", "part", in: folder)
            #expect(bump.status == 64 && bump.errors.contains("--schemas common"), "\(bump)")
            let new = try await Self.schemas("new", "app/page", in: folder)
            #expect(new.output.hasPrefix("wrote Schemas/app/page/current.yaml\n"), "\(new)")
        }
    }
}
