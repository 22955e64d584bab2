import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// A refusal that another client, or a file of another time, has missed.
@Suite(.waitLimit) struct MissedRefusalTests {
    private static func refuse(_ main: URL) throws {
        let file = ConsentRecord.file(beside: main)
        var record = file.read().flatMap { ConsentRecord($0) } ?? ConsentRecord()
        record.unfinishedRefusal = nil
        record.refuse()
        record.unfinishedRefusal = nil
        record.decision = .granted
        try file.write(record.text)
    }

    private static func submit(_ platform: TestPlatform, _ element: String) {
        platform.client.submitClick(stream: "app", interactionData: .init(elementID: element))
    }

    /// Fails when the file of a client in the middle of a transaction counts as unused: the transaction has looked up
    /// the refusal before that was kept.
    @Test func `a file whose client is in a transaction is not empty`() async throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let alternative = StoreNamespace(place.namespace.alternatives[0])
        let store = try NamespaceStore(alternative, settings: StoreSettings(), partOf: place.namespace)
        let files = RefusedFiles(of: place.namespace, besides: place.main)
        let writer = try DatabaseQueue(path: alternative.main.path)
        try writer.inDatabase { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            #expect(try files.remove().inUse == [alternative.main])
            try database.execute(sql: "ROLLBACK")
        }
        try writer.close()
        #expect(try files.remove().inUse == [])
        try store.close()
    }

    /// Fails when a client learns at its first cycle how often the user has declined.
    @Test func `what was submitted before start() is covered by a refusal of another client`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = await RefusalTests.leaveEvents(in: folder.url)
        let platform = RefusalTests.platform(folder.url, 2)
        await until("it has learned the record") { platform.client.dependencies.sidecar.knowsConsent }
        for _ in 0..<20 { Self.submit(platform, StorePrivacyTests.secret) }
        let owner = RefusalTests.platform(folder.url, 3)
        await owner.loadConfigurations()
        #expect(await owner.client.set(consent: .declined))
        #expect(await owner.client.set(consent: .granted))
        _ = await owner.client.shutdown(deadline: .zero)
        _ = await platform.client.runtime.core.decide()
        #expect(try RefusedFilesTests.filesWithSecret(folder) == [])
        await platform.loadConfigurations()
        await platform.client.persist()
        #expect(await platform.sentEvents() == [])
        Self.submit(platform, "later")
        #expect(await platform.sentEvents().compactMap { $0["element_id"]?.string } == ["later"])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when the importer looks at the mark of the namespace alone.
    @Test(arguments: [false, true])
    func `a file from before a refusal that is put back is not imported`(isSpool: Bool) throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let owner = try place.owner()
        let file: URL
        if isSpool {
            let guest = try place.guest()
            _ = try guest.commit(SpoolTests.adding("1", "2"))
            file = try #require(try place.namespace.spools().first)
            try guest.close()
        } else {
            file = place.namespace.alternatives[0]
            let store = try NamespaceStore(StoreNamespace(file), settings: StoreSettings(), partOf: place.namespace)
            _ = try store.commit(SpoolTests.adding("1", "2"))
            try store.close()
        }
        try Self.refuse(place.main)
        _ = try owner.replaceFile(dropping: .consentDeclined, countsHeld: true)
        let report = try owner.maintainAll()
        #expect(report.remarks.contains { $0.contains("before the user declined") }, "\(report)")
        #expect(try owner.leaseReady(.max).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try owner.close()
    }

    /// Fails when an alternative file is looked for by its name alone, while its rebuilt one has another.
    @Test func `an alternative file between the steps of its exchange is found`() throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let file = place.namespace.alternatives[0]
        let store = try NamespaceStore(StoreNamespace(file), settings: StoreSettings(), partOf: place.namespace)
        _ = try store.commit(SpoolTests.adding("1"))
        try store.close()
        try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".rebuilt")
        let result = try RefusedFiles(of: place.namespace, besides: place.main).remove()
        #expect(result.removed.map(\.lastPathComponent) == [file.lastPathComponent])
        #expect(!FileManager.default.fileExists(atPath: file.path + ".rebuilt"))
    }

    /// Fails when what is kept aside of a file in use is forgotten.
    @Test func `a damaged file that is kept aside is not erased with the one in use`() throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let file = place.namespace.alternatives[0]
        let store = try NamespaceStore(StoreNamespace(file), settings: StoreSettings(), partOf: place.namespace)
        try Data("x".utf8).write(to: URL(fileURLWithPath: StoreFileExchange(of: file.path).aside))
        #expect(try RefusedFiles(of: place.namespace, besides: place.main).remove().inUse == [file])
        try store.close()
    }

    /// Fails when an alternative file is recognised by its first page alone.
    @Test(arguments: [false, true])
    func `an alternative file without its first page is removed, or imported`(isRefused: Bool) throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let file = place.namespace.alternatives[0]
        let store = try NamespaceStore(StoreNamespace(file), settings: StoreSettings(), partOf: place.namespace)
        _ = try store.commit(SpoolTests.adding((0..<100).map { "\($0)" }))
        try store.close()
        var bytes = try Data(contentsOf: file)
        bytes.replaceSubrange(0..<8192, with: Data(count: 8192))
        try bytes.write(to: file)
        if isRefused {
            let result = try RefusedFiles(of: place.namespace, besides: place.main).remove()
            #expect(result.removed == [file] && !FileManager.default.fileExists(atPath: file.path))
        } else {
            let owner = try place.owner()
            _ = try owner.maintainAll()
            #expect(try owner.leaseReady(.max).count == 100)
            try owner.close()
        }
        // Another program's file of that name stays.
        try Data(repeating: 7, count: 20_000).write(to: file)
        #expect(try RefusedFiles(of: place.namespace, besides: place.main).remove().removed == [])
    }

    /// Fails when an owner gives up a spool for good that its suspended writer has locked.
    @Test func `a spool that was locked for a while is imported later`() throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try guest.commit(SpoolTests.adding("1"))
        let spool = try #require(try place.namespace.spools().first)
        let suspended = try DatabaseQueue(path: spool.path)
        try suspended.inDatabase { database in
            try database.execute(sql: "BEGIN EXCLUSIVE")
            #expect(try owner.maintain().remarks.filter { $0.contains("cannot be imported now") }.count == 1)
            #expect(try owner.maintain().remarks == [], "it is said once")
            try database.execute(sql: "ROLLBACK")
        }
        try suspended.close()
        _ = try owner.maintainAll()
        #expect(try owner.leaseReady(.max).map(\.id) == ["1"])
        try guest.close()
        try owner.close()
    }

    /// Fails when the numbers begin again: a file from before the refusal would count as one from after it.
    @Test(arguments: [false, true])
    func `the number of refusals goes on when the record is removed`(inSameProcess: Bool) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let first = RefusalTests.platform(folder.url, 1)
        await first.loadConfigurations()
        Self.submit(first, StorePrivacyTests.secret)
        await first.client.persist()
        #expect(await first.client.set(consent: .declined))
        #expect(await first.client.set(consent: .granted))
        if !inSameProcess { _ = await first.client.shutdown(deadline: .zero) }
        let record = ConsentRecord.file(beside: folder.file("events.sqlite"))
        #expect(record.read() == "granted 1")
        try FileManager.default.removeItem(at: folder.file("events.consent"))
        let next = inSameProcess ? first : RefusalTests.platform(folder.url, 2)
        if !inSameProcess { await next.loadConfigurations() }
        #expect(await next.client.set(consent: .declined))
        #expect(record.read() == "declined 2")
        _ = await next.client.shutdown(deadline: .zero)
    }

    // MARK: - Damaged marks

    private static func flip(_ file: URL, at offset: Int) throws {
        var bytes = try Data(contentsOf: file)
        bytes[offset] ^= 4
        try bytes.write(to: file)
    }

    /// Fails when a file whose mark is damaged counts as another program's, without a word.
    @Test(arguments: [61, 70]) func `an alternative file whose mark is damaged is removed, or said to be left`(
        offset: Int
    ) throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let file = place.namespace.alternatives[0]
        let store = try NamespaceStore(StoreNamespace(file), settings: StoreSettings(), partOf: place.namespace)
        _ = try store.commit(SpoolTests.adding("1", "2"))
        try store.close()
        try Self.flip(file, at: offset)
        let result = try RefusedFiles(of: place.namespace, besides: place.main).remove()
        #expect(result.unknown + result.removed == [file])
        guard result.removed.isEmpty else { return }
        let owner = try place.owner()
        #expect(try owner.maintainAll().remarks.contains { $0.contains(file.lastPathComponent) })
        try owner.close()
    }

    @Test func `an alternative file that has lost the mark of a store is rebuilt`() throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let file = place.namespace.alternatives[0]
        let store = try NamespaceStore(StoreNamespace(file), settings: StoreSettings(), partOf: place.namespace)
        _ = try store.commit(SpoolTests.adding("1", "2"))
        try store.close()
        try Self.flip(file, at: 70)
        let owner = try place.owner()
        _ = try owner.maintainAll()
        #expect(try owner.leaseReady(.max).map(\.id) == ["1", "2"])
        try owner.close()
    }

    @Test func `a refusal is not complete while a file is left that may have events`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let platform = RefusalTests.platform(folder.url, 1)
        await platform.loadConfigurations()
        try await platform.client.openStore()
        _ = try folder.write(String(repeating: "x", count: 20_000), to: "events.spool-0123abcd.sqlite")
        #expect(await !platform.client.set(consent: .declined))
        #expect(platform.client.diagnostics.contains { $0.message.contains("may have events of a user who declined") })
        #expect(await platform.client.set(consent: .granted))
        Self.submit(platform, "later")
        #expect(await platform.client.persist(), "the client goes on")
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// Fails when a refusal that could not be written is kept later as a removal alone.
    @Test(.enabled(if: SmallDisk.isAvailable)) func `a refusal that could not be written is kept once it can be`()
        async throws
    {
        let disk = try SmallDisk(bytes: 8 << 20)
        defer { try? disk.remove() }
        let first = RefusalTests.platform(disk.url, 1)
        await first.loadConfigurations()
        #expect(await first.client.set(consent: .granted))
        Self.submit(first, "1")
        await first.client.persist()
        _ = await first.client.shutdown(deadline: .zero)
        try disk.makeReadOnly()
        let second = RefusalTests.platform(disk.url, 2)
        await second.loadConfigurations()
        #expect(await !second.client.set(consent: .declined))
        try disk.makeWritable()
        for _ in 0..<2 { await second.client.runCycle() }
        #expect(ConsentRecord.file(beside: disk.file("events.sqlite")).read() == "declined 1")
        _ = await second.client.shutdown(deadline: .zero)
    }

    // MARK: - Damage that SQLite reports in other words

    /// Fails when SQLite's error for it counts as one that may pass.
    @Test(arguments: [18, 47], [false, true])
    func `a header of an unknown format is damage`(offset: Int, isSpool: Bool) throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        var file = place.main
        if isSpool {
            let (owner, guest) = (try place.owner(), try place.guest())
            _ = try guest.commit(SpoolTests.adding("1", "2"))
            file = try #require(try place.namespace.spools().first)
            try guest.close()
            try owner.close()
        } else {
            let owner = try place.owner()
            _ = try owner.commit(SpoolTests.adding("1", "2"))
            try owner.close()
        }
        var bytes = try Data(contentsOf: file)
        bytes[offset] = 9
        try bytes.write(to: file)
        let owner = try place.owner()
        _ = try owner.maintainAll()
        #expect(try owner.leaseReady(.max).map(\.id) == ["1", "2"])
        try owner.close()
    }

    /// Fails when the owner waits for the guest to find the damage: that works from its cache.
    @Test func `a guest leaves a spool in which the owner has found damage`() throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let (owner, guest) = (try place.owner(), try place.guest())
        _ = try guest.commit(SpoolTests.adding((0..<200).map { "\($0)" }))
        let spool = try #require(try place.namespace.spools().first)
        let handle = try FileHandle(forWritingTo: spool)
        try handle.seek(toOffset: 4 * 8192)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 8192))
        try handle.close()
        _ = try owner.maintainAll()
        _ = try guest.commit(SpoolTests.adding("later"))
        for _ in 0..<3 { _ = try owner.maintainAll() }
        let ids = try owner.leaseReady(.max).map(\.id)
        #expect(ids.contains("later") && ids.count > 100, "\(ids.count)")
        try guest.close()
        try owner.close()
    }
}
