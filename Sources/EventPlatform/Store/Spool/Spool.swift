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
    var heldCount: Int { store.file.heldCount }
    /// The ledger of the spool when this client opened it, without the held submissions that this client adopted.
    private var initialLedger: Ledger
    /// What was added since the limits were computed; `nil` before they were.
    private var added: StoreTotals?

    /// The limits are recomputed when a sixteenth of one of them has been added.
    private static let updatesPerLimit = 16
    /// The maximum number of events that one transaction prunes.
    private static let eventsPerSlice = 500

    init(_ file: URL, _ namespace: StoreNamespace, _ settings: StoreSettings, lock: StoreLock) throws {
        (self.file, self.namespace, self.settings) = (file, namespace, settings)
        store = try SQLiteEventStore(
            path: file.path, settings: settings, lock: lock, isShared: true, partOf: namespace)
        initialLedger = try store.ledger()
    }

    /// Returns the held submissions of the client that wrote the spool before, for this client to decide.
    mutating func adopt(at time: StorageTime) throws -> [HeldSubmission] {
        let submissions = try store.load(at: time).heldSubmissions
        var adopted = Ledger()
        for submission in submissions { adopted.countSubmitted(submission.stream) }
        initialLedger = initialLedger - adopted
        return submissions
    }

    /// The counts of this client's events.
    func counted() throws -> Ledger { try store.ledger() - initialLedger }
    /// The same of a file that cannot be read.
    var countedInMemory: Ledger { store.file.ledger - initialLedger }

    mutating func commit(_ transaction: StoreTransaction) throws -> Ledger {
        if !hasCurrentLimits { updateLimits() }
        let counted = try store.commit(transaction)
        added?.events += transaction.added.count
        added?.bytes += transaction.added.reduce(0) { $0 + $1.body.count }
        notifyOwner()
        return counted
    }

    /// Drops one slice of the events that are too old.
    func prune(_ limit: AgeLimit) throws -> StoreReport {
        var report = store.collectReport()
        let rows = try store.expiredRows(by: limit, atMost: Self.eventsPerSlice)
        guard !rows.isEmpty else { return report }
        var transaction = StoreTransaction()
        transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .dropped(.expired)) }
        report.ledger += try store.commit(transaction)
        report.hasMore = rows.count == Self.eventsPerSlice
        return report
    }

    /// Whether this spool has added little since its limits were computed. Other spools do the same, so all spools
    /// together exceed the settings' limits by no more than a sixteenth and one transaction for each running writer.
    private var hasCurrentLimits: Bool {
        guard let added else { return false }
        return added.events <= settings.maximumEvents / Self.updatesPerLimit
            && added.bytes <= settings.maximumBytes / Self.updatesPerLimit
    }

    /// Sets the limits of this spool to what the other spools leave of the settings' limits.
    private mutating func updateLimits() {
        added = StoreTotals()
        let others = totalsOfOtherSpools()
        store.file.setLimits(
            StoreTotals(
                events: max(0, max(0, settings.maximumEvents) - others.events),
                bytes: max(0, max(0, settings.maximumBytes) - others.bytes)))
    }

    /// Number and size of the events in the other spools, as far as they can be read: one that cannot, such as one that
    /// is being created or removed, counts as empty. The owner reports a damaged one when it imports.
    private func totalsOfOtherSpools() -> StoreTotals {
        var sum = StoreTotals()
        for spool in otherSpools() {
            guard let totals = totals(of: spool) else { continue }
            sum.events += totals.events
            sum.bytes += totals.bytes
        }
        return sum
    }

    private func otherSpools() -> [URL] {
        do {
            return try namespace.spools().filter { $0.lastPathComponent != file.lastPathComponent }
        } catch {
            return []  // the folder cannot be listed, which the owner reports
        }
    }

    private func totals(of spool: URL) -> StoreTotals? {
        do {
            let queue = try StoreConnection.open(spool.path, isReadOnly: true)
            let totals = try queue.read { try StoreCounters(reading: $0).totals }
            try queue.close()
            return totals
        } catch {
            return nil
        }
    }

    /// Creates and removes a file, which triggers the owner's ``FolderWatch``. When that fails, the owner imports with
    /// its next maintenance.
    private func notifyOwner() {
        let notification = file.path + StoreNamespace.notificationSuffix
        let descriptor = open(notification, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        Foundation.close(descriptor)
        unlink(notification)
    }

    func close() throws { try store.close() }
}
