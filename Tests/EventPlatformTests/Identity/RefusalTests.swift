import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// A refusal that is interrupted, comes late or cannot be written: what was stored before it is never sent.
@Suite struct RefusalTests {
    static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    static func platform(
        _ folder: URL, _ seed: UInt64, _ configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) -> TestPlatform {
        TestPlatform(streams: streams, seed: seed) {
            $0.store.location = .file(folder.appendingPathComponent("events.sqlite"))
            configure(&$0)
        }
    }

    /// Leaves five events in the store.
    static func leaveEvents(in folder: URL) async -> TestPlatform {
        let platform = platform(folder, 1)
        await platform.loadConfigurations()
        for _ in 0..<5 {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: StorePrivacyTests.secret))
        }
        await platform.client.persist()
        _ = await platform.client.shutdown(deadline: .zero)
        return platform
    }

    /// Expects that a client sends nothing of what is stored, removes it, and sends what comes after a grant.
    private static func expectRemoval(by platform: TestPlatform, in folder: TemporaryFolder) async throws {
        await platform.loadConfigurations()
        #expect(await platform.sentEvents() == [])
        #expect(try StorePrivacyTests.readable(folder) == [])
        #expect(platform.client.ledger.total.dropped == [.consentDeclined: 5])
        await platform.client.set(consent: .granted)
        platform.client.submitClick(stream: "app", interactionData: .init(elementID: "after"))
        #expect(await platform.sentEvents().compactMap { $0["element_id"]?.string } == ["after"])
        #expect(platform.client.ledger.total.pending == 0)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    enum Refusal: CaseIterable { case interrupted, interruptedThenGranted, afterShutdown, configured, remote }

    @Test(arguments: Refusal.allCases)
    func `what was stored before a refusal is removed, whichever way it was declined`(refusal: Refusal) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let first = await Self.leaveEvents(in: folder.url)
        let file = SidecarFile(beside: folder.file("events.sqlite"), SidecarFile.consentExtension)
        switch refusal {
        case .interrupted:  // as a process leaves it that is killed within `set(consent:)`
            try file.write("declined removal")
            try await Self.expectRemoval(by: Self.platform(folder.url, 2), in: folder)
        case .interruptedThenGranted:
            try file.write("declined removal")
            let next = Self.platform(folder.url, 2)
            #expect(await next.client.set(consent: .granted))
            try await Self.expectRemoval(by: next, in: folder)
        case .afterShutdown:
            #expect(await !first.client.set(consent: .declined), "events are left")
            try await Self.expectRemoval(by: Self.platform(folder.url, 2), in: folder)
        case .configured:
            let next = Self.platform(folder.url, 2) { $0.consent = .declined }
            try await Self.expectRemoval(by: next, in: folder)
        case .remote:
            let next = Self.platform(folder.url, 2)
            try await next.client.openStore()
            let before = next.client.dependencies.snapshot.now
            next.client.dependencies.snapshot.update { $0.consent = .declined }  // as a document does
            await next.client.runtime.snapshotDidChange(before)
            #expect(next.client.ledger.total.dropped == [.consentDeclined: 5])
            try await Self.expectRemoval(by: next, in: folder)
        }
        let record = try #require(file.read().flatMap { ConsentRecord($0) })
        #expect(record.decision == .granted && record.unfinishedRefusal == nil)
    }

    /// Fails when the removal covers what is stored after a grant.
    @Test func `an event after a grant is stored once what was refused is removed`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = await Self.leaveEvents(in: folder.url)
        try SidecarFile(beside: folder.file("events.sqlite"), SidecarFile.consentExtension).write("granted removal")
        let next = Self.platform(folder.url, 2)
        await next.loadConfigurations()
        next.client.submitClick(stream: "app", interactionData: .init(elementID: "after"))
        #expect(await !next.client.persist(), "it waits for the removal")
        #expect(await next.client.dispatch().delivered == 0)
        await next.client.persist()
        #expect(await next.sentEvents().compactMap { $0["element_id"]?.string } == ["after"])
        #expect(next.client.ledger.total.dropped == [.consentDeclined: 5])
        _ = await next.client.shutdown(deadline: .zero)
    }

    /// Fails when such an event is in no count, neither in the store nor dropped, or when a grant is enough to send what
    /// a refusal before it covers.
    @Test func `while a removal is pending nothing is sent, and an event that waits for it is counted`() async {
        let store = FullStore()
        let platform = TestPlatform(streams: Self.streams) { $0.store.custom = { store } }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        await platform.client.set(consent: .declined)  // the store removes nothing
        await platform.client.set(consent: .granted)
        platform.client.submitClick(stream: "app")
        #expect(await !platform.client.persist(), "it waits for the removal")
        #expect(await platform.sentEvents() == [])
        #expect(await platform.client.flush(deadline: .seconds(1)).delivered == 0)
        _ = await platform.client.shutdown(deadline: .zero)
        let total = platform.client.ledger.total
        #expect(total.submitted == 2 && total.dropped == [.storeUnavailable: 1])
        #expect(total.pending == 1, "the refused event is still in the store")
    }

    /// Fails when an event has the session of its call and the install id that a removal makes later: it would connect
    /// what came before the refusal with what comes after it.
    @Test func `an event that waits for a removal has session and install id of one time`() async throws {
        let attributes: JSONValue = ["agent_app_install_id", "performer_session_id"]
        let settings: JSONValue = [
            "schema_title": .string(SchemaID.appBase.title),
            "producers": ["metrics_platform_client": ["provide_values": attributes]],
        ]
        let platform = TestPlatform(streams: ["app": settings], context: TestPlatform.appContext)
        let client = platform.client
        await platform.loadConfigurations()
        client.submitClick(stream: "app")
        await client.persist()
        let before = client.dependencies.snapshot.now.installID
        client.dependencies.snapshot.update { ($0.consent, $0.isConsentSet) = (.declined, true) }
        client.dependencies.snapshot.update { $0.consent = .granted }
        client.submitClick(stream: "app")
        let session = client.sessionID
        await client.runtime.core.maintain()
        await client.persist()
        let event = try #require(await platform.sentEvents().last)
        #expect(client.dependencies.snapshot.now.installID != before && before != nil)
        #expect(event["agent"]?["app_install_id"]?.string == before)
        #expect(event["performer"]?["session_id"]?.string == session && session != nil)
        _ = await client.shutdown(deadline: .zero)
    }

    /// Fails when a grant before the store is open hides the refusal that the store holds.
    @Test func `a refusal in a store of the app's own covers what is there, also after an early grant`() async throws {
        let store = InMemoryEventStore()
        let first = TestPlatform(streams: Self.streams) { $0.store.custom = { store } }
        await first.loadConfigurations()
        first.client.submitClick(stream: "app")
        await first.client.persist()
        _ = await first.client.shutdown(deadline: .zero)
        var transaction = StoreTransaction()
        try transaction.set(Consent.declined, for: Consent.storedName)  // as a process leaves it that is killed then
        _ = store.commit(transaction)
        let next = TestPlatform(streams: Self.streams, seed: 2) { $0.store.custom = { store } }
        #expect(await next.client.set(consent: .granted))
        await next.loadConfigurations()
        #expect(await next.sentEvents() == [])
        #expect(next.client.ledger.total.dropped == [.consentDeclined: 1] && next.client.ledger.total.pending == 0)
        _ = await next.client.shutdown(deadline: .zero)
    }

    @Test func `a refusal at the first launch outlives a damaged store`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let place = folder.file("new/deep")
        let first = Self.platform(place, 1)
        #expect(await first.client.set(consent: .declined))
        _ = await first.client.shutdown(deadline: .zero)
        try Data(repeating: 0xFF, count: 8192).write(to: place.appendingPathComponent("events.sqlite"))
        let next = Self.platform(place, 2)
        await next.loadConfigurations()
        next.client.submitClick(stream: "app")
        #expect(await next.sentEvents() == [])
        #expect(next.client.consent == .declined)
        _ = await next.client.shutdown(deadline: .zero)
    }

    @Test(arguments: [true, false])
    func `a decision is not kept where the store keeps nothing`(isCustom: Bool) async {
        let platform = TestPlatform(streams: Self.streams) {
            if isCustom { $0.store.custom = { InMemoryEventStore() } }
        }
        #expect(await platform.client.set(consent: .declined) == isCustom)
        #expect(platform.client.consent == .declined)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a file system takes the rights of root"))
    func `a refusal on a full disk removes the events and is kept`() async throws {
        let disk = try SmallDisk(bytes: 4 << 20)
        let first = Self.platform(disk.url, 1)
        await first.loadConfigurations()
        for _ in 0..<5 { first.client.submitClick(stream: "app") }
        await first.client.persist()
        try disk.fill()
        for _ in 0..<500 {
            first.client.submitClick(stream: "app", interactionData: .init(elementID: StorePrivacyTests.secret))
        }
        await first.client.persist()
        #expect(await first.client.set(consent: .declined))
        #expect(first.client.ledger.total.pending == 0, "\(first.client.diagnostics)")
        #expect(first.client.ledger.total.dropped == [.consentDeclined: 505])
        _ = await first.client.shutdown(deadline: .zero)
        let next = Self.platform(disk.url, 2)
        await next.loadConfigurations()
        next.client.submitClick(stream: "app")
        #expect(await next.sentEvents() == [])
        #expect(next.client.consent == .declined)
        #expect(next.client.ledger.total.pending == 0)
        _ = await next.client.shutdown(deadline: .zero)
        try disk.remove()
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a file system takes the rights of root"))
    func `a refusal on a read-only disk is not kept, and nothing more is sent`() async throws {
        let disk = try SmallDisk(bytes: 4 << 20)
        _ = await Self.leaveEvents(in: disk.url)
        try disk.makeReadOnly()
        let next = Self.platform(disk.url, 2)
        await next.loadConfigurations()
        #expect(await !next.client.set(consent: .declined))
        next.client.submitClick(stream: "app")
        #expect(await next.sentEvents() == [])
        _ = await next.client.shutdown(deadline: .zero)
        try disk.remove()
    }

    /// Fails when a removal that could not take the held submissions out of the file counts as done.
    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a file system takes the rights of root"))
    func `a refusal on a full disk covers what waits for stream configurations`() async throws {
        let disk = try SmallDisk(bytes: 4 << 20)
        let first = Self.platform(disk.url, 1)  // without stream configurations
        for _ in 0..<3 { first.client.submitClick(stream: "app") }
        #expect(await first.client.persist())
        try disk.fill()
        #expect(await first.client.set(consent: .declined))
        #expect(await first.client.set(consent: .granted))
        let file = try DatabaseQueue(path: disk.file("events.sqlite").path)
        #expect(try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM held") } == 0)
        try file.close()
        #expect(first.client.ledger.total.dropped == [.consentDeclined: 3])
        _ = await first.client.shutdown(deadline: .zero)
        try disk.free()
        let granted = Self.platform(disk.url, 2)
        await granted.loadConfigurations()
        #expect(await granted.sentEvents() == [])
        _ = await granted.client.shutdown(deadline: .zero)
        try disk.remove()
    }

    /// Fails when rows that cannot be removed stay, or numbers begin again.
    @Test func `a replaced store keeps its account and continues its row and sequence numbers`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteEventStore(path: folder.path("s.sqlite"))
        var transaction = StoreTransaction()
        transaction.added = (0..<3).map { EventStoreTests.event("\($0)") }
        transaction.ledger.countSubmitted("s", 3)
        try transaction.set("kept", for: "name")
        _ = try store.commit(transaction)
        #expect(
            try store.replaceFile(dropping: .consentDeclined, countsHeld: true)["s"].dropped == [.consentDeclined: 3])
        #expect(try store.load().ledger["s"].pending == 0)
        #expect(try store.value(named: "name") == #""kept""#)
        #expect(store.collectReport().remarks == [])
        let first = RowNumber.last(coveredBy: 1)
        for next in [4, 5] as [Int64] {
            let store = next == 4 ? store : try SQLiteEventStore(path: folder.path("s.sqlite"))
            transaction = StoreTransaction()
            transaction.added = [EventStoreTests.event("\(next)")]
            transaction.added[0].isNumbered = true
            transaction.added[0].body = Array(#"{"meta":{}}"#.utf8)
            transaction.ledger.countSubmitted("s")
            _ = try store.commit(transaction)
            let leased = try #require(try store.leaseReady(.max, for: "d").last)
            #expect(leased.row == first + next - 3)
            #expect(String(decoding: leased.body, as: UTF8.self) == #"{"meta":{"sequence_number":\#(next)}}"#)
            try store.close()
        }
        #expect(try StoreInspector(path: folder.path("s.sqlite")).findings() == [])
    }

    // MARK: - Several processes

    private static func record(in folder: URL) throws -> String? {
        SidecarFile(beside: folder.appendingPathComponent("events.sqlite"), SidecarFile.consentExtension).read()
    }

    /// Fails when a client that another process owns the store of counts the files of that process as removed: what it
    /// holds is sent after the grant.
    @Test func `a removal waits for what another process holds, which that process removes`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let owner = Self.platform(folder.url, 1)
        await owner.loadConfigurations()
        let other = Self.platform(folder.url, 2)  // without stream configurations, so that it holds what is submitted
        for _ in 0..<3 { other.client.submitClick(stream: "app") }
        #expect(await other.client.persist())
        #expect(await !owner.client.set(consent: .declined), "events are left")
        #expect(await owner.client.set(consent: .granted))
        #expect(try Self.record(in: folder.url) == "granted removal 1")
        owner.client.submitClick(stream: "app")
        #expect(await owner.sentEvents() == [], "nothing is sent before the removal has ended")

        await other.client.runtime.core.maintain()
        #expect(other.client.ledger.total.dropped == [.consentDeclined: 3])
        await owner.client.runtime.core.maintain()
        #expect(try Self.record(in: folder.url)?.contains("removal") == false)
        await owner.client.persist()
        await other.client.runtime.core.maintain()
        await other.loadConfigurations()
        other.client.submitClick(stream: "app", interactionData: .init(elementID: "after"))
        #expect(await other.client.persist())
        #expect(await owner.sentEvents().count == 2)
        _ = await other.client.shutdown(deadline: .zero)
        _ = await owner.client.shutdown(deadline: .zero)
    }

    /// Fails when a client that becomes the owner within a removal removes only what it has stored itself.
    @Test func `a refusal covers the store of an owner that ended before it carried the refusal out`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = await Self.leaveEvents(in: folder.url)
        let owner = try StoreLock(folder.path("events.sqlite"))  // suspended, and killed later
        let next = Self.platform(folder.url, 2)
        await next.loadConfigurations()
        #expect(await !next.client.set(consent: .declined), "events are left")
        #expect(await next.client.set(consent: .granted))
        owner.release()
        await next.client.runtime.core.maintain()
        next.client.submitClick(stream: "app", interactionData: .init(elementID: "after"))
        #expect(await next.client.persist())
        #expect(await next.sentEvents().compactMap { $0["element_id"]?.string } == ["after"])
        #expect(next.client.ledger.total.dropped == [.consentDeclined: 5])
        _ = await next.client.shutdown(deadline: .zero)
    }

    /// Fails when a change of what is unfinished hides a decision that another process has made since.
    @Test func `a decision of another process is adopted after a change of what is left of a refusal`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let location = StoreLocation.file(folder.file("events.sqlite"))
        let (owner, other) = (ClientSidecar(beside: location), ClientSidecar(beside: location))
        try owner.changeConsent { $0.decision = .granted }
        try other.changeConsent { ($0.decision, $0.unfinishedRefusal) = (.declined, .removal) }
        #expect(owner.adoptConsent().now.decision == .declined)
        try other.changeConsent { $0.decision = .granted }
        _ = owner.consent
        try owner.changeConsent { $0.unfinishedRefusal = .erasure }
        let (before, now) = owner.adoptConsent()
        #expect(before?.decision == .declined && now.text == "granted erasure")
        try owner.changeConsent { $0.unfinishedRefusal = nil }
        let (last, unchanged) = owner.adoptConsent()
        #expect(last == unchanged)
    }

    /// Fails when a client learns of the refusal of another process by its next cycle only: the removal takes the event.
    @Test func `an event after a refusal and a grant of another process is not called stored`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let platforms = (1...3).map { Self.platform(folder.url, UInt64($0)) }
        for platform in platforms { await platform.loadConfigurations() }
        let (owner, other) = (platforms[0], platforms[2])
        #expect(await !platforms[1].client.set(consent: .declined), "events are left")
        other.client.submitClick(stream: "app", interactionData: .init(elementID: StorePrivacyTests.secret))
        #expect(await platforms[1].client.set(consent: .granted))
        await other.client.runtime.core.maintain()  // as soon as the file with the decision changes
        other.client.submitClick(stream: "app", interactionData: .init(elementID: "after"))
        #expect(await !other.client.persist())
        for platform in platforms + platforms { await platform.client.runtime.core.maintain() }
        #expect(await other.client.persist())
        #expect(await owner.sentEvents().compactMap { $0["element_id"]?.string } == ["after"])
        for platform in platforms.reversed() { _ = await platform.client.shutdown(deadline: .zero) }
    }

    /// Fails when a client adopts the refusals of other processes only.
    @Test func `a grant of another process is adopted, and none of an older decision`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (owner, other) = (Self.platform(folder.url, 1), Self.platform(folder.url, 2))
        for platform in [owner, other] { await platform.loadConfigurations() }
        #expect(await !other.client.set(consent: .declined), "events are left")
        await owner.client.runtime.core.maintain()
        #expect(owner.client.consent == .declined)
        #expect(await other.client.set(consent: .granted))
        await owner.client.runtime.core.maintain()
        #expect(owner.client.consent == .granted)

        // A refusal that is in force here and not kept yet is newer than a grant that another process has kept.
        owner.client.dependencies.snapshot.update { ($0.consent, $0.isConsentSet) = (.declined, true) }
        #expect(await other.client.set(consent: .pending))
        #expect(await other.client.set(consent: .granted))
        await owner.client.runtime.core.maintain()
        #expect(owner.client.consent == .declined)
        _ = await other.client.shutdown(deadline: .zero)
        _ = await owner.client.shutdown(deadline: .zero)
    }

    /// Fails when a refusal is kept only once the store has been opened, which another program may have locked.
    @Test func `a refusal by the configuration is kept before the store is opened`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Data("not a database".utf8).write(to: folder.file("events.sqlite"))
        let platform = Self.platform(folder.url, 1) { $0.consent = .declined }
        await #expect(throws: StoreError.self) { try await platform.client.openStore() }
        #expect(try Self.record(in: folder.url) == "undecided removal 1")
    }

    /// Fails when files are recognised by their names alone, or links are followed.
    @Test func `a refusal leaves files of others that have the names of a namespace`() async throws {
        let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
        defer {
            folder.remove()
            elsewhere.remove()
        }
        let first = await Self.leaveEvents(in: folder.url)
        _ = first
        try elsewhere.write("notes", to: "notes.txt")
        try folder.write("text", to: "events.spool-0000000a.sqlite")
        try folder.write("a backup", to: "events.sqlite.damaged")
        try SQLiteEventStore(path: folder.path("copy.sqlite")).close()
        try FileManager.default.moveItem(
            at: folder.file("copy.sqlite"), to: folder.file("events.spool-0000000b.sqlite"))
        let manager = FileManager.default
        try manager.createDirectory(at: folder.file("events.spool-0000000c.sqlite"), withIntermediateDirectories: true)
        for name in ["events.spool-0000000d.sqlite", "events-2.sqlite"] {
            try manager.createSymbolicLink(at: folder.file(name), withDestinationURL: elsewhere.file("notes.txt"))
        }
        let next = Self.platform(folder.url, 2)
        #expect(await next.client.set(consent: .declined))
        #expect(await next.client.set(consent: .granted))
        await next.loadConfigurations()
        next.client.submitClick(stream: "app")
        #expect(await next.sentEvents().count == 1, "\(next.client.diagnostics)")
        let names = try manager.contentsOfDirectory(atPath: folder.path(""))
        for end in ["a", "b", "c", "d"] { #expect(names.contains("events.spool-0000000\(end).sqlite"), "\(end)") }
        #expect(try String(contentsOf: folder.file("events.sqlite.damaged"), encoding: .utf8) == "a backup")
        #expect(try String(contentsOf: elsewhere.file("notes.txt"), encoding: .utf8) == "notes")
        _ = await next.client.shutdown(deadline: .zero)
    }
}
