import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// What a client leaves on disk.
@Suite(.waitLimit) struct ClientPrivacyTests {
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
        try await platform.client.openStore()
        await platform.client.set(consent: .declined)
        let guest = SpoolStore(StoreNamespace(main), settings: StoreSettings(), isEnqueueOnly: true)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("1")]
        transaction.added[0].body = Array("{\"x\":\"\(StorePrivacyTests.secret)\"}".utf8)
        transaction.heldSubmissions = [
            HeldSubmission(number: 1, stream: "s", submission: Array("{\"x\":\"\(StorePrivacyTests.secret)\"}".utf8))
        ]
        transaction.ledger.countSubmitted("s", 2)
        _ = try guest.commit(transaction)
        try guest.close()  // as if it had been killed
        await platform.client.runtime.core.maintain()  // as the folder watch causes
        let account = platform.client.ledger.streams["s"]
        #expect(account?.pending == 0 && account?.droppedTotal == 2)
        #expect(try StorePrivacyTests.readable(folder) == [])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// What another program does with the file.
    enum Use: String, CaseIterable { case reads = "BEGIN; SELECT count(*) FROM event", locks = "BEGIN IMMEDIATE" }

    /// Fails when the refusal waits for the other program, or takes what is stored after a later grant.
    @Test(arguments: Use.allCases)
    func `a refusal erases the events while another program uses the file`(use: Use) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let main = folder.file("events.sqlite")
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.location = .file(main)
        }
        await platform.loadConfigurations()
        platform.client.submitInteraction(stream: "app", action: StorePrivacyTests.secret)
        await platform.client.persist()
        let store = try #require(await platform.client.runtime.core.opened?.store as? NamespaceStore)
        try store.main.file.withDatabase { try $0.execute(sql: "PRAGMA busy_timeout = 0") }  // so that nothing waits
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: main.path, configuration: configuration)
        try other.inDatabase { try $0.execute(sql: use.rawValue) }
        #expect(await platform.client.set(consent: .declined))
        #expect(try StorePrivacyTests.readable(folder) == [])
        await platform.client.set(consent: .granted)
        for _ in 1...2 { platform.client.submitClick(stream: "app") }
        #expect(await platform.client.persist())
        #expect(await platform.sentEvents().count == 2)
        #expect(platform.client.ledger.total.dropped == [.consentDeclined: 1])
        do { try other.close() } catch {}  // its transaction ends with an error
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// A cipher that opens only what one with the same key has sealed.
    private static func cipher(_ key: UInt8) -> EventCipher {
        EventCipher(
            seal: { bytes in [key] + bytes.map { $0 ^ key } },
            open: { sealed in
                guard sealed.first == key else { throw CocoaError(.fileReadCorruptFile) }
                return sealed.dropFirst().map { $0 ^ key }
            })
    }

    private static func client(_ folder: TemporaryFolder, _ seed: UInt64, _ cipher: EventCipher?) -> TestPlatform {
        TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed) {
            $0.store.location = .file(folder.file("events.sqlite"))
            $0.store.settings.cipher = cipher
        }
    }

    /// Leaves one event that waits for stream configurations.
    private static func leaveHeld(_ folder: TemporaryFolder, _ seed: UInt64, _ cipher: EventCipher?) async {
        let platform = client(folder, seed, cipher)
        platform.client.submitClick(stream: "app", interactionData: .init(elementID: "\(seed)"))
        _ = await platform.client.shutdown(deadline: .zero)
        #expect(platform.client.ledger.total.dropped == [:])
    }

    /// Fails when every held submission is opened as soon as there is a cipher.
    @Test func `a cipher that is new to a store leaves what waits there readable`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        await Self.leaveHeld(folder, 1, nil)
        await Self.leaveHeld(folder, 2, Self.cipher(1))
        let platform = Self.client(folder, 3, Self.cipher(1))
        await platform.loadConfigurations()
        #expect(await platform.sentEvents().compactMap { $0["element_id"]?.string } == ["1", "2"])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when a submission that cannot be opened makes the store unusable, or is given another one's number.
    @Test(arguments: [false, true])
    func `what the cipher cannot open waits for a process that can, and delays nothing`(isMissing: Bool) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for seed in 1...2 as ClosedRange<UInt64> { await Self.leaveHeld(folder, seed, Self.cipher(1)) }
        let without = Self.client(folder, 3, isMissing ? nil : Self.cipher(7))
        without.client.submitClick(stream: "app", interactionData: .init(elementID: "3"))
        await without.client.persist()
        await without.loadConfigurations()
        #expect(await without.sentEvents().compactMap { $0["element_id"]?.string } == ["3"])
        #expect(without.client.ledger.total.pending == 2)
        #expect(without.client.diagnostics.contains { $0.message.hasPrefix("2 events that wait for stream conf") })
        let report = await without.client.flush(deadline: .seconds(60))
        #expect(report.end == .blocked("events are sealed, and the cipher cannot open them"))
        _ = await without.client.shutdown(deadline: .zero)

        let with = Self.client(folder, 4, Self.cipher(1))
        await with.loadConfigurations()
        #expect(await with.sentEvents().compactMap { $0["element_id"]?.string } == ["1", "2"])
        #expect(with.client.ledger.total.pending == 0)
        _ = await with.client.shutdown(deadline: .zero)
    }

    @Test func `declining consent removes what the cipher cannot open`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        await Self.leaveHeld(folder, 1, Self.cipher(1))
        let platform = Self.client(folder, 2, nil)
        await platform.client.set(consent: .declined)
        #expect(platform.client.ledger.total.dropped == [.consentDeclined: 1])
        #expect(platform.client.ledger.total.pending == 0)
        _ = await platform.client.shutdown(deadline: .zero)
        let next = Self.client(folder, 3, Self.cipher(1))
        try await next.client.openStore()
        #expect(next.client.ledger.total.pending == 0)
        _ = await next.client.shutdown(deadline: .zero)
    }
}
