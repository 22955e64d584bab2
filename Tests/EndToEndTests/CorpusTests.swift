import EventCatalog
import EventSchema
import Foundation
import TestSupport
import Testing

/// The production schemas, stream configurations and example events, where they are beside the checkout, and those of
/// the repository.
@Suite(.waitLimit) struct CorpusTests {
    @Test(.needsCorpus)
    func `every example of the corpus is received as it was sent`() async throws {
        let configurations = try #require(Suites.productionStreams)
        let secondary = try #require(Suites.schemasSecondary)
        let primary = try #require(Suites.schemasPrimary)
        let response = try JSONValue(parsing: Array(Data(contentsOf: configurations)))
        let examples = try await Self.deliver(
            response["streams"]?.object ?? [:], roots: [secondary.path, primary.path])
        #expect(examples == 131)
    }

    @Test func `every example of the repository's own schemas is received as it was sent`() async throws {
        let examples = try await Self.deliver([:], roots: [Checkout.file("Schemas").path])
        #expect(examples >= 5)
    }

    /// Sends every example with `eventctl send` to an intake, and compares the events in its store.
    ///
    /// - Returns: how many examples there were.
    private static func deliver(_ streams: JSONObject, roots: [String]) async throws -> Int {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var streams = streams
        let examples = try examples(in: roots, &streams)
        try folder.write(examples.map { JSONValue.object($0).jsonText + "\n" }.joined(), to: "events.ndjson")
        try folder.write(JSONValue.object(["streams": .object(streams)]).jsonText, to: "streams.json")
        let schemas = roots.flatMap { ["--schemas", $0] }
        let server = try await Server.start(
            store: folder.path("intake.sqlite"), ["--stream-configs", folder.path("streams.json")] + schemas)
        let result = try await Child.run(
            "eventctl",
            [
                "send", folder.path("events.ndjson"), "--stream-configs", server.url, "--store",
                folder.path("queue.sqlite"),
            ] + schemas)
        #expect(result.status == 0, "\(result.errors)")
        let ledger = try SendTests.ledger(result)
        #expect(ledger["submitted"] == .number(examples.count), "\(ledger)")
        #expect(ledger["delivered"] == .number(examples.count), "\(ledger)")
        let received = try await server.received()
        #expect(received.count == examples.count)
        for (sent, stored) in zip(examples, received.sorted { $0["id"]?.string ?? "" < $1["id"]?.string ?? "" }) {
            expectSame(sent, stored["event"] ?? .null)
        }
        await server.stop()
        return examples.count
    }

    /// The examples that have `$schema` and `meta`, each with an id of its own, without `meta.dt`, and on a stream of
    /// its schema's title that takes everything; such a stream is added where there is none.
    private static func examples(in roots: [String], _ streams: inout JSONObject) throws -> [JSONObject] {
        let repository = try SchemaRepository(roots: roots)
        var examples: [JSONObject] = []
        for version in repository.versions.sorted(by: { $0.uri < $1.uri }) {
            for example in version.document["examples"]?.array ?? [] {
                guard var event = example.object, event["$schema"] != nil, var meta = event["meta"]?.object else {
                    continue
                }
                meta["stream"] = .string(stream(of: version.title, &streams))
                let number = String(examples.count)
                meta["id"] = .string(String(repeating: "0", count: 5 - number.count) + number)
                meta["dt"] = nil
                event["meta"] = .object(meta)
                event["$schema"] = .string(version.uri)
                examples.append(event)
            }
        }
        return examples
    }

    private static func stream(of title: String, _ streams: inout JSONObject) -> String {
        let takesAll = streams.first {
            $0.value["schema_title"] == .string(title) && $0.value["sample"] == nil && !$0.name.hasPrefix("/")
                && $0.value["producers"]?["metrics_platform_client"] == nil
        }
        if let takesAll { return takesAll.name }
        let name = "added." + title.split(separator: "/").joined(separator: ".")
        streams[name] = ["schema_title": .string(title), "sample": ["unit": "session", "rate": 1]]
        return name
    }

    /// Expects everything that was sent, and beyond it only what the intake adds.
    private static func expectSame(_ sent: JSONObject, _ stored: JSONValue) {
        for (name, value) in sent where !["meta", "http"].contains(name) { #expect(stored[name] == value, "\(name)") }
        for (name, value) in sent["http"]?.object ?? [:] where name != "request_headers" {
            #expect(stored["http"]?[name] == value, "http.\(name)")
        }
        for (name, value) in sent["meta"]?.object ?? [:] { #expect(stored["meta"]?[name] == value, "meta.\(name)") }
        let added = names(of: stored).subtracting(sent.names)
        let isLegacy = sent["$schema"]?.string?.hasPrefix("/analytics/legacy") == true
        #expect(added.isSubset(of: isLegacy ? ["dt", "http"] : ["http"]), "added: \(added)")
        let addedToMeta = names(of: stored["meta"]).subtracting(names(of: sent["meta"]))
        #expect(addedToMeta.contains("dt") && addedToMeta.isSubset(of: ["dt", "request_id"]), "added: \(addedToMeta)")
    }

    private static func names(of value: JSONValue?) -> Set<String> { Set(value?.object.map { Array($0.names) } ?? []) }
}
