import EventSchema
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

@Suite struct RemoteDocumentTests {
    @Test func `Snowplow's example document is read without issues`() throws {
        let document = try RemoteDocument(RemoteDocuments.source)
        #expect(document.version == 1)
        #expect(document.issues == [])
        let bundle = try #require(document.bundles.first)
        #expect(bundle.namespace == "testTracker1" && bundle.isActive)
        #expect(bundle.endpoint == "http://collector.example" && bundle.method == .get)
        #expect(bundle.trackerConfiguration.logLevel == .off)
        #expect(bundle.trackerConfiguration.sessionContext == false)
        #expect(bundle.subjectConfiguration.userId == "example")
        #expect(bundle.sessionConfiguration.backgroundTimeout == .seconds(1800))
    }

    @Test(arguments: [
        "http://iglucentral.com/schemas/com.snowplowanalytics.mobile/remote_config/jsonschema/1-0-0",
        "https://iglucentral.com/schemas/com.snowplowanalytics.mobile/remote_config/jsonschema/1-1-0",
        "iglu:com.snowplowanalytics.mobile/remote_config/jsonschema/1-0-0",
    ])
    func `the format is known with every scheme and every minor version`(schema: String) throws {
        var document = try #require(RemoteDocuments.source.object)
        document["$schema"] = .string(schema)
        #expect(try RemoteDocument(.object(document)).bundles.count == 1)
    }

    @Test(
        arguments: [
            ("$schema", nil, "`$schema` must name"), ("$schema", 3, "`$schema` must name"),
            ("$schema", "https://example.org/other", "names the format “https://example.org/other”"),
            (
                "$schema",
                "https://iglucentral.com/schemas/com.snowplowanalytics.mobile/remote_config/jsonschema/2-0-0",
                "names the format"
            ),
            ("configurationVersion", nil, "`configurationVersion` must be a whole number"),
            ("configurationVersion", "1", "`configurationVersion` must be a whole number"),
            ("configurationVersion", 1.5, "`configurationVersion` must be a whole number"),
            ("configurationBundle", nil, "`configurationBundle` must be a list"),
            ("configurationBundle", [:], "`configurationBundle` must be a list"),
        ] as [(String, JSONValue?, String)])
    func `a document without its required fields is refused with the reason`(
        field: String, value: JSONValue?, reason: String
    ) throws {
        var document = try #require(RemoteDocuments.source.object)
        document[field] = value
        let error = #expect(throws: FetchError.self) { try RemoteDocument(.object(document)) }
        #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func `a mistake is named with its path, and everything else is used`() throws {
        let document = try RemoteDocument(
            RemoteDocuments.document(
                version: 3, 7, ["networkConfiguration": [:]],
                RemoteDocuments.bundle(
                    "a",
                    [
                        "trackerConfiguration": ["logLevel": "loud", "sessionContext": false],
                        "sessionConfiguration": ["foregroundTimeout": "60", "backgroundTimeout": 60],
                        "subjectConfiguration": ["userID": "x", "language": 3],
                        "clientConfiguration": [
                            "bufferOption": 0, "emitRange": 200, "dispatchMode": ["mode": "sometimes"],
                            "throttle": ["share": 2], "customRetryForStatusCodes": ["403": "yes"],
                        ],
                        "performanceConfiguration": [:],
                    ]), RemoteDocuments.bundle("a"), RemoteDocuments.bundle("b", endpoint: "ftp://x")))
        #expect(document.bundles.map(\.namespace) == ["a"])
        let bundle = try #require(document.bundles.first)
        #expect(bundle.trackerConfiguration.sessionContext == false)
        #expect(bundle.sessionConfiguration.backgroundTimeout == .seconds(60))
        #expect(bundle.clientConfiguration.emitRange == 200)
        #expect(
            document.issues.map(\.path) == [
                "configurationBundle[0]", "configurationBundle[1].namespace",
                "configurationBundle[2].trackerConfiguration.logLevel",
                "configurationBundle[2].sessionConfiguration.foregroundTimeout",
                "configurationBundle[2].subjectConfiguration.userID",
                "configurationBundle[2].subjectConfiguration.language",
                "configurationBundle[2].clientConfiguration.bufferOption",
                "configurationBundle[2].clientConfiguration.dispatchMode",
                "configurationBundle[2].clientConfiguration.throttle",
                "configurationBundle[2].clientConfiguration.customRetryForStatusCodes",
                "configurationBundle[2].performanceConfiguration", "configurationBundle[3].namespace",
                "configurationBundle[4].networkConfiguration.endpoint",
            ])
        #expect(document.issues.contains { $0.message.contains("(is “userId” meant?)") })
        #expect(document.issues.contains { $0.message.contains("one of “off”, “error”, “debug”, “verbose”") })
    }

    /// Snowplow's document of version 1-0-2, with every setting that 1-0-0 has not.
    private static let emitter: JSONObject = [
        "bufferOption": "HeavyGroup", "emitRange": 50, "threadPoolSize": 3, "byteLimitGet": 8000,
        "byteLimitPost": 20_000, "customRetryForStatusCodes": ["403": true, "500": false],
        "serverAnonymisation": true,
    ]

    @Test func `the settings of Snowplow's latest version take effect, without a remark`() throws {
        let document = try RemoteDocument(
            RemoteDocuments.document(
                version: 1,
                RemoteDocuments.bundle(
                    "a",
                    [
                        "networkConfiguration": ["endpoint": "https://intake.example", "customPostPath": "my/path"],
                        "trackerConfiguration": ["userAnonymisation": true],
                        "emitterConfiguration": .object(Self.emitter),
                    ])))
        #expect(document.issues == [])
        let settings = SettingLayers(SettingLayersTests.base, [(.fetched, try #require(document.bundles.first))])
            .settings
        let emitter = settings.configuration.emitter
        #expect(emitter.bufferOption == .largeGroup && emitter.emitRange == 50)
        #expect(emitter.maximumConcurrentRequests == 3)
        #expect(emitter.byteLimitGet == 8000 && emitter.byteLimitPost == 20_000)
        #expect(emitter.retryPolicy.customRetryForStatusCodes == [403: true, 500: false])
        let url = settings.configuration.network.destinations.url(of: Destinations.analytics)
        #expect(url?.absoluteString == "https://intake.example/my/path")
        #expect(settings.hiddenGroups == [.user])
        #expect(AttributeGroup.user.attributes == [.performerID, .performerName, .agentAppInstallID])
    }

    @Test(arguments: [
        ["clientConfiguration", "emitterConfiguration"], ["emitterConfiguration", "clientConfiguration"],
    ])
    func `of a setting in both objects that of clientConfiguration counts`(order: [String]) throws {
        let values = ["clientConfiguration": 7, "emitterConfiguration": 50]
        let settings = JSONObject(order.map { ($0, ["emitRange": .number(values[$0] ?? 0)]) })
        let document = try RemoteDocument(
            RemoteDocuments.document(version: 1, RemoteDocuments.bundle("a", settings)))
        #expect(document.issues == [] && document.bundles.first?.clientConfiguration.emitRange == 7)
    }

    @Test(arguments: ["clientConfiguration", "emitterConfiguration"])
    func `a value of Snowplow's emitter that cannot be used leaves the earlier one in force`(group: String) throws {
        func document(_ group: String, _ value: JSONValue, inForce: [String: JSONValue] = [:]) throws -> RemoteDocument
        {
            let bundle = RemoteDocuments.bundle("a", [group: ["emitRange": value]])
            return try RemoteDocument(RemoteDocuments.document(version: 1, bundle), inForce: inForce)
        }
        let first = try document(group, 50)
        let second = try document("emitterConfiguration", "many", inForce: first.sources)
        #expect(second.issues.map(\.path) == ["configurationBundle[0].emitterConfiguration.emitRange"])
        #expect(second.bundles.first?.clientConfiguration.emitRange == 50)
        let third = try document("emitterConfiguration", "many", inForce: second.sources)
        #expect(third.bundles.first?.clientConfiguration.emitRange == 50)
    }

    @Test func `of two bundles of one namespace the first counts, also where it cannot be used`() throws {
        let document = try RemoteDocument(
            RemoteDocuments.document(
                version: 1, RemoteDocuments.bundle("a", endpoint: "ftp://x"), ["namespace": "a"]))
        #expect(document.bundles.isEmpty)
        #expect(
            document.issues.map(\.path) == [
                "configurationBundle[0].networkConfiguration.endpoint", "configurationBundle[1].namespace",
            ])
    }

    @Test func `a value that cannot be used is that of the bundle in force, for each setting`() throws {
        for setting in BundleSetting.all {
            let value = try #require(SettingLayersTests.values[setting.path])
            let earlier = RemoteDocuments.bundle("a", [setting.place.group: [setting.place.name: value]])
            let broken = RemoteDocuments.bundle("a", [setting.place.group: [setting.place.name: [true]]])
            let first = try RemoteDocument(RemoteDocuments.document(version: 1, earlier))
            let json = RemoteDocuments.document(version: 2, broken)
            let (second, alone) = try (RemoteDocument(json, inForce: first.sources), RemoteDocument(json))
            guard setting.path != "networkConfiguration.method" else { continue }  // it has no endpoint
            func text(_ document: RemoteDocument) -> String? {
                document.bundles.first.map {
                    setting.text(SettingLayers(SettingLayersTests.base, [(.fetched, $0)]).settings)
                }
            }
            #expect(text(second) == text(first), "\(setting.path)")
            #expect(text(alone) != text(first), "\(setting.path)")
            #expect(second.issues.count == 1 && second.sources["a"]?[setting.place.group]?[setting.place.name] == value)
        }
    }

    @Test func `10 000 mutated documents are read or refused, and what is intact is used`() throws {
        let intact = RemoteDocuments.bundle("intact", ["sessionConfiguration": ["foregroundTimeout": 60]])
        let example = try #require(RemoteDocuments.source["configurationBundle"]?.array?.first)
        let further: JSONValue = [
            "namespace": "further", "networkConfiguration": ["endpoint": "https://intake.example", "method": "post"],
            "clientConfiguration": [
                "dispatchMode": ["mode": "piggyback", "idle": 4.5, "min": 20, "max": 180], "bufferOption": "single",
                "customRetryForStatusCodes": ["403": true], "streamConfigurations": "https://example.org/streams",
                "throttle": ["share": 0.5, "includesStored": true], "streamThrottles": ["a": ["share": 0]],
                "maximumAge": 60, "consent": "pending",
            ],
        ]
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 19))
        var issues = 0
        for number in 0..<10_000 {
            let broken = mutator.mutated(number.isMultiple(of: 2) ? example : further)
            let document = try RemoteDocument(RemoteDocuments.document(version: 1, broken, intact))
            let bundle = try #require(document.bundles.last)
            #expect(bundle.namespace == "intact" && bundle.sessionConfiguration.foregroundTimeout == .seconds(60))
            issues += document.issues.isEmpty ? 0 : 1
        }
        #expect((3000...9500).contains(issues), "\(issues) of 10 000 have remarks")
        for _ in 0..<10_000 { _ = try? RemoteDocument(mutator.mutated(RemoteDocuments.source)) }
    }
}
