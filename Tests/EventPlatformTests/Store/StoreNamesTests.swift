import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Store files with several names: each name has a log of its own.
@Suite(.waitLimit) struct StoreNamesTests {
    private static func platform(_ file: URL, seed: UInt64) -> TestPlatform {
        TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed) {
            $0.store.location = .file(file)
        }
    }

    @Test func `a client leaves a file with two names as it is, and goes on in another one`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let main = folder.file("events.sqlite")
        func store(_ seed: UInt64) async -> TestPlatform {
            let platform = Self.platform(main, seed: seed)
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "app")
            #expect(await platform.client.persist())
            return platform
        }
        _ = await (await store(1)).client.shutdown(deadline: .zero)
        try FileManager.default.linkItem(at: main, to: folder.file("other"))
        let before = try Data(contentsOf: main)
        let second = await store(2)
        #expect(second.client.diagnostics.contains { $0.message.contains("has 2 names (hard links)") })
        #expect(await second.client.runtime.core.prepare()?.file == StoreNamespace(main).alternatives[0])
        #expect(try Data(contentsOf: main) == before)
        _ = await second.client.shutdown(deadline: .zero)
        try FileManager.default.removeItem(at: folder.file("other"))
        let third = await store(3)
        _ = await third.sentEvents()
        #expect(third.client.ledger.total.delivered == 3)
    }

    @Test func `a spool with two names is not imported, and is once it has one`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let namespace = StoreNamespace(folder.file("events.sqlite"))
        let (spool, other) = (namespace.newSpool(), folder.file("other"))
        let writer = try SQLiteEventStore(
            path: spool.path, settings: StoreSettings(), lock: try StoreLock(spool.path), isShared: true,
            partOf: namespace)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("1")]
        _ = try writer.commit(transaction)
        try writer.close()
        try FileManager.default.linkItem(at: spool, to: other)
        for isLinked in [true, false] {
            if !isLinked { try FileManager.default.removeItem(at: other) }
            let store = try NamespaceStore(namespace, settings: StoreSettings())
            try store.importAll()
            let remarks = store.collectReport().remarks
            #expect(remarks.contains { $0.contains("has 2 names") } == isLinked, "\(remarks)")
            #expect(try store.main.totals().events == (isLinked ? 0 : 1))
            try store.close()
        }
    }

    @Test(arguments: [".lock", "-wal", "-journal", "-shm"])
    func `another program's file beside a new store is left as it is, and so is the folder`(suffix: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let notes = try folder.write("notes", to: "a.sqlite" + suffix)
        let error = #expect(throws: StoreError.self) { try SQLiteEventStore(path: folder.path("a.sqlite")) }
        #expect(error?.message.contains(notes) == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.sqlite" + suffix])
        #expect(try String(contentsOfFile: notes, encoding: .utf8) == "notes")
    }
}
