import EventSupport
import EventPlatformTesting
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Both stores pass the compatibility suite, and the suite finds defects.
@Suite struct StoreCompatibilityTests {
    @Test func `the store in memory passes the compatibility suite`() {
        let compatibility = EventStoreCompatibility(isDurable: false) { _, settings in
            InMemoryEventStore(settings: settings)
        }
        #expect(compatibility.failures(sequences: 100) == [])
    }

    @Test func `the store on disk passes the compatibility suite`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let compatibility = EventStoreCompatibility { name, settings in
            try SQLiteEventStore(path: folder.file("\(name).sqlite").path, settings: settings)
        }
        #expect(compatibility.failures(sequences: 30) == [])
    }

    @Test func `the store on disk with a cipher passes the compatibility suite`() throws {
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

    @Test(arguments: Defect.allCases)
    private func `the compatibility suite finds each defect and shrinks it to few operations`(defect: Defect) {
        let compatibility = EventStoreCompatibility(isDurable: false) { _, settings in
            WrongStore(defect, settings: settings)
        }
        let failures = compatibility.failures(sequences: 30)
        #expect(failures.count >= 3, "\(failures)")
        let lengths = failures.map { $0.split(separator: ";").count }
        #expect(lengths.allSatisfy { $0 <= 20 }, "of 60 operations: \(failures)")
        if defect == .doubleLease { #expect(lengths.min() == 2, "an addition and a lease: \(failures)") }
    }

    // MARK: - Commits that fail

    private static func failures(of whatFails: FailingStore.Failure) -> [String] {
        EventStoreCompatibility(isDurable: false) { _, settings in FailingStore(whatFails, settings) }
            .failures(sequences: 30)
    }

    @Test func `a store of which every second commit fails passes if it applies nothing of those`() {
        #expect(Self.failures(of: .whole) == [])
    }

    @Test func `the compatibility suite finds what a commit that failed has left`() {
        let failures = Self.failures(of: .afterOneEvent)
        #expect(failures.count >= 3)
        #expect(failures.allSatisfy { $0.contains("after commit(_:) threw noSpace") }, "\(failures)")
    }

    @Test func `the compatibility suite finds a store that takes its disk for the fault of an event`() {
        let failures = Self.failures(of: .asContent)
        #expect(failures.count == 30 && failures.allSatisfy { $0.contains("is unwritable") }, "\(failures)")
    }

    /// The store in memory. Every second commit fails.
    private final class FailingStore: ForwardingStore {
        enum Failure { case whole, afterOneEvent, asContent }
        private enum DiskError: Error { case noSpace }
        let base: InMemoryEventStore
        private let failure: Failure
        private let calls = Locked(0)

        init(_ failure: Failure, _ settings: StoreSettings) {
            (self.failure, base) = (failure, InMemoryEventStore(settings: settings))
        }

        func commit(_ transaction: StoreTransaction) throws -> Ledger {
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            guard call.isMultiple(of: 2) else { return base.commit(transaction) }
            switch failure {
            case .whole: throw DiskError.noSpace
            case .afterOneEvent:
                var part = StoreTransaction()
                part.added = Array(transaction.added.prefix(1))
                _ = base.commit(part)
                throw DiskError.noSpace
            case .asContent: throw StoreError(.unwritable, "the disk is full")
            }
        }
    }

    // MARK: - Defects

    /// Defects of a store.
    private enum Defect: CaseIterable {
        case doubleLease, leasesThePositionItself, addsBeforeItFinishes, losesDeliveredIDs, writesNoNumbers
        case countsEverythingAgain, expiresAll, namesAll, erasesWhatWaits, ignoresDeadlines, keepsWhatIsTooLarge
        case retriesAtOnce, forgetsIsolation, sendsWhatAwaits, decidesNothing, countsExcludedRows
    }

    /// The store in memory with a defect.
    private final class WrongStore: ForwardingStore {
        private let store: Locked<InMemoryEventStore>
        private let settings: StoreSettings
        private let defect: Defect
        var base: InMemoryEventStore { store.withLock(\.self) }

        init(_ defect: Defect, settings: StoreSettings) {
            var settings = settings
            if defect == .keepsWhatIsTooLarge { settings.maximumBytes = .max }
            (self.defect, self.settings) = (defect, settings)
            store = Locked(InMemoryEventStore(settings: settings))
        }

        func commit(_ transaction: StoreTransaction) -> Ledger {
            var transaction = transaction
            switch defect {
            case .addsBeforeItFinishes:
                var first = StoreTransaction()
                (first.added, transaction.added) = (transaction.added, [])
                return base.commit(first) + base.commit(transaction)
            case .losesDeliveredIDs: transaction.deliveredIDs = []
            case .writesNoNumbers:
                for place in transaction.added.indices { transaction.added[place].isNumbered = false }
            case .retriesAtOnce:
                for place in transaction.failed.indices { transaction.failed[place].retryAt.millisecondsSinceBoot = 0 }
            case .forgetsIsolation:
                for place in transaction.failed.indices { transaction.failed[place].isIsolated = false }
            case .sendsWhatAwaits:
                for place in transaction.added.indices { transaction.added[place].awaitedSchema = nil }
            case .decidesNothing: transaction.decided = []
            case .countsEverythingAgain: return base.commit(transaction) + transaction.ledger
            default: break
            }
            return base.commit(transaction)
        }

        func lease(
            _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
            until deadline: Duration
        ) -> [LeasedEvent] {
            var (deadline, selection) = (deadline, selection)
            if defect == .ignoresDeadlines { deadline = .seconds(1_000_000_000) }
            if defect == .leasesThePositionItself, case .ready(var position?) = selection {
                base.release([position.row])
                position.row -= 1
                selection = .ready(after: position)
            }
            let leased = base.lease(selection, for: destination, atMost: count, now: now, until: deadline)
            if defect == .doubleLease { base.release(leased.map(\.row)) }
            return leased
        }

        func hasReadyEvent(for destination: String, besides rows: Set<Int64>) -> Bool {
            base.hasReadyEvent(for: destination, besides: defect == .countsExcludedRows ? [] : rows)
        }
        func expiredRows(by limit: AgeLimit, atMost count: Int) -> [Int64] {
            base.expiredRows(by: limit, atMost: defect == .expiresAll ? .max : count)
        }
        func storedRows(atMost count: Int) -> [Int64] { base.storedRows(atMost: defect == .namesAll ? .max : count) }
        func erase() {
            guard defect == .erasesWhatWaits else { return }
            store.withLock { [settings] in $0 = InMemoryEventStore(settings: settings) }
        }
    }
}
