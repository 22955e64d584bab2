import EventPlatformTesting
import Foundation
import Testing

@testable import EventPlatform

/// Both stores against the reference, and the reference against a store that is wrong.
@Suite struct StoreCompatibilityTests {
    @Test func `the store in memory does what the reference does`() {
        let compatibility = EventStoreCompatibility(isDurable: false) { _, settings in
            InMemoryEventStore(settings: settings)
        }
        #expect(compatibility.failures(sequences: 100) == [])
    }

    /// Fails when `makeRoom()`, `leases.end` in `finish(_:)`, or the stretches of `expired(by:atMost:)` are taken out.
    @Test func `the store on disk does what the reference does`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let compatibility = EventStoreCompatibility { name, settings in
            try SQLiteEventStore(path: folder.file("\(name).sqlite").path, settings: settings)
        }
        #expect(compatibility.failures(sequences: 30) == [])
    }

    @Test func `a store on disk with a cipher does what the reference does`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let flip: @Sendable ([UInt8]) -> [UInt8] = { $0.map { ~$0 } }
        let compatibility = EventStoreCompatibility { name, settings in
            var settings = settings
            settings.cipher = EventCipher(seal: flip, open: flip)
            return try SQLiteEventStore(path: folder.file("\(name).sqlite").path, settings: settings)
        }
        #expect(compatibility.failures(sequences: 10, seed: 1000) == [])
    }

    @Test func `a store that is wrong is found out, in few operations`() {
        let compatibility = EventStoreCompatibility(isDurable: false) { _, settings in Forgetful(settings: settings) }
        let failures = compatibility.failures(sequences: 20)
        #expect(!failures.isEmpty)
        let lengths = failures.map { $0.split(separator: ";").count }
        #expect(lengths.min() == 3, "two takes of one event: \(failures)")
        #expect(lengths.allSatisfy { $0 <= 20 }, "of 60 operations: \(failures)")
    }

    /// Gives an event to two senders.
    private final class Forgetful: EventStore {
        private let store: InMemoryEventStore
        init(settings: StoreSettings) { store = InMemoryEventStore(settings: settings) }
        func load() -> StoredState { store.load() }
        func commit(_ transaction: StoreTransaction) -> Ledger { store.commit(transaction) }
        func take(_ limit: Int, for destination: String, after row: Int64, lease: Lease) -> [StoredEvent] {
            let taken = store.take(limit, for: destination, after: row, lease: lease)
            store.giveBack(taken.map(\.row))
            return taken
        }
        func giveBack(_ rows: [Int64]) { store.giveBack(rows) }
        func destinations() -> [String] { store.destinations() }
        func expired(by limit: AgeLimit, atMost count: Int) -> [Int64] { store.expired(by: limit, atMost: count) }
        func waiting(atMost count: Int) -> [Int64] { store.waiting(atMost: count) }
        func value(named name: String) -> String? { store.value(named: name) }
        func close() {}
    }
}
