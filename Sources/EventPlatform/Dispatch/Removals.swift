/// Takes events out of the store that are not to be sent: those that are too old, and those of a user who has declined.
struct Removals {
    private let settings: Settings
    private let clocks: any Clocks
    private let diagnostics: Diagnostics
    private let book: LiveLedger

    /// Whether events of a user who has declined are still there.
    private(set) var isDue = false
    /// When it is tried again to remove them, or to overwrite what was removed; `nil` when nothing is left to do.
    private(set) var nextAttempt: Duration?

    /// How long after a failed attempt the next is made: somebody else may read the file, or the disk may be full.
    static let pauseAfterFailure: Duration = .seconds(30)
    /// How many events are removed at a time, so that memory does not grow with a backlog.
    private static let rowsPerTransaction = 1000

    init(_ parts: ClientParts) {
        settings = parts.settings
        clocks = parts.environment.clocks
        diagnostics = parts.diagnostics
        book = parts.book
    }

    /// Drops what is too old.
    func prune(_ store: any EventStore) {
        let policy = AgePolicy(maximumAge: settings.read(\.store.maximumAge))
        diagnostics.attempt("pruning the store") {
            let lastBelieved = try LastBelievedTime.read(from: store)
            let limit = policy.limit(
                now: clocks.wall, sinceBoot: clocks.sinceBoot, bootID: clocks.bootID, lastBelieved: lastBelieved)
            try drop(.expired, from: store) { try store.expired(by: limit, atMost: $0) }
            if policy.believes(clocks.wall, lastBelieved: lastBelieved) {
                try LastBelievedTime.note(clocks.wall, after: lastBelieved, in: store)
            }
        }
    }

    /// The user has declined: everything has to go, and to be overwritten.
    mutating func declined(_ store: any EventStore) {
        isDue = true
        finish(store)
    }

    /// Does what is still to be done since the user has declined. What has come since a user thought better of it stays.
    mutating func finish(_ store: any EventStore) {
        postpone()
        if isDue {
            let done: Void? = diagnostics.attempt("removing what a user has declined") {
                try drop(.consentDeclined, from: store) { try store.waiting(atMost: $0) }
            }
            guard done != nil else { return }
            isDue = false
        }
        let done: Void? = diagnostics.attempt("overwriting what a user has declined") { try store.erase() }
        if done != nil { nextAttempt = nil }
    }

    /// Leaves what is to be done for later.
    mutating func postpone() { nextAttempt = clocks.sinceBoot + Self.pauseAfterFailure }

    /// Drops what `next` finds, a transaction at a time, until it finds nothing more.
    private func drop(
        _ reason: DropReason, from store: any EventStore, next: (_ count: Int) throws -> [Int64]
    ) throws {
        while true {
            let rows = try next(Self.rowsPerTransaction)
            guard !rows.isEmpty else { return }
            var transaction = StoreTransaction()
            transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .dropped(reason)) }
            book.add(try store.commit(transaction))
        }
    }
}
