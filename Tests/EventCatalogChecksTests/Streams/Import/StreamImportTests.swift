import CatalogTestSupport
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite struct StreamImportTests {
    /// The settings of each stream after import and compilation, as text with the order of keys.
    private func roundTrip(_ response: JSONValue, sharesDefaults: Bool = true) throws -> [String: String] {
        let result = try StreamImport(response: response, sharesDefaults: sharesDefaults)
        let files = Dictionary(uniqueKeysWithValues: result.files.map { ($0.name, $0.text) })
        return try withFiles(files) { folder in
            // Without the checks of a catalogue.
            let settings = try StreamFolder(directory: folder).settings
            let body = StreamConfigurationsRequest().response(from: StreamConfigurations(streams: settings)).body
            return Self.texts(body)
        }
    }

    private static func texts(_ response: JSONValue) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (response["streams"]?.object ?? [:]).map { ($0.name, $0.value.jsonText) })
    }

    @Test(.needsCorpus, arguments: [true, false])
    func `the streams of production are the same after import and compilation, with the order of their keys`(
        sharesDefaults: Bool
    ) throws {
        let bytes = [UInt8](try Data(contentsOf: #require(Suites.productionStreams)))
        let response = try JSONValue(parsing: bytes)
        let expected = Self.texts(response)
        #expect(expected.count == 244)
        #expect(try roundTrip(response, sharesDefaults: sharesDefaults) == expected)
    }

    @Test(.needsCorpus) func `the defaults of production are found again`() throws {
        let bytes = [UInt8](try Data(contentsOf: #require(Suites.productionStreams)))
        let result = try StreamImport(response: try JSONValue(parsing: bytes))
        let defaults = try #require(result.files.first { $0.name == "defaults.yaml" })
        #expect(
            defaults.text.hasSuffix(
                """
                topic_prefixes:
                  - eqiad.
                  - codfw.
                canary_events_enabled: true
                producers:
                  eventgate:
                    enrich_fields_from_http_headers:
                      meta.request_id: x-request-id
                      http.request_headers.user-agent: user-agent
                consumers:
                  analytics_hadoop_ingestion:
                    job_name: event_default
                    enabled: true
                  analytics_hive_ingestion:
                    enabled: true

                """))
        #expect(result.remarks == [])
    }

    @Test(arguments: 0..<200) func `generated settings are the same after import and compilation`(seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        let shared = random.object(depth: 2)
        var streams = JSONObject()
        for number in 0..<4 {
            var settings = number < 3 ? shared : [:]
            for (name, value) in random.object(depth: 3) { settings[name] = value }
            for name in AuthoredStream.authoringSettings + ["topics", "topic_prefixes"] { settings[name] = nil }
            for name in ["producers", "schema_title", "destination_event_service"] { settings[name] = nil }
            streams["stream.\(number)"] = .object(settings)
        }
        // What the service makes of them, so that `stream`, `topics` and empty maps are as in a response.
        let response = StreamConfigurationsRequest().response(from: StreamConfigurations(streams: streams)).body
        #expect(try roundTrip(response) == Self.texts(response))
    }

    @Test func `what a stream has of its own replaces a default, and null and empty lists stay`() throws {
        let response = try JSONValue(
            parsing: #"""
                {"streams": {
                  "a.1": {"x": {"p": 1, "q": [1, 2]}, "ok": true, "stream": "a.1", "topics": ["a.1"]},
                  "a.2": {"x": {"p": 1, "q": []}, "ok": true, "z": null, "stream": "a.2", "topics": ["a.2"]},
                  "b.1": {"x": {"p": null, "q": [1, 2]}, "ok": false, "stream": "b.1", "topics": ["b.1"]}
                }}
                """#)
        let result = try StreamImport(response: response)
        #expect(result.files.map(\.name) == ["a.yaml", "defaults.yaml", "other.yaml"])
        #expect(
            result.files[1].text.hasSuffix("lists are replaced whole.\nx:\n  p: 1\n  q:\n    - 1\n    - 2\nok: true\n"))
        #expect(result.files[0].text == "a.1: {}\n\na.2:\n  x:\n    q: []\n  z: null\n")
        #expect(try roundTrip(response) == Self.texts(response))
    }

    @Test func `patterns keep their order in one file, whatever their first part is`() throws {
        let response: JSONValue = [
            "streams": [
                "/^b/": ["schema_title": "t"], "/^a/": ["schema_title": "t"], "defaults.x": ["schema_title": "t"],
            ]
        ]
        let result = try StreamImport(response: response, sharesDefaults: false)
        #expect(result.files.map(\.name) == ["other.yaml", "patterns.yaml"])
        #expect(
            result.files[1].text
                == "'/^b/':\n  schema_title: t\n\n'/^a/':\n  schema_title: t\n".replacing("'", with: ""))
    }

    @Test func `a stream asked for by name is imported as the pattern that matched, with a remark`() throws {
        let response: JSONValue = [
            "streams": [
                "ab": ["schema_title": "t", "stream": "/^a/", "topics": ["ab"]],
                "ac": ["schema_title": "t", "stream": "/^a/", "topics": ["ac"]],
            ]
        ]
        let result = try StreamImport(response: response)
        #expect(result.files == [StreamImport.File(name: "patterns.yaml", text: "/^a/:\n  schema_title: t\n")])
        #expect(result.remarks.count == 2)
    }

    @Test func `settings that cannot be taken over are remarks`() throws {
        let response: JSONValue = [
            "streams": ["a": 1, "b": ["x": "\u{0}"], "c": ["owner": "me", "schema_title": "t"], "d": []]
        ]
        let result = try StreamImport(response: response)
        #expect(result.streamCount == 2)
        #expect(result.remarks.count == 3)
        #expect(result.remarks.contains { $0.contains("“owner” of “c” is for authors") })
    }

    @Test func `an error of the API is not a response`() {
        #expect(throws: StreamConfigurationError.self) {
            try StreamImport(response: ["error": ["code": "badvalue", "info": "No."]])
        }
    }
}
