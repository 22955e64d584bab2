/// The content of the next commit: events and held submissions with their counts. It stays when a commit fails, and
/// grows up to ``capacity`` and ``byteCapacity``; beyond these the oldest additions are dropped.
struct PendingTransaction: Sendable {
    /// An event or a held submission that a commit adds.
    enum Addition: Sendable {
        case event(NewEvent)
        case held(HeldSubmission)
    }

    /// What is known about an addition.
    private struct Entry: Sendable {
        let isHeld: Bool
        let bytes: Int
        /// Whether the stored ledger already counts it as submitted.
        let isRecorded: Bool
        /// When its commit alone failed first: the bytes of others that had been written then.
        var failedAt: Int?
    }

    /// One for each addition, in order. The additions are in ``content``, apart by kind, as a transaction has them.
    private var entries: [Entry] = []
    /// The bytes of the additions.
    private(set) var bytes = 0
    /// The additions, and all else that the commit writes.
    private var content = StoreTransaction()

    /// The maximum number of additions, and of their bytes, in memory while the store cannot be written.
    static let capacity = 10_000
    static let byteCapacity = 32 << 20

    /// The number of rows that the commit writes.
    var rowCount: Int { additionCount + content.decided.count }
    var hasDecided: Bool { !content.decided.isEmpty }
    var additionCount: Int { entries.count }
    var isEmpty: Bool { content.isEmpty }
    /// Whether the commit removes held submissions from the store.
    var removesSubmissions: Bool { !content.removedSubmissions.isEmpty }

    mutating func add(_ addition: consuming Addition, isRecorded: Bool) {
        switch consume addition {
        case .event(let event):
            append(Entry(isHeld: false, bytes: event.body.count, isRecorded: isRecorded))
            content.added.append(event)
        case .held(let submission):
            append(Entry(isHeld: true, bytes: submission.submission.count, isRecorded: isRecorded))
            content.heldSubmissions.append(submission)
        }
    }

    private mutating func append(_ entry: Entry) {
        entries.append(entry)
        bytes += entry.bytes
    }

    /// Counts an event that is dropped before it has a row.
    ///
    /// `isRecorded` is whether the stored ledger already counts it as submitted.
    mutating func countDropped(_ stream: String, _ reason: DropReason, isRecorded: Bool) {
        if !isRecorded { content.ledger.countSubmitted(stream) }
        content.ledger.countDropped(stream, reason)
    }

    mutating func countUnvalidated(_ stream: String) { content.ledger.countUnvalidated(stream) }

    mutating func decide(_ event: DecidedEvent) { content.decided.append(event) }
    mutating func finish(_ event: FinishedEvent) { content.finished.append(event) }

    /// Removes the decisions on events that awaited a schema.
    mutating func takeDecided() -> [DecidedEvent] {
        defer { content.decided = [] }
        return content.decided
    }

    /// Removes a held submission from this transaction, or from the store when it is not in this transaction.
    mutating func removeSubmission(_ number: Int64) {
        let heldEntries = entries.indices.lazy.filter { [entries] in entries[$0].isHeld }
        guard let place = content.heldSubmissions.firstIndex(where: { $0.number == number }),
            let position = heldEntries.dropFirst(place).first
        else { return content.removedSubmissions.append(number) }
        let entry = entries.remove(at: position)
        let submission = content.heldSubmissions.remove(at: place)
        bytes -= entry.bytes
        // The decision on it is counted separately, so only `submitted` is counted here.
        if !entry.isRecorded { content.ledger.countSubmitted(submission.stream) }
    }

    /// Saves values for the next process.
    mutating func save(_ values: [String: String]) { content.values.merge(values) { $1 } }

    /// Removes the oldest additions that exceed the capacity, or all.
    ///
    /// - Returns: the stream of each.
    mutating func evict(all: Bool = false) -> [String] {
        var count = all ? entries.count : max(0, entries.count - Self.capacity)
        var left = bytes - bytes(ofFirst: count)
        while count < entries.count, left > Self.byteCapacity {
            left -= entries[count].bytes
            count += 1
        }
        return dropFirst(count)
    }

    /// Removes the first additions, and counts them as submitted.
    ///
    /// - Returns: the stream of each.
    private mutating func dropFirst(_ count: Int) -> [String] {
        let streams = streams(ofFirst: count)
        for (stream, entry) in zip(streams, entries) where !entry.isRecorded { content.ledger.countSubmitted(stream) }
        removeFirst(count)
        return streams
    }

    private mutating func removeFirst(_ count: Int) {
        let held = heldCount(ofFirst: count)
        bytes -= bytes(ofFirst: count)
        content.added.removeFirst(count - held)
        content.heldSubmissions.removeFirst(held)
        entries.removeFirst(count)
    }

    // MARK: - The first additions

    private func bytes(ofFirst count: Int) -> Int { entries.prefix(count).reduce(0) { $0 + $1.bytes } }

    private func heldCount(ofFirst count: Int) -> Int { entries.prefix(count).count { $0.isHeld } }

    private func streams(ofFirst count: Int) -> [String] {
        var (events, held) = (0, 0)
        return entries.prefix(count).map { entry in
            if entry.isHeld {
                held += 1
                return content.heldSubmissions[held - 1].stream
            }
            events += 1
            return content.added[events - 1].stream
        }
    }

    // MARK: - In parts

    /// Removes the first additions, which were committed.
    ///
    /// - Returns: their bytes.
    mutating func removeCommitted(_ count: Int) -> Int {
        let removed = bytes(ofFirst: count)
        removeFirst(count)
        return removed
    }

    /// The first addition could not be committed alone. It follows the others.
    ///
    /// `bytesWritten` are the bytes that were committed so far. Where these have grown by its own size since its first
    /// failure, it is removed.
    ///
    /// - Returns: the stream of the addition when it is removed.
    mutating func moveFirstToEnd(bytesWritten: Int) -> String? {
        var entry = entries[0]
        let failedAt = entry.failedAt ?? bytesWritten
        if bytesWritten - failedAt >= max(1, entry.bytes) { return dropFirst(1).first }
        entry.failedAt = failedAt
        entries.removeFirst()
        entries.append(entry)
        if entry.isHeld {
            content.heldSubmissions.append(content.heldSubmissions.removeFirst())
        } else {
            content.added.append(content.added.removeFirst())
        }
        return nil
    }

    // MARK: - As transactions

    /// Everything in one transaction.
    func transaction(with unsaved: Ledger) -> StoreTransaction {
        var transaction = content
        countSubmitted(ofFirst: entries.count, in: &transaction.ledger)
        transaction.ledger += unsaved
        return transaction
    }

    /// The first additions alone.
    func transaction(ofFirst count: Int) -> StoreTransaction {
        let held = heldCount(ofFirst: count)
        var transaction = StoreTransaction()
        transaction.added = Array(content.added.prefix(count - held))
        transaction.heldSubmissions = Array(content.heldSubmissions.prefix(held))
        countSubmitted(ofFirst: count, in: &transaction.ledger)
        return transaction
    }

    private func countSubmitted(ofFirst count: Int, in ledger: inout Ledger) {
        var run = (stream: "", count: 0)  // of one stream, which is looked up once
        for (stream, entry) in zip(streams(ofFirst: count), entries) where !entry.isRecorded {
            if stream != run.stream {
                ledger.countSubmitted(run)
                run = (stream, 0)
            }
            run.count += 1
        }
        ledger.countSubmitted(run)
    }
}

extension Ledger {
    fileprivate mutating func countSubmitted(_ run: (stream: String, count: Int)) {
        if run.count > 0 { countSubmitted(run.stream, run.count) }
    }
}
