import EventPlatform
import Foundation

/// Keeps everything in one JSON file that is written anew with each commit: simple, and right for a few hundred events.
final class JSONFileStore: EventStore {
    private let file: URL
    private let settings: StoreSettings
    private let lock = NSLock()
    /// Only touched under `lock`.
    nonisolated(unsafe) private var content: Content
    /// Which events are out for sending; gone with the process, so that its events can be taken again.
    nonisolated(unsafe) private var leases: [Int64: Duration] = [:]

    init(_ file: URL, settings: StoreSettings = StoreSettings()) throws {
        (self.file, self.settings) = (file, settings)
        content =
            FileManager.default.fileExists(atPath: file.path)
            ? try JSONDecoder().decode(Content.self, from: Data(contentsOf: file)) : Content()
    }

    func load() -> StoredState {
        lock.withLock {
            var state = StoredState()
            state.ledger = content.ledger
            state.heldSubmissions = content.held.map {
                HeldSubmission(number: $0.number, stream: $0.stream, json: $0.json)
            }
            state.values = content.values
            return state
        }
    }

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        try lock.withLock {
            var (changed, counted) = (content, Ledger())
            for finished in transaction.finished { changed.finish(finished, &counted) }
            changed.remembered.formUnion(transaction.remembered)
            for row in transaction.failed { changed.fail(row) }
            for event in transaction.added { changed.add(event, settings, &counted) }
            changed.makeRoom(settings, sparing: leases, &counted)
            changed.held += transaction.held.map { .init(number: $0.number, stream: $0.stream, json: $0.json) }
            changed.held.removeAll { transaction.released.contains($0.number) }
            changed.values.merge(transaction.values) { $1 }
            changed.count(transaction.ledger)
            changed.count(counted)
            try JSONEncoder().encode(changed).write(to: file, options: .atomic)
            content = changed  // the disk has it: only now does it count
            for row in transaction.failed + transaction.finished.map(\.row) { leases[row] = nil }
            return counted
        }
    }

    func take(_ limit: Int, for destination: String, after row: Int64, lease: Lease) -> [StoredEvent] {
        lock.withLock {
            leases = leases.filter { lease.now < $0.value }
            let waiting = content.events.filter {
                $0.destination == destination && $0.row > row && leases[$0.row] == nil
            }
            let taken = waiting.sorted { $0.row < $1.row }.prefix(limit)
            for event in taken { leases[event.row] = lease.deadline }
            return taken.map {
                StoredEvent(row: $0.row, id: $0.id, stream: $0.stream, attempts: $0.attempts, body: $0.body)
            }
        }
    }

    func giveBack(_ rows: [Int64]) { lock.withLock { for row in rows { leases[row] = nil } } }

    func destinations() -> [String] { lock.withLock { Set(content.events.map(\.destination)).sorted() } }

    func expired(by limit: AgeLimit, atMost count: Int) -> [Int64] {
        lock.withLock { Array(content.events.filter { limit.excludes($0.storedAt) }.map(\.row).prefix(count)) }
    }

    func waiting(atMost count: Int) -> [Int64] { lock.withLock { Array(content.events.map(\.row).prefix(count)) } }

    func value(named name: String) -> String? { lock.withLock { content.values[name] } }

    func close() {}
}
