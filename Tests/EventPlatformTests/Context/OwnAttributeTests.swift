import EventPlatformTesting
import EventSchema
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

extension ContextualAttribute {
    fileprivate static let offline = ContextualAttribute("offline", field: "player.is_offline", type: .boolean)
    fileprivate static let released = ContextualAttribute("released", field: "player.released", type: .dateTime)
}

/// Contextual attributes that an app declares, from the call to the wire.
@Suite(.waitLimit) struct OwnAttributeTests {
    private static let schema: JSONValue = [
        "title": "pod", "$id": "/pod/1.0.0", "type": "object",
        "properties": [
            "$schema": ["type": "string"], "meta": ["type": "object"], "dt": ["type": "string"],
            "action": ["type": "string"], "speed": ["type": "number"],
            "player": [
                "type": "object",
                "properties": [
                    "is_offline": ["type": "boolean"], "released": ["type": "string"], "name": ["type": "string"],
                    "tags": ["type": "array", "items": ["type": "string"]],
                    "queue": ["type": "object", "properties": ["length": ["type": "integer"]]],
                ],
            ],
        ],
    ]

    /// A platform with a stream that lists attributes, and one that lists none.
    private static func platform(
        _ attributes: JSONValue = ["offline", "speed"], curation: JSONValue = [:],
        _ configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) -> TestPlatform {
        let client: JSONValue = ["provide_values": attributes, "curation": curation]
        return TestPlatform(
            streams: [
                "pod.play": ["schema_title": "pod", "producers": ["metrics_platform_client": client]],
                "pod.other": ["schema_title": "pod"],
            ]
        ) {
            $0.validation.sources = [.documents(["/pod/1.0.0": schema])]
            configure(&$0)
        }
    }

    private static func loaded(_ attributes: JSONValue = ["offline", "speed"], curation: JSONValue = [:]) async
        -> TestPlatform
    {
        let platform = platform(attributes, curation: curation)
        await platform.loadConfigurations()
        return platform
    }

    private static func submit(_ platform: TestPlatform, stream: EventPlatformClient.Stream = "pod.play") {
        platform.client.submitInteraction(stream: stream, schema: "/pod/1.0.0", action: "play")
    }

    private static func messages(_ platform: TestPlatform, _ kind: Diagnostic.Kind) -> [String] {
        platform.client.diagnostics.filter { $0.kind == kind }.map(\.message)
    }

    // MARK: - Values

    @Test func `an event has the app's own attributes that its stream lists`() async {
        let platform = await Self.loaded(["offline", "speed", "player_name", "player_tags", "length"])
        platform.client.updateContext {
            $0[.offline] = true
            $0["speed"] = 1.5
            $0["player_name"] = "kitchen"
            $0["player_tags"] = ["loud", "new"]
            $0[ContextualAttribute("length", field: "player.queue.length", type: .integer)] = 3
        }
        Self.submit(platform)
        Self.submit(platform, stream: "pod.other")
        await platform.expectEvent(
            stream: "pod.play",
            [
                "speed": 1.5,
                "player": ["is_offline": true, "name": "kitchen", "tags": ["loud", "new"], "queue": ["length": 3]],
            ])
        let other = await platform.sentEvents().first { $0["meta"]?["stream"] == "pod.other" }
        #expect(other != nil && other?["speed"] == nil && other?["player"] == nil)
        #expect(platform.client.diagnostics.isEmpty)
    }

    @Test(
        arguments: [
            (.boolean, "a"), (.string, 1), (.stringList, ["a", 1]), (.number, "1"), (.integer, 1.5),
            (.dateTime, "today"), (.string, ["a": 1]), (.boolean, []),
        ] as [(ContextualAttributeType, JSONValue)])
    func `a value of another type than the app declares is left out, with a diagnostic`(
        type: ContextualAttributeType, value: JSONValue
    ) async {
        let attribute = ContextualAttribute("speed", type: type)
        let platform = await Self.loaded()
        platform.client.updateContext { $0[attribute] = value }
        platform.client.submitInteraction(stream: "pod.play", schema: "/pod/1.0.0", action: "play") {
            $0[attribute] = value
        }
        let event = await platform.sentEvents().first
        #expect(event != nil && event?["speed"] == nil && platform.client.context[attribute] == nil)
        let messages = Self.messages(platform, .misuse)
        #expect(messages.count == 1 && messages.first?.contains("its type is \(type.word),") == true, "\(messages)")
    }

    @Test(
        arguments: [
            (ContextualAttribute(""), "the name is empty"), ("a\0b", "control character"),
            ("a\nb", "control character"),
            (ContextualAttribute("a", field: "a..b"), "between periods"),
            (ContextualAttribute("a", field: ""), "between periods"),
            (ContextualAttribute("a", field: "a.\nb"), "control character"),
            (ContextualAttribute("a", field: "meta.dt"), "meta.dt is one that the client writes"),
            (ContextualAttribute("a", field: "meta"), "client writes"), ("dt", "client writes"),
            (ContextualAttribute("a", field: "$schema"), "client writes"),
            (ContextualAttribute("a", field: "page.id"), "client writes"), ("performer", "client writes"),
            (ContextualAttribute("a", field: "action"), "client writes"),
            (ContextualAttribute("page_id", field: "player.name"), "platform's attribute page_id"),
            (ContextualAttribute("user_name", type: .boolean), "platform's attribute performer_name"),
        ] as [(ContextualAttribute, String)])
    func `an attribute that no event can have is removed from the context, with a diagnostic`(
        attribute: ContextualAttribute, reason: String
    ) async throws {
        let platform = await Self.loaded([.string(attribute.name), "speed"])
        platform.client.updateContext {
            $0[attribute] = "secret"
            $0["speed"] = 2
        }
        Self.submit(platform)
        let event = try #require(await platform.sentEvents().first)
        #expect(event.object?.names.sorted() == ["$schema", "action", "dt", "meta", "speed"])
        #expect(event["meta"]?["stream"] == "pod.play" && event["$schema"] == "/pod/1.0.0" && event["action"] == "play")
        let messages = Self.messages(platform, .misuse)
        #expect(messages.count == 1 && messages.first?.contains(reason) == true, "\(messages)")
        #expect(messages.first?.contains("secret") == false)
    }

    @Test func `an initial context is checked too, and has at most 128 own attributes`() async {
        var context = TestPlatform.appContext
        for number in 100..<300 { context[ContextualAttribute("own\(number)")] = 1 }
        context[""] = 1
        let platform = TestPlatform(streams: [:], context: context)
        #expect(platform.client.context.ownAttributes.map(\.name) == (100..<228).map { "own\($0)" })
        #expect(platform.client.context.agent.clientPlatform == "ios")
        #expect(Self.messages(platform, .misuse).count == 2)
    }

    @Test func `every property that the client writes itself is known as such`() throws {
        let all = InteractionData(
            subtype: "a", source: "a", elementID: "a", elementFriendlyName: "a", funnelName: "a",
            funnelEntryToken: "a", funnelEventSequencePosition: 1, context: ["a": 1])
        guard case .interaction(let properties) = all.content(action: "a") else { throw SubmissionError() }
        let paths = properties.members.names.map { [$0] } + OlderMobileField.all.map(\.path)
        #expect(properties.members.count == 9)
        for path in paths {
            #expect(ContextualAttribute("a", field: path.joined(separator: ".")).problem != nil, "\(path)")
        }
    }

    // MARK: - Streams

    @Test func `a listed name that the schema does not have is left out and said once`() async {
        let platform = await Self.loaded(["next_year's", "speed"])
        platform.client.updateContext {
            $0["next_year's"] = 1
            $0["speed"] = 2
        }
        Self.submit(platform)
        Self.submit(platform)
        await platform.expectEvent(stream: "pod.play", ["speed": 2])
        let messages = Self.messages(platform, .streamConfiguration)
        #expect(messages.count == 1 && messages.first?.contains("next_year's") == true, "\(messages)")
    }

    @Test(arguments: [["offline", "silent"], ["silent", "offline"]])
    func `of two attributes with one field the first that the stream lists is sent, and it is said once`(
        names: [String]
    ) async {
        let silent = ContextualAttribute("silent", field: "player.is_offline")
        let platform = await Self.loaded(.array(names.map(JSONValue.string)))
        platform.client.updateContext {
            $0[.offline] = true
            $0[silent] = false
        }
        for _ in 0..<2 { Self.submit(platform) }
        await platform.expectEvent(stream: "pod.play", ["player": ["is_offline": .bool(names[0] == "offline")]])
        #expect(await Set(platform.sentEvents().map { $0["player"] }).count == 1)
        let messages = Self.messages(platform, .misuse)
        #expect(messages.count == 1 && messages.first?.contains("player.is_offline") == true, "\(messages)")
    }

    @Test func `an attribute that is switched off is in no event`() throws {
        let platform = Self.platform()
        let schema = CompiledSchema(try Schema(Self.schema))
        let streams = StreamConfigurations(streams: [
            "s": ["producers": ["metrics_platform_client": ["provide_values": ["offline", "speed"]]]]
        ])
        let stream = try #require(streams.hiding(["offline"])["s"])
        platform.client.updateContext {
            $0[.offline] = true
            $0["speed"] = 1
        }
        let selected = StreamContext.selection(
            from: platform.client.context, Sessions.Identity(), installID: nil, for: stream, schema: schema,
            schemaID: "/pod/1.0.0")
        #expect(selected.ownAttributes == ["speed"] && stream.ownAttributes == ["speed"])
    }

    // MARK: - Curation

    @Test(
        arguments: [
            ("offline", "equals", false, true as JSONValue, false as JSONValue),
            ("offline", "not_equals", true, true, false),
            ("speed", "greater_than", 1, 1, 1.5), ("speed", "less_than", 1, 1, 0.5),
            ("speed", "greater_than_or_equals", 1, 0.5, 1), ("speed", "less_than_or_equals", 1, 1.5, 1),
            ("speed", "in", [1, 2], 3, 2), ("speed", "not_in", [1, 2], 2, 3),
            ("player_name", "contains", "itch", "hall", "kitchen"),
            ("player_name", "does_not_contain", "itch", "kitchen", "hall"),
            ("player_tags", "contains", "new", ["old"], ["new"]),
            ("player_tags", "contains_all", ["a", "b"], ["a"], ["b", "a"]),
            ("player_tags", "contains_any", ["a", "b"], ["c"], ["b"]),
            ("released", "greater_than", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.1Z"),
            ("released", "equals", "2026-01-01T01:00:00+01:00", "2026-01-01T01:00:00Z", "2026-01-01T00:00:00Z"),
        ] as [(String, String, JSONValue, JSONValue, JSONValue)])
    func `a stream is curated by an app's own attribute`(
        name: String, rule: String, operand: JSONValue, failing: JSONValue, passing: JSONValue
    ) async {
        let platform = await Self.loaded(
            ["offline", "speed", "player_name", "player_tags", "released"],
            curation: .object([name: .object([rule: operand])]))
        let attribute =
            [ContextualAttribute.offline, .released].first { $0.name == name } ?? ContextualAttribute(name)
        for value: JSONValue? in [failing, passing, nil] {
            platform.client.updateContext { $0[attribute] = value }
            Self.submit(platform)
        }
        let sent = await platform.sentEvents()
        #expect(sent.map { event in attribute.paths.lazy.compactMap { event[path: $0] }.first } == [passing])
        #expect(platform.client.ledger.total.dropped == [.curated: 2])
    }

    @Test func `an explanation says what becomes of an app's own attributes`() async throws {
        let platform = await Self.loaded(
            ["offline", "speed", "mood"], curation: ["offline": ["equals": false]])
        platform.client.updateContext { $0[.offline] = true }
        let explanation = await platform.client.explain(stream: "pod.play", schema: "/pod/1.0.0") {
            $0["speed"] = 2
            $0["dt"] = "now"
        }
        #expect(explanation.outcome == .drops(.curated))
        let context = try #require(explanation.stages.first { $0.name == "context" })
        #expect(context.why.contains("offline, speed") && context.why.contains("client_platform_family, mood"))
        #expect(context.why.contains("the attribute “dt” is removed"))
        let offline = context.details["attributes"]?.array?.first { $0["name"] == "offline" }
        #expect(offline?["path"] == "player.is_offline" && offline?["type"] == "boolean" && offline?["value"] == true)
        #expect(explanation.summary.contains("offline equals fails, since the value is true"))
    }

    // MARK: - Events of the app's own type

    private struct Played: EventInterface {
        struct Player: Encodable { var is_offline: Bool?, name: String? }
        var schema: SchemaID { "/pod/1.0.0" }
        var player: Player?
    }

    @Test(
        arguments: [
            (nil, ["is_offline": true, "name": "kitchen"]), (.init(), ["is_offline": true, "name": "kitchen"]),
            (.init(is_offline: false), ["is_offline": false, "name": "kitchen"]),
        ] as [(Played.Player?, JSONValue)])
    private func `what an event of the app's own type has is kept, and what it lacks is added`(
        player: Played.Player?, expected: JSONValue
    ) async {
        let platform = await Self.loaded(["offline", "player_name"])
        platform.client.updateContext {
            $0[.offline] = true
            $0["player_name"] = "kitchen"
        }
        platform.client.submit(stream: "pod.play", event: Played(player: player))
        #expect(await platform.sentEvents().first?["player"] == expected)
    }

    @Test func `a field that an interaction has is kept`() async {
        let platform = await Self.loaded()
        platform.client.updateContext { $0["speed"] = 1 }
        platform.client.submitInteraction(
            stream: "pod.play", schema: "/pod/1.0.0", action: "play", interactionData: .init(fields: ["speed": 3]))
        await platform.expectEvent(stream: "pod.play", ["speed": 3])
    }

    // MARK: - Waiting and consent

    @Test(arguments: [false, true])
    func `an event that waits keeps them over a restart`(forSchema: Bool) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        func platform(hasSchema: Bool) -> TestPlatform {
            Self.platform(curation: ["offline": ["equals": true]]) {
                $0.store.location = .file(folder.file("events.sqlite"))
                if !hasSchema { $0.validation.sources = [.repository(URL(filePath: "/repository"))] }
            }
        }
        let first = platform(hasSchema: !forSchema)
        first.connection.respond { _ in NetworkResponse(status: 503) }
        if forSchema { await first.loadConfigurations() }
        first.client.updateContext {
            $0[.offline] = true
            $0["speed"] = 1.5
        }
        Self.submit(first)
        #expect(await first.client.persist())
        #expect(first.client.ledger.total.pending == 1)
        _ = await first.client.shutdown(deadline: .zero)
        let second = platform(hasSchema: true)
        await second.loadConfigurations()
        await second.expectEvent(stream: "pod.play", ["player": ["is_offline": true], "speed": 1.5])
        _ = await second.client.shutdown(deadline: .zero)
    }

    @Test func `a refusal erases them with their events`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        let platform = Self.platform { $0.store.location = .file(file) }
        platform.client.updateContext {
            $0[.offline] = true
            $0["player_name"] = "a-name-to-be-erased"
        }
        Self.submit(platform)
        #expect(await platform.client.persist())
        await platform.client.set(consent: .declined)
        await platform.client.set(consent: .granted)
        await platform.loadConfigurations()
        #expect(await platform.sentEvents().isEmpty)
        _ = await platform.client.shutdown(deadline: .zero)
        let files = try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
        for file in files {
            #expect(try Data(contentsOf: file).range(of: Data("a-name-to-be-erased".utf8)) == nil, "\(file)")
        }
    }
}
