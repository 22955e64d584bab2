import EventSupport
import Foundation
import GRDB

/// The spool that a client writes. Protected by the lock of ``SpoolStore``.
struct Spool: Sendable {
    let file: URL
    let store: SQLiteEventStore
    private let namespace: StoreNamespace
    private let settings: StoreSettings
    /// The number of held submissions that this client has to decide.
    private(set) var held = 0
    /// The ledger of the spool when this client opened it, without the held submissions that this client adopted.
    private var initialLedger: Ledger
    private var commits = 0

    /// After so many commits the limits are computed again.
    private static let commitsPerUpdate = 256
    /// The maximum number of events that one transaction prunes.
    private static let eventsPerSlice = 500

    init(_ file: URL, _ namespace: StoreNamespace, _ settings: StoreSettings, lock: FileLock) throws {
        (self.file, self.namespace, self.settings) = (file, namespace, settings)
        store = try SQLiteEventStore(path: file.path, settings: settings, lock: lock, isShared: true)
        initialLedger = try store.ledger()
        updateLimits()
    }

    /// Returns the held submissions of the client that wrote the spool before, for this client to decide.
    mutating func adopt(at time: StorageTime) throws -> [HeldSubmission] {
        let submissions = try store.load(at: time).heldSubmissions
        held = submissions.count
        var adopted = Ledger()
        for submission in submissions { adopted.countSubmitted(submission.stream) }
        initialLedger = initialLedger - adopted
        return submissions
    }

    /// The counts of this client's events.
    func counted() throws -> Ledger { try store.ledger() - initialLedger }

    mutating func commit(_ transaction: StoreTransaction) throws -> Ledger {
        commits += 1
        if commits % Self.commitsPerUpdate == 0 { updateLimits() }
        let counted = try store.commit(transaction)
        held += transaction.held.count - transaction.released.count
        notifyOwner()
        return counted
    }

    /// Drops one slice of the events that are too old.
    func prune(_ limit: AgeLimit) throws -> StoreMaintenance {
        var report = store.collectReport()
        let rows = try store.expired(by: limit, atMost: Self.eventsPerSlice)
        guard !rows.isEmpty else { return report }
        var transaction = StoreTransaction()
        transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .dropped(.expired)) }
        report.ledger += try store.commit(transaction)
        report.hasMore = rows.count == Self.eventsPerSlice
        return report
    }

    /// Sets the limits of this spool to what the other spools leave of the settings' limits, so that all spools of a
    /// namespace together stay within them.
    private func updateLimits() {
        let others = totalsOfOtherSpools()
        store.setLimits(
            StoreTotals(
                events: max(0, max(0, settings.maximumEvents) - others.events),
                bytes: max(0, max(0, settings.maximumBytes) - others.bytes)))
    }

    /// Number and size of the events in the other spools. The sum ends at a spool that cannot be read, which the owner
    /// reports when it imports.
    private func totalsOfOtherSpools() -> StoreTotals {
        var sum = StoreTotals()
        do {
            for spool in try namespace.spools() where spool.lastPathComponent != file.lastPathComponent {
                let queue = try StoreConnection.open(spool.path, isReadOnly: true)
                let totals = try queue.read { try StoreCounters(reading: $0).totals }
                try queue.close()
                sum.events += totals.events
                sum.bytes += totals.bytes
            }
        } catch {
            return sum
        }
        return sum
    }

    /// Creates and removes a file, which triggers the owner's ``FolderWatch``. When that fails, the owner imports with
    /// its next maintenance.
    private func notifyOwner() {
        let note = file.path + StoreNamespace.noteSuffix
        let descriptor = open(note, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        Foundation.close(descriptor)
        unlink(note)
    }

    func close() throws { try store.close() }
}
