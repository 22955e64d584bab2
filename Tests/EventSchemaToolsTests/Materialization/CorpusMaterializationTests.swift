import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

/// The versions of two real repositories, made again from their current files.
@Suite(.needsCorpus) struct CorpusMaterializationTests {
    /// Files that differ, with the reason. The list is exact: a difference that goes away has to leave it.
    private static let explained = [
        "analytics/mobile_apps/android_image_recommendation_interaction/1.0.0.yaml":
            "written by a version of jsonschema-tools that did not sort properties"
    ]

    private func materializations() throws -> [(root: String, made: Materialization)] {
        let primary = try #require(Suites.schemasPrimary).path
        let secondary = try #require(Suites.schemasSecondary).path
        let copy = SchemaBase("https://schema.wikimedia.org/repositories/primary/jsonschema/=\(primary)/jsonschema")
        return try [(primary, []), (secondary, [copy])].map { root, bases in
            (root, Materialization(try SchemaTree(directory: root), bases: bases))
        }
    }

    @Test func `every version is made byte for byte, except for the listed ones`() throws {
        var different: Set<String> = []
        var count = 0
        for (root, made) in try materializations() {
            #expect(made.errors == [])
            for title in made.titles {
                count += 1
                #expect(title.links.allSatisfy { $0.state == .right }, "\(title.title)")
                for file in title.files where file.state != .same {
                    different.insert(file.path.replacing("\(root)/jsonschema/", with: ""))
                    print(file.change.diff.prefix(30).joined(separator: "\n"))
                }
            }
        }
        #expect(different == Set(Self.explained.keys))
        #expect(count == 73)
    }

    @Test func `versions that differ in bytes have the same content`() throws {
        let states = try materializations().flatMap { $0.made.titles.flatMap(\.files).map(\.state) }
        #expect(states.allSatisfy { [.same, .otherForm].contains($0) })
    }

    @Test
    func `without the folder of the other repository, its references are errors that say where they were searched`()
        throws
    {
        let secondary = try #require(Suites.schemasSecondary).path
        let made = Materialization(try SchemaTree(directory: secondary))
        let error = try #require(made.errors.first { $0.rule == .missingReference })
        #expect(error.problem.hasSuffix("is in none of these folders: \(secondary)/jsonschema."))
        #expect(error.remedy.contains("--base https://schema.wikimedia.org/repositories/primary/jsonschema/=DIR"))
    }
}
