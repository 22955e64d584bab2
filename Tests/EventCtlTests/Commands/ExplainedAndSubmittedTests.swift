import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform
@testable import eventctl

/// What `explain` says of an event against what the client of `send` then does with it, for random projects.
@Suite(.waitLimit) struct ExplainedAndSubmittedTests {
    private static let eventsPerProject = 100

    /// 10 000 events of 100 projects, whose attributes have fields that no name tells.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `explain and an actual submit agree on random events of a random project`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let project = RandomProject(&random)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (path, text) in project.files { try folder.write(text, to: path) }
        let streams = try StreamFolder(directory: folder.path("Streams"))
        let schemas = try SchemaRepository(roots: [folder.path("Schemas")], isStrict: false)
        #expect(streams.project.findings.isEmpty && streams.unreadable.isEmpty, "\(project.files)")
        // An event of send is as it is written; the client of an app leaves out a value of the wrong type.
        let isVerbatim = seed % 2 == 0
        let client = try await Self.client(streams, schemas, session: project.session, isVerbatim: isVerbatim)
        let descriptions = Dictionary(
            uniqueKeysWithValues: streams.streams.map {
                ($0.name, StreamDescription(of: $0.name, in: streams, schemas))
            })
        for _ in 0..<Self.eventsPerProject {
            let event = project.event(&random, hasWrongTypes: !isVerbatim)
            var given = GivenAttributes(streams.project.vocabulary)
            given.set(event.fields)
            var explainer = StreamExplainer(
                configurations: streams.configurations, context: given.context, session: project.session,
                declaring: streams.project.vocabulary.own)
            explainer.missing = .every  // the events are whole
            let explained = ExplainedStream(event.stream, explainer, descriptions[event.stream] ?? nil).json
            let before = client.ledger.streams[event.stream] ?? .init()
            if isVerbatim {
                let line = try EventLine(Array(event.json.jsonText.utf8), id: UUID().uuidString)
                client.submit(stream: line.stream, event: line, context: line.addIdentifiers)
            } else {
                let id = SchemaID(RandomProject.schema)
                client.submitInteraction(stream: .init(event.stream), schema: id, action: "click") { context in
                    context = given.context
                    context.setIdentifiers(session: project.session, device: nil, pageview: nil)
                }
            }
            await client.persist()
            let after = client.ledger.streams[event.stream] ?? .init()
            let became = Self.outcome(from: before, to: after)
            let words = "\(explained["outcome"]?.string ?? "") \(explained["reason"]?.string ?? "")"
            #expect(words == became, "\(event.json.jsonText) \(project.files) \(explained["summary"] ?? .null)")
        }
    }

    private static func outcome(from before: Ledger.Account, to after: Ledger.Account) -> String {
        if after.pending == before.pending + 1 { return "sent " }
        let reason = after.dropped.first { $0.value > before.dropped[$0.key, default: 0] }?.key
        return "dropped \(reason?.rawValue ?? "")"
    }

    /// The client of `send`, which stores its events.
    private static func client(
        _ streams: StreamFolder, _ schemas: SchemaRepository, session: String, isVerbatim: Bool
    ) async throws -> EventPlatformClient {
        let documents = schemas.versions.map { (SchemaID($0.uri), $0.document) }
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams(streams.settings), network: NetworkConfiguration(destinations: .production),
            store: .inMemory)
        configuration.completesEvents = !isVerbatim
        configuration.validation.sources = [.documents(Dictionary(documents) { first, _ in first })]
        configuration.dispatchMode = .manual
        var context = Context.empty
        context.setIdentifiers(session: session, device: nil, pageview: nil)
        let client = streams.project.client(configuration, context: context)
        try await client.openStore()
        await client.loadConfigurations()
        return client
    }
}

/// A project with attributes of its own, a schema that has their fields, and streams that list and curate by them.
private struct RandomProject {
    struct Event {
        let stream: String
        let fields: JSONObject
        var json: JSONValue {
            var event: JSONObject = [
                "$schema": .string(RandomProject.schema), "meta": ["stream": .string(stream)], "action": "click",
            ]
            for (name, value) in fields { event[name] = value }
            return .object(event)
        }
    }

    fileprivate struct Attribute {
        let name: String
        let path: [String]
        let type: String
        let bound: JSONObject

        /// The values that events have: within the bounds and beyond them, or of another type.
        func value(_ random: inout SeededGenerator, isWrong: Bool) -> JSONValue {
            if isWrong { return .array([]) }
            return switch type {
            case "boolean": .bool(Bool.random(using: &random))
            case "integer": .number(Int.random(in: -1...6, using: &random))
            default: .string(["a", "b", "c", "d"].randomElement(using: &random) ?? "a")
            }
        }
    }

    static let schema = "/shop/visit/1.0.0"
    private static let names = ["customer_is_member", "basket_size", "store", "text_size", "plan_name", "a_b_c"]
    private static let outer = ["customer", "basket", "shop", "page_view"]
    let session: String
    private let attributes: [Attribute]
    private let streams: [(name: String, listed: [Attribute], curation: JSONObject, rate: Double)]

    init(_ random: inout SeededGenerator) {
        session = String(UInt64.random(in: 0 ... .max, using: &random), radix: 16)
        let count = Int.random(in: 1...5, using: &random)
        attributes = Self.names.shuffled(using: &random).prefix(count).map { name in
            let type = ["boolean", "integer", "string"].randomElement(using: &random) ?? "string"
            let bounds: [String: JSONObject] = [
                "integer": ["minimum": 0, "maximum": 4], "string": ["enum": ["a", "b", "c"]],
            ]
            // As the client guesses it from the name, in another object, in no object, three objects deep.
            let words = name.split(separator: "_", maxSplits: 1).map(String.init)
            let other = Self.outer.randomElement(using: &random) ?? "shop"
            let paths = [words, [other, name], ["field_of_\(name)"], [other, "inner", "\(name)_x"]]
            return Attribute(
                name: name, path: paths.randomElement(using: &random) ?? words, type: type, bound: bounds[type] ?? [:])
        }.filterOverlapping()
        let own = attributes
        streams = ["shop.a", "shop.b", "shop.c"].map { name in
            let listed = own.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            var curation = JSONObject()
            for attribute in listed where Bool.random(using: &random) {
                curation[attribute.name] = Self.rule(attribute, &random)
            }
            return (name, listed, curation, [0.5, 1, 1].randomElement(using: &random) ?? 1)
        }
    }

    private static func rule(_ attribute: Attribute, _ random: inout SeededGenerator) -> JSONValue {
        switch attribute.type {
        case "boolean": ["equals": .bool(Bool.random(using: &random))]
        case "integer": ["less_than": .number(Int.random(in: 1...5, using: &random))]
        default: Bool.random(using: &random) ? ["in": ["a", "b"]] : ["not_equals": "a"]
        }
    }

    func event(_ random: inout SeededGenerator, hasWrongTypes: Bool) -> Event {
        let stream = streams.randomElement(using: &random) ?? streams[0]
        var fields = JSONValue.object([:])
        for attribute in stream.listed where Int.random(in: 0..<5, using: &random) > 0 {
            fields = fields.setting(
                attribute.path[...],
                attribute.value(&random, isWrong: hasWrongTypes && Int.random(in: 0..<8, using: &random) == 0))
        }
        return Event(stream: stream.name, fields: fields.object ?? [:])
    }

    /// JSON is YAML, too.
    var files: [String: String] {
        let words = attributes.map { attribute -> (String, JSONValue) in
            let field = attribute.path.joined(separator: ".")
            return (attribute.name, ["field": .string(field), "type": .string(attribute.type), "sensitivity": "low"])
        }
        let entries = streams.map { stream -> (String, JSONValue) in
            let client: JSONObject = [
                "provide_values": .array(stream.listed.map { .string($0.name) }), "curation": .object(stream.curation),
            ]
            let settings: JSONObject = [
                "schema_title": "shop/visit", "sample": ["unit": "session", "rate": .number(stream.rate)],
                "producers": ["metrics_platform_client": .object(client)],
            ]
            return (stream.name, .object(settings))
        }
        let project: JSONObject = ["attributes": .object(JSONObject(words))]
        return [
            "Project.yaml": JSONValue.object(project).jsonText,
            "Streams/a.yaml": JSONValue.object(JSONObject(entries)).jsonText,
            "Schemas/shop/visit/1.0.0.yaml": schemaDocument.jsonText,
        ]
    }

    private var schemaDocument: JSONValue {
        var properties = JSONValue.object([
            "$schema": ["type": "string"], "action": ["type": "string"],
            "meta": ["type": "object", "properties": ["stream": ["type": "string"], "id": ["type": "string"]]],
        ])
        for attribute in attributes {
            var schema: JSONObject = ["type": .string(attribute.type)]
            for (name, value) in attribute.bound { schema[name] = value }
            // Each object on the way is one with properties.
            let path = attribute.path.flatMap { [$0, "properties"] }.dropLast()
            for count in stride(from: 1, to: path.count, by: 2) {
                properties = properties.setting(path.prefix(count) + ["type"], "object")
            }
            properties = properties.setting(path[...], .object(schema))
        }
        return [
            "title": "shop/visit", "$id": .string(Self.schema), "type": "object", "properties": properties,
            "$schema": "https://json-schema.org/draft-07/schema#",
        ]
    }
}

extension [RandomProject.Attribute] {
    /// Without those whose field is within another one's.
    fileprivate func filterOverlapping() -> [Element] {
        var taken: [Element] = []
        for attribute in self {
            let isFree = taken.allSatisfy {
                !$0.path.starts(with: attribute.path) && !attribute.path.starts(with: $0.path)
            }
            if isFree { taken.append(attribute) }
        }
        return taken
    }
}

extension JSONValue {
    /// The object with a value at a path.
    fileprivate func setting(_ path: ArraySlice<String>, _ value: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        var members = object ?? [:]
        members[name] = (members[name] ?? .object([:])).setting(path.dropFirst(), value)
        return .object(members)
    }
}
