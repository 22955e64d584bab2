import CatalogTestSupport
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite(.serialized) struct StreamHistoryTests {
    private func stream(_ name: String, _ attributes: String = "", _ more: String = "") -> String {
        "\(name):\n  schema_title: t\n  producers: {metrics_platform_client: {provide_values: [\(attributes)]}}\n\(more)"
    }

    private func withRepository(_ body: (ExampleRepository) throws -> Void) throws {
        try withFiles([:]) { try body(ExampleRepository(at: $0)) }
    }

    private func history(_ folder: String) throws -> StreamHistory {
        try StreamHistory(of: StreamFolder(directory: folder))
    }

    /// The table without its heads and hashes, with one blank between cells.
    private func lines(_ folder: String) throws -> [String] {
        try history(folder).table().dropFirst().map {
            $0.replacing(/\ [0-9a-f]{8}\b/, with: "").replacing(/(\S) +/) { "\($0.1) " }
        }
    }

    @Test func `streams and attributes are there from the first commit that has them to the one that removes them`()
        throws
    {
        try withRepository { repository in
            try repository.write(stream("a", "page_id"), to: "Streams/a.yaml")
            try repository.write(stream("old", "page_id", "  owner: web\n"), to: "Streams/old.yaml")
            try repository.commit(day: 1)
            try repository.write(stream("a", "page_title, mediawiki_database"), to: "Streams/a.yaml")
            try repository.commit(day: 2)
            try repository.write(nil, to: "Streams/old.yaml")
            try repository.write("Text.", to: "other.txt")
            try repository.commit(day: 3)
            let text = stream("a", "mediawiki_database", "  owner: search\n  expires: 2026-01-01\n")
            try repository.write(text, to: "Streams/a.yaml")
            try repository.commit(day: 4)
            #expect(
                try lines("\(repository.path)/Streams") == [
                    "a 2025-01-02 now search 2026-01-01", "  mediawiki_database 2025-01-03 now",
                    "  page_id 2025-01-02 until 2025-01-03", "  page_title 2025-01-03 until 2025-01-05",
                    "old 2025-01-02 until 2025-01-04 web -", "  page_id 2025-01-02 until 2025-01-04",
                ])
            let hash = try repository.run("rev-parse", "HEAD~3")
            let json = try history("\(repository.path)/Streams").streams.map(\.json)
            #expect(
                json[0]["first_seen"] == [
                    "commit": .string(hash), "date": "2025-01-02T01:30:00Z", "author": "Ä. Author",
                    "may_be_earlier": false,
                ])
            #expect(json[0]["state"] == "present" && json[0]["removed"] == .null && json[0]["owner"] == "search")
            #expect(json[1]["removed"]?["date"] == "2025-01-04T01:30:00Z" && json[1]["state"] == "removed")
            #expect(
                json[0]["attributes"]?.array?.map { $0["name"] } == ["mediawiki_database", "page_id", "page_title"])
        }
    }

    @Test func `what is not committed is said to be that`() throws {
        try withRepository { repository in
            let folder = "\(repository.path)/Streams"
            try repository.write(stream("a", "page_id"), to: "Streams/a.yaml")
            #expect(try lines(folder) == ["a not committed now - -", "  page_id not committed now"])
            try repository.write(stream("b", "page_id"), to: "Streams/b.yaml")
            try repository.commit(day: 1)
            try repository.write(stream("a", "page_title"), to: "Streams/a.yaml")
            try repository.write(nil, to: "Streams/b.yaml")
            try repository.write(stream("c"), to: "Streams/c.yaml")
            #expect(
                try lines(folder) == [
                    "a 2025-01-02 now - -", "  page_title not committed now",
                    "  page_id 2025-01-02 removed, not committed", "c not committed now - -",
                    "b 2025-01-02 removed, not committed - -", "  page_id 2025-01-02 removed, not committed",
                ])
            try repository.commit(day: 2)
            try repository.write(stream("b"), to: "Streams/b.yaml")
            #expect(try lines(folder).contains("b 2025-01-02 now, not committed - -"))
        }
    }

    @Test func `attributes of the defaults are those of every stream, and one by an older name is the same`() throws {
        try withRepository { repository in
            let client = "producers: {metrics_platform_client: {provide_values: [page_id, page_title]}}\n"
            try repository.write(client, to: "Streams/defaults.yaml")
            try repository.write("a: {schema_title: t}\nb: {schema_title: t}\n", to: "Streams/x.yaml")
            try repository.commit(day: 1)
            try repository.write(client.replacing(", page_title", with: ""), to: "Streams/defaults.yaml")
            try repository.commit(day: 2)
            #expect(
                try lines("\(repository.path)/Streams")
                    == ["a", "b"].flatMap { name in
                        [
                            "\(name) 2025-01-02 now - -", "  page_id 2025-01-02 now",
                            "  page_title 2025-01-02 until 2025-01-03",
                        ]
                    })
        }
    }

    @Test func `files and the folder may have other names, and branches count by their merges`() throws {
        try withRepository { repository in
            try repository.write(stream("a"), to: "config/old streams/ä.yaml")
            try repository.commit(day: 1)
            try repository.run("checkout", "--quiet", "-b", "topic")
            try repository.write(stream("b"), to: "config/old streams/b.yaml")
            try repository.commit(day: 2)
            try repository.run("checkout", "--quiet", "main")
            try repository.write("x", to: "x")
            try repository.commit(day: 3)
            try repository.run("merge", "--quiet", "--no-ff", "--message", "m", "topic", day: 4)
            try repository.run("mv", "config/old streams", "Streams")
            try repository.commit(day: 5)
            try repository.run("mv", "Streams/ä.yaml", "Streams/z.yaml")
            try repository.commit(day: 6)
            #expect(try lines("\(repository.path)/Streams") == ["b 2025-01-05 now - -", "a 2025-01-02 now - -"])
        }
    }

    @Test func `a file with a mistake removes no stream, in a commit and in the working tree`() throws {
        try withRepository { repository in
            try repository.write(stream("a", "page_id"), to: "Streams/a.yaml")
            try repository.write(stream("b"), to: "Streams/b.yaml")
            try repository.commit(day: 1)
            try repository.write("a: [", to: "Streams/a.yaml")
            try repository.commit(day: 2)
            let expected = ["b 2025-01-02 now - -", "a 2025-01-02 now - -", "  page_id 2025-01-02 now"]
            #expect(try lines("\(repository.path)/Streams") == expected)
            try repository.write(stream("a", "page_id"), to: "Streams/a.yaml")
            try repository.commit(day: 3)
            #expect(try lines("\(repository.path)/Streams") == [expected[1], expected[2], expected[0]])
        }
    }

    @Test func `through a link the history is that of the folder, and of a linked file nothing is known`() throws {
        try withRepository { repository in
            try repository.write(stream("a"), to: "sub/Streams/a.yaml")
            try repository.write(stream("b"), to: "shared.yaml")
            try FileManager.default.createSymbolicLink(
                atPath: "\(repository.path)/sub/Streams/b.yaml", withDestinationPath: "../../shared.yaml")
            try repository.commit(day: 1)
            let link = "\(repository.path).link"
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "\(repository.path)/sub/Streams")
            defer { unlink(link) }
            #expect(try lines(link) == ["a 2025-01-02 now - -", "b in a link now - -"])
        }
    }

    @Test func `a shallow clone says where its history begins`() throws {
        try withRepository { repository in
            for day in 1...3 {
                try repository.write(stream("a\(day)"), to: "Streams/\(day).yaml")
                try repository.commit(day: day)
            }
            let clone = "\(repository.path)/clone"
            try repository.run("clone", "--quiet", "--depth", "2", "file://\(repository.path)", clone)
            #expect(
                try lines("\(clone)/Streams") == [
                    "a1 2025-01-03 or before now - -", "a2 2025-01-03 or before now - -", "a3 2025-01-04 now - -",
                ])
            let remark = try #require(try history("\(clone)/Streams").remark)
            #expect(remark.contains("begins with 2025-01-03 ") && remark.contains("git fetch --unshallow"), "\(remark)")
            #expect(try history("\(repository.path)/Streams").remark == nil)
        }
    }

    @Test func `a folder may be the root of the repository, and the user's settings of git change nothing`() throws {
        try withRepository { repository in
            for setting in ["color.ui=always", "log.showSignature=true", "diff.relative=true", "log.date=relative"] {
                let parts = setting.split(separator: "=").map(String.init)
                try repository.run("config", parts[0], parts[1])
            }
            try repository.write(stream("a"), to: "a.yaml")
            try repository.commit(day: 1)
            try repository.write(stream("b"), to: "sub/b.yaml")
            try repository.commit(day: 2)
            #expect(try lines(repository.path) == ["a 2025-01-02 now - -"])
        }
    }

    @Test func `outside a repository there is an error`() throws {
        try withFiles(["Streams/a.yaml": stream("a")]) { folder in
            let error = #expect(throws: RevisionError.self) { try history("\(folder)/Streams") }
            #expect(error?.description.contains("\(folder)/Streams is in no repository of git") == true)
        }
    }
}
