import EventCatalogTesting
import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

private func pausing(_ client: EventPlatformClient) {
    client.submitInteraction(
        stream: "app.player", action: "pause",
        interactionData: .init(source: "lock_screen", elementID: "pause_button", context: ["seconds": 312]))
}

private func finishing(_ client: EventPlatformClient, title: String) {
    client.submitInteraction(
        stream: "app.episodes", schema: "/podcast/episode/1.0.0", action: "finish",
        interactionData: .init(fields: ["episode_title": title, "is_offline": true]))
}

struct EpisodeFinished: EventInterface {
    var schema: SchemaID { "/podcast/episode_finished/1.0.0" }
    let episodeTitle: String
    let secondsPlayed: Int

    enum CodingKeys: String, CodingKey {
        case episodeTitle = "episode_title"
        case secondsPlayed = "seconds_played"
    }
}

private func submittingAType(_ client: EventPlatformClient, title: String) {
    client.submit(stream: "app.finished", event: EpisodeFinished(episodeTitle: title, secondsPlayed: 1860))
}

/// One run through the funnel: its events have the same token, and count their places from 1.
struct SignUpRun {
    let client: EventPlatformClient
    private let token = UUID().uuidString
    private var position = 0

    init(client: EventPlatformClient) { self.client = client }

    mutating func report(_ element: String) {
        position += 1
        client.submitClick(
            stream: "app.sign_up",
            interactionData: .init(
                elementID: element, funnelName: "sign_up", funnelEntryToken: token,
                funnelEventSequencePosition: position))
    }
}

private func walking(_ client: EventPlatformClient) {
    var run = SignUpRun(client: client)
    run.report("begin")
    run.report("enter_address")
}

private func enteringAnAddress(_ client: EventPlatformClient, token: String) {
    client.submitInteraction(
        stream: "shop.sign_up", schema: "/shop/sign_up/1.0.0", action: "enter_address",
        interactionData: .init(
            funnelName: "sign_up", funnelEntryToken: token, funnelEventSequencePosition: 2,
            fields: ["contact": "mail"]))
}

/// The snippets of the page `InteractionsAndFunnels`, run. Invalid events fail the tests.
@Suite(.waitLimit) struct InteractionsAndFunnelsTests {
    private static let base: JSONValue = ["schema_title": "analytics/product_metrics/app/base"]

    private static func schema(_ title: String, _ properties: JSONObject) -> (SchemaID, JSONValue) {
        var all: JSONObject = ["$schema": ["type": "string"], "meta": ["type": "object"], "dt": ["type": "string"]]
        for (name, value) in properties { all[name] = value }
        let schema: JSONObject = [
            "title": .string(title), "$id": .string("/\(title)/1.0.0"), "type": "object",
            "$schema": "https://json-schema.org/draft-07/schema#", "additionalProperties": false,
            "properties": .object(all),
        ]
        return (SchemaID("/\(title)/1.0.0"), .object(schema))
    }

    private static func platform() async -> TestPlatform {
        let schemas = [
            schema(
                "podcast/episode",
                [
                    "action": ["type": "string"], "episode_title": ["type": "string"],
                    "is_offline": ["type": "boolean"],
                ]),
            schema(
                "podcast/episode_finished",
                ["episode_title": ["type": "string"], "seconds_played": ["type": "integer"]]),
        ]
        let platform = TestPlatform(streams: [
            "app.player": base, "app.sign_up": base, "app.episodes": ["schema_title": "podcast/episode"],
            "app.finished": ["schema_title": "podcast/episode_finished"],
        ]) {
            $0.validation.sources = [.documents(Dictionary(uniqueKeysWithValues: schemas))]
        }
        await platform.loadConfigurations()
        return platform
    }

    @Test func `each call of the page sends a valid event with the properties of its schema`() async {
        let platform = await Self.platform()
        pausing(platform.client)
        await platform.expectEvent(
            stream: "app.player",
            ["action": "pause", "action_source": "lock_screen", "action_context": #"{"seconds":312}"#])
        finishing(platform.client, title: "Blue whale")
        await platform.expectEvent(stream: "app.episodes", ["episode_title": "Blue whale", "is_offline": true])
        submittingAType(platform.client, title: "Blue whale")
        await platform.expectEvent(stream: "app.finished", ["episode_title": "Blue whale", "seconds_played": 1860])
        #expect(platform.client.ledger.total.unvalidated == 0)
    }

    @Test func `the second step of a run has place 2`() async {
        let platform = TestPlatform(streams: ["app.sign_up": [:]])
        await platform.loadConfigurations()
        var run = SignUpRun(client: platform.client)
        run.report("begin")
        run.report("enter_address")
        await platform.expectEvent(
            stream: "app.sign_up", ["element_id": "enter_address", "funnel_event_sequence_position": 2])
    }

    @Test func `the events of a run through a funnel have one token, and count from 1`() async {
        let platform = await Self.platform()
        walking(platform.client)
        let first = await platform.expectEvent(
            stream: "app.sign_up", ["element_id": "begin", "funnel_event_sequence_position": 1])
        await platform.expectEvent(
            stream: "app.sign_up",
            [
                "funnel_name": "sign_up", "funnel_entry_token": first?["funnel_entry_token"] ?? .null,
                "funnel_event_sequence_position": 2,
            ])
    }

    /// Follows the page in an empty folder: its commands, its schema and its stream.
    @Test func `the schema of the page is without a finding, and takes the event of the page`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for block in try Page("Sources/EventPlatform/Documentation.docc/InteractionsAndFunnels.md").blocks {
            switch block {
            case .command(let command): try await folder.run(command)
            case .file(let path, let text): try folder.write(page: text, to: path)
            case .output: break
            }
        }
        let check = try await Child("eventctl", ["check", "--strict"], directory: folder.url).result()
        #expect(check.status == 0 && check.output.hasPrefix("no findings"), "\(check.output)")
        let platform = try TestPlatform(catalogNear: folder.path("Tests/SignUpTests.swift"))
        await platform.loadConfigurations()
        enteringAnAddress(platform.client, token: "0b5e")
        await platform.expectEvent(
            stream: "shop.sign_up",
            ["contact": "mail", "funnel_entry_token": "0b5e", "funnel_event_sequence_position": 2])
    }

    @Test(
        arguments: [
            (InteractionData(elementID: String(repeating: "x", count: 65)), "/element_id"),
            (InteractionData(funnelName: String(repeating: "x", count: 65)), "/funnel_name"),
            (InteractionData(funnelEntryToken: String(repeating: "x", count: 81)), "/funnel_entry_token"),
            (InteractionData(funnelEventSequencePosition: 0), "/funnel_event_sequence_position"),
            (InteractionData(context: ["x": .string(String(repeating: "x", count: 8192))]), "/action_context"),
            (InteractionData(fields: ["x": 1]), "/x"),
        ])
    func `the limits are those that the page names`(data: InteractionData, path: String) async {
        let platform = await Self.platform()
        platform.client.submitClick(stream: "app.player", interactionData: data)
        let drop = await platform.expectDropped(stream: "app.player", reason: .invalid)
        #expect(drop?.detail?.hasPrefix(path) == true)
    }
}
