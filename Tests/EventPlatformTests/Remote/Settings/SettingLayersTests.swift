import EventSchema
import Foundation
import Logging
import Testing

@testable import EventPlatform

@Suite struct SettingLayersTests {
    /// A value for each setting that its default does not have.
    static let values: [String: JSONValue] = [
        "networkConfiguration.endpoint": "https://other.example", "networkConfiguration.method": "get",
        "trackerConfiguration.logLevel": "debug", "trackerConfiguration.sessionContext": false,
        "trackerConfiguration.applicationContext": false, "trackerConfiguration.platformContext": false,
        "trackerConfiguration.screenContext": false, "trackerConfiguration.userAnonymisation": true,
        "subjectConfiguration.userId": "u",
        "subjectConfiguration.networkUserId": "n", "subjectConfiguration.domainUserId": "d",
        "subjectConfiguration.useragent": "a", "subjectConfiguration.ipAddress": "10.0.0.1",
        "subjectConfiguration.timezone": "UTC", "subjectConfiguration.language": "de",
        "sessionConfiguration.backgroundTimeout": 60, "sessionConfiguration.foregroundTimeout": 70.5,
        "clientConfiguration.dispatchMode": ["mode": "manual"], "clientConfiguration.bufferOption": "largeGroup",
        "clientConfiguration.emitRange": 500, "clientConfiguration.maximumConcurrentRequests": 4,
        "clientConfiguration.byteLimitGet": 8000, "clientConfiguration.byteLimitPost": 52_000,
        "clientConfiguration.customRetryForStatusCodes": ["403": true], "clientConfiguration.maximumAttempts": 3,
        "clientConfiguration.maximumEvents": 1000, "clientConfiguration.maximumBytes": 1_000_000,
        "clientConfiguration.maximumAge": 3600, "clientConfiguration.consent": "pending",
        "clientConfiguration.streamConfigurations": "https://example.org/streams",
        "clientConfiguration.schemas": "https://example.org/schemas", "clientConfiguration.throttle": ["share": 0.5],
        "clientConfiguration.streamThrottles": ["a": ["share": 0]],
    ]

    /// What a client explains of these values, where that is not the value itself.
    private static let texts: [String: String] = [
        "networkConfiguration.endpoint": "https://other.example/v1/events",
        "sessionConfiguration.backgroundTimeout": "60.0 seconds",
        "sessionConfiguration.foregroundTimeout": "70.5 seconds", "clientConfiguration.dispatchMode": "manual",
        "clientConfiguration.bufferOption": "25", "clientConfiguration.customRetryForStatusCodes": "403: true",
        "clientConfiguration.maximumAge": "3600.0 seconds", "clientConfiguration.throttle": "0.5",
        "clientConfiguration.streamThrottles": "a: 0.0",
    ]

    static let base = EventPlatformClient.Configuration(
        streamConfigurations: .streams([:]), network: NetworkConfiguration(endpoint: "https://base.example"))

    @Test(arguments: BundleSetting.all.map(\.path))
    func `a setting of a document changes the client's settings, and is of the document's layer`(path: String) throws {
        let setting = try #require(BundleSetting.all.first { $0.path == path })
        let value = try #require(Self.values[path])
        var bundle = ConfigurationBundle(namespace: "a")
        #expect(setting.read(value, &bundle))
        let layers = SettingLayers(Self.base, [(.fetched, bundle)])
        #expect(setting.text(layers.settings) != setting.text(ClientSettings(Self.base)))
        #expect(setting.text(layers.settings) == Self.texts[path] ?? value.string ?? "\(value)")
        #expect(layers.layer(of: setting) == .fetched)
        let others = BundleSetting.all.filter { $0.path != path }
        #expect(others.allSatisfy { layers.layer(of: $0) == .default })
        // The time-out in the background is that in the foreground where nothing sets it.
        let follower = "sessionConfiguration.backgroundTimeout"
        for other in others where other.path != follower {
            #expect(other.text(layers.settings) == other.text(ClientSettings(Self.base)))
        }
    }

    /// Fails when two settings of one type change places in the table: each then explains the value of the other.
    @Test func `each value of a document is found where the client reads it`() throws {
        var bundle = ConfigurationBundle(namespace: "a")
        for setting in BundleSetting.all {
            let value = try #require(Self.values[setting.path])
            #expect(setting.read(value, &bundle))
        }
        let settings = SettingLayers(Self.base, [(.fetched, bundle)]).settings
        let (configuration, emitter) = (settings.configuration, settings.configuration.emitter)
        #expect(emitter.bufferOption == 25 && emitter.emitRange == 500 && emitter.maximumConcurrentRequests == 4)
        #expect(emitter.byteLimitGet == 8000 && emitter.byteLimitPost == 52_000)
        #expect(emitter.retryPolicy.maximumAttempts == 3)
        #expect(emitter.retryPolicy.customRetryForStatusCodes == [403: true])
        #expect(configuration.store.settings.maximumEvents == 1000)
        #expect(configuration.store.settings.maximumBytes == 1_000_000)
        #expect(configuration.store.maximumAge == .seconds(3600))
        #expect(configuration.sessionTimeout == .seconds(70.5))
        #expect(configuration.backgroundSessionTimeout == .seconds(60))
        #expect(configuration.network.method == .get && configuration.consent == .pending)
        #expect(configuration.dispatchMode == .manual && configuration.logger.logLevel == .debug)
        #expect(settings.subject.userId == "u" && settings.subject.networkUserId == "n")
        #expect(settings.subject.domainUserId == "d" && settings.subject.useragent == "a")
        #expect(settings.subject.ipAddress == "10.0.0.1" && settings.subject.timezone == "UTC")
        #expect(settings.subject.language == "de" && settings.hiddenGroups == Set(AttributeGroup.allCases))
        #expect(settings.throttles.all == Throttle(share: 0.5) && settings.throttles.streams["a"]?.share == 0)
    }

    @Test(arguments: BundleSetting.all.map(\.path))
    func `a value of another type is refused and changes nothing`(path: String) throws {
        let setting = try #require(BundleSetting.all.first { $0.path == path })
        for wrong: JSONValue in [.array([true]), .number(-1), ["share": "x", "mode": 3, "1": true]] {
            var bundle = ConfigurationBundle(namespace: "a")
            #expect(!setting.read(wrong, &bundle), "\(path) takes \(wrong)")
            #expect(!setting.isSet(bundle))
        }
    }

    @Test func `a document's value replaces that of code, and what it leaves open stays`() {
        var network = NetworkConfiguration(endpoint: "https://code.example", method: .get)
        network.headers["X"] = "1"
        var code = ConfigurationBundle(namespace: "a", networkConfiguration: network)
        code.sessionConfiguration.foregroundTimeout = .seconds(60)
        code.subjectConfiguration.language = "de"
        var document = ConfigurationBundle(namespace: "a")
        document.endpoint = "https://document.example"
        document.networkConfiguration = NetworkConfiguration(endpoint: "https://document.example")
        document.subjectConfiguration.language = "en"
        let layers = SettingLayers(Self.base, [(.bundle, code), (.cached, document)])
        let settings = layers.settings
        #expect(settings.configuration.network.headers == ["X": "1"])
        #expect(settings.configuration.network.method == .get)
        #expect(
            settings.configuration.network.destinations.url(of: Destinations.analytics)?.host == "document.example")
        #expect(settings.configuration.sessionTimeout == .seconds(60))
        #expect(settings.subject.language == "en")
        let found = Dictionary(uniqueKeysWithValues: BundleSetting.all.map { ($0.path, layers.layer(of: $0)) })
        #expect(found["networkConfiguration.endpoint"] == .cached)
        #expect(found["networkConfiguration.method"] == .bundle)
        #expect(found["sessionConfiguration.foregroundTimeout"] == .bundle)
        #expect(found["subjectConfiguration.language"] == .cached)
        #expect(found["clientConfiguration.emitRange"] == .default)
    }
}
