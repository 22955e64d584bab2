import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Clients whose store file is damaged: refusals, grants, and two processes.
@Suite(.waitLimit) struct DamagedClientTests {
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]
    private static let secret = StorePrivacyTests.secret

    private static func platform(_ folder: TemporaryFolder, _ seed: UInt64) -> TestPlatform {
        TestPlatform(streams: streams, seed: seed) { $0.store.location = .file(folder.file("events.sqlite")) }
    }

    /// Leaves events in a file.
    private static func leaveEvents(_ count: Int, in folder: TemporaryFolder) async {
        let platform = platform(folder, 1)
        await platform.loadConfigurations()
        for number in 0..<count {
            platform.client.submitClick(
                stream: "app", interactionData: .init(elementID: "\(number)", context: ["text": .string(secret)]))
        }
        await platform.client.persist()
        _ = await platform.client.shutdown(deadline: .zero)
    }

    private static func damage(_ file: URL, _ change: (inout Data) -> Void) throws {
        var bytes = try Data(contentsOf: file)
        change(&bytes)
        try bytes.write(to: file)
    }

    enum Damage: CaseIterable { case header, root, leaf, ledger, store, index, cut, none }

    private static func page(_ damage: Damage, of file: URL) throws -> Int? {
        let pages = try DatabasePages(path: file.path)
        let roots = pages.roots()
        return switch damage {
        case .header: 1
        case .root: roots["event"]
        case .leaf: try pages.tree(from: #require(roots["event"])).numbers.last
        case .ledger: roots["ledger"]
        case .store: roots["store"]
        case .index: roots["event_by_queue"]
        case .cut, .none: nil
        }
    }

    private static func inflict(_ damage: Damage, on file: URL) throws {
        let page = try page(damage, of: file)
        try Self.damage(file) { bytes in
            if damage == .cut { bytes = bytes.prefix(bytes.count / 2 + 100) }
            guard let page else { return }
            let range = DamagedFile.range(ofPage: page)
            bytes.replaceSubrange(range, with: Data(repeating: 0xA5, count: range.count))
        }
    }

    /// Fails when a removal reads what it removes.
    @Test(arguments: Damage.allCases, [false, true])
    func `a refusal leaves no byte in a damaged store, and a later grant stores and sends`(
        damage: Damage, isOpen: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        await Self.leaveEvents(200, in: folder)
        let file = folder.file("events.sqlite")
        if !isOpen { try Self.inflict(damage, on: file) }
        let platform = Self.platform(folder, 2)
        await platform.loadConfigurations()
        await platform.client.persist()
        if isOpen { try Self.inflict(damage, on: file) }
        #expect(await platform.client.set(consent: .declined))
        #expect(try StorePrivacyTests.readable(folder) == [])
        #expect(platform.client.ledger.total.pending == 0)
        #expect(await platform.client.set(consent: .granted))
        platform.client.submitClick(stream: "app", interactionData: .init(elementID: "after"))
        #expect(await platform.client.persist())
        _ = await platform.client.shutdown(deadline: .zero)

        let next = Self.platform(folder, 3)
        await next.loadConfigurations()
        #expect(await next.sentEvents().compactMap { $0["element_id"]?.string } == ["after"])
        #expect(next.client.ledger.total.pending == 0)
        _ = await next.client.shutdown(deadline: .zero)
    }

    /// Fails when a damaged index stops sending for good.
    @Test(arguments: [Damage.header, .root, .ledger, .store, .index])
    func `a client sends every event of a damaged store once, and reports the damage once`(
        damage: Damage
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        await Self.leaveEvents(300, in: folder)
        try Self.inflict(damage, on: folder.file("events.sqlite"))
        let platform = Self.platform(folder, 2)
        await platform.loadConfigurations()
        let sent = await platform.sentEvents().compactMap { $0["element_id"]?.string }
        #expect(sent.count == 300 && Set(sent).count == 300)
        #expect(platform.client.ledger.total.pending == 0)
        _ = await platform.client.shutdown(deadline: .zero)
        #expect(platform.client.diagnostics.filter { $0.message.contains("was rebuilt") }.count == 1)
    }

    @Test func `persist() is false while the folder of the store cannot be made again`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let place = folder.file("place")
        let platform = TestPlatform(streams: Self.streams) {
            $0.store.location = .file(place.appendingPathComponent("events.sqlite"))
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        #expect(await platform.client.persist())
        try FileManager.default.removeItem(at: place)
        try folder.write("in the way", to: "place")
        platform.client.submitClick(stream: "app")
        #expect(await !platform.client.persist())
        try FileManager.default.removeItem(at: place)
        platform.client.submitClick(stream: "app")
        #expect(await platform.client.persist())
        _ = await platform.client.shutdown(deadline: .zero)
        let next = TestPlatform(streams: Self.streams, seed: 2) {
            $0.store.location = .file(place.appendingPathComponent("events.sqlite"))
        }
        await next.loadConfigurations()
        #expect(await next.sentEvents().count == 3)
        _ = await next.client.shutdown(deadline: .zero)
    }

    private static func spool(in folder: TemporaryFolder) throws -> URL {
        try #require(try StoreNamespace(folder.file("events.sqlite")).spools().first)
    }

    @Test func `the owner rebuilds and imports a damaged spool whose client has ended`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let owner = Self.platform(folder, 1)
        await owner.loadConfigurations()
        owner.client.submitClick(stream: "app", interactionData: .init(elementID: "own"))
        await owner.client.persist()
        await Self.leaveEvents(100, in: folder)
        let spool = try Self.spool(in: folder)
        try Self.inflict(.header, on: spool)
        await owner.client.runtime.core.maintain()
        #expect(await owner.sentEvents().count == 101, "\(owner.client.diagnostics)")
        #expect(owner.client.ledger.total.pending == 0)
        _ = await owner.client.shutdown(deadline: .zero)
    }

    /// Fails when a client keeps its damaged spool, in which no transaction succeeds.
    @Test func `a client whose spool is damaged continues in another one`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let owner = Self.platform(folder, 1)
        await owner.loadConfigurations()
        owner.client.submitClick(stream: "app", interactionData: .init(elementID: "own"))
        await owner.client.persist()
        let guest = Self.platform(folder, 2)
        await guest.loadConfigurations()
        guest.client.submitClick(stream: "app", interactionData: .init(elementID: "first"))
        #expect(await guest.client.persist())
        let spool = try Self.spool(in: folder)
        let handle = try FileHandle(forUpdating: spool)
        for page in [1, 4] {
            try handle.seek(toOffset: UInt64((page - 1) * 8192))
            try handle.write(contentsOf: Data(repeating: 0xA5, count: page == 1 ? 100 : 8192))
        }
        try handle.close()
        guest.client.submitClick(stream: "app", interactionData: .init(elementID: "second"))
        #expect(await guest.client.persist(), "\(guest.client.diagnostics)")
        for _ in 1...3 { await owner.client.runtime.core.maintain() }
        let sent = await owner.sentEvents().compactMap { $0["element_id"]?.string }
        #expect(sent.contains("second") && sent.contains("own"), "\(owner.client.diagnostics)")
        _ = await guest.client.shutdown(deadline: .zero)
        _ = await owner.client.shutdown(deadline: .zero)
    }
}
