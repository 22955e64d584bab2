import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

@Suite struct RemoteConfigurationCacheTests {
    private static let endpoint = RemotePlatform.endpoint

    /// Applies documents one after the other, and keeps the last one with what is then in force.
    private func keep(
        _ documents: [JSONValue], _ cache: RemoteConfigurationCache, ofCode: Set<String> = []
    ) throws -> (inForce: BundlesInForce, issues: [RemoteIssue]) {
        var (inForce, issues) = (BundlesInForce(), [RemoteIssue]())
        for json in documents {
            let document = try RemoteDocument(json, inForce: inForce.sources)
            issues += document.issues + inForce.take(document, ofCode: ofCode).issues
            let received = ConfigurationDocument(body: json.jsonBytes, tag: "1")
            try cache.keep(received, bundles: inForce.sources, from: Self.endpoint)
        }
        return (inForce, issues)
    }

    private func withCache(_ body: (RemoteConfigurationCache) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try body(RemoteConfigurationCache(beside: .file(folder.file("base.sqlite"))))
    }

    /// A bundle of that many bytes, a little more.
    private func bundle(_ namespace: String, bytes: Int) -> JSONValue {
        RemoteDocuments.bundle(
            namespace, ["subjectConfiguration": ["userId": .string(String(repeating: "x", count: bytes))]])
    }

    /// Fails when the limit of a document, 64 bundles, is that of the bundles in force.
    @Test func `the bundles of many documents are in force at the next start`() throws {
        try withCache { cache in
            let settings: JSONObject = ["clientConfiguration": ["consent": "declined"]]
            let documents = (0..<200).map {
                RemoteDocuments.document(version: $0, RemoteDocuments.bundle("n\($0)", settings))
            }
            _ = try keep(documents, cache)
            let cached = try #require(try cache.document(from: Self.endpoint))
            #expect(Set(cached.bundles.map(\.namespace)) == Set((0..<200).map { "n\($0)" }))
            #expect(cached.bundles.allSatisfy { $0.clientConfiguration.consent == .declined })
            #expect(cached.issues == [] && cached.version == 199)
        }
    }

    @Test func `a mistake in a kept bundle of an earlier document is reported at each start`() throws {
        try withCache { cache in
            let broken = RemoteDocuments.bundle("a", ["clientConfiguration": ["emitRange": 0]])
            _ = try keep(
                [
                    RemoteDocuments.document(version: 1, broken),
                    RemoteDocuments.document(version: 2, RemoteDocuments.bundle("b")),
                ], cache)
            let cached = try #require(try cache.document(from: Self.endpoint))
            #expect(cached.issues.map(\.path) == ["kept bundle “a”.clientConfiguration.emitRange"])
        }
    }

    /// Fails when a process can have more in force than the file can have.
    @Test func `what the file has no room for is not put into force, and said`() throws {
        try withCache { cache in
            let documents = (0..<9).map {
                // A tab is two bytes in the file, and the document is in it as a whole.
                RemoteDocuments.document(
                    version: $0, bundle("n\($0)", bytes: 900_000),
                    ["namespace": .string(String(repeating: "\t", count: 255))])
            }
            let (inForce, issues) = try keep(documents, cache)
            let cached = try #require(try cache.document(from: Self.endpoint))
            #expect(cached.inForce.sources == inForce.sources)
            #expect(cached.bundles.filter(\.isActive).map(\.namespace) == ["n0", "n1", "n2", "n3"])
            #expect(issues.count == 5 && issues.first?.message.contains("“n4” is not used") == true, "\(issues)")
        }
    }

    /// Fails when the limit of the file is less than what may be kept.
    @Test func `a document of the maximum size of which each character is escaped is read again`() throws {
        try withCache { cache in
            var (inForce, version) = (BundlesInForce(), 0)
            while version < 5 {
                let json = RemoteDocuments.document(version: version, bundle("n\(version)", bytes: 1_048_000))
                _ = inForce.take(try RemoteDocument(json), ofCode: [])
                version += 1
            }
            let start = RemoteDocuments.document(version: 9, RemoteDocuments.bundle("a")).jsonBytes
            let body =
                start + Array(repeating: UInt8(ascii: "\n"), count: RemoteConfiguration.maximumBytes - start.count)
            try cache.keep(
                ConfigurationDocument(body: body, tag: nil), bundles: inForce.sources, from: Self.endpoint)
            #expect(try cache.document(from: Self.endpoint)?.bundles.count == inForce.sources.count)
        }
    }

    @Test func `removals that neither code nor the document names give way, others stay`() throws {
        try withCache { cache in
            func removal(_ namespace: String) -> JSONValue { ["namespace": .string(namespace)] }
            let large = (0..<4).map { bundle("n\($0)", bytes: 1_040_000) }
            let others = large + [removal("code"), removal("document"), bundle("a", bytes: 0)]
            let room = BundlesInForce.maximumBytes - others.reduce(0) { $0 + $1.jsonBytes.count + 1 }
            var documents = [RemoteDocuments.document(version: 0, removal("forgotten"), removal("code"))]
            documents += large.enumerated().map { RemoteDocuments.document(version: $0 + 1, $1) }
            documents.append(RemoteDocuments.document(version: 5, removal("document"), bundle("a", bytes: room)))
            let (inForce, issues) = try keep(documents, cache, ofCode: ["code"])
            #expect(Set(inForce.sources.keys) == ["n0", "n1", "n2", "n3", "code", "document", "a"])
            #expect(issues.map(\.message).contains { $0.hasPrefix("1 removed namespaces") }, "\(issues)")
            let cached = try #require(try cache.document(from: Self.endpoint))
            #expect(cached.bundles.filter { !$0.isActive }.map(\.namespace) == ["code", "document"])
        }
    }

    @Test(arguments: ["{\"endpoint\":", "[]", "\u{0}\u{1}", "", "{\"endpoint\":\"x\",\"body\":\"{\",\"bundles\":[]}"])
    func `a damaged file is called a damaged file`(content: String) throws {
        try withCache { cache in
            let file = try #require(cache.file)
            try Data(content.utf8).write(to: file)
            let error = #expect(throws: FetchError.self) { try cache.document(from: "x") }
            let message = error?.message ?? ""
            #expect(message.hasPrefix("the file \(file.path) is damaged: "), "\(message)")
            #expect(!message.contains("response") && !message.contains("URL"), "\(message)")
        }
    }
}
