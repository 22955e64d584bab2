import EventPlatform
import Foundation

/// Keeps everything in one JSON file that is written anew with each commit: simple, and right for a few hundred events.
final class JSONFileStore: EventStore {
    private let file: URL
    private let settings: StoreSettings
    private let lock = NSLock()
    /// Only touched under `lock`.
    nonisolated(unsafe) private var content: Content
    /// Which events are leased for sending; gone with the process, so that its events can be leased again.
    nonisolated(unsafe) private var leases: [Int64: Duration] = [:]

    init(_ file: URL, settings: StoreSettings = StoreSettings()) throws {
        (self.file, self.settings) = (file, settings)
        content =
            FileManager.default.fileExists(atPath: file.path)
            ? try JSONDecoder().decode(Content.self, from: Data(contentsOf: file)) : Content()
    }

    func load(at time: StorageTime) -> StoredState {
        lock.withLock {
            content.moveRetries(to: time)
            var state = StoredState()
            state.ledger = content.ledger
            state.heldSubmissions = content.held.map {
                HeldSubmission(number: $0.number, stream: $0.stream, submission: $0.submission)
            }
            state.values = content.values
            return state
        }
    }

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        try lock.withLock {
            var (changed, counted) = (content, Ledger())
            let ended = Set(transaction.failed.map(\.row) + transaction.finished.map(\.row))
            for finished in transaction.finished { changed.finish(finished, &counted) }
            changed.remembered.formUnion(transaction.deliveredIDs)
            for failed in transaction.failed { changed.fail(failed) }
            for decided in transaction.decided { changed.decide(decided, settings, &counted) }
            for event in transaction.added { changed.add(event, settings, &counted) }
            changed.evict(settings, sparing: leases.filter { !ended.contains($0.key) }, &counted)
            changed.held += transaction.heldSubmissions.map {
                .init(number: $0.number, stream: $0.stream, submission: $0.submission)
            }
            changed.held.removeAll { transaction.removedSubmissions.contains($0.number) }
            changed.values.merge(transaction.values) { $1 }
            changed.count(transaction.ledger)
            changed.count(counted)
            try JSONEncoder().encode(changed).write(to: file, options: .atomic)
            content = changed  // the disk has it: only now does it count
            for row in ended { leases[row] = nil }
            return counted
        }
    }

    func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) -> [LeasedEvent] {
        lock.withLock {
            leases = leases.filter { now < $0.value }
            let found = content.events.filter { event in
                guard event.destination == destination, leases[event.row] == nil else { return false }
                switch selection {
                case .ready(let position): return event.isReady && position.map { $0 < event.position } ?? true
                case .retries: return event.failure.map { $0.due <= now } ?? false
                }
            }.sorted { $0.comesBefore($1, selection) }.prefix(count)
            for event in found { leases[event.row] = deadline }
            return found.map {
                LeasedEvent(
                    row: $0.row, id: $0.id, stream: $0.stream, priority: $0.priority,
                    attempts: $0.failure?.attempts ?? 0, isIsolated: $0.failure?.isIsolated ?? false, body: $0.body)
            }
        }
    }

    func release(_ rows: [Int64]) { lock.withLock { for row in rows { leases[row] = nil } } }

    func destinations() -> [String] {
        lock.withLock { Set(content.events.filter { $0.awaitedSchema == nil }.map(\.destination)).sorted() }
    }

    func hasReadyEvent(for destination: String, besides rows: Set<Int64>) -> Bool {
        lock.withLock {
            content.events.contains {
                $0.destination == destination && $0.isReady && leases[$0.row] == nil && !rows.contains($0.row)
            }
        }
    }

    func nextRetry(for destination: String) -> Duration? {
        lock.withLock {
            content.events.filter { $0.destination == destination && leases[$0.row] == nil }
                .compactMap(\.failure?.due).min()
        }
    }

    func awaitedSchemas() -> [String] { lock.withLock { Set(content.events.compactMap(\.awaitedSchema)).sorted() } }

    func events(awaiting schema: String, atMost count: Int) -> [AwaitingEvent] {
        lock.withLock {
            content.events.filter { $0.awaitedSchema == schema }.prefix(count).map {
                AwaitingEvent(
                    row: $0.row, id: $0.id, stream: $0.stream, storedAt: $0.storedAt, submission: $0.body)
            }
        }
    }

    func expiredRows(by limit: AgeLimit, atMost count: Int) -> [Int64] {
        lock.withLock { Array(content.events.filter { limit.excludes($0.storedAt) }.map(\.row).prefix(count)) }
    }

    func storedRows(atMost count: Int) -> [Int64] { lock.withLock { Array(content.events.map(\.row).prefix(count)) } }

    func value(named name: String) -> String? { lock.withLock { content.values[name] } }

    func close() {}
}
