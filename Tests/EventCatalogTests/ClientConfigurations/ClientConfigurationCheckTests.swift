import CatalogTestSupport
import Foundation
import Testing

@testable import EventCatalog

@Suite struct ClientConfigurationCheckTests {
    private static func findings(_ text: String) throws -> [String] {
        try withFiles(["client-config.json": text]) { folder in
            try ClientConfigurationCheck(file: "\(folder)/client-config.json", in: SourceFiles()).findings.map {
                finding in
                "\(finding.location.line ?? 0) \(finding.rule.id)"
            }
        }
    }

    private static func document(_ bundles: String, version: String = "1-0-2") -> String {
        """
        {
          "$schema": "http://iglucentral.com/schemas/com.snowplowanalytics.mobile/remote_config/jsonschema/\(version)",
          "configurationVersion": 1,
          "configurationBundle": [
            \(bundles)
          ]
        }
        """
    }

    @Test func `a document of bundles with known settings has no findings`() throws {
        #expect(try Self.findings(Self.document(#"{"namespace": "app", "trackerConfiguration": {}}"#)) == [])
    }

    @Test func `a second bundle of a namespace is a finding at its line`() throws {
        let bundles = #"{"namespace": "app"},"# + "\n    " + #"{"namespace": "app"}"#
        #expect(try Self.findings(Self.document(bundles)) == ["6 duplicate-namespace"])
    }

    @Test func `a setting that no client has is a finding at its line`() throws {
        let bundle = #"{"namespace": "app", "emitterConfigurations": {}}"#
        #expect(try Self.findings(Self.document(bundle)) == ["5 unknown-client-setting"])
        let nested = #"{"namespace": "app", "emitterConfiguration": {"emitRang": 50}}"#
        #expect(try Self.findings(Self.document(nested)) == ["5 unknown-client-setting"])
    }

    @Test(arguments: ["1-0-3", "1-1-0", "1-12-0"])
    func `a setting of a later version of the format is a note`(version: String) throws {
        let bundle = #"{"namespace": "app", "emitterConfiguration": {"maximumRetries": 5}}"#
        #expect(try Self.findings(Self.document(bundle, version: version)) == ["5 later-client-setting"])
        #expect(Rule.laterClientSetting.severity == .note)
    }

    @Test(arguments: ["Single", "DefaultGroup", "HeavyGroup", "large group"])
    func `every setting of Snowplow's version 1-0-2 is known`(option: String) throws {
        let bundle = """
            {"namespace": "app",
              "networkConfiguration": {"endpoint": "https://intake.example.org", "customPostPath": "a/b"},
              "trackerConfiguration": {"userAnonymisation": true},
              "emitterConfiguration": {
                "bufferOption": "\(option)", "emitRange": 50, "threadPoolSize": 3, "byteLimitGet": 8000,
                "byteLimitPost": 20000, "customRetryForStatusCodes": {"403": true}, "serverAnonymisation": true}}
            """
        #expect(try Self.findings(Self.document(bundle)) == [])
    }

    @Test func `a value of the wrong type is a finding at its line`() throws {
        let text = Self.document(#"{"namespace": "app"}"#).replacing("\": 1,", with: "\": \"one\",")
        #expect(try Self.findings(text) == ["3 invalid-client-configuration"])
    }

    @Test func `a file that does not exist is an error`() throws {
        _ = try withFiles(["other.json": "{}"]) { folder in
            #expect(throws: CatalogError.self) {
                try ClientConfigurationCheck(file: "\(folder)/none.json", in: SourceFiles())
            }
        }
    }
}
