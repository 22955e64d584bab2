import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// What a client leaves on disk.
@Suite struct ClientPrivacyTests {
    @Test func `declining consent erases the bytes of stored events while the client runs`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.location = .file(folder.file("events.sqlite"))
        }
        await platform.loadConfigurations()
        for _ in 0..<300 {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: StorePrivacyTests.secret))
        }
        await platform.client.persist()
        #expect(try StorePrivacyTests.readable(folder) != [])
        await platform.client.set(consent: .declined)
        #expect(try StorePrivacyTests.readable(folder) == [])
        #expect(platform.client.ledger.total.dropped == [.consentDeclined: 300])
    }

    /// Fails when events or held submissions are written without `seal`.
    @Test func `with a cipher no plain text of an event is on disk, and the intake receives plain text`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let turn: @Sendable ([UInt8]) -> [UInt8] = { $0.map { $0 ^ 0x5A } }
        func platform(_ seed: UInt64) -> TestPlatform {
            TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed) {
                $0.store.location = .file(folder.file("events.sqlite"))
                $0.store.settings.cipher = EventCipher(seal: turn, open: turn)
            }
        }
        var client = platform(1)
        client.client.submitClick(stream: "app", interactionData: .init(elementID: StorePrivacyTests.secret))
        await client.client.persist()  // held
        _ = await client.client.shutdown(deadline: .zero)
        client = platform(2)
        client.client.submitClick(stream: "app", interactionData: .init(elementID: StorePrivacyTests.secret))
        await client.loadConfigurations()
        await client.client.persist()  // stored
        #expect(try StorePrivacyTests.readable(folder) == [])
        let sent = await client.sentEvents()
        #expect(sent.compactMap { $0["element_id"]?.string } == [StorePrivacyTests.secret, StorePrivacyTests.secret])
    }

    /// Fails when maintenance imports nothing while consent is declined.
    @Test func `events that another process leaves after consent was declined are removed`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let main = folder.file("events.sqlite")
        let platform = TestPlatform(streams: [:]) { $0.store.location = .file(main) }
        try await platform.client.open()
        await platform.client.set(consent: .declined)
        let guest = SpoolStore(StoreNamespace(main), settings: StoreSettings(), isEnqueueOnly: true)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("1")]
        transaction.added[0].body = Array("{\"x\":\"\(StorePrivacyTests.secret)\"}".utf8)
        transaction.held = [
            HeldSubmission(number: 1, stream: "s", submission: Array("{\"x\":\"\(StorePrivacyTests.secret)\"}".utf8))
        ]
        transaction.ledger.countSubmitted("s", 2)
        _ = try guest.commit(transaction)
        try guest.close()  // as if it had been killed
        await platform.client.runtime.maintenance.cycle()  // as the folder watch causes
        let account = platform.client.ledger.streams["s"]
        #expect(account?.pending == 0 && account?.droppedTotal == 2)
        #expect(try StorePrivacyTests.readable(folder) == [])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when the repeated erasure also removes events that were stored in between.
    @Test func `an erasure delayed by a reader removes no event submitted since`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let main = folder.file("events.sqlite")
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.location = .file(main)
        }
        await platform.loadConfigurations()
        platform.client.submitInteraction(stream: "app", action: StorePrivacyTests.secret)
        await platform.client.persist()
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: main.path, configuration: configuration)
        try reader.inDatabase { try $0.execute(sql: "BEGIN; SELECT count(*) FROM event") }
        await platform.client.set(consent: .declined)
        #expect(try StorePrivacyTests.readable(folder) == ["events.sqlite-wal"], "the reader keeps the log")
        await platform.client.set(consent: .granted)
        for _ in 1...2 { platform.client.submitClick(stream: "app") }
        await platform.client.persist()
        try reader.inDatabase { try $0.execute(sql: "COMMIT") }
        try reader.close()
        await platform.client.runtime.maintenance.cycle()
        #expect(try StorePrivacyTests.readable(folder) == [])
        #expect(await platform.sentEvents().count == 2)
        #expect(platform.client.ledger.total.dropped == [.consentDeclined: 1])
        _ = await platform.client.shutdown(deadline: .zero)
    }
}
