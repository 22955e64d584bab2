import EventPlatformTesting
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// A damaged store file is rebuilt with all events of its undamaged pages.
@Suite struct StoreSalvageTests {
    /// What is done to a page.
    enum Damage: String, CaseIterable {
        case zeros, noise, exchanged, earlier
    }

    private static func inflict(
        _ damage: Damage, onPage page: Int, _ damaged: DamagedFile, _ bytes: inout Data,
        _ random: inout SeededGenerator
    ) -> Set<Int> {
        let range = DamagedFile.range(ofPage: page)
        switch damage {
        case .zeros: bytes.replaceSubrange(range, with: Data(count: range.count))
        case .noise:
            bytes.replaceSubrange(
                range, with: Data((0..<range.count).map { _ in UInt8.random(in: 0...255, using: &random) }))
        case .exchanged:
            let other = page == damaged.pageCount ? 2 : Int.random(in: page + 1...damaged.pageCount, using: &random)
            let content = Data(bytes[range])
            bytes.replaceSubrange(range, with: Data(bytes[DamagedFile.range(ofPage: other)]))
            bytes.replaceSubrange(DamagedFile.range(ofPage: other), with: content)
            return [page, other]
        case .earlier:
            guard range.upperBound <= damaged.earlier.count else { return [] }
            bytes.replaceSubrange(range, with: Data(damaged.earlier[range]))
        }
        return [page]
    }

    /// Checks what came back of a file of which some pages are damaged.
    private static func expect(
        _ outcome: DamagedFile.Outcome, of damaged: DamagedFile, without pages: Set<Int>, _ what: Comment
    ) {
        let expected = damaged.bodies.keys.filter { damaged.pages[$0]?.isDisjoint(with: pages) ?? false }
        let back = expected.filter { outcome.bodies[$0] == damaged.bodies[$0] }
        #expect(back.count == expected.count, what)
        let changed = outcome.bodies.filter { damaged.bodies[$0.key].map { [body = $0.value] in $0 != body } ?? false }
        #expect(changed.isEmpty, what)
        #expect(outcome.bodies.keys.filter { damaged.delivered.contains($0) }.count <= 30 * pages.count, what)
        #expect(outcome.ledger.total.pending == outcome.stored + outcome.held, what)
    }

    /// Fails when any page is needed to read the others.
    @Test(arguments: Damage.allCases)
    func `all events of undamaged pages come back, whichever page is damaged`(damage: Damage) throws {
        let damaged = try DamagedFile()
        defer { damaged.folder.remove() }
        var random = SeededGenerator(seed: 3)
        var rebuilt = 0
        for page in 1...damaged.pageCount {
            var pages: Set<Int> = []
            try damaged.write { pages = Self.inflict(damage, onPage: page, damaged, &$0, &random) }
            let what: Comment = "\(damage) on \(pages)"
            let outcome = try damaged.open(what)
            Self.expect(outcome, of: damaged, without: pages, what)
            if outcome.wasRebuilt { rebuilt += 1 }
        }
        #expect(rebuilt > (damage == .earlier ? 8 : damaged.pageCount / 2), "\(rebuilt) of \(damaged.pageCount)")
    }

    @Test func `all events before the end of a file that was cut come back`() throws {
        let damaged = try DamagedFile()
        defer { damaged.folder.remove() }
        var random = SeededGenerator(seed: 4)
        for _ in 0..<40 {
            let size = Int.random(in: 1..<damaged.bytes.count, using: &random)
            try damaged.write { $0 = $0.prefix(size) }
            let outcome: DamagedFile.Outcome
            do { outcome = try damaged.open("\(size)") } catch {
                #expect(size < 2 * DamagedFile.pageSize, "\(error)")
                continue
            }
            Self.expect(
                outcome, of: damaged, without: Set(size / DamagedFile.pageSize + 1...damaged.pageCount), "\(size)")
        }
    }

    // MARK: - At random

    private static let environment = ProcessInfo.processInfo.environment
    private static let runs = environment["EVENT_DAMAGES"].flatMap { Int($0) } ?? 40
    private static let seed = environment["EVENT_DAMAGE_SEED"].flatMap { UInt64($0) } ?? 11

    /// Damages one to three places, and returns the pages they are on.
    private static func damage(_ bytes: inout Data, _ damaged: DamagedFile, _ random: inout SeededGenerator) -> Set<Int>
    {
        var pages: Set<Int> = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let page = Int.random(in: 1...damaged.pageCount, using: &random)
            let place = DamagedFile.range(ofPage: page).lowerBound + Int.random(in: 0..<8192, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place / 8192 * 8192 + place % 16] = .random(in: 0...255, using: &random)  // the page's header
            case 2:
                let sector = place / 512 * 512
                bytes.replaceSubrange(sector..<sector + 512, with: Data(count: 512))
            default:
                let damage = Damage.allCases.randomElement(using: &random) ?? .zeros
                pages.formUnion(inflict(damage, onPage: page, damaged, &bytes, &random))
            }
            pages.insert(page)
        }
        return pages
    }

    /// Delivers all events as a client does, in several cycles, and returns their bodies.
    private static func drain(_ damaged: DamagedFile) throws -> [String: [UInt8]] {
        let store = try SQLiteEventStore(path: damaged.file.path)
        _ = try store.load()
        var sent: [String: [UInt8]] = [:]
        for _ in 0..<4 {
            _ = try store.maintainAll()
            let outcome = try DamagedFile.outcome(of: store)
            sent.merge(outcome.bodies) { first, _ in first }
            var transaction = StoreTransaction()
            let awaiting = try store.awaitedSchemas().flatMap { try store.events(awaiting: $0, atMost: .max) }
            let kept = Set(awaiting.map(\.row))
            transaction.finished = try store.storedRows(atMost: .max).filter { !kept.contains($0) }
                .filter { outcome.rows.contains($0) }.map { FinishedEvent(row: $0, outcome: .delivered) }
            _ = try store.commit(transaction)
        }
        try store.close()
        return sent
    }

    /// Fails when an entry out of its place ends the search for the others.
    @Test func `one flipped bit of an index hides no event`() throws {
        let damaged = try DamagedFile(seed: Self.seed)
        defer { damaged.folder.remove() }
        var random = SeededGenerator(seed: Self.seed)
        let pages = try DatabasePages(path: damaged.file.path)
        let index = pages.tree(from: try #require(pages.roots()["event_by_queue"])).numbers
        for run in 0..<3 * Self.runs {
            let page = DamagedFile.range(ofPage: index[run % index.count])
            let place = Int.random(in: page.lowerBound + 4096..<page.upperBound, using: &random)
            let bit = UInt8.random(in: 0..<8, using: &random)
            try damaged.write { $0[place] ^= 1 << bit }
            let sent = try Self.drain(damaged)
            let missing = damaged.bodies.keys.filter { damaged.bodies[$0] != sent[$0] }
            #expect(missing.isEmpty, "run \(run), byte \(place), bit \(bit)")
        }
    }

    /// `EVENT_DAMAGES` sets how many files are damaged, `EVENT_DAMAGE_SEED` how.
    @Test func `of a file that is damaged at random nothing changed is sent, and its account matches`() throws {
        let damaged = try DamagedFile(seed: Self.seed)
        defer { damaged.folder.remove() }
        var random = SeededGenerator(seed: Self.seed)
        for run in 0..<Self.runs {
            var pages: Set<Int> = []
            try damaged.write { pages = Self.damage(&$0, damaged, &random) }
            let what: Comment = "seed \(Self.seed), run \(run), pages \(pages.sorted())"
            let outcome = try damaged.open(what)
            let changed = outcome.bodies.filter { id, body in damaged.bodies[id].map { $0 != body } ?? false }
            #expect(changed.isEmpty, what)
            #expect(outcome.ledger.total.pending == outcome.stored + outcome.held, what)
            #expect(outcome.ledger.streams.values.allSatisfy { $0.pending >= 0 }, what)
            // The header and what is above the events are pages of the events for no event.
            let expected = damaged.bodies.keys.filter { damaged.pages[$0]?.isDisjoint(with: pages) ?? false }
            let back = expected.filter { outcome.bodies[$0] == damaged.bodies[$0] }
            #expect(back.count >= expected.count * 95 / 100, what)
        }
    }
}
