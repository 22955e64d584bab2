import EventSupport

/// The last stage before sending: gathers what was decided, and commits it to the store together with its account.
///
/// A transaction that fails stays as it is and grows, up to ``maximumUncommitted`` events, until a commit succeeds.
struct CommitStage {
    private let opener: StoreOpener
    private let book: LiveLedger
    private let clocks: any Clocks
    private let diagnostics: Diagnostics
    private let settings: Settings
    private let caller: Locked<CallerState>
    /// Raised when something was committed.
    private let committed: Signal
    /// Raised when another process has left something for the store.
    private let outside: Signal

    /// The store, once it is open and until it is closed.
    private(set) var opened: OpenedStore?
    private var isClosed = false
    /// Whether the last commit failed: then one attempt is made for each drain, not for each event.
    private(set) var fails = false
    /// What the next commit writes.
    private var transaction = StoreTransaction()

    /// How many events wait in memory while the store cannot be written.
    static let maximumUncommitted = 10_000

    init(_ parts: ClientParts) {
        opener = StoreOpener(parts)
        book = parts.book
        clocks = parts.environment.clocks
        diagnostics = parts.diagnostics
        settings = parts.settings
        caller = parts.caller
        committed = parts.committed
        outside = parts.outside
    }

    /// How many rows the next commit writes.
    var rowCount: Int { transaction.added.count + transaction.held.count }

    // MARK: - What the next commit writes

    /// Stores an event.
    ///
    /// - Parameter isRecorded: whether the stored ledger counts it as submitted already.
    mutating func add(_ event: NewEvent, isRecorded: Bool) {
        if !isRecorded { transaction.ledger.countSubmitted(event.stream) }
        transaction.added.append(event)
    }

    /// Counts an event that ends here.
    ///
    /// - Parameter isRecorded: whether the stored ledger counts it as submitted already.
    mutating func drop(_ stream: String, _ reason: DropReason, isRecorded: Bool) {
        var change = Ledger()
        change.countDropped(stream, reason)
        book.add(change)
        if !isRecorded { change.countSubmitted(stream) }
        transaction.ledger += change
    }

    /// Keeps a copy of what waits in the input buffer.
    mutating func hold(_ submission: HeldSubmission) {
        transaction.held.append(submission)
        transaction.ledger.countSubmitted(submission.stream)
    }

    /// Takes a held submission out of the store, or out of the transaction that was to put it there.
    mutating func release(_ number: Int64) {
        if let index = transaction.held.firstIndex(where: { $0.number == number }) {
            transaction.held.remove(at: index)
        } else {
            transaction.released.append(number)
        }
    }

    /// Keeps a value for the next process.
    mutating func keep(_ value: String, as name: String) { transaction.values[name] = value }

    /// Drops all events that wait for a commit.
    mutating func dropAdded(_ reason: DropReason) { dropOldest(transaction.added.count, reason) }

    private mutating func dropOldest(_ count: Int, _ reason: DropReason) {
        for event in transaction.added.prefix(count) { drop(event.stream, reason, isRecorded: true) }
        transaction.added.removeFirst(count)
    }

    // MARK: - The store

    /// Opens the store where the configuration says, and nowhere else.
    ///
    /// - Returns: what was opened; `nil` when it was open, or is closed for good.
    mutating func open() throws -> OpenedStore? {
        guard opened == nil, !isClosed else { return nil }
        return begin(with: try opener.open())
    }

    /// Opens the store where the configuration says, or beside it.
    ///
    /// - Returns: what was opened; `nil` when it was open, or is closed for good.
    mutating func openOrGoElsewhere() -> OpenedStore? {
        guard opened == nil, !isClosed else { return nil }
        return begin(with: opener.openOrGoElsewhere())
    }

    private mutating func begin(with found: OpenedStore) -> OpenedStore {
        opened = found
        found.store.onOutsideEvents { [outside, committed] in
            outside.raise()
            committed.raise()
        }
        transaction.values.merge(found.newValues) { $1 }
        book.restore(found.ledger)
        let timeout = settings.read(\.sessionTimeout)
        caller.withLock { [clocks] in $0.sessions.restore(found.session, clocks: clocks, timeout: timeout) }
        return found
    }

    /// Reads back what the store holds for the input buffer. What cannot be read is dropped.
    mutating func readBack(_ held: [HeldSubmission]) -> [InputBuffer.Entry] {
        held.compactMap { held in
            if let submission = opener.submission(held.json) {
                return InputBuffer.Entry(number: held.number, submission: submission)
            }
            transaction.released.append(held.number)
            drop(held.stream, .unencodable, isRecorded: true)
            return nil
        }
    }

    /// Writes what was gathered.
    ///
    /// - Returns: whether nothing is left to write.
    mutating func commit() -> Bool {
        guard let opened else { return true }
        addSession()
        let unsaved = book.takeUnsaved()
        var complete = transaction
        complete.ledger += unsaved
        guard !complete.isEmpty else { return true }
        do {
            book.add(try opened.store.commit(complete))
            transaction = StoreTransaction()
            fails = false
            committed.raise()
        } catch {
            book.giveBack(unsaved)
            fails = true
            diagnostics.report(.store, "events wait in memory, since the store cannot be written: \(error)")
            // Keeps memory bounded meanwhile: the oldest events go.
            dropOldest(max(0, transaction.added.count - Self.maximumUncommitted), .storeUnavailable)
        }
        return !fails
    }

    /// The session goes along with what is written anyway, and by itself when the store knows too little of it.
    private mutating func addSession() {
        let isAlone = transaction.isEmpty && !book.hasUnsaved
        let text = caller.withLock { [clocks] caller -> String? in
            isAlone && !caller.sessions.isWorthSaving ? nil : caller.sessions.takeUnsaved(clocks: clocks)
        }
        if let text { transaction.values[SavedSession.name] = text }
    }

    /// Closes the store for good. What no commit has written is lost, and counted.
    mutating func close() {
        if isClosed { return }
        dropAdded(.storeUnavailable)
        for held in transaction.held { book.countDropped(held.stream, .storeUnavailable) }
        transaction = StoreTransaction()
        isClosed = true
        do { try opened?.store.close() } catch { diagnostics.report(.store, "closing: \(error)") }
        opened = nil
    }
}
