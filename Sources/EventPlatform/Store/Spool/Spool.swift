import EventSupport
import Foundation
import GRDB

/// The spool of a client, as its writer has it. Protected by the lock of ``SpoolStore``.
struct Spool: Sendable {
    let file: URL
    let store: SQLiteEventStore
    private let namespace: StoreNamespace
    private let settings: StoreSettings
    /// How many submissions wait in it for this client.
    private(set) var held = 0
    /// What it had counted before this client came.
    private var before: Ledger
    private var commits = 0

    /// After so many commits the other spools are counted again.
    private static let commitsPerCount = 256
    /// How many events are pruned at a time.
    private static let eventsPerSlice = 500

    init(_ file: URL, _ namespace: StoreNamespace, _ settings: StoreSettings, lock: FileLock) throws {
        (self.file, self.namespace, self.settings) = (file, namespace, settings)
        store = try SQLiteEventStore(path: file.path, settings: settings, lock: lock, isShared: true)
        before = try store.ledger()
        shareLimits()
    }

    /// Reads the submissions that an ended client has left, for this one to decide.
    mutating func adopt(at time: StorageTime) throws -> [HeldSubmission] {
        let submissions = try store.load(at: time).heldSubmissions
        held = submissions.count
        var share = Ledger()
        for submission in submissions { share.countSubmitted(submission.stream) }
        before = before - share
        return submissions
    }

    /// What it has counted of this client's events.
    func counted() throws -> Ledger { try store.ledger() - before }

    mutating func commit(_ transaction: StoreTransaction) throws -> Ledger {
        commits += 1
        if commits % Self.commitsPerCount == 0 { shareLimits() }
        let counted = try store.commit(transaction)
        held += transaction.held.count - transaction.released.count
        notifyOwner()
        return counted
    }

    /// Drops one slice of what is too old.
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

    /// All spools of a namespace together keep as much as the settings allow: this one what the others leave.
    private func shareLimits() {
        let others = otherSpools()
        store.setLimits(
            StoreTotals(
                events: max(0, settings.maximumEvents - others.events),
                bytes: max(0, settings.maximumBytes - others.bytes)))
    }

    /// How much the other spools have. One that cannot be read counts nothing: the owner will say so.
    private func otherSpools() -> StoreTotals {
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

    /// Creates and removes a file, which the owner's ``FolderWatch`` sees. Where that fails the owner looks at its next
    /// maintenance.
    private func notifyOwner() {
        let note = file.path + StoreNamespace.noteSuffix
        let descriptor = open(note, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        Foundation.close(descriptor)
        unlink(note)
    }

    func close() throws { try store.close() }
}
