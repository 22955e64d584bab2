import EventCatalog
import EventCatalogChecks
import EventCatalogTesting
import EventPlatform
import EventPlatformTesting
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

extension ContextualAttribute {
    static let offline = ContextualAttribute("offline", field: "player.is_offline", type: .boolean)
}

private func pausing(_ client: EventPlatformClient) {
    client.updateContext {
        $0[.offline] = true
        $0["player_speed"] = 1.5
    }
    client.submitInteraction(stream: "app.playback", schema: "/podcast/playback/1.0.0", action: "pause")
}

/// The schema, the stream and the snippets of the page `AttributesOfYourOwn`, run. Invalid events fail the tests.
@Suite(.waitLimit) struct AttributesOfYourOwnTests {
    /// A folder with the files of the page.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (path, text) in try Page("Sources/EventPlatform/Documentation.docc/AttributesOfYourOwn.md").files {
            try folder.write(page: text, to: path)
        }
        return folder
    }

    /// A platform with the project, the schema and the stream of the page.
    private static func withPlatform(_ body: (TestPlatform) async throws -> Void) async throws {
        let folder = try folder()
        defer { folder.remove() }
        try await body(try TestPlatform(catalogNear: folder.path("Tests.swift")))
    }

    private static func expectingAPause(_ platform: TestPlatform) async {
        await platform.loadConfigurations()
        platform.client.updateContext { $0[.offline] = true }
        platform.client.submitInteraction(stream: "app.playback", schema: "/podcast/playback/1.0.0", action: "pause") {
            $0["player_speed"] = 1
        }
        await platform.expectEvent(stream: "app.playback", ["player": ["is_offline": true, "speed": 1]])
    }

    @Test func `a check of the files of the page alone has no errors and no warnings`() throws {
        let folder = try Self.folder()
        defer { folder.remove() }
        let report = try ProjectCheck(CatalogFolders(ofProject: folder.url.path), asOf: nil).report()
        #expect(report.fileCount == 3)
        #expect(report.findings.filter { $0.severity > .note } == [])
    }

    @Test func `the app's call sends what the stream lists`() async throws {
        try await Self.withPlatform { platform in
            platform.client.updateContext { $0["plan"] = "family" }
            pausing(platform.client)
            await platform.loadConfigurations()
            let event = await platform.expectEvent(
                stream: "app.playback", ["action": "pause", "player": ["is_offline": true, "speed": 1.5]])
            #expect(event?["plan"] == nil && platform.client.diagnostics.isEmpty)
        }
    }

    @Test func `a test sees them, and what is dropped for them`() async throws {
        try await Self.withPlatform { platform in
            await Self.expectingAPause(platform)
            platform.client.submitInteraction(
                stream: "app.playback", schema: "/podcast/playback/1.0.0", action: "pause"
            ) {
                $0["player_speed"] = 3
            }
            await platform.expectDropped(stream: "app.playback", reason: .curated)
        }
    }
}
