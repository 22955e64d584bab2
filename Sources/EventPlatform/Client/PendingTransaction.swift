/// The content of the next commit: events and held submissions with their counts. It stays when a commit fails, and
/// grows up to ``capacity`` and ``byteCapacity``; beyond these the oldest additions are dropped.
struct PendingTransaction: Sendable {
    /// An event or a held submission that a commit adds.
    enum Addition: Sendable {
        case event(NewEvent)
        case held(HeldSubmission)
    }

    private struct Entry: Sendable {
        let addition: Addition
        /// Whether the stored ledger already counts it as submitted.
        let isRecorded: Bool
        /// When its commit alone failed first: the bytes of others that had been written then.
        var failedAt: Int?
    }

    private var added: [Entry] = []
    private var bytes = 0
    /// Everything but the additions.
    private var rest = StoreTransaction()

    /// The maximum number of additions, and of their bytes, in memory while the store cannot be written.
    static let capacity = 10_000
    static let byteCapacity = 32 << 20

    /// The number of rows that the commit writes.
    var rowCount: Int { additionCount + rest.decided.count }
    var additionCount: Int { added.count }
    var isEmpty: Bool { added.isEmpty && rest.isEmpty }
    /// Whether the commit removes held submissions from the store.
    var removesSubmissions: Bool { !rest.removedSubmissions.isEmpty }
    /// The additions, in order.
    var additions: [Addition] { added.map(\.addition) }

    mutating func add(_ addition: Addition, isRecorded: Bool) {
        added.append(Entry(addition: addition, isRecorded: isRecorded))
        bytes += addition.bytes
    }

    /// Counts an event that is dropped before it has a row.
    ///
    /// `isRecorded` is whether the stored ledger already counts it as submitted.
    mutating func countDropped(_ stream: String, _ reason: DropReason, isRecorded: Bool) {
        if !isRecorded { rest.ledger.countSubmitted(stream) }
        rest.ledger.countDropped(stream, reason)
    }

    mutating func countUnvalidated(_ stream: String) { rest.ledger.countUnvalidated(stream) }

    mutating func decide(_ event: DecidedEvent) { rest.decided.append(event) }
    mutating func finish(_ event: FinishedEvent) { rest.finished.append(event) }

    /// Removes a held submission from this transaction, or from the store when it is not in this transaction.
    mutating func removeSubmission(_ number: Int64) {
        let index = added.firstIndex { entry in
            if case .held(let held) = entry.addition { held.number == number } else { false }
        }
        guard let index else { return rest.removedSubmissions.append(number) }
        bytes -= added[index].addition.bytes
        // The decision on it is counted separately, so only `submitted` is counted here.
        if !added[index].isRecorded { rest.ledger.countSubmitted(added[index].addition.stream) }
        added.remove(at: index)
    }

    /// Saves values for the next process.
    mutating func save(_ values: [String: String]) { rest.values.merge(values) { $1 } }

    /// Removes and returns the oldest additions that exceed the capacity, or everything.
    mutating func evict(all: Bool = false) -> [Addition] {
        var count = all ? added.count : max(0, added.count - Self.capacity)
        var left = bytes - added.prefix(count).reduce(0) { $0 + $1.addition.bytes }
        while count < added.count, left > Self.byteCapacity {
            left -= added[count].addition.bytes
            count += 1
        }
        return removeFirst(count)
    }

    private mutating func removeFirst(_ count: Int) -> [Addition] {
        let first = added.prefix(count)
        for entry in first where !entry.isRecorded { rest.ledger.countSubmitted(entry.addition.stream) }
        added.removeFirst(count)
        bytes -= first.reduce(0) { $0 + $1.addition.bytes }
        return first.map(\.addition)
    }

    // MARK: - In parts

    /// Removes the first additions, which were committed.
    ///
    /// - Returns: their bytes.
    mutating func removeCommitted(_ count: Int) -> Int {
        let removed = added.prefix(count).reduce(0) { $0 + $1.addition.bytes }
        added.removeFirst(count)
        bytes -= removed
        return removed
    }

    /// The first addition could not be committed alone. It follows the others.
    ///
    /// `bytesWritten` are the bytes that were committed so far. Where these have grown by its own size since its first
    /// failure, it is removed and returned instead.
    mutating func moveFirstToEnd(bytesWritten: Int) -> Addition? {
        var entry = added[0]
        let failedAt = entry.failedAt ?? bytesWritten
        if bytesWritten - failedAt >= max(1, entry.addition.bytes) { return removeFirst(1).first }
        entry.failedAt = failedAt
        added.removeFirst()
        added.append(entry)
        return nil
    }

    // MARK: - As transactions

    /// Everything in one transaction.
    func transaction(with unsaved: Ledger) -> StoreTransaction {
        var transaction = transaction(of: added[...])
        transaction.merge(rest)
        transaction.ledger += unsaved
        return transaction
    }

    /// The first additions alone.
    func transaction(ofFirst count: Int) -> StoreTransaction { transaction(of: added.prefix(count)) }

    private func transaction(of entries: ArraySlice<Entry>) -> StoreTransaction {
        var transaction = StoreTransaction()
        transaction.added.reserveCapacity(entries.count)
        var run = (stream: "", count: 0)  // of one stream, which is looked up once
        for entry in entries {
            if !entry.isRecorded {
                let stream = entry.addition.stream
                if stream != run.stream {
                    transaction.ledger.countSubmitted(run)
                    run = (stream, 0)
                }
                run.count += 1
            }
            switch entry.addition {
            case .event(let event): transaction.added.append(event)
            case .held(let submission): transaction.heldSubmissions.append(submission)
            }
        }
        transaction.ledger.countSubmitted(run)
        return transaction
    }
}

extension PendingTransaction.Addition {
    var stream: String {
        switch self {
        case .event(let event): event.stream
        case .held(let submission): submission.stream
        }
    }

    fileprivate var bytes: Int {
        switch self {
        case .event(let event): event.body.count
        case .held(let submission): submission.submission.count
        }
    }
}

extension Ledger {
    fileprivate mutating func countSubmitted(_ run: (stream: String, count: Int)) {
        if run.count > 0 { countSubmitted(run.stream, run.count) }
    }
}

extension StoreTransaction {
    /// Adds the parts of another transaction, without `added` and `heldSubmissions`.
    fileprivate mutating func merge(_ other: StoreTransaction) {
        decided += other.decided
        finished += other.finished
        failed += other.failed
        removedSubmissions += other.removedSubmissions
        deliveredIDs += other.deliveredIDs
        ledger += other.ledger
        values.merge(other.values) { $1 }
    }
}
