import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// A refusal while events are in files that the client has not opened, or that another client uses.
@Suite struct RefusedFilesTests {
    private static func consent(_ folder: TemporaryFolder, _ store: String = "events.sqlite") -> String? {
        SidecarFile(beside: folder.file(store), SidecarFile.consentExtension).read()
    }

    /// Overwrites a part of a file.
    private static func damage(_ file: URL, from offset: Int) throws {
        var bytes = try Data(contentsOf: file)
        bytes.replaceSubrange(offset..<bytes.count, with: Data(repeating: 0xFF, count: bytes.count - offset))
        try bytes.write(to: file)
    }

    private static func submitOne(_ platform: TestPlatform, _ element: String) {
        platform.client.submitClick(stream: "app", interactionData: .init(elementID: element))
    }

    @Test func `a spool that cannot be imported is removed with a refusal`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let other = RefusalTests.platform(folder.url, 1) { $0.store.isEnqueueOnly = true }
        await other.loadConfigurations()
        Self.submitOne(other, StorePrivacyTests.secret)
        await other.client.persist()
        _ = await other.client.shutdown(deadline: .zero)
        let spool = try #require(try StoreNamespace(folder.file("events.sqlite")).spools().first)
        try Self.damage(spool, from: 100)
        let owner = RefusalTests.platform(folder.url, 2)
        await owner.loadConfigurations()
        #expect(await owner.client.set(consent: .declined))
        #expect(!FileManager.default.fileExists(atPath: spool.path), "\(owner.client.diagnostics)")
        #expect(Self.consent(folder) == "declined 1")
        _ = await owner.client.shutdown(deadline: .zero)
    }

    /// Fails when the refusal covers the store that is open alone.
    @Test func `events in a store file that could not be opened are not sent after a later grant`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = await RefusalTests.leaveEvents(in: folder.url)
        let main = folder.file("events.sqlite")
        let good = try Data(contentsOf: main)
        try Self.damage(main, from: 0)
        let second = RefusalTests.platform(folder.url, 2)
        await second.loadConfigurations()
        #expect(await !second.client.set(consent: .declined), "a file is left")
        #expect(Self.consent(folder) == "declined set-aside 1", "a file without the mark of a store is not removed")
        #expect(await second.client.set(consent: .granted))
        Self.submitOne(second, "after")
        #expect(await second.client.persist())
        _ = await second.client.shutdown(deadline: .zero)

        try good.write(to: main)  // as when another program had locked it
        let third = RefusalTests.platform(folder.url, 3)
        await third.loadConfigurations()
        #expect(await third.sentEvents().compactMap { $0["element_id"]?.string } == ["after"])
        #expect(third.client.ledger.total.dropped == [.consentDeclined: 5])
        #expect(try StorePrivacyTests.readable(folder) == [])
        #expect(Self.consent(folder) == "granted 1")
        _ = await third.client.shutdown(deadline: .zero)
    }

    @Test func `of a store file with its mark that was damaged nothing is left after a refusal`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = await RefusalTests.leaveEvents(in: folder.url)
        try Self.damage(folder.file("events.sqlite"), from: 100)
        let next = RefusalTests.platform(folder.url, 2)
        await next.loadConfigurations()
        #expect(await next.client.set(consent: .declined))
        #expect(try StorePrivacyTests.readable(folder) == [])
        #expect(!FileManager.default.fileExists(atPath: folder.path("events.sqlite.set-aside")))
        #expect(Self.consent(folder) == "declined 1")
        _ = await next.client.shutdown(deadline: .zero)
    }

    @Test func `a database of another program in the place of the store is left`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let text = "what somebody else keeps here"
        try folder.write(text, to: "events.sqlite")
        let client = RefusalTests.platform(folder.url, 1)
        await client.loadConfigurations()
        #expect(await !client.client.set(consent: .declined), "whose file it is cannot be told")
        #expect(try String(contentsOf: folder.file("events.sqlite"), encoding: .utf8) == text)
        _ = await client.client.shutdown(deadline: .zero)
    }

    /// Fails when the removal is kept only once it has begun, after the files of other clients are imported.
    @Test func `a refusal by the configuration is kept as soon as the store is open`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = await RefusalTests.leaveEvents(in: folder.url)
        let next = RefusalTests.platform(folder.url, 2) { $0.consent = .declined }
        try await next.client.openStore()
        #expect(Self.consent(folder) == "undecided removal 1")
        _ = await next.client.shutdown(deadline: .zero)
    }

    /// Fails when the owner does not read the decision, or removes what the other client stores after the grant.
    @Test func `a client carries out the refusal of another one, which stores after it`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let owner = await RefusalTests.leaveEvents(in: folder.url)
        _ = owner
        let first = RefusalTests.platform(folder.url, 2)
        await first.loadConfigurations()
        try await first.client.openStore()
        let second = RefusalTests.platform(folder.url, 3)
        await second.loadConfigurations()
        Self.submitOne(second, StorePrivacyTests.secret)
        await second.client.persist()
        #expect(await !second.client.set(consent: .declined), "events are left")
        #expect(await second.client.set(consent: .granted))
        Self.submitOne(second, "after")
        #expect(await !second.client.persist(), "the first has yet to remove what it has")
        await first.client.runtime.core.maintain()
        #expect(first.client.ledger.total.dropped[.consentDeclined] == 6)
        await second.client.runtime.core.maintain()
        #expect(await second.client.persist(), "\(second.client.diagnostics) \(Self.consent(folder) ?? "")")
        _ = await second.client.shutdown(deadline: .zero)
        #expect(await first.sentEvents().compactMap { $0["element_id"]?.string } == ["after"])
        #expect(Self.consent(folder) == "granted 1")
        _ = await first.client.shutdown(deadline: .zero)
    }

    /// The files of a folder that have the secret in any byte, also where no row has it.
    static func filesWithSecret(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("")).filter { name in
            try Data(contentsOf: folder.file(name)).range(of: Data(StorePrivacyTests.secret.utf8)) != nil
        }
    }

    /// Fails when the file alone says what is refused.
    @Test func `of a store file of before a refusal that is put back nothing is sent or exported`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = await RefusalTests.leaveEvents(in: folder.url)
        let file = folder.file("events.sqlite")
        let before = try Data(contentsOf: file)
        let second = RefusalTests.platform(folder.url, 2)
        await second.loadConfigurations()
        #expect(await second.client.set(consent: .declined))
        #expect(await second.client.set(consent: .granted))
        _ = await second.client.shutdown(deadline: .zero)
        try before.write(to: file)
        var exported = 0
        do { try StoreInspector(path: file.path).forEachEvent { _, _ in exported += 1 } } catch is StoreError {}
        #expect(exported == 0)
        let third = RefusalTests.platform(folder.url, 3)
        await third.loadConfigurations()
        Self.submitOne(third, "after")
        #expect(await third.sentEvents().compactMap { $0["element_id"]?.string } == ["after"])
        #expect(try Self.filesWithSecret(folder) == [])
        #expect(third.client.ledger.total.dropped == [.consentDeclined: 5])
        _ = await third.client.shutdown(deadline: .zero)
    }

    /// Fails when only the rows of a spool are looked at, whose bytes outlive the import.
    @Test func `a refusal leaves no byte in the spool of a running client that was imported`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let owner = RefusalTests.platform(folder.url, 1)
        try await owner.client.openStore()
        let guest = RefusalTests.platform(folder.url, 2)
        await guest.loadConfigurations()
        for _ in 0..<300 { Self.submitOne(guest, StorePrivacyTests.secret) }  // some pages become free
        #expect(await guest.client.persist())
        await owner.client.runtime.core.maintain()
        #expect(try Self.filesWithSecret(folder).contains { $0.contains("spool") })
        #expect(await owner.client.set(consent: .declined), "\(owner.client.diagnostics)")
        #expect(try Self.filesWithSecret(folder) == [])
        _ = await guest.client.shutdown(deadline: .zero)
        _ = await owner.client.shutdown(deadline: .zero)
    }

    /// Fails when a client looks for a refusal once a cycle only.
    @Test(arguments: [false, true])
    func `a client stores nothing after the refusal of another one`(hasSpool: Bool) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let owner = RefusalTests.platform(folder.url, 1)
        try await owner.client.openStore()
        let guest = RefusalTests.platform(folder.url, 2)
        await guest.loadConfigurations()
        if hasSpool {
            Self.submitOne(guest, "first")
            #expect(await guest.client.persist())
            await owner.client.runtime.core.maintain()
        } else {
            try await guest.client.runtime.core.open()
        }
        #expect(await owner.client.set(consent: .declined), "\(owner.client.diagnostics)")
        Self.submitOne(guest, StorePrivacyTests.secret)
        _ = await guest.client.runtime.core.decide()
        #expect(try Self.filesWithSecret(folder) == [])
        #expect(guest.client.dependencies.snapshot.now.isRemovalPending && guest.client.consent == .declined)
        await guest.client.runtime.core.maintain()
        _ = await guest.client.runtime.core.decide()
        #expect(guest.client.ledger.total.dropped == [.consentDeclined: 1], "\(guest.client.ledger)")
        #expect(await owner.client.set(consent: .granted))
        await owner.client.runtime.core.maintain()
        await guest.client.runtime.core.maintain()
        await owner.client.runtime.core.maintain()
        await guest.client.runtime.core.maintain()
        Self.submitOne(guest, "later")
        #expect(await guest.client.persist(), "\(guest.client.diagnostics)")
        #expect(try Self.filesWithSecret(folder) == [])
        _ = await guest.client.shutdown(deadline: .zero)
        _ = await owner.client.shutdown(deadline: .zero)
    }

    /// Fails when the client drops what it has to store, or never learns that it may store again.
    @Test(arguments: [false, true])
    func `a client that was idle during the refusal and the grant of another one loses no later event`(
        isSpoolDamaged: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let owner = RefusalTests.platform(folder.url, 1)
        await owner.loadConfigurations()
        try await owner.client.openStore()
        let guest = RefusalTests.platform(folder.url, 2)
        await guest.loadConfigurations()
        for _ in 0..<30 { Self.submitOne(guest, StorePrivacyTests.secret) }
        #expect(await guest.client.persist())
        await owner.client.runtime.core.maintain()
        if isSpoolDamaged {
            let spool = try #require(try StoreNamespace(folder.file("events.sqlite")).spools().first)
            try Data(repeating: 0xA5, count: Data(contentsOf: spool).count).write(to: spool)
        }
        // Refused too, and granted at once, so that the other client sees neither.
        Self.submitOne(guest, StorePrivacyTests.secret)
        _ = await owner.client.set(consent: .declined)
        await owner.client.set(consent: .granted)
        await guest.client.set(consent: .granted)
        Self.submitOne(guest, "later")
        for _ in 0..<3 {
            _ = await guest.client.runtime.core.decide()
            await guest.client.runtime.core.maintain()
            await owner.client.runtime.core.maintain()
        }
        #expect(await guest.client.persist(), "\(guest.client.diagnostics)")
        #expect(try Self.filesWithSecret(folder) == [])
        await owner.client.runtime.core.maintain()
        #expect(await owner.sentEvents().compactMap { $0["element_id"]?.string } == ["later"])
        _ = await guest.client.shutdown(deadline: .zero)
        _ = await owner.client.shutdown(deadline: .zero)
    }

    /// Fails when a spool that is begun after the refusal, or the store file, is taken for one that may be written.
    @Test(arguments: [false, true])
    func `a client without a spool stores nothing after the refusal of another one`(hasOwnerEnded: Bool) throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        if hasOwnerEnded { try owner.close() }
        var record = ConsentRecord()
        record.refuse()
        try ConsentRecord.file(beside: place.main).write(record.text)
        #expect(throws: RefusedElsewhere.self) { try guest.commit(SpoolTests.adding("1")) }
        #expect(guest.isRefusedElsewhere)
        _ = try guest.replaceFile(dropping: .consentDeclined, countsHeld: true)
        _ = try guest.commit(SpoolTests.adding("2"))
        if !hasOwnerEnded { _ = try owner.maintainAll() }
        let sender: any EventStore = hasOwnerEnded ? guest : owner
        #expect(try sender.leaseReady(.max).map(\.id) == ["2"])
        try guest.close()
        if !hasOwnerEnded { try owner.close() }
    }

    /// Fails when the refusal is looked up before the transaction only, or not at all.
    @Test func `nothing is added to an alternative file after the refusal of another client`() throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let alternative = StoreNamespace(place.namespace.alternatives[0])
        let store = try NamespaceStore(alternative, settings: StoreSettings(), partOf: place.namespace)
        _ = try store.commit(SpoolTests.adding("1"))
        var record = ConsentRecord()
        record.refuse()
        try ConsentRecord.file(beside: place.main).write(record.text)
        #expect(throws: RefusedElsewhere.self) { try store.commit(SpoolTests.adding("2")) }
        _ = try store.replaceFile(dropping: .consentDeclined, countsHeld: true)
        _ = try store.commit(SpoolTests.adding("3"))
        #expect(try store.leaseReady(.max).map(\.id) == ["3"])
        try store.close()
    }

    /// Fails when the client adds what it has in memory to the store file that it has taken over.
    @Test func `a client that becomes the owner stores nothing from before a refusal`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let owner = RefusalTests.platform(folder.url, 1)
        await owner.loadConfigurations()
        try await owner.client.openStore()
        let guest = RefusalTests.platform(folder.url, 2)
        await guest.loadConfigurations()
        #expect(await guest.client.persist())
        Self.submitOne(guest, StorePrivacyTests.secret)
        #expect(await owner.client.set(consent: .declined))
        #expect(await owner.client.set(consent: .granted))
        _ = await owner.client.shutdown(deadline: .zero)
        try await Self.expectNothingOfBefore(guest, folder)
    }

    /// Fails when a refusal is looked up in the transactions of spools alone.
    @Test func `a client on an alternative file stores nothing from before a refusal`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = await RefusalTests.leaveEvents(in: folder.url)
        let main = folder.file("events.sqlite")
        let good = try Data(contentsOf: main)
        try Self.damage(main, from: 0)
        let other = RefusalTests.platform(folder.url, 2)
        await other.loadConfigurations()
        #expect(await other.client.persist())
        try good.write(to: main)
        Self.submitOne(other, StorePrivacyTests.secret)
        let owner = RefusalTests.platform(folder.url, 3)
        await owner.loadConfigurations()
        #expect(await owner.client.set(consent: .declined), "\(owner.client.diagnostics)")
        #expect(await owner.client.set(consent: .granted))
        try await Self.expectNothingOfBefore(other, folder)
        _ = await owner.client.shutdown(deadline: .zero)
    }

    /// Expects that a client that has missed a refusal drops what it has, and stores what comes later.
    private static func expectNothingOfBefore(_ platform: TestPlatform, _ folder: TemporaryFolder) async throws {
        for _ in 0..<2 {
            _ = await platform.client.runtime.core.decide()
            #expect(try filesWithSecret(folder) == [])
            await platform.client.runtime.core.maintain()
        }
        submitOne(platform, "later")
        #expect(await platform.client.persist(), "\(platform.client.diagnostics)")
        #expect(await platform.sentEvents().compactMap { $0["element_id"]?.string } == ["later"])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `a decision is kept beside the file that a link leads to`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = await RefusalTests.leaveEvents(in: folder.url)
        try FileManager.default.createDirectory(at: folder.file("other"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("other/events.sqlite"), withDestinationPath: "../events.sqlite")
        let linked = RefusalTests.platform(folder.file("other"), 2)
        await linked.loadConfigurations()
        #expect(await linked.client.set(consent: .declined))
        _ = await linked.client.shutdown(deadline: .zero)
        let direct = RefusalTests.platform(folder.url, 3)
        await direct.loadConfigurations()
        Self.submitOne(direct, "later")
        #expect(await direct.sentEvents() == [])
        #expect(direct.client.consent == .declined)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("other")) == ["events.sqlite"])
        _ = await direct.client.shutdown(deadline: .zero)
    }

    @Test func `stores whose names differ in the ending have files of their own`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SidecarFile(beside: folder.file("e.sqlite"), "consent").write("declined")
        #expect(SidecarFile(beside: folder.file("e.db"), "consent").read() == nil)
        try SidecarFile(beside: folder.file("e.db"), "consent").write("granted")
        #expect(SidecarFile(beside: folder.file("e.sqlite"), "consent").read() == "declined")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(names == ["e.consent", "e.db.consent"])
    }
}
