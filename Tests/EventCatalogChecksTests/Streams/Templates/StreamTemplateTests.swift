import CatalogTestSupport
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite struct StreamTemplateTests {
    private let base = "analytics/product_metrics/app/base"
    private let date = UTCInstant(iso8601: "2026-01-01")

    private func template(
        _ name: String = "app.bookmarks", owner: String? = nil, folder: String? = nil, roots: [String] = []
    ) throws -> String {
        try StreamTemplate(
            name: name, schemaTitle: base, owner: owner, folder: folder,
            schemas: try SchemaRepository(roots: roots, isStrict: false)
        ).text
    }

    @Test(arguments: [nil, "reading team", "no", "#1: a"]) func `a new stream alone has no findings`(owner: String?)
        throws
    {
        let text = try template(owner: owner)
        try withFiles(["Streams/a.yaml": text]) { folder in
            #expect(CatalogCheck(streams: folder + "/Streams", asOf: date).findings == [])
            let streams = try StreamFolder(directory: folder + "/Streams")
            #expect(streams.summaries.map(\.name) == ["app.bookmarks"])
            #expect(streams.summaries.map(\.sample) == ["10 % of sessions"])
            #expect(owner == nil || streams.summaries[0].owner == owner)
            let settings = try #require(streams.settings(of: "app.bookmarks")).settings
            let client = settings["producers"]?["metrics_platform_client"]
            #expect(client?["provide_values"] == ["performer_is_logged_in", "performer_session_id"])
        }
    }

    @Test func `the commented settings are in order too`() throws {
        let lines = try template().split(separator: "\n").map { line in
            let text = line.drop { $0 == " " }
            let isSetting = text.hasPrefix("# curation") || text.hasPrefix("#   ")
            return isSetting ? String(line.replacing("# ", with: "", maxReplacements: 1)) : String(line)
        }
        try withFiles(["Streams/a.yaml": lines.joined(separator: "\n")]) { folder in
            #expect(CatalogCheck(streams: folder + "/Streams", asOf: date).findings == [])
            let streams = try StreamFolder(directory: folder + "/Streams")
            let settings = try #require(streams.settings(of: "app.bookmarks")).settings
            let client = settings["producers"]?["metrics_platform_client"]
            #expect(client?["curation"] == ["performer_is_logged_in": ["equals": true]])
        }
    }

    @Test func `a new stream in our own folder has no findings, nor do the others get any`() throws {
        let folder = Checkout.file("Streams").path
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            files["Streams/\(name)"] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
        let roots = [Checkout.file("Schemas").path]
        files["Streams/new.yaml"] = try template(folder: folder, roots: roots)
        try withFiles(files) { copy in
            let before = CatalogCheck(streams: folder, schemaRoots: roots, asOf: date).findings.map(\.rule.id)
            let after = CatalogCheck(streams: copy + "/Streams", schemaRoots: roots, asOf: date).findings.map(\.rule.id)
            #expect(after.sorted() == before.sorted())
        }
    }

    @Test func `a setting that other streams have is written, and one that has a default is not`() throws {
        let other = "a:\n  schema_title: \(base)\n"
        try withFiles(["a.yaml": other + "  owner: me\n"]) { folder in
            let text = try template(folder: folder)
            #expect(text.contains("\n  # owner: the team"))
            #expect(try template(owner: "me", folder: folder).contains("\n  owner: me\n"))
            #expect(text.contains("\n  # description: "))
            #expect(text.contains("\n  # destination_event_service: "))
        }
        try withFiles(["a.yaml": other + "  destination_event_service: eventgate-main\n"]) { folder in
            let text = try template(folder: folder)
            #expect(text.contains("\n  destination_event_service: "))
        }
        try withFiles(["defaults.yaml": "destination_event_service: eventgate-main\n", "a.yaml": other]) { folder in
            let text = try template(folder: folder)
            #expect(text.contains("\n  # destination_event_service: "))
        }
    }

    @Test(arguments: [
        ("", "a", "sensitivity: low", true), ("", "a", "owner: me", false),
        ("sensitivity: low", "a", "owner: me", true), ("sensitivity: moderate", "a", "owner: me", false),
    ]) func `a sensitivity is written where the folder's streams state theirs, and the default is too low`(
        defaults: String, name: String, setting: String, isWritten: Bool
    ) throws {
        let stream = "\(name): {schema_title: \(base), \(setting)}\n"
        let files = ["Streams/a.yaml": stream, "Streams/defaults.yaml": defaults].filter { !$0.value.isEmpty }
        try withFiles(files) { folder in
            let streams = folder + "/Streams"
            let text = try template(folder: streams)
            #expect(text.contains("\n  sensitivity: moderate\n") == isWritten)
            try Data(text.utf8).write(to: URL(fileURLWithPath: streams + "/new.yaml"))
            let findings = CatalogCheck(streams: streams, asOf: date).findings
            let rules = findings.filter { $0.location.file.hasSuffix("new.yaml") }.map(\.rule.id)
            #expect(rules == [])
        }
    }

    @Test func `the first stream of an empty folder has every setting`() throws {
        try withFiles(["README": ""]) { folder in
            let text = try template(folder: folder)
            for setting in ["description", "# owner", "sensitivity", "destination_event_service"] {
                #expect(text.contains("\n  \(setting): "), "\(setting)")
            }
        }
    }

    @Test(arguments: [
        ("{session_id: {type: string}}", ["        - performer_session_id"]),
        (
            "{is_bot: {type: boolean}, language: {type: string}}",
            ["  #       - performer_is_bot", "  #       - performer_language"]
        ),
        ("{role: {type: string}}", []),
    ]) func `no attribute is proposed that the schema lacks`(performer: String, expected: [String]) throws {
        let schema = "title: a/b\n$id: /a/b/1.0.0\ntype: object\nproperties:\n  performer: {properties: \(performer)}\n"
        try withFiles(["Schemas/a/b/1.0.0.yaml": schema]) { folder in
            let repository = try SchemaRepository(roots: [folder + "/Schemas"])
            let text = try StreamTemplate(name: "a.b", schemaTitle: "a/b", schemas: repository).text
            let lines = text.split(separator: "\n").map(String.init)
            #expect(lines.filter { $0.contains("- ") } == expected)
            let hasNone = lines.last?.hasPrefix("  # The schema has the fields of no contextual attributes") ?? false
            #expect(hasNone == expected.isEmpty)
        }
    }

    @Test func `attributes of a schema that is not there are left to be filled in`() throws {
        let text = try StreamTemplate(
            name: "a", schemaTitle: "ours/unknown", schemas: try SchemaRepository(roots: [])
        ).text
        #expect(text.contains("# producers:"))
        try withFiles(["a.yaml": text]) { folder in
            let streams = try StreamFolder(directory: folder)
            #expect(streams.summaries[0].schemaTitle == "ours/unknown")
        }
    }

    @Test(arguments: [
        ("", "is empty"), ("/^a/", "is a pattern"), ("app search", "has “ ”"), ("app.süche", "has “ü”"),
        ("a|b", "has “|”"),
        ("1a", "does not begin with a letter"), (".a", "does not begin with a letter"), ("a.", "does not end with"),
        ("a..b", "has two dots"), ("eventlogging_A", "begins with eventlogging_"),
        ("app.Search", "has the capital letter “S”"),
        (String(repeating: "a", count: 241), "has more than 240"),
    ]) func `a name that cannot be used is refused with the reason`(name: String, reason: String) {
        let error = #expect(throws: InvalidStreamName.self) { try template(name) }
        #expect(error?.reason.hasPrefix(reason) == true)
    }

    @Test func `a name that a stream has is refused with its place`() throws {
        try withFiles(["a.yaml": "app.x:\n  schema_title: t\n"]) { folder in
            let error = #expect(throws: InvalidStreamName.self) { try template("app.x", folder: folder) }
            #expect(error?.reason == "is in \(folder)/a.yaml:1:1 already")
        }
    }
}
