import EventPlatformTesting
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct ExperimentClientTests {
    static let experiment: JSONObject = [
        "name": "my-awesome-experiment", "start": "2025-01-01T00:00:00Z", "end": "2026-12-31T00:00:00Z",
        "stream_name": "s", "contextual_attributes": [], "sample_rate": ["default": "0.5", "0.01": ["enwiki"]],
        "user_identifier_type": "mw-user", "groups": ["control", "treatment"],
    ]
    static let instrument: JSONObject = [
        "name": "clicks", "start": "2025-01-01", "end": "2026-12-31", "stream_name": "s", "contextual_attributes": [],
        "sample_rate": ["default": 1, "0": ["frwiki"]], "sample_unit": "session",
    ]

    static func platform(experiments: [JSONValue], instruments: [JSONValue] = []) -> TestPlatform {
        let platform = TestPlatform(streams: [:]) {
            $0.experimentServiceURL = URL(string: "http://config.example/base")
        }
        platform.connection.respond { request in
            switch request.url.path {
            case "/base/api/v1/experiments": NetworkResponse(status: 200, body: JSONValue.array(experiments).jsonBytes)
            case "/base/api/v1/instruments": NetworkResponse(status: 200, body: JSONValue.array(instruments).jsonBytes)
            default: NetworkResponse(status: 200, body: Array(#"{"streams": {}}"#.utf8))
            }
        }
        return platform
    }

    static func with(_ base: JSONObject, _ name: String, _ value: JSONValue) -> JSONValue {
        var copy = base
        copy[name] = value
        return .object(copy)
    }

    @Test func `enrollment follows the hash of the user, the rate of the wiki and the dates`() async {
        let platform = Self.platform(experiments: [.object(Self.experiment)])
        await platform.loadConfigurations()
        #expect(platform.client.enrollment(in: "my-awesome-experiment") == nil, "no user is logged in")
        platform.client.updateContext { $0.performer.id = 12345 }
        #expect(platform.client.enrollment(in: "my-awesome-experiment")?.group == "control")
        platform.client.updateContext { $0.performer.id = 1 }
        #expect(platform.client.enrollment(in: "my-awesome-experiment")?.group == "treatment")
        platform.client.updateContext { $0.mediaWiki.database = "enwiki" }
        #expect(platform.client.enrollment(in: "my-awesome-experiment") == nil, "0.014 is not below 0.01")
        platform.client.updateContext { $0.mediaWiki.database = nil }
        for (moment, isActive) in [
            (1_735_689_600_000, true), (1_735_689_599_999, false), (1_798_675_200_000, true),
            (1_798_675_200_001, false),
        ] as [(Int64, Bool)] {
            platform.clock.setWall(milliseconds: moment)
            #expect((platform.client.enrollment(in: "my-awesome-experiment") != nil) == isActive, "\(moment)")
        }
    }

    @Test func `an override forces a group of the experiment, and an unknown group enrolls nobody`() async throws {
        let platform = Self.platform(experiments: [.object(Self.experiment)])
        await platform.loadConfigurations()
        platform.client.experimentOverrides = ExperimentOverrides(parameter: "my-awesome-experiment:treatment")
        let forced = try #require(platform.client.enrollment(in: "my-awesome-experiment"))
        #expect(forced.group == "treatment" && forced.isForced)
        platform.client.experimentOverrides = ExperimentOverrides(parameter: "my-awesome-experiment:nobody")
        #expect(platform.client.enrollment(in: "my-awesome-experiment") == nil)
    }

    @Test func `a broken entry leaves the others usable, and a broken list leaves the earlier list in force`() async {
        let broken = Self.with(Self.experiment, "start", "soon")
        var everyone = Self.experiment
        everyone["sample_rate"] = ["default": 1]
        let other = Self.with(everyone, "name", "another-experiment")
        let platform = Self.platform(experiments: [broken, other], instruments: [.object(Self.instrument)])
        await platform.loadConfigurations()
        platform.client.updateContext { $0.performer.id = 12345 }
        #expect(platform.client.enrollment(in: "my-awesome-experiment") == nil)
        #expect(platform.client.enrollment(in: "another-experiment") != nil)
        #expect(platform.client.diagnostics.contains { $0.message.contains("my-awesome-experiment: start") })
        platform.connection.respond { _ in NetworkResponse(status: 200, body: Array("<html>".utf8)) }
        await platform.loadConfigurations()
        #expect(platform.client.enrollment(in: "another-experiment") != nil)
        #expect(platform.client.diagnostics.contains { $0.message.contains("instruments from") })
    }

    @Test func `an instrument is returned when it is active and in sample`() async {
        let platform = Self.platform(experiments: [], instruments: [.object(Self.instrument)])
        await platform.loadConfigurations()
        #expect(platform.client.instrument(named: "clicks")?.streamName == "s")
        platform.client.updateContext { $0.mediaWiki.database = "frwiki" }
        #expect(platform.client.instrument(named: "clicks") == nil)
        #expect(platform.client.instrument(named: "others") == nil)
    }
}
