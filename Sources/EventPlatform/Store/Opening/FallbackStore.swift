import EventSupport
import Foundation

/// The store of a client that cannot open the configured one now: an alternative file, or memory.
///
/// Each ``maintain(at:maximumAge:)`` tries the configured store again. Once that is open, no event is leased here any
/// more; when the leases have ended, what is here moves into it, and this store passes everything on.
final class FallbackStore: EventStore, FileReplacing {
    private struct State {
        var phase = Phase.waiting
        /// The leases of the fallback.
        var leases = Leases()
        var report = StoreReport()
        /// Why the configured store is not in use, as it was said last.
        var reason: String
        /// The number of refusals that the client knows.
        var refusals: Int64
        var externalEventsHandler: (@Sendable () -> Void)?
        /// Watches for a decision of another client while the fallback is in memory. Ends when it is released.
        var watch: FolderWatch?

        /// Reports why the configured store is not in use, once for each reason.
        mutating func report(_ reason: String) {
            if reason != self.reason { report.remarks.append("\(reason). Events stay in another store") }
            self.reason = reason
        }
    }

    private enum Phase {
        /// The configured store cannot be opened.
        case waiting
        /// The configured store is open, and leases of the fallback have yet to end.
        case leaving(Configured)
        case moved(Configured)
    }

    /// The configured store, opened.
    private struct Configured {
        let store: any EventStore
        let file: URL?
        /// Its ledger when it was opened.
        let ledger: Ledger
    }

    /// A lock, since a store is called from any thread. It is held during each access to the store in use, so that
    /// events do not move in the middle of one.
    private let state: Locked<State>
    private let fallback: any EventStore
    private let fallbackFile: URL?
    private let namespace: StoreNamespace
    private let open: @Sendable () throws -> StoreFactory.Result

    /// Creates the store.
    ///
    /// - Parameters:
    ///   - fallback: the store to use meanwhile, which is loaded.
    ///   - file: its file; `nil` in memory.
    ///   - namespace: the configured namespace.
    ///   - reason: why its store file could not be opened, which the client has reported.
    ///   - open: opens the configured store.
    init(
        _ fallback: any EventStore, at file: URL?, insteadOf namespace: StoreNamespace, because reason: any Error,
        open: @escaping @Sendable () throws -> StoreFactory.Result
    ) {
        (self.fallback, fallbackFile, self.namespace, self.open) = (fallback, file, namespace, open)
        state = Locked(State(reason: "\(reason)", refusals: namespace.refusals))
    }

    /// The store file in use; `nil` in memory.
    var file: URL? {
        state.withLock { state in if case .moved(let configured) = state.phase { configured.file } else { fallbackFile }
        }
    }

    /// Whether the configured store is not in use.
    var isWaiting: Bool { state.withLock { state in if case .moved = state.phase { false } else { true } } }

    var isInPlace: Bool {
        use { store, _, _ in
            (store as? any FileReplacing)?.isInPlace ?? !(store is InMemoryEventStore)
        }
    }

    func boots() throws -> [String] { try use { store, _, _ in try (store as? any FileReplacing)?.boots() ?? [] } }

    // MARK: - The store in use

    /// Runs work with the store in use, and with the leases of the fallback; those of the configured store are its own.
    private func use<Value: Sendable>(
        _ work: @Sendable (any EventStore, RowMark, inout Leases) throws -> Value
    ) rethrows -> Value {
        try state.withLock { [fallback] state in
            guard case .moved(let configured) = state.phase else {
                return try work(fallback, .ofFallback, &state.leases)
            }
            return try work(configured.store, .none, &state.leases)
        }
    }

    /// Whether no more events are leased: the configured store is open, and the fallback is about to be left.
    private var isLeaving: Bool { state.withLock { state in if case .leaving = state.phase { true } else { false } } }

    /// Leases of the fallback may have ended. If that was the last one, a cycle moves its events.
    private func leasesEnded() {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .leaving = state.phase, state.leases.count == 0 else { return nil }
            return state.externalEventsHandler
        }
        handler?()
    }

    var forwardsToOwner: Bool { use { store, _, _ in store.forwardsToOwner } }
    var isRefusedElsewhere: Bool {
        state.withLock { [namespace] in namespace.refusals > $0.refusals }
            || use { store, _, _ in (store as? any FileReplacing)?.isRefusedElsewhere ?? false }
    }

    func load(at time: StorageTime) throws -> StoredState { try use { store, _, _ in try store.load(at: time) } }

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        defer { leasesEnded() }
        return try use { store, mark, leases in
            let counted = try store.commit(mark.inner(transaction))
            leases.end((transaction.finished.map(\.row) + transaction.failed.map(\.row)).compactMap { mark.inner($0) })
            return counted
        }
    }

    func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) throws -> [LeasedEvent] {
        guard !isLeaving else { return [] }
        return try use { store, mark, leases in
            let found = try store.lease(
                mark.inner(selection), for: destination, atMost: count, now: now, until: deadline)
            leases.begin(mark == .none ? [] : found.map(\.row), until: deadline)
            return found.map { event in
                var event = event
                event.row = mark.outer(event.row)
                return event
            }
        }
    }

    func release(_ rows: [Int64]) {
        use { store, mark, leases in
            let rows = rows.compactMap { mark.inner($0) }
            store.release(rows)
            leases.end(rows)
        }
        leasesEnded()
    }

    func destinations() throws -> [String] { try use { store, _, _ in try store.destinations() } }
    func hasReadyEvent(for destination: String, besides rows: Set<Int64>) throws -> Bool {
        guard !isLeaving else { return false }
        return try use { store, mark, _ in
            try store.hasReadyEvent(for: destination, besides: Set(rows.compactMap { mark.inner($0) }))
        }
    }
    func nextRetry(for destination: String) throws -> Duration? {
        guard !isLeaving else { return nil }
        return try use { store, _, _ in try store.nextRetry(for: destination) }
    }
    func awaitedSchemas() throws -> [String] { try use { store, _, _ in try store.awaitedSchemas() } }
    func events(awaiting schema: String, atMost count: Int) throws -> [AwaitingEvent] {
        try use { store, mark, _ in
            try store.events(awaiting: schema, atMost: count).map { event in
                var event = event
                event.row = mark.outer(event.row)
                return event
            }
        }
    }
    func expiredRows(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        try use { store, mark, _ in try store.expiredRows(by: limit, atMost: count).map { mark.outer($0) } }
    }
    func storedRows(atMost count: Int) throws -> [Int64] {
        try use { store, mark, _ in try store.storedRows(atMost: count).map { mark.outer($0) } }
    }
    func value(named name: String) throws -> String? { try use { store, _, _ in try store.value(named: name) } }
    func erase() throws { try use { store, _, _ in try store.erase() } }

    func becomeOwnerIfPossible() { use { store, _, _ in (store as? any FileReplacing)?.becomeOwnerIfPossible() } }

    func setExternalEventsHandler(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { [fallback, namespace] state in
            state.externalEventsHandler = handler
            guard fallback is InMemoryEventStore else { return }
            state.watch = FolderWatch(namespace.folder.path) { names in
                if names?.contains(where: namespace.isConsent) == true { handler() }
            }
        }
        use { store, _, _ in store.setExternalEventsHandler(handler) }
    }

    func collectReport() -> StoreReport {
        var report = state.withLock { state in
            defer { state.report = StoreReport() }
            return state.report
        }
        report += use { store, _, _ in store.collectReport() }
        return report
    }

    // MARK: - The configured store

    func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreReport {
        openConfigured(at: time)
        state.withLock { state in
            state.leases.expire(now: .milliseconds(time.millisecondsSinceBoot))
            if state.leases.count == 0 { moveIfOpen(&state) }
        }
        var report = collectReport()
        report += try use { store, _, _ in try store.maintain(at: time, maximumAge: maximumAge) }
        return report
    }

    /// Tries to open the configured store, without the lock: another program may have locked the file, for which SQLite
    /// waits.
    private func openConfigured(at time: StorageTime) {
        let isWaiting = state.withLock { state in if case .waiting = state.phase { true } else { false } }
        guard isWaiting else { return }
        do {
            let opened = try open()
            do {
                let ledger = try Self.load(opened.store, at: time)
                let configured = Configured(store: opened.store, file: opened.file, ledger: ledger)
                state.withLock { $0.phase = .leaving(configured) }
            } catch {
                try opened.store.close()
                throw error
            }
        } catch {
            state.withLock { $0.report("\(error)") }
        }
    }

    /// Loads what earlier processes left. The submissions that they have held get numbers that this one does not use,
    /// and are in the next report.
    private static func load(_ store: any EventStore, at time: StorageTime) throws -> Ledger {
        guard let store = store as? NamespaceStore else { return Ledger() }
        try store.main.renumberHeld()
        return try store.load(at: time).ledger
    }

    /// Moves what the fallback has into the configured store if that is open. If that fails, the fallback stays in use.
    private func moveIfOpen(_ state: inout State) {
        guard case .leaving(let configured) = state.phase else { return }
        do {
            guard namespace.refusals <= state.refusals else { throw RefusedElsewhere() }
            try move(to: configured, &state.report)
            if let handler = state.externalEventsHandler { configured.store.setExternalEventsHandler(handler) }
            (state.phase, state.watch) = (.moved(configured), nil)
            state.report.remarks.append(
                "store \(namespace.main.path) can be used again; it has the events that were kept "
                    + "\(fallbackFile.map { "in \($0.path)" } ?? "in memory") meanwhile")
        } catch {
            state.phase = .waiting
            state.report("events cannot be moved to store \(namespace.main.path) yet: \(error)")
            do { try configured.store.close() } catch { state.report("\(error)") }
        }
    }

    private func move(to configured: Configured, _ report: inout StoreReport) throws {
        if let memory = fallback as? InMemoryEventStore {
            var content = memory.content
            content.values = try content.values.filter { try configured.store.value(named: $0.key) == nil }
            report.ledger += try configured.ledger + configured.store.commit(content)
        } else if let file = fallback as? NamespaceStore {
            let counted = try file.main.ledger()
            try Self.moveHeld(from: file, to: configured.store)
            try file.close()
            guard let store = configured.store as? NamespaceStore else { return }  // the owner imports it
            report.remarks += store.importAll(of: URL(fileURLWithPath: file.main.path)).remarks
            report.ledger += try store.main.ledger() - counted
        }
    }

    /// Moves the submissions that this client has yet to decide, with the numbers by which it knows them: an import
    /// would give them others.
    private static func moveHeld(from file: NamespaceStore, to store: any EventStore) throws {
        let held = try file.main.held()
        guard !held.isEmpty else { return }
        var transaction = StoreTransaction()
        transaction.heldSubmissions = held
        for submission in held { transaction.ledger.countSubmitted(submission.stream) }
        _ = try store.commit(transaction)
        var removal = StoreTransaction()
        removal.removedSubmissions = held.map(\.number)
        _ = try file.commit(removal)
    }

    func replaceFile(dropping reason: DropReason, countsHeld: Bool) throws -> Ledger {
        let refusals = namespace.refusals
        let dropped = try use { store, _, leases in
            defer { leases = Leases() }
            return try store.removeAll(dropping: reason, countsHeld: countsHeld)
        }
        return try state.withLock { state in
            state.refusals = refusals
            guard case .leaving = state.phase else { return dropped }
            moveIfOpen(&state)
            guard case .moved(let configured) = state.phase else { return dropped }
            return try dropped + configured.store.removeAll(dropping: reason, countsHeld: countsHeld)
        }
    }

    /// What is in memory goes into the configured store if that is open.
    func close() throws {
        try state.withLock { state in
            moveIfOpen(&state)
            if case .moved(let configured) = state.phase { try configured.store.close() } else { try fallback.close() }
        }
    }
}

extension EventStore {
    /// Drops all events: with the file, where the store has one.
    fileprivate func removeAll(dropping reason: DropReason, countsHeld: Bool) throws -> Ledger {
        if let file = self as? any FileReplacing {
            return try file.replaceFile(dropping: reason, countsHeld: countsHeld)
        }
        var transaction = StoreTransaction()
        transaction.finished = try storedRows(atMost: .max).map { FinishedEvent(row: $0, outcome: .dropped(reason)) }
        return try commit(transaction)
    }
}
