import EventCatalog
import EventIntake
import EventPlatform
import EventSchema
import EventSupport
import Foundation
import Logging
import TestSupport
import Testing

/// The remote configuration document where its reader, its schema, the tools and the article meet.
@Suite(.waitLimit) struct ClientConfigurationTests {
    private static let repository = Result { try SchemaRepository(roots: [Checkout.file("Schemas").path]) }

    private func schema() throws -> Schema {
        try #require(try Self.repository.get()[RemoteConfigurationSchema.uri]?.schema)
    }

    /// The document in the article.
    private func article() throws -> JSONValue {
        let file = Checkout.file("Sources/EventPlatform/Documentation.docc/RemoteConfigurationOfClients.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "```json\n")).upperBound
        let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
        return try JSONValue(parsing: String(text[start..<end]))
    }

    @Test func `the document of the article is read without a remark, and follows the schema`() throws {
        let document = try article()
        #expect(try RemoteDocument(document).issues == [])
        #expect(try schema().findings(in: document) == [])
    }

    @Test func `the compiled-in schema is that of the repository`() throws {
        let file = try #require(try Self.repository.get()[RemoteConfigurationSchema.uri]).document
        #expect(Self.withoutTexts(file) == (try JSONValue(parsing: RemoteConfigurationSchema.document)))
    }

    private static func withoutTexts(_ schema: JSONValue, isNames: Bool = false) -> JSONValue {
        switch schema {
        case .object(let members):
            let kept = members.filter { isNames || !["description", "examples"].contains($0.name) }
            return .object(
                JSONObject(
                    kept.map { member in
                        let isNames = !isNames && ["properties", "definitions"].contains(member.name)
                        return (member.name, withoutTexts(member.value, isNames: isNames))
                    }))
        case .array(let elements): return .array(elements.map { withoutTexts($0) })
        default: return schema
        }
    }

    @Test func `the schema finds every mistake that the reader ignores in 3000 mutated documents`() throws {
        let (document, schema) = (try article(), try schema())
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 3))
        var broken = 0
        for _ in 0..<3000 {
            let mutated = document.with(bundle: mutator.mutated(document.bundle))
            guard let read = try? RemoteDocument(mutated), !read.issues.isEmpty else { continue }
            broken += 1
            // Two bundles of one namespace, and whether a text is a URL, are beyond a schema.
            let isOfSchema = read.issues.contains {
                !$0.message.contains("has a bundle already") && !$0.path.hasSuffix(".endpoint")
            }
            guard isOfSchema else { continue }
            #expect(!schema.isValid(mutated), "\(read.issues) in \(mutated.jsonText)")
        }
        #expect(broken > 1000)
    }

    @Test func `check names each mistake of a document with its place`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(
            """
            {
              "$schema": "https://iglucentral.com/schemas/com.snowplowanalytics.mobile/remote_config/jsonschema/1-0-0",
              "configurationVersion": "1",
              "configurationBundle": [
                {
                  "namespace": "app",
                  "networkConfiguration": {"endpoint": "https://intake.example.org", "method": "put"},
                  "sessionConfiguration": {"foregroundTimeOut": 60}
                },
                {"namespace": "app"}
              ]
            }
            """, to: "client-config.json")
        let result = try await Child.run("eventctl", ["check", "--client-config", file])
        #expect(result.status == 1)
        for line in [
            ":3:27: error:", ":7:84: error:", ":8:53: error:", "Did you mean “foregroundTimeout”?",
            ":10:19: error: The namespace “app” has a bundle on line 6 already.",
        ] {
            #expect(result.output.contains(line), "\(line) in \(result.output)")
        }
        try folder.write(try article().jsonText, to: "client-config.json")
        #expect(try await Child.run("eventctl", ["check", "--client-config", file]).status == 0)
    }

    @Test func `serve has the document with its entity tag, and reads it again after an edit`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write(#"{"configurationVersion": 1}"#, to: "client-config.json")
        var configuration = IntakeConfiguration()
        configuration.clientConfiguration = file
        let (notices, seen) = AsyncStream.makeStream(of: String.self)
        configuration.onNotice = { seen.yield($0) }
        try await withIntake(configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) { intake in
            for await notice in notices where notice.contains("client-config.json:1:1: The document: ") { break }
            let url = intake.url.appendingPathComponent("v1/client-config")
            let connection = TimeLimitedConnection(DefaultConnection.make())
            let first = try await connection.response(to: NetworkRequest(method: .get, url: url))
            #expect(first.status == 200 && first.headers["etag"] != nil)
            let tag = try #require(first.headers["etag"])
            let again = NetworkRequest(method: .get, url: url, headers: ["If-None-Match": tag])
            #expect(try await connection.response(to: again).status == 304)
            try folder.write(#"{"configurationVersion": 2"#, to: "client-config.json")
            for await notice in notices where notice.contains("served as before") { break }
            #expect(try await connection.response(to: again).status == 304)
            try folder.write(#"{"configurationVersion": 2}"#, to: "client-config.json")
            for await notice in notices where notice.contains("version 2 served") { break }
            let edited = try await connection.response(to: again)
            #expect(try JSONValue(parsing: edited.body)["configurationVersion"] == 2)
        }
    }

    @Test func `the demo of the remote configuration delivers every event`() async throws {
        let result = try await Child.run("eventctl", ["demo", "--remote-config"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for text in [
            "default configuration: reading, search", "fetched configuration: reading\n",
            "fetched configuration: reading, search", "(fetched)",
            "6 events submitted, 6 delivered by the ledgers, 6 in",
        ] {
            #expect(result.output.contains(text), "\(text) in \(result.output)")
        }
    }
}

extension JSONValue {
    /// The first bundle of a document.
    fileprivate var bundle: JSONValue { self["configurationBundle"]?.array?.first ?? .null }

    /// A document with another first bundle.
    fileprivate func with(bundle: JSONValue) -> JSONValue {
        var document = object ?? [:]
        let others = document["configurationBundle"]?.array?.dropFirst() ?? []
        document["configurationBundle"] = .array([bundle] + others)
        return .object(document)
    }
}
